import { describe, expect, test } from 'vitest'
import { everything } from '#domain/catalogue/listing-query.ts'
import { someCategories, someVersions, someVideos } from '#support/some-library.tsx'
import { newLibrary } from './library.ts'
import { listingAddress, listingPlace, sortOf, videosAt } from './listing-place.ts'
import { returnPathIn } from './return-path.ts'

const library = newLibrary(someVideos, someCategories, someVersions)
const nobody = { seen: new Set<string>(), favourites: new Set<string>() }

describe('the address of a listing', () => {
  test.each([
    ['/content', '', [], {}],
    ['/content/', '?tag=scope', [], { tags: ['scope'] }],
    ['/content/category/javascript', '', ['javascript'], {}],
    [
      '/content/category/javascript/async',
      '?sort=title',
      ['javascript', 'async'],
      { sort: 'title' as const },
    ],
  ])('%s%s is read', (pathname, search, path, query) => {
    const place = listingPlace(library, pathname, search)
    expect(place?.path.map(({ id }) => id)).toEqual(path)
    expect(place?.query).toEqual({ ...everything, ...query })
  })

  test.each(['/content/category/cobol', '/content/category/', '/content/video/closures', '/faq'])(
    '%s is none',
    (pathname) => {
      expect(listingPlace(library, pathname, '')).toBeUndefined()
    },
  )

  test('parses to the same place again', () => {
    for (const address of [
      '/content',
      '/content?q=a+b&tag=x',
      '/content/category/javascript/async?seen=unseen',
    ]) {
      const { pathname, search } = new URL(address, 'http://localhost')
      const place = listingPlace(library, pathname, search)
      expect(place && listingAddress(place, place.query)).toBe(address)
    }
  })
})

test('a category is sorted by category unless something else is chosen, the library by publishing date', () => {
  const [javascript] = someCategories
  const path = javascript ? [javascript] : []
  expect(sortOf({ path: [], query: everything })).toBe('published')
  expect(sortOf({ path, query: everything })).toBe('category')
  expect(sortOf({ path, query: { ...everything, sort: 'published' } })).toBe('published')
  expect(sortOf({ path, query: { ...everything, search: 'x' } })).toBe('relevance')
  expect(videosAt(library, { path, query: everything }, nobody).map(({ id }) => id)).toEqual([
    'closures',
    'generators',
    'grouping',
    'abort',
  ])
})

describe('the listing that a viewer came from', () => {
  test.each([
    [{ listing: '/content?tag=scope' }, '/content?tag=scope'],
    [{ listing: 'https://evil.test/content' }, '/content'],
    [{ listing: 7 }, '/content'],
    [null, '/content'],
    ['text', '/content'],
  ])('%j is %s', (state, listing) => {
    expect(returnPathIn(state)).toBe(listing)
  })
})
