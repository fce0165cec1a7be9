import type { TextVersion } from '#contract/site/site.ts'
import type { Video } from './library.ts'

/** Widths in pixels of a poster's copies: for a card, for a card on a high-density screen, and for a phone. */
export const posterWidths = [320, 480, 720] as const

/** Width of posters on cards and of the landing page's film: the `sizes` of a picture. */
export const cardSizes = '(max-width: 36rem) 92vw, 22rem'
export const heroSizes = '(max-width: 64rem) 92vw, 36rem'

type WithPoster = Pick<Video, 'thumbnailUrl' | 'thumbnailWidths'>

/** Returns the address of a poster's copy. It is valid as long as the poster's. */
export function posterCopy(address: string, width: number): string {
  return address.replace(/\.\w+$/, `-${width}.webp`)
}

/** Returns the `srcset` of a poster; undefined without copies. */
export function posterSet({ thumbnailUrl, thumbnailWidths = [] }: WithPoster): string | undefined {
  if (thumbnailUrl === undefined || thumbnailWidths.length === 0) return undefined
  return thumbnailWidths.map((width) => `${posterCopy(thumbnailUrl, width)} ${width}w`).join(', ')
}

/** Returns the widest copy of a poster: shown on phones before a film plays. */
export function widestCopy({ thumbnailUrl, thumbnailWidths = [] }: WithPoster): string | undefined {
  const widest = thumbnailWidths.at(-1)
  return thumbnailUrl === undefined || widest === undefined ? undefined : posterCopy(thumbnailUrl, widest)
}

/** Up to this width the widest copy is sharp enough for a film's poster. */
export const narrowScreen = '(max-width: 40rem)'
export const widerScreen = '(min-width: 40.01rem)'

/** Returns the film at the top of the landing page: the first of its lead. */
export function heroOf({ lead }: Pick<TextVersion, 'lead'>): Video | undefined {
  return lead.find((part) => part.kind === 'video')?.video
}

/** Number of posters in a listing that are loaded eagerly. */
export const cardsFirst = 2
