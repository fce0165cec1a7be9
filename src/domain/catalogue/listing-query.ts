/** Orders of a listing (product.md section 2, 'Sort by'). */
export const sorts = ['published', 'category', 'title', 'duration'] as const
export type Sort = (typeof sorts)[number]

/** The filters and order of a listing. They are part of the URL, so that it can be shared and the back button works. */
export type ListingQuery = {
  /** Search text; empty without a search. */
  readonly search: string
  /** Videos must have all of these tags. */
  readonly tags: readonly string[]
  /** Videos must have one of these software versions, by ID. */
  readonly versions: readonly string[]
  /** Null: by publishing date, or by relevance during a search. */
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
 * Parses `?q= &tag= &version= &sort= &seen= &favourites=`; `tag` and `version` may be repeated. Invalid values are
 * ignored: a URL may be typed by hand or years old.
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

/** Returns a query as URL parameters, without defaults. */
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

/** Whether the listing may be shorter than the library. */
export function isFiltered(query: ListingQuery): boolean {
  return query.search !== '' || hasFilters(query)
}

/** Whether a filter of the sidebar is set. */
export function hasFilters(query: ListingQuery): boolean {
  return query.tags.length > 0 || query.versions.length > 0 || query.seen !== null || query.favourites
}

/** Adds a value to a list, or removes it. */
export function toggled(values: readonly string[], value: string): string[] {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value]
}

const unique = (values: string[]) => [...new Set(values)]
