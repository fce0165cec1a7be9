import { expect, test } from 'vitest'
import { countTags, countVersions, facets } from './facets.ts'
import type { ListedVideo } from './listing.ts'

const video = (id: string, tags: string[], versions: string[] = []): ListedVideo => ({
  id,
  title: id,
  durationSeconds: 60,
  publishedOn: '2026-05-01',
  categoryId: 'basics',
  tags,
  versions,
})
const closures = video('closures', ['scope', 'Functions', 'scope'], ['es2015'])
const currying = video('currying', ['Functions', 'part 10', 'part 9'], ['es2024'])

test('each tag says how many of the listed videos have it, in alphabetical order', () => {
  expect(facets(countTags([closures, currying]), countTags([closures, currying]), [])).toEqual([
    { value: 'Functions', count: 2, total: 2 },
    { value: 'part 9', count: 1, total: 1 },
    { value: 'part 10', count: 1, total: 1 },
    { value: 'scope', count: 1, total: 1 },
  ])
})

test('a tag that no listed video has is left out unless it is chosen', () => {
  const listed = (chosen: string[]) => facets(countTags([closures, currying]), countTags([closures]), chosen)
  expect(listed([]).map(({ value }) => value)).toEqual(['Functions', 'scope'])
  expect(listed(['part 9'])).toContainEqual({ value: 'part 9', count: 0, total: 1 })
})

test('values that differ in case alone keep their order, whichever is counted first', () => {
  const inOrder = (...values: string[]) =>
    facets(new Map(values.map((value) => [value, 1])), new Map(values.map((value) => [value, 1])), []).map(
      ({ value }) => value,
    )
  expect(inOrder('git', 'Git')).toEqual(['Git', 'git'])
  expect(inOrder('Git', 'git')).toEqual(['Git', 'git'])
})

test('versions are counted alike', () => {
  expect(facets(countVersions([closures, currying]), countVersions([currying]), [])).toEqual([
    { value: 'es2024', count: 1, total: 1 },
  ])
})
