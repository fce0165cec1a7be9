import { useMemo, useState } from 'react'
import type { Video } from '#contract/library/library.ts'
import { neighbours, type ViewerMarks } from '#domain/catalogue/listing.ts'
import { everything, type ListingQuery } from '#domain/catalogue/listing-query.ts'
import type { Library } from '#web/library/videos/library.ts'
import { type ListingPlace, listingPlace, videosAt } from '#web/library/videos/listing-place.ts'
import { useFound } from '#web/library/videos/use-found.ts'
import type { LibraryViewer } from '#web/library/videos/viewing.ts'
import { watchedSeries } from './watched-series.ts'

export type Neighbours = {
  readonly previous: Video | undefined
  readonly next: Video | undefined
  /** This viewer may not watch the next one. */
  readonly nextLocked: boolean
  /** The next free video, for a viewer who may watch no others. */
  readonly nextFree: Video | undefined
}

/**
 * Returns the videos before and after one: in the teaching order of its series (`watchedSeries`); else in the listing
 * that the viewer came from, with its filters and order; else by publishing date
 * (decisions/070-listing-in-the-browser.md). Uses the seen videos as of arrival, because a listing of unseen videos
 * would lose each one when it is watched.
 */
export function useNeighbours(
  library: Library | undefined,
  viewer: LibraryViewer,
  videoId: string,
  listing: string,
): Neighbours {
  const [arrived, setArrived] = useState<ViewerMarks>()
  if (!arrived && viewer.known) setArrived(viewer)
  const place = useMemo(() => library && placeAt(library, listing), [library, listing])
  const found = useFound(library, place?.query.search ?? '')

  return useMemo(() => {
    if (!library) return { previous: undefined, next: undefined, nextLocked: false, nextFree: undefined }
    const taught = watchedSeries(library, videoId, listing)
    const marks = including(arrived ?? viewer, videoId, place?.query ?? everything)
    const orders = [place, { path: [], query: everything }]
    const order = taught?.isOrder
      ? taught.series.videoIds
      : orders
          .map((at) => (at ? videosAt(library, at, marks, found?.ids).map(({ id }) => id) : []))
          .find((ids) => ids.includes(videoId))
    const { previousId, nextId } = neighbours(order ?? [], videoId)
    const next = nextId === undefined ? undefined : library.byId.get(nextId)
    return {
      previous: previousId === undefined ? undefined : library.byId.get(previousId),
      next,
      nextLocked: next !== undefined && !next.free && viewer.locked,
      nextFree: viewer.locked && !next?.free ? freeAfter(library, order ?? [], videoId) : undefined,
    }
  }, [library, place, arrived, viewer, videoId, found, listing])
}

/** Returns the next free video in the order; past its end the first of the order, then of the library. */
function freeAfter(library: Library, order: readonly string[], videoId: string): Video | undefined {
  const place = order.indexOf(videoId)
  const ids = [...order.slice(place + 1), ...order.slice(0, Math.max(0, place)), ...library.byId.keys()]
  return ids.map((id) => library.byId.get(id)).find((video) => video?.free && video.id !== videoId)
}

function placeAt(library: Library, listing: string): ListingPlace | undefined {
  const { pathname, search } = new URL(listing, 'http://listing.invalid')
  return listingPlace(library, pathname, search)
}

/** Keeps the video in the listing that it was opened from, although it was seen since. */
function including(marks: ViewerMarks, videoId: string, query: ListingQuery): ViewerMarks {
  const seen = new Set(marks.seen)
  if (query.seen === 'seen') seen.add(videoId)
  if (query.seen === 'unseen') seen.delete(videoId)
  return {
    seen,
    favourites: query.favourites ? new Set(marks.favourites).add(videoId) : marks.favourites,
  }
}
