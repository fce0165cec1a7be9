import type { CategoryTree, TreeCategory } from './category-tree.ts'
import { isFiltered, type ListingQuery, type Sort } from './listing-query.ts'

/** A video as a listing needs it (product.md section 3). */
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

/** What is known of the viewer; empty sets for a visitor. */
export type Viewing = { readonly seen: ReadonlySet<string>; readonly favourites: ReadonlySet<string> }

/** Which part of the library a listing is about. */
export type Scope = {
  /** Categories to stay within (`CategoryTree.within`); none for the whole library. */
  readonly within?: ReadonlySet<string>
  /** Ids that the search found, the best match first; needed when the query searches. */
  readonly found?: readonly string[]
  /** The order in which the videos come, where it is one: in this they need not be sorted. */
  readonly order?: Sort
}

/** The order that a query asks for: without a choice the best match while searching, else the publishing date. */
export function effectiveSort(query: ListingQuery): Sort | 'relevance' {
  return query.sort ?? (query.search ? 'relevance' : 'published')
}

/**
 * The videos that a query asks for, in its order (product.md section 2, Listing): all chosen tags, any of the chosen
 * versions, seen or unseen, favourites. Nothing is listed twice; equal ones keep a fixed order by title and id.
 */
export function listVideos<V extends ListedVideo>(
  videos: readonly V[],
  query: ListingQuery,
  tree: CategoryTree<TreeCategory>,
  viewing: Viewing,
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
        (query.seen === null || viewing.seen.has(video.id) === (query.seen === 'seen')) &&
        (!query.favourites || viewing.favourites.has(video.id))),
  )
  const sort = effectiveSort(query)
  if (sort === scope.order) return wanted
  // mutant `rankOfMatch?.get → rankOfMatch.get`: what is sorted by relevance was found
  if (sort === 'relevance') return wanted.sort(by((video) => Number(rankOfMatch?.get(video.id))))
  return wanted.sort(orders[sort](tree))
}

/** How many and how long: the line 'Total: N videos, duration'. */
export function totalOf(videos: readonly ListedVideo[]): { count: number; durationSeconds: number } {
  return {
    count: videos.length,
    durationSeconds: videos.reduce((sum, video) => sum + video.durationSeconds, 0),
  }
}

/** The ids before and after a video in an order; none at the ends, or where the video is not in it. */
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

/** Newest first, then by category; by category, within it oldest first as a course is followed; by title; shortest first. */
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
