import type { Category, Video } from '#contract/library/library.ts'
import {
  type CategorySection,
  groupByDay,
  nestByCategory,
  withoutEmpty,
} from '#domain/catalogue/listing-groups.ts'
import { isFiltered } from '#domain/catalogue/listing-query.ts'
import type { Library } from '#web/library/library.ts'
import { type ListingPlace, sortOf } from '#web/library/listing-place.ts'

/** The videos of one publishing day; `continued` if its heading is in the previous block. */
export type DayCell = {
  readonly day: string
  readonly continued: boolean
  readonly categories: readonly { readonly category: Category | null; readonly videos: readonly Video[] }[]
}

/** A part of a listing that is rendered when scrolled near. */
export type Block =
  | { readonly kind: 'days'; readonly cells: readonly DayCell[] }
  | { readonly kind: 'heading'; readonly section: CategorySection<Video, Category>; readonly depth: number }
  | { readonly kind: 'others' }
  | { readonly kind: 'cards'; readonly videos: readonly Video[] }

/** Cards in a block: whole rows of 1 to 4 columns, and few enough to be rendered without jank while scrolling. */
export const cardsPerBlock = 12

/**
 * Cuts a listing into blocks (product.md section 2, Listing): by publishing date, then category; nested categories; or,
 * while searching and in the other orders, one flat list.
 */
export function listingBlocks(
  library: Library,
  place: ListingPlace,
  videos: readonly Video[],
  seen: ReadonlySet<string>,
): Block[] {
  const sort = sortOf(place)
  if (place.query.search || sort === 'title' || sort === 'duration') return cardBlocks(videos)
  return sort === 'category' ? nestedBlocks(library, place, videos, seen) : dayBlocks(library, videos)
}

export function cardCount(block: Block): number {
  if (block.kind === 'cards') return block.videos.length
  if (block.kind === 'days') return block.cells.reduce((sum, cell) => sum + cardsInCell(cell), 0)
  return 0
}

function cardBlocks(videos: readonly Video[]): Block[] {
  return chunks(videos).map((chunk) => ({ kind: 'cards', videos: chunk }))
}

function nestedBlocks(
  library: Library,
  place: ListingPlace,
  videos: readonly Video[],
  seen: ReadonlySet<string>,
): Block[] {
  const { sections, others } = nestByCategory(videos, library.tree, seen, place.path)
  const shown = isFiltered(place.query) ? withoutEmpty(sections) : sections
  const blocksOf = (section: CategorySection<Video, Category>, depth: number): Block[] => [
    { kind: 'heading', section, depth },
    ...cardBlocks(section.videos),
    ...section.children.flatMap((child) => blocksOf(child, depth + 1)),
  ]
  const nested = shown.flatMap((section) => blocksOf(section, 0))
  if (others.length === 0) return nested
  // the videos of a category stand before those of its sub-categories
  if (place.path.length > 0) return [...cardBlocks(others), ...nested]
  return [...nested, { kind: 'others' }, ...cardBlocks(others)]
}

function dayBlocks(library: Library, videos: readonly Video[]): Block[] {
  const cells = groupByDay(videos, library.tree).flatMap(({ day, categories }) =>
    categories
      .flatMap(({ category, videos: ofCategory }) =>
        chunks(ofCategory).map((chunk) => ({ category, videos: chunk })),
      )
      .reduce<DayCell[]>((ofDay, part) => {
        const last = ofDay.at(-1)
        if (last && cardsInCell(last) + part.videos.length <= cardsPerBlock) {
          ofDay[ofDay.length - 1] = { ...last, categories: [...last.categories, part] }
        } else ofDay.push({ day, continued: last !== undefined, categories: [part] })
        return ofDay
      }, []),
  )
  const blocks: DayCell[][] = []
  let room = 0
  for (const cell of cells) {
    const cards = cardsInCell(cell)
    if (cards > room) {
      blocks.push([])
      room = cardsPerBlock
    }
    blocks.at(-1)?.push(cell)
    room -= cards
  }
  return blocks.map((ofBlock) => ({ kind: 'days', cells: ofBlock }))
}

const cardsInCell = (cell: DayCell) => cell.categories.reduce((sum, { videos }) => sum + videos.length, 0)

function chunks(videos: readonly Video[]): (readonly Video[])[] {
  const count = Math.ceil(videos.length / cardsPerBlock)
  return Array.from({ length: count }, (_, n) => videos.slice(n * cardsPerBlock, (n + 1) * cardsPerBlock))
}
