import type { Series } from '#contract/library/library.ts'
import { matchPath } from '#contract/match-path.ts'
import { href, pages } from '#contract/pages.ts'
import { seriesOf } from '#domain/catalogue/series.ts'
import type { Library } from '#web/library/videos/library.ts'

/** A series of a video, and whether Next and Previous follow it. */
export type WatchedSeries = { readonly series: Series; readonly isOrder: boolean }

/**
 * Returns the series in which a video is watched: the one whose page the viewer came from, else the first that contains
 * it. Next and Previous follow it, unless the viewer came from a listing with a choice: a category, a search, a filter,
 * another order.
 */
export function watchedSeries(library: Library, videoId: string, listing: string): WatchedSeries | undefined {
  const cameFrom = matchPath(pages.series.path, new URL(listing, 'http://listing.invalid').pathname)
  const series = seriesOf(library.series, videoId, cameFrom?.params.urlKey)
  return series && { series, isOrder: cameFrom !== undefined || listing === href('content') }
}
