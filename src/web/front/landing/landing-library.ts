import { create } from 'zustand'
import type { Category, Video } from '#contract/library/library.ts'
import { libraryCalls } from '#contract/library/library-calls.ts'
import { type CategoryTree, categoryTree } from '#domain/catalogue/category-tree.ts'
import { CallProblem, call } from '#web/platform/site/api.ts'
import { carriedHere } from '#web/platform/site/carried.ts'

/** The part of the library that the landing page shows. */
export type LandingLibrary = { readonly videos: readonly Video[]; readonly tree: CategoryTree<Category> }

const useLoaded = create<{ library: LandingLibrary | undefined }>(() => ({ library: undefined }))

/** Undefined until it has been read. */
export function useLandingLibrary(): LandingLibrary | undefined {
  return useLoaded(({ library }) => library)
}

/** Reads the library without the query library of the other pages, which the landing page does not need. */
export async function loadLandingLibrary(): Promise<void> {
  const [videos, categories] = await Promise.all([call(libraryCalls.videos), readCategories()])
  if (videos instanceof CallProblem || !categories) return
  useLoaded.setState({ library: { videos: videos.body.videos, tree: categoryTree(categories) } })
}

/** Reads the categories, from the document if it carries them. */
async function readCategories(): Promise<readonly Category[] | undefined> {
  const carried = carriedHere().catalogue?.categories
  if (carried) return carried
  const reply = await call(libraryCalls.categories)
  return reply instanceof CallProblem ? undefined : reply.body.categories
}
