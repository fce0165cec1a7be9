import type { Category, Video } from '#contract/library/library.ts'
import { type CategorySection, nestByCategory, withoutEmpty } from '#domain/catalogue/listing-groups.ts'
import { isFiltered } from '#domain/catalogue/listing-query.ts'
import type { Library } from '#web/library/videos/library.ts'
import { type ListingPlace, sortOf } from '#web/library/videos/listing-place.ts'

/** Heading of a group: a publishing day, a category, or the row of a sub-category. */
export type GroupHead =
  | { readonly kind: 'day'; readonly day: string }
  | { readonly kind: 'category'; readonly category: Category | null }
  | { readonly kind: 'section'; readonly section: Section; readonly depth: number }

/** A card of a grouped listing. The first card of a group has `heads`. */
type Cell = { readonly video: Video; readonly heads: readonly GroupHead[] }

type Section = CategorySection<Video, Category>

/** A part of a listing that is rendered when scrolled near. */
export type Block =
  | { readonly kind: 'groups'; readonly cells: readonly Cell[] }
  | { readonly kind: 'heading'; readonly section: Section; readonly depth: number }
  | { readonly kind: 'others' }
  | { readonly kind: 'cards'; readonly videos: readonly Video[] }

/** Cards in a block: whole rows of 1 to 4 columns, and few enough for smooth scrolling. */
export const cardsPerBlock = 12

/**
 * Splits a listing into blocks (product.md section 2, Listing): by publishing date, then category; by nested
 * categories; or, for searches and the other orders, one flat list.
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

/** Whether cards show their category, because no heading does. */
export function namesCategories(place: ListingPlace): boolean {
  const sort = sortOf(place)
  return sort !== 'category' && (sort !== 'published' || place.query.search !== '')
}

export function cardCount(block: Block): number {
  if (block.kind === 'cards') return block.videos.length
  if (block.kind === 'groups') return block.cells.length
  return 0
}

/** Maximum number of cards in a row. */
const cardsInRow = 4

/** Returns the ids of the videos in a listing's first row. */
export function firstRow(blocks: readonly Block[]): ReadonlySet<string> {
  const videos = blocks.slice(0, cardsInRow + 1).flatMap((block) => {
    if (block.kind === 'cards') return block.videos
    return block.kind === 'groups' ? block.cells.map(({ video }) => video) : []
  })
  return new Set(videos.slice(0, cardsInRow).map(({ id }) => id))
}

function cardBlocks(videos: readonly Video[]): Block[] {
  return chunks(videos).map((chunk) => ({ kind: 'cards', videos: chunk }))
}

/** Groups share one grid, so that a small group leaves no gap in its row. */
function groupBlocks(cells: readonly Cell[]): Block[] {
  return chunks(cells).map((chunk) => ({ kind: 'groups', cells: chunk }))
}

function nestedBlocks(
  library: Library,
  place: ListingPlace,
  videos: readonly Video[],
  seen: ReadonlySet<string>,
): Block[] {
  const { sections, others } = nestByCategory(videos, library.tree, seen, place.path)
  const shown = isFiltered(place.query) ? withoutEmpty(sections) : sections
  // a category's own videos precede those of its sub-categories
  if (place.path.length > 0) {
    return [
      ...groupBlocks([...others.map(withoutHead), ...shown.flatMap((section) => cellsOf(section, 0))]),
      ...headings(shown.flatMap((section) => emptyIn(section, 0))),
    ]
  }
  const nested = shown.flatMap((section) => [
    ...headings([{ section, depth: 0 }]),
    ...groupBlocks([
      ...section.videos.map(withoutHead),
      ...section.children.flatMap((child) => cellsOf(child, 1)),
    ]),
    ...headings(section.children.flatMap((child) => emptyIn(child, 1))),
  ])
  return others.length > 0 ? [...nested, { kind: 'others' }, ...cardBlocks(others)] : nested
}

const none: readonly GroupHead[] = []
const withoutHead = (video: Video): Cell => ({ video, heads: none })

/** Returns the cards of a category and its sub-categories. The first card of each has its headings. */
function cellsOf(section: Section, depth: number): Cell[] {
  const [first, ...rest] = [
    ...section.videos.map(withoutHead),
    ...section.children.flatMap((child) => cellsOf(child, depth + 1)),
  ]
  return first ? [{ ...first, heads: [{ kind: 'section', section, depth }, ...first.heads] }, ...rest] : []
}

type Row = { readonly section: Section; readonly depth: number }

/** Returns the categories without videos, which have no card. */
function emptyIn(section: Section, depth: number): Row[] {
  if (section.count === 0) return [{ section, depth }]
  return section.children.flatMap((child) => emptyIn(child, depth + 1))
}

const headings = (rows: readonly Row[]): Block[] => rows.map((row) => ({ kind: 'heading', ...row }))

function dayBlocks(library: Library, videos: readonly Video[]): Block[] {
  let above: Video | undefined
  // uses the sort order by group: maps of 100,000 videos would take as long as all the rest
  const cells = videos.map((video): Cell => {
    const { publishedOn: day, categoryId } = video
    const isNewDay = day !== above?.publishedOn
    const isNewCategory = isNewDay || categoryId !== above?.categoryId
    above = video
    if (!isNewCategory) return withoutHead(video)
    const head: GroupHead = { kind: 'category', category: library.tree.byId(categoryId) ?? null }
    return { video, heads: isNewDay ? [{ kind: 'day', day }, head] : [head] }
  })
  return groupBlocks(cells)
}

function chunks<Item>(items: readonly Item[]): (readonly Item[])[] {
  const count = Math.ceil(items.length / cardsPerBlock)
  return Array.from({ length: count }, (_, n) => items.slice(n * cardsPerBlock, (n + 1) * cardsPerBlock))
}
