import { describe, expect, test } from 'vitest'
import type { Video } from '#contract/library/library.ts'
import { newLibrary } from './library.ts'
import { buildLibrarySearch } from './library-search.ts'

const video = (id: string, more: Partial<Video>): Video => ({
  id,
  title: id,
  description: '',
  durationSeconds: 60,
  publishedOn: '2026-05-01',
  categoryId: 'basics',
  tags: [],
  versions: [],
  free: false,
  hasCaptions: true,
  ...more,
})
const library = newLibrary(
  [
    video('closures', { title: 'Closures keep their scope', tags: ['functions'] }),
    video('refactoring', {
      title: 'Extract a function',
      description: 'Refactoring `legacy` code, step by step.',
    }),
    video('doubles', { title: 'Test doubles', categoryId: 'tdd', versions: ['vitest-5'] }),
    video('cpp', { title: 'Moving to C++', description: 'Ownership after refactoring.' }),
    video('csharp', { title: 'Moving to C#' }),
    video('overview', { title: 'Ein Überblick' }),
  ],
  [
    { id: 'basics', name: 'Basics', urlKey: 'basics', parentIds: [], position: 0 },
    { id: 'testing', name: 'Testing', urlKey: 'testing', parentIds: [], position: 1 },
    { id: 'tdd', name: 'Test-driven', urlKey: 'tdd', parentIds: ['testing'], position: 0 },
  ],
  [{ id: 'vitest-5', name: 'Vitest 5' }],
)
const search = await buildLibrarySearch(library, async () => {})

describe('the search finds', () => {
  test.each([
    ['a word of the title', 'scope', ['closures']],
    ['the beginning of a word', 'clos', ['closures']],
    ['a tag', 'functions', ['closures', 'refactoring']],
    ['a category above the own one', 'testing', ['doubles']],
    ['a version by its name', 'vitest', ['doubles']],
    ['a word of the description, without its marks', 'legacy', ['refactoring']],
    ['in spite of a slip', 'closrues', ['closures']],
    ['in spite of two in a long word', 'refcatoring', ['cpp', 'refactoring']],
    ['in spite of two swapped letters of a short word', 'vitset', ['doubles']],
    ['in spite of a wrong first letter', 'xcope', ['closures']],
    ['in spite of a slip in a word half typed', 'funtci', ['refactoring', 'closures']],
    ['words in any order', 'doubles driven', ['doubles']],
    ['without accents', 'uberblick', ['overview']],
    ['in capitals', 'CLOSURES', ['closures']],
    ['C++ but not C#', 'c++', ['cpp']],
    ['two letters of a title', 'sc', ['closures']],
  ])('%s', (_, text, ids) => {
    expect(search.find(text).ids).toEqual(ids)
  })
})

describe('the search does not find', () => {
  test.each([
    ['a video that holds only one of the words', 'closures doubles'],
    ['two letters that begin a word of a description only', 'ow'],
    ['nothing at all', ''],
    ['marks alone', '?!'],
    ['words that are not there', 'kubernetes'],
  ])('%s', (_, text) => {
    expect(search.find(text).ids).toEqual([])
  })
})

describe('the reason for a match', () => {
  const reason = (text: string, id: string) => {
    const found = library.byId.get(id)
    if (!found) throw new Error(`no video ${id}`)
    const { title, excerpt, labels } = search.find(text).reason(found)
    const shown = (pieces: readonly { text: string; marked: boolean }[] | undefined) =>
      pieces?.map((piece) => (piece.marked ? `[${piece.text}]` : piece.text)).join('')
    return { title: shown(title), excerpt: shown(excerpt), labels: labels.map(shown) }
  }

  test('marks the words in the title, as written there', () => {
    expect(reason('scopr clos', 'closures').title).toBe('[Closures] keep their [scope]')
    expect(reason('uberblick', 'overview').title).toBe('Ein [Überblick]')
  })

  test('shows the place in the description, without marks of Markdown, where the title does not say all', () => {
    expect(reason('legacy', 'refactoring').excerpt).toBe('Refactoring [legacy] code, step by step.')
    expect(reason('extract', 'refactoring').excerpt).toBeUndefined()
  })

  test('shows tags, versions and categories above the own one that were found', () => {
    expect(reason('functions', 'closures').labels).toEqual(['[functions]'])
    expect(reason('vitest', 'doubles').labels).toEqual(['[Vitest] 5'])
    expect(reason('testing', 'doubles').labels).toEqual(['[Testing]'])
  })
})

test('a title counts for more than a description', () => {
  expect(search.find('function').ids[0]).toBe('refactoring')
})

test('a large library is read in slices, with room for the browser between them', async () => {
  const many = Array.from({ length: 3000 }, (_, n) =>
    video(`v${n}`, {
      title: `Lesson ${n}`,
      description: 'A step towards the goal, and one more, as text. '.repeat(4),
    }),
  )
  let breaths = 0
  const large = await buildLibrarySearch({ ...library, videos: many }, async () => {
    breaths += 1
  })
  expect(breaths).toBeGreaterThan(0)
  expect(large.find('lesson 2999').ids).toContain('v2999')
})
