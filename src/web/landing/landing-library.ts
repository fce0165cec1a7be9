import { create } from 'zustand'
import type { Category, Video } from '#contract/library/library.ts'
import { libraryCalls } from '#contract/library/library-calls.ts'
import { type CategoryTree, categoryTree } from '#domain/catalogue/category-tree.ts'
import { CallProblem, call } from '#web/site/api.ts'

/** What the landing page shows of the library. */
export type LandingLibrary = { readonly videos: readonly Video[]; readonly tree: CategoryTree<Category> }

const useLoaded = create<{ library: LandingLibrary | undefined }>(() => ({ library: undefined }))

/** Undefined until it could be read. */
export function useLandingLibrary(): LandingLibrary | undefined {
  return useLoaded(({ library }) => library)
}

/** Reads the library, without the query library of the other pages: a visitor has nothing else to wait for. */
export async function loadLandingLibrary(): Promise<void> {
  const [videos, categories] = await Promise.all([call(libraryCalls.videos), call(libraryCalls.categories)])
  if (videos instanceof CallProblem || categories instanceof CallProblem) return
  useLoaded.setState({
    library: { videos: videos.body.videos, tree: categoryTree(categories.body.categories) },
  })
}
