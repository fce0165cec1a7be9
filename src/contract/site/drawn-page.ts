import type { Category, Series, SoftwareVersion, Video } from '#contract/library/library.ts'
import type { SiteConfig } from './site.ts'

/** For whom a page is rendered, and its address. */
type Place = {
  readonly config: SiteConfig
  /** Without the query: it does not change a document. */
  readonly path: string
  /** Whether the browser has a session: then there is space for the avatar in place of the login link. */
  readonly signedIn: boolean
}

/** What the screens render around a document's text. The HTML is trusted. */
export type DrawnPage = Place & { readonly text: string }

/** The library in a document: filters, the newest videos as cards, and a text below. */
export type DrawnListing = Place & {
  readonly title: string
  readonly videos: readonly Video[]
  readonly categories: readonly Category[]
  readonly versions: readonly SoftwareVersion[]
  readonly series: readonly Series[]
  /** The videos rendered as cards. */
  readonly shown: readonly Video[]
  readonly text: string
}

/** The header above a video: breadcrumb, title, and neighbours. */
type DrawnVideoHeader = Place & {
  readonly title: string
  readonly categories: readonly Category[]
  readonly previous: Video | undefined
  readonly next: Video | undefined
}

/** The server-side rendering of the screens, built for each language: `draw.<language>.js`, imported by path. */
export type Drawing = {
  /** The HTML of a whole page: header, text, footer. */
  readonly drawPage: (page: DrawnPage) => string
  /** The HTML of the listing, used as the text of its page. */
  readonly drawListing: (listing: DrawnListing) => string
  readonly drawVideoHeader: (header: DrawnVideoHeader) => string
}
