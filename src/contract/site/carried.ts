import type {
  Category,
  Series,
  SoftwareVersion,
  VideoPiece,
  VideoPreview,
} from '#contract/library/library.ts'
import type { RichText } from '#contract/rich-text.ts'
import type { SiteConfig, TextName, TextVersion } from './site.ts'

/** Size of the library: a loading listing reserves its space. */
export type LibrarySize = {
  readonly videos: number
  readonly durationSeconds: number
  /** Number of distinct tags. */
  readonly tags: number
  readonly versions: number
  readonly series: number
}

/** Data embedded in a document, so that its page need not request it. */
export type Carried = {
  readonly config: SiteConfig
  readonly librarySize?: LibrarySize
  readonly texts?: Readonly<Partial<Record<TextName, readonly TextVersion[]>>>
  /** Preview of a locked video. */
  readonly preview?: VideoPreview & { readonly videoId: string }
  /** ID of the page's video if it is free: its page need not wait for the session. */
  readonly freeVideo?: string
  /** The library's data besides its videos, if small enough. */
  readonly catalogue?: {
    readonly categories?: Category[]
    readonly versions?: SoftwareVersion[]
    readonly series?: Series[]
  }
  /** For a library that is too large for one reply: its pieces, newest first. */
  readonly videoPieces?: readonly VideoPiece[]
  /** With `videoPieces`, if few enough: number of videos of the whole library for each tag and version, by id. */
  readonly labels?: {
    readonly tags: readonly (readonly [tag: string, videos: number])[]
    readonly versions: readonly (readonly [id: string, videos: number])[]
  }
  /** The description of the page's video. */
  readonly videoText?: { readonly videoId: string; readonly text: RichText }
}

/** ID of the element that holds the data, as JSON. */
export const carriedId = 'carried'
