import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  everything,
  hasFilters,
  isFiltered,
  type ListingQuery,
  listingParameters,
  parseListingQuery,
  sorts,
  toggled,
} from './listing-query.ts'

const read = (search: string) =>
  parseListingQuery(
    search
      .split('&')
      .filter(Boolean)
      .map((pair) => pair.split('=') as [string, string]),
  )

describe('the address of the listing is read', () => {
  test.each<[string, Partial<ListingQuery>]>([
    ['', {}],
    ['q=closures', { search: 'closures' }],
    ['q= closures ', { search: 'closures' }],
    ['tag=git&tag=testing', { tags: ['git', 'testing'] }],
    ['tag=git&tag=git&tag=', { tags: ['git'] }],
    ['version=react-19', { versions: ['react-19'] }],
    ['sort=duration', { sort: 'duration' }],
    ['sort=colour', {}],
    ['seen=unseen', { seen: 'unseen' }],
    ['seen=perhaps', {}],
    ['favourites=1', { favourites: true }],
    ['favourites=yes', {}],
    ['page=3&utm_source=mail', {}],
  ])('%s', (search, expected) => {
    expect(read(search)).toEqual({ ...everything, ...expected })
  })
})

const queries: fc.Arbitrary<ListingQuery> = fc.record({
  search: fc.string({ unit: 'grapheme' }).map((text) => text.trim()),
  tags: fc.uniqueArray(fc.string({ minLength: 1, unit: 'grapheme' }), { maxLength: 4 }),
  versions: fc.uniqueArray(fc.string({ minLength: 1, unit: 'grapheme' }), { maxLength: 3 }),
  sort: fc.constantFrom(null, ...sorts),
  seen: fc.constantFrom(null, 'seen' as const, 'unseen' as const),
  favourites: fc.boolean(),
})

test('whatever is chosen survives the way through the address', () => {
  fc.assert(
    fc.property(queries, (query) => {
      const address = new URLSearchParams(listingParameters(query)).toString()
      expect(parseListingQuery(new URLSearchParams(address))).toEqual(query)
    }),
  )
})

test('nothing chosen leaves the address bare', () => {
  expect(listingParameters(everything)).toEqual([])
})

describe('an order is not a filter', () => {
  test.each<[Partial<ListingQuery>, boolean, boolean]>([
    [{}, false, false],
    [{ sort: 'title' }, false, false],
    [{ search: 'git' }, false, true],
    [{ tags: ['git'] }, true, true],
    [{ versions: ['git-2'] }, true, true],
    [{ seen: 'seen' }, true, true],
    [{ favourites: true }, true, true],
  ])('%j', (chosen, filters, filtered) => {
    expect(hasFilters({ ...everything, ...chosen })).toBe(filters)
    expect(isFiltered({ ...everything, ...chosen })).toBe(filtered)
  })
})

test('choosing a value twice takes it back', () => {
  expect(toggled(['git'], 'testing')).toEqual(['git', 'testing'])
  expect(toggled(['git', 'testing'], 'git')).toEqual(['testing'])
})
