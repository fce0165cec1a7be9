import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Category, Series, Video } from '#contract/library/library.ts'
import { type CategoryTree, categoryTree } from '#domain/catalogue/category-tree.ts'
import { categoriesQuery, seriesQuery, versionsQuery, videosQuery } from '#web/platform/site/queries.ts'

/** The whole library as the screens use it. */
export type Library = {
  /** By publishing date, newest first, as in the listing. */
  readonly videos: readonly Video[]
  readonly byId: ReadonlyMap<string, Video>
  readonly tree: CategoryTree<Category>
  readonly series: readonly Series[]
  /** Returns the name of a software version by its id; the id itself if it has none. */
  versionName(id: string): string
}

export type LoadingLibrary =
  | { readonly library: Library; readonly failed: false }
  | { readonly library: undefined; readonly failed: boolean; readonly retry: () => void }

/** Returns the library once all of it is loaded. If reloading fails, the last one stays in use. */
export function useLibrary(): LoadingLibrary {
  return useLibraryOf(useQuery(videosQuery))
}

/** Combines the library's other data with these videos, which may be a part of them. */
export function useLibraryOf(videos: UseQueryResult<readonly Video[] | undefined>): LoadingLibrary {
  const categories = useQuery(categoriesQuery)
  const versions = useQuery(versionsQuery)
  const series = useQuery(seriesQuery)
  const parts = [videos, categories, versions, series]

  const library = useMemo(
    () =>
      videos.data && categories.data && versions.data && series.data
        ? newLibrary(videos.data, categories.data, versions.data, series.data)
        : undefined,
    [videos.data, categories.data, versions.data, series.data],
  )
  if (library) return { library, failed: false }
  return {
    library: undefined,
    failed: parts.some((part) => part.isError),
    retry: () => {
      for (const part of parts) if (part.isError) part.refetch()
    },
  }
}

export function newLibrary(
  videos: readonly Video[],
  categories: readonly Category[],
  versions: readonly { id: string; name: string }[],
  series: readonly Series[] = [],
): Library {
  // computed on demand: not every page needs it, and 100,000 videos take a while
  let byId: Library['byId'] | undefined
  const names = new Map(versions.map(({ id, name }) => [id, name]))
  return {
    videos,
    get byId() {
      byId ??= new Map(videos.map((video) => [video.id, video]))
      return byId
    },
    tree: categoryTree(categories),
    series,
    versionName: (id) => names.get(id) ?? id,
  }
}
