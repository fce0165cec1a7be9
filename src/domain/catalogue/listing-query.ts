/** Orders of a listing (product.md section 2, 'Sort by'). */
export const sorts = ['published', 'category', 'title', 'duration'] as const
export type Sort = (typeof sorts)[number]

/**
 * What a viewer chose to see of the library. It is kept in the URL, so that it can be shared and the back button works.
 */
export type ListingQuery = {
  /** Words to look for; empty when not searching. */
  readonly search: string
  /** Each of these tags. */
  readonly tags: readonly string[]
  /** Any of these software versions, by id. */
  readonly versions: readonly string[]
  /** None: by publishing date, or the best match first while searching. */
  readonly sort: Sort | null
  readonly seen: 'seen' | 'unseen' | null
  readonly favourites: boolean
}

export const everything: ListingQuery = {
  search: '',
  tags: [],
  versions: [],
  sort: null,
  seen: null,
  favourites: false,
}

/**
 * Reads `?q= &tag= &version= &sort= &seen= &favourites=`; `tag` and `version` may be repeated. Invalid values are
 * ignored: a URL may have been typed by hand, or be years old.
 */
export function parseListingQuery(parameters: Iterable<readonly [string, string]>): ListingQuery {
  const all = [...parameters]
  const valuesOf = (name: string) =>
    unique(all.filter(([key, value]) => key === name && value).map(([, v]) => v))
  const first = (name: string) => all.find(([key]) => key === name)?.[1] ?? ''
  const sort = first('sort')
  const seen = first('seen')
  return {
    search: first('q').trim(),
    tags: valuesOf('tag'),
    versions: valuesOf('version'),
    sort: sorts.find((known) => known === sort) ?? null,
    seen: seen === 'seen' || seen === 'unseen' ? seen : null,
    favourites: first('favourites') === '1',
  }
}

/** A query as URL parameters: pairs of name and value, without what is not chosen. */
export function listingParameters(query: ListingQuery): [string, string][] {
  const parameters: [string, string][] = []
  if (query.search) parameters.push(['q', query.search])
  for (const tag of query.tags) parameters.push(['tag', tag])
  for (const version of query.versions) parameters.push(['version', version])
  if (query.sort) parameters.push(['sort', query.sort])
  if (query.seen) parameters.push(['seen', query.seen])
  if (query.favourites) parameters.push(['favourites', '1'])
  return parameters
}

/** Whether anything but the order is chosen, so that the listing may be shorter than the library. */
export function isFiltered(query: ListingQuery): boolean {
  return query.search !== '' || hasFilters(query)
}

/** Whether a filter of the sidebar is chosen. */
export function hasFilters(query: ListingQuery): boolean {
  return query.tags.length > 0 || query.versions.length > 0 || query.seen !== null || query.favourites
}

/** Puts a value into a list, or takes it out when it is in. */
export function toggled(values: readonly string[], value: string): string[] {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value]
}

const unique = (values: string[]) => [...new Set(values)]
