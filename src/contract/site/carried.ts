import type {
  Category,
  Series,
  SoftwareVersion,
  VideoPiece,
  VideoPreview,
} from '#contract/library/library.ts'
import type { RichText } from '#contract/rich-text.ts'
import type { SiteConfig, TextName, TextVersion } from './site.ts'

/** How much there is in the library: a listing that is still loading takes the room that it will need. */
export type LibrarySize = {
  readonly videos: number
  readonly durationSeconds: number
  /** How many different ones the videos have. */
  readonly tags: number
  readonly versions: number
  readonly series: number
}

/** What a document has with it, so that its page need not ask. */
export type Carried = {
  readonly config: SiteConfig
  readonly librarySize?: LibrarySize
  readonly texts?: Readonly<Partial<Record<TextName, readonly TextVersion[]>>>
  /** Of a film that is not free. */
  readonly preview?: VideoPreview & { readonly videoId: string }
  /** Id of the page's film where everybody may watch it: its page need not wait to know who looks. */
  readonly freeVideo?: string
  /** What a page shows of the library beside its videos, as far as it is small. */
  readonly catalogue?: {
    readonly categories?: Category[]
    readonly versions?: SoftwareVersion[]
    readonly series?: Series[]
  }
  /** Where the library is too large for one reply: what its page reads instead of it, newest first. */
  readonly videoPieces?: readonly VideoPiece[]
  /** With `videoPieces`, as far as they are few: how many videos of the whole library have each tag and version, by id. */
  readonly labels?: {
    readonly tags: readonly (readonly [tag: string, videos: number])[]
    readonly versions: readonly (readonly [id: string, videos: number])[]
  }
  /** The description of the page's film. */
  readonly videoText?: { readonly videoId: string; readonly text: RichText }
}

/** Id of the element that holds it, as JSON. */
export const carriedId = 'carried'
