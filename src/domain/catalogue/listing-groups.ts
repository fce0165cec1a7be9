import type { CategoryTree, TreeCategory } from './category-tree.ts'
import type { ListedVideo } from './listing.ts'

/** Videos of one publishing day, by category. `category` is null if unknown. */
export type DayGroup<V, C> = {
  readonly day: string
  readonly categories: readonly { readonly category: C | null; readonly videos: readonly V[] }[]
}

/**
 * Groups videos by publishing date, then category (product.md section 2, Listing), in their given order. Every video is
 * in exactly one group.
 */
export function groupByDay<V extends ListedVideo, C extends TreeCategory>(
  videos: readonly V[],
  tree: CategoryTree<C>,
): DayGroup<V, C>[] {
  return [...Map.groupBy(videos, (video) => video.publishedOn)].map(([day, ofDay]) => ({
    day,
    categories: [...Map.groupBy(ofDay, (video) => video.categoryId)].map(([id, ofCategory]) => ({
      category: tree.byId(id) ?? null,
      videos: ofCategory,
    })),
  }))
}

/** A category of a nested listing: its own videos, with counts and duration that include its children. */
export type CategorySection<V, C> = {
  readonly category: C
  /** Path from the top level to it. */
  readonly path: readonly C[]
  readonly videos: readonly V[]
  readonly count: number
  readonly durationSeconds: number
  /** True if there are videos and all were seen. */
  readonly allSeen: boolean
  readonly children: readonly CategorySection<V, C>[]
}

/** Categories with their videos, and the videos outside of them: the page's own, or of an unknown category. */
export type NestedListing<V, C> = {
  readonly sections: readonly CategorySection<V, C>[]
  readonly others: readonly V[]
}

/**
 * Nests videos into their categories. A category with several parents appears below each; a total counts each video once.
 * @param above path of the page's category; empty for the whole library
 */
export function nestByCategory<V extends ListedVideo, C extends TreeCategory>(
  videos: readonly V[],
  tree: CategoryTree<C>,
  seen: ReadonlySet<string>,
  above: readonly C[] = [],
): NestedListing<V, C> {
  const videosOf = Map.groupBy(videos, (video) => video.categoryId)
  const section = (category: C, way: readonly C[]): CategorySection<V, C> => {
    const path = [...way, category]
    const all = [...tree.within(category.id)].flatMap((id) => videosOf.get(id) ?? [])
    return {
      category,
      path,
      videos: videosOf.get(category.id) ?? [],
      count: all.length,
      durationSeconds: all.reduce((sum, video) => sum + video.durationSeconds, 0),
      allSeen: all.length > 0 && all.every((video) => seen.has(video.id)),
      children: tree
        .childrenOf(category.id)
        .filter((child) => !path.includes(child))
        .map((child) => section(child, path)),
    }
  }
  const page = above.at(-1)
  const top = page ? tree.childrenOf(page.id).filter((child) => !above.includes(child)) : tree.roots
  const inside = new Set(top.flatMap((category) => [...tree.within(category.id)]))
  return {
    sections: top.map((category) => section(category, above)),
    others: videos.filter((video) => !inside.has(video.categoryId)),
  }
}

/** The non-empty sections, for a filtered listing. */
export function withoutEmpty<V, C>(sections: readonly CategorySection<V, C>[]): CategorySection<V, C>[] {
  return sections
    .filter((section) => section.count > 0)
    .map((section) => ({ ...section, children: withoutEmpty(section.children) }))
}
