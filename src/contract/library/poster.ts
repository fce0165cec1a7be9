import type { TextVersion } from '#contract/site/site.ts'
import type { Video } from './library.ts'

/** The pixels across of the copies that are made of a poster: for a card, for one on a fine screen, and for a phone's width. */
export const posterWidths = [320, 480, 720] as const

/** How wide a poster is shown on cards, and that of the landing page's film: what `sizes` of a picture says. */
export const cardSizes = '(max-width: 36rem) 92vw, 22rem'
export const heroSizes = '(max-width: 64rem) 92vw, 36rem'

type WithPoster = Pick<Video, 'thumbnailUrl' | 'thumbnailWidths'>

/** Address of a poster's copy. It is good for as long as that of the poster. */
export function posterCopy(address: string, width: number): string {
  return address.replace(/\.\w+$/, `-${width}.webp`)
}

/** A poster's copies as `srcset` names them; undefined where there is only the poster itself. */
export function posterSet({ thumbnailUrl, thumbnailWidths = [] }: WithPoster): string | undefined {
  if (thumbnailUrl === undefined || thumbnailWidths.length === 0) return undefined
  return thumbnailWidths.map((width) => `${posterCopy(thumbnailUrl, width)} ${width}w`).join(', ')
}

/** The widest copy of a poster: what a phone shows of a film before it plays. */
export function widestCopy({ thumbnailUrl, thumbnailWidths = [] }: WithPoster): string | undefined {
  const widest = thumbnailWidths.at(-1)
  return thumbnailUrl === undefined || widest === undefined ? undefined : posterCopy(thumbnailUrl, widest)
}

/** On screens as narrow as this, the widest copy is enough for a film's poster. */
export const narrowScreen = '(max-width: 40rem)'
export const widerScreen = '(min-width: 40.01rem)'

/** The film that the landing page begins with: the first of its lead. */
export function heroOf({ lead }: Pick<TextVersion, 'lead'>): Video | undefined {
  return lead.find((part) => part.kind === 'video')?.video
}

/** Cards of a listing whose posters are fetched at once, before others. */
export const cardsFirst = 2
