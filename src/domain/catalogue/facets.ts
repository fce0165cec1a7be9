import type { ListedVideo } from './listing.ts'

/** A value that can be filtered by: how many of the listed videos have it, and how many of the whole library. */
export type Facet = { readonly value: string; readonly count: number; readonly total: number }

/** How many videos have each value. */
export type ValueCounts = ReadonlyMap<string, number>

/** How many videos have each tag. */
export function countTags(videos: readonly ListedVideo[]): ValueCounts {
  return countValues(videos, (video) => video.tags)
}

/** How many videos were recorded with each software version, by id. */
export function countVersions(videos: readonly ListedVideo[]): ValueCounts {
  return countValues(videos, (video) => video.versions)
}

/**
 * How often each value occurs among the listed videos, in alphabetical order. A value that none of them has would lead to
 * an empty listing, so it is left out, unless it is chosen and can be taken back.
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
      // a set for each of 10,000 videos would cost more than the counting
      if (values.indexOf(value) === at) counts.set(value, (counts.get(value) ?? 0) + 1)
    }
  }
  return counts
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
