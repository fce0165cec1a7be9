import type { ListedVideo } from './listing.ts'

/** A value that can be filtered by: how many of the listed videos have it, and how many of the whole library. */
export type Facet = { readonly value: string; readonly count: number; readonly total: number }

/**
 * How often each tag occurs among the listed videos. Every tag of the library is in the answer, in alphabetical order:
 * a filter list that loses entries while one reads it is no list.
 */
export function tagFacets(library: readonly ListedVideo[], listed: readonly ListedVideo[]): Facet[] {
  return facets(library, listed, (video) => video.tags)
}

/** The same for software versions, by id. */
export function versionFacets(library: readonly ListedVideo[], listed: readonly ListedVideo[]): Facet[] {
  return facets(library, listed, (video) => video.versions)
}

function facets(
  library: readonly ListedVideo[],
  listed: readonly ListedVideo[],
  valuesOf: (video: ListedVideo) => readonly string[],
): Facet[] {
  const listedCounts = countValues(listed, valuesOf)
  return [...countValues(library, valuesOf)]
    .map(([value, total]) => ({ value, total, count: listedCounts.get(value) ?? 0 }))
    .sort((a, b) => collator.compare(a.value, b.value) || (a.value < b.value ? -1 : 1))
}

function countValues(
  videos: readonly ListedVideo[],
  valuesOf: (video: ListedVideo) => readonly string[],
): Map<string, number> {
  const counts = new Map<string, number>()
  for (const video of videos) {
    const values = valuesOf(video)
    for (const [at, value] of values.entries()) {
      // a set for each of 10,000 videos would cost more than the counting
      if (values.indexOf(value) === at) counts.set(value, (counts.get(value) ?? 0) + 1)
    }
  }
  return counts
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
