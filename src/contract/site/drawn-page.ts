import type { Category, Series, SoftwareVersion, Video } from '#contract/library/library.ts'
import type { SiteConfig } from './site.ts'

/** For whom a page is drawn, and where it stands. */
type Place = {
  readonly config: SiteConfig
  /** Without a query: documents are the same for each. */
  readonly path: string
  /** Whether the browser has a session: then nobody is told to log in, and the avatar has its place. */
  readonly signedIn: boolean
}

/** What the screens draw around the text of a document: HTML that is safe as it stands. */
export type DrawnPage = Place & { readonly text: string }

/** The library as a document shows it: filters, the newest videos as cards, and a text below them. */
export type DrawnListing = Place & {
  readonly title: string
  readonly videos: readonly Video[]
  readonly categories: readonly Category[]
  readonly versions: readonly SoftwareVersion[]
  readonly series: readonly Series[]
  /** The videos whose cards are drawn. */
  readonly shown: readonly Video[]
  readonly text: string
}

/** What stands above a film: the way to it, its title, and its neighbours. */
type DrawnVideoHeader = Place & {
  readonly title: string
  readonly categories: readonly Category[]
  readonly previous: Video | undefined
  readonly next: Video | undefined
}

/** What the build of the screens makes for documents in each language: `draw.<language>.js`, loaded by its path. */
export type Drawing = {
  /** The HTML of a whole page: header, text, footer. */
  readonly drawPage: (page: DrawnPage) => string
  /** The HTML of the listing, which is the text of its page. */
  readonly drawListing: (listing: DrawnListing) => string
  readonly drawVideoHeader: (header: DrawnVideoHeader) => string
}
