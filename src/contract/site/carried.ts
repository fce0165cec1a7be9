import type { VideoPreview } from '#contract/library/library.ts'
import type { SiteConfig, TextName, TextVersion } from './site.ts'

/** What a document has with it, so that its page need not ask. */
export type Carried = {
  readonly config: SiteConfig
  readonly texts?: Readonly<Partial<Record<TextName, readonly TextVersion[]>>>
  /** Of a film that is not free. */
  readonly preview?: VideoPreview & { readonly videoId: string }
}

/** Id of the element that holds it, as JSON. */
export const carriedId = 'carried'
