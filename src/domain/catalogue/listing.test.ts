import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { categoryTree, type TreeCategory } from './category-tree.ts'
import { effectiveSort, type ListedVideo, listVideos, neighbours, totalOf } from './listing.ts'
import { everything, type ListingQuery, sorts } from './listing-query.ts'

const category = (id: string, parentIds: string[], position: number): TreeCategory => ({
  id,
  name: id,
  urlKey: id,
  parentIds,
  position,
})
const tree = categoryTree([
  category('basics', [], 1),
  category('testing', [], 2),
  category('tdd', ['testing'], 1),
])
const video = (id: string, more: Partial<ListedVideo> = {}): ListedVideo => ({
  id,
  title: id,
  durationSeconds: 60,
  publishedOn: '2026-05-01',
  categoryId: 'basics',
  tags: [],
  versions: [],
  ...more,
})
const library = [
  video('closures', {
    tags: ['functions', 'scope'],
    versions: ['es2015'],
    durationSeconds: 90,
    publishedOn: '2026-03-02',
  }),
  video('currying', {
    tags: ['functions'],
    versions: ['es2015', 'es2024'],
    durationSeconds: 45,
    publishedOn: '2026-03-02',
    categoryId: 'tdd',
  }),
  video('doubles', { tags: ['testing'], durationSeconds: 300, publishedOn: '2026-06-30', categoryId: 'tdd' }),
  video('arrays-10', {
    title: 'Arrays 10',
    tags: ['scope'],
    versions: ['es2024'],
    publishedOn: '2025-12-31',
  }),
  video('arrays-9', { title: 'arrays 9', publishedOn: '2025-12-30', categoryId: 'testing' }),
]
const viewing = { seen: new Set(['closures', 'doubles']), favourites: new Set(['currying', 'doubles']) }
const listed = (query: Partial<ListingQuery>, scope = {}) =>
  listVideos(library, { ...everything, ...query }, tree, viewing, scope).map(({ id }) => id)

describe('the listing is sorted', () => {
  test.each<[ListingQuery['sort'], string[]]>([
    [null, ['doubles', 'closures', 'currying', 'arrays-10', 'arrays-9']],
    ['published', ['doubles', 'closures', 'currying', 'arrays-10', 'arrays-9']],
    ['category', ['arrays-10', 'closures', 'arrays-9', 'currying', 'doubles']],
    ['title', ['arrays-9', 'arrays-10', 'closures', 'currying', 'doubles']],
    ['duration', ['currying', 'arrays-9', 'arrays-10', 'closures', 'doubles']],
  ])('by %s', (sort, ids) => {
    expect(listed({ sort })).toEqual(ids)
  })
})

describe('the listing is filtered', () => {
  test.each<[string, Partial<ListingQuery>, string[]]>([
    ['by a tag', { tags: ['functions'] }, ['closures', 'currying']],
    ['by all of several tags', { tags: ['functions', 'scope'] }, ['closures']],
    ['by a version', { versions: ['es2024'] }, ['arrays-10', 'currying']],
    ['by any of several versions', { versions: ['es2015', 'es2024'] }, ['arrays-10', 'closures', 'currying']],
    ['to the seen ones', { seen: 'seen' }, ['closures', 'doubles']],
    ['to the unseen ones', { seen: 'unseen' }, ['arrays-9', 'arrays-10', 'currying']],
    ['to the favourites', { favourites: true }, ['currying', 'doubles']],
    [
      'by all of that',
      { favourites: true, seen: 'unseen', tags: ['functions'], versions: ['es2024'] },
      ['currying'],
    ],
    ['by a tag that nobody has', { tags: ['cobol'] }, []],
  ])('%s', (_, query, ids) => {
    expect(listed({ sort: 'title', ...query })).toEqual(ids)
  })

  test('to a category with everything below it', () => {
    expect(listed({ sort: 'title' }, { within: tree.within('testing') })).toEqual([
      'arrays-9',
      'currying',
      'doubles',
    ])
    expect(listed({ sort: 'title' }, { within: tree.within('tdd') })).toEqual(['currying', 'doubles'])
  })
})

describe('while searching', () => {
  const found = ['doubles', 'arrays-9', 'closures', 'gone']

  test('only matches are listed, the best first', () => {
    expect(listed({ search: 'x' }, { found })).toEqual(['doubles', 'arrays-9', 'closures'])
  })
  test('a chosen order wins over the best match', () => {
    expect(listed({ search: 'x', sort: 'title' }, { found })).toEqual(['arrays-9', 'closures', 'doubles'])
  })
  test('filters still hold', () => {
    expect(listed({ search: 'x', seen: 'seen' }, { found })).toEqual(['doubles', 'closures'])
  })
  test('nothing found is nothing listed', () => {
    expect(listed({ search: 'x' })).toEqual([])
  })
  test('the order says its name', () => {
    expect(effectiveSort({ ...everything, search: 'x' })).toBe('relevance')
    expect(effectiveSort({ ...everything, search: 'x', sort: 'title' })).toBe('title')
    expect(effectiveSort(everything)).toBe('published')
  })
})

describe('previous and next follow the order', () => {
  test.each([
    ['a', { nextId: 'b' }],
    ['b', { previousId: 'a', nextId: 'c' }],
    ['c', { previousId: 'b' }],
    ['not in it', {}],
  ])('around %s', (id, expected) => {
    expect(neighbours(['a', 'b', 'c'], id)).toStrictEqual(expected)
  })
})

test('the total counts videos and adds up durations', () => {
  expect(totalOf(library)).toEqual({ count: 5, durationSeconds: 555 })
  expect(totalOf([])).toEqual({ count: 0, durationSeconds: 0 })
})

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
const libraries = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom(...names),
    title: fc.constantFrom('Closures', 'closures', 'Currying', '10', '9'),
    durationSeconds: fc.nat(400),
    publishedOn: fc.constantFrom('2026-01-01', '2026-01-02', '2025-12-31'),
    categoryId: fc.constantFrom('basics', 'testing', 'tdd', 'unknown'),
    tags: fc.subarray(['git', 'scope', 'tdd']),
    versions: fc.subarray(['v1', 'v2']),
  }),
  { selector: ({ id }) => id },
)
const queries: fc.Arbitrary<ListingQuery> = fc.record({
  search: fc.constantFrom('', 'word'),
  tags: fc.subarray(['git', 'scope', 'tdd']),
  versions: fc.subarray(['v1', 'v2']),
  sort: fc.constantFrom(null, ...sorts),
  seen: fc.constantFrom(null, 'seen' as const, 'unseen' as const),
  favourites: fc.boolean(),
})
const viewings = fc.record({
  seen: fc.subarray(names).map((ids) => new Set(ids)),
  favourites: fc.subarray(names).map((ids) => new Set(ids)),
})

test('no filter ever loses a matching video, shows another, or shows one twice', () => {
  fc.assert(
    fc.property(libraries, queries, viewings, fc.shuffledSubarray(names), (videos, query, who, found) => {
      const ids = listVideos(videos, query, tree, who, { found }).map(({ id }) => id)
      const fits = (v: ListedVideo) =>
        (query.search === '' || found.includes(v.id)) &&
        query.tags.every((tag) => v.tags.includes(tag)) &&
        (query.versions.length === 0 || v.versions.some((version) => query.versions.includes(version))) &&
        (query.seen !== 'seen' || who.seen.has(v.id)) &&
        (query.seen !== 'unseen' || !who.seen.has(v.id)) &&
        (!query.favourites || who.favourites.has(v.id))
      expect([...ids].sort()).toEqual(
        videos
          .filter(fits)
          .map(({ id }) => id)
          .sort(),
      )
    }),
  )
})

test('the result does not depend on the order of the library, which is not modified', () => {
  fc.assert(
    fc.property(libraries, queries, viewings, (videos, query, who) => {
      const before = JSON.stringify(videos)
      const there = listVideos(videos, query, tree, who, { found: names })
      const back = listVideos([...videos].reverse(), query, tree, who, { found: names })
      expect(back).toEqual(there)
      expect(JSON.stringify(videos)).toBe(before)
    }),
  )
})
