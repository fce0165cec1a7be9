import type { CategoryTree, TreeCategory } from './category-tree.ts'
import { isFiltered, type ListingQuery, type Sort } from './listing-query.ts'

/** The fields of a video that a listing needs (product.md section 3). */
export type ListedVideo = {
  readonly id: string
  readonly title: string
  readonly durationSeconds: number
  /** `YYYY-MM-DD`. */
  readonly publishedOn: string
  readonly categoryId: string
  readonly tags: readonly string[]
  readonly versions: readonly string[]
}

/** A viewer's seen and favourite videos; empty for a visitor. */
export type ViewerMarks = { readonly seen: ReadonlySet<string>; readonly favourites: ReadonlySet<string> }

/** The part of the library that a listing covers. */
export type Scope = {
  /** Only these categories (`CategoryTree.within`); absent: the whole library. */
  readonly within?: ReadonlySet<string>
  /** IDs of the search result, best match first; required for a query with a search. */
  readonly found?: readonly string[]
  /** The order in which the videos are already sorted, if any. */
  readonly order?: Sort
}

/** Returns the order of a query: by default relevance during a search, otherwise the publishing date. */
export function effectiveSort(query: ListingQuery): Sort | 'relevance' {
  return query.sort ?? (query.search ? 'relevance' : 'published')
}

/**
 * Returns the videos of a query in its order (product.md section 2, Listing): all selected tags, one of the selected
 * versions, seen or unseen, favourites. Without duplicates; ties are ordered by title and ID.
 */
export function listVideos<V extends ListedVideo>(
  videos: readonly V[],
  query: ListingQuery,
  tree: CategoryTree<TreeCategory>,
  marks: ViewerMarks,
  scope: Scope = {},
): V[] {
  const rankOfMatch = query.search ? new Map((scope.found ?? []).map((id, rank) => [id, rank])) : null
  const wantsAll = !isFiltered(query) && !scope.within
  const wanted = videos.filter(
    (video) =>
      wantsAll ||
      ((!rankOfMatch || rankOfMatch.has(video.id)) &&
        (!scope.within || scope.within.has(video.categoryId)) &&
        query.tags.every((tag) => video.tags.includes(tag)) &&
        (query.versions.length === 0 || query.versions.some((id) => video.versions.includes(id))) &&
        (query.seen === null || marks.seen.has(video.id) === (query.seen === 'seen')) &&
        (!query.favourites || marks.favourites.has(video.id))),
  )
  const sort = effectiveSort(query)
  if (sort === scope.order) return wanted
  // mutant `rankOfMatch?.get → rankOfMatch.get`: what is sorted by relevance was found
  if (sort === 'relevance') return wanted.sort(by((video) => Number(rankOfMatch?.get(video.id))))
  return wanted.sort(orders[sort](tree))
}

/** Returns count and total duration for the line 'Total: N videos, duration'. */
export function totalOf(videos: readonly ListedVideo[]): { count: number; durationSeconds: number } {
  return {
    count: videos.length,
    durationSeconds: videos.reduce((sum, video) => sum + video.durationSeconds, 0),
  }
}

/** Returns the IDs before and after a video in an order; absent at the ends, or for a video not in it. */
export function neighbours(order: readonly string[], id: string): { previousId?: string; nextId?: string } {
  const at = order.indexOf(id)
  if (at < 0) return {}
  const previousId = order[at - 1]
  const nextId = order[at + 1]
  return { ...(previousId !== undefined && { previousId }), ...(nextId !== undefined && { nextId }) }
}

type Compare = (a: ListedVideo, b: ListedVideo) => number

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
const by =
  (measure: (video: ListedVideo) => number): Compare =>
  (a, b) =>
    measure(a) - measure(b)
// mutant `a.id < b.id → a.id <= b.id`: no id is there twice
// mutant `1 → 2`: only the sign counts
const byTitle: Compare = (a, b) => collator.compare(a.title, b.title) || (a.id < b.id ? -1 : 1)
const newestFirst: Compare = (a, b) =>
  // mutant `a.publishedOn < b.publishedOn → a.publishedOn <= b.publishedOn`: those of the same day are equal
  // mutant `1 → 2`: only the sign counts
  a.publishedOn === b.publishedOn ? 0 : a.publishedOn < b.publishedOn ? 1 : -1

/**
 * `published`: newest first, then by category. `category`: within a category oldest first, as in a course. `title`.
 * `duration`: shortest first.
 */
const orders: Record<Sort, (tree: CategoryTree<TreeCategory>) => Compare> = {
  published: (tree) => inTurn(newestFirst, byCategory(tree), byTitle),
  category: (tree) => inTurn(byCategory(tree), (a, b) => newestFirst(b, a), byTitle),
  title: () => byTitle,
  duration: () =>
    inTurn(
      by((video) => video.durationSeconds),
      byTitle,
    ),
}

const byCategory = (tree: CategoryTree<TreeCategory>): Compare => by((video) => tree.rankOf(video.categoryId))

const inTurn =
  (...compares: Compare[]): Compare =>
  (a, b) => {
    for (const compare of compares) {
      const order = compare(a, b)
      if (order !== 0) return order
    }
    // mutant `0 → 1`: the title decides, or the id
    return 0
  }
