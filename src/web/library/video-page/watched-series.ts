import type { Series } from '#contract/library/library.ts'
import { matchPath } from '#contract/match-path.ts'
import { href, pages } from '#contract/pages.ts'
import { seriesOf } from '#domain/catalogue/series.ts'
import type { Library } from '#web/library/videos/library.ts'

/** The series that a video belongs to, and whether Next and Previous go by it. */
export type WatchedSeries = { readonly series: Series; readonly isOrder: boolean }

/**
 * The series in which a video is watched: the one whose page the viewer came from, else the first that it belongs to. Next
 * and Previous go by its order, unless the viewer came from a listing in which they chose something: a category, a
 * search, a filter, another order.
 */
export function watchedSeries(library: Library, videoId: string, listing: string): WatchedSeries | undefined {
  const cameFrom = matchPath(pages.series.path, new URL(listing, 'http://listing.invalid').pathname)
  const series = seriesOf(library.series, videoId, cameFrom?.params.urlKey)
  return series && { series, isOrder: cameFrom !== undefined || listing === href('content') }
}
