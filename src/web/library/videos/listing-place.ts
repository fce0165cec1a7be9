import type { Category, Video } from '#contract/library/library.ts'
import { matchPath } from '#contract/match-path.ts'
import { categoryHref, href, pages } from '#contract/pages.ts'
import { effectiveSort, listVideos, type ViewerMarks } from '#domain/catalogue/listing.ts'
import {
  hasFilters,
  type ListingQuery,
  listingParameters,
  parseListingQuery,
  type Sort,
} from '#domain/catalogue/listing-query.ts'
import type { Library } from './library.ts'

/** A listing as given by its URL: the whole library or a category, and the chosen filters. */
export type ListingPlace = {
  /** From the top to the page's category; empty for the whole library. */
  readonly path: readonly Category[]
  readonly query: ListingQuery
}

/** Parses the URL of a listing; undefined if it is not one, or its category is unknown. */
export function listingPlace(library: Library, pathname: string, search: string): ListingPlace | undefined {
  const query = parseListingQuery(new URLSearchParams(search))
  if (matchPath(pages.content.path, pathname)) return { path: [], query }
  const urlKeys = matchPath(pages.category.path, pathname)?.rest
  const path = urlKeys && library.tree.atPath(urlKeys)
  return path && { path, query }
}

/** Returns the URL of the same listing with another query. */
export function listingAddress({ path }: ListingPlace, query: ListingQuery): string {
  const address = path.length > 0 ? categoryHref(path.map(({ urlKey }) => urlKey)) : href('content')
  const search = new URLSearchParams(listingParameters(query)).toString()
  return address + (search && `?${search}`)
}

/** Returns the default order: a category's page shows its sub-categories, the whole library the newest videos. */
function usualSort({ path }: ListingPlace): Sort {
  return path.length > 0 ? 'category' : 'published'
}

/** Returns the order in effect. */
export function sortOf(place: ListingPlace): Sort | 'relevance' {
  return effectiveSort(queryOf(place))
}

/** Returns the whole library by topic, for viewers who prefer that and requested no other order. */
export function rememberedPlace<Place extends ListingPlace | undefined>(
  place: Place,
  byTopic: boolean,
): Place {
  if (!place || !byTopic || place.path.length > 0 || place.query.search || place.query.sort) return place
  return { ...place, query: { ...place.query, sort: 'category' } }
}

/** Whether a URL asks for the whole library without any choice. */
export function isBare({ path, query }: ListingPlace): boolean {
  return path.length === 0 && !query.search && !query.sort && !hasFilters(query)
}

/** Returns the videos of a listing, in its order. `found`: the ids that its search found, if it searches. */
export function videosAt(
  library: Library,
  place: ListingPlace,
  marks: ViewerMarks,
  found?: readonly string[],
): Video[] {
  const category = place.path.at(-1)
  return listVideos(library.videos, queryOf(place), library.tree, marks, {
    order: 'published',
    ...(category && { within: library.tree.within(category.id) }),
    ...(found && { found }),
  })
}

function queryOf(place: ListingPlace): ListingQuery {
  const { query } = place
  return query.search ? query : { ...query, sort: query.sort ?? usualSort(place) }
}
