import type { ListedVideo } from './listing.ts'

/** A filter value with its number of videos: among the listed ones, and in the whole library. */
export type Facet = { readonly value: string; readonly count: number; readonly total: number }

/** Number of videos per value. */
export type ValueCounts = ReadonlyMap<string, number>

/** Counts videos per tag. */
export function countTags(videos: readonly ListedVideo[]): ValueCounts {
  return countValues(videos, (video) => video.tags)
}

/** Counts videos per software version, by ID. */
export function countVersions(videos: readonly ListedVideo[]): ValueCounts {
  return countValues(videos, (video) => video.versions)
}

/**
 * Returns the values of the listed videos with their counts, in alphabetical order. A value without listed videos would
 * lead to an empty listing and is left out, unless it is selected and can be deselected.
 */
export function facets(library: ValueCounts, listed: ValueCounts, chosen: readonly string[]): Facet[] {
  return (
    [...library]
      .map(([value, total]) => ({ value, total, count: listed.get(value) ?? 0 }))
      .filter(({ value, count }) => count > 0 || chosen.includes(value))
      // mutant `a.value < b.value → a.value <= b.value`: no value is there twice
      // mutant `1 → 2`: only the sign counts
      .sort((a, b) => collator.compare(a.value, b.value) || (a.value < b.value ? -1 : 1))
  )
}

function countValues(
  videos: readonly ListedVideo[],
  valuesOf: (video: ListedVideo) => readonly string[],
): Map<string, number> {
  const counts = new Map<string, number>()
  for (const video of videos) {
    const values = valuesOf(video)
    // mutant `at < values.length → at <= values.length`: nothing is never the first of its kind
    for (let at = 0; at < values.length; at += 1) {
      const value = values[at] as string
      // a set for each of 10,000 videos would cost more than counting
      if (values.indexOf(value) === at) counts.set(value, (counts.get(value) ?? 0) + 1)
    }
  }
  return counts
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
