import { describe, expect, test } from 'vitest'
import { mistakesOf } from './check-film.ts'
import type { Film, Scene } from './film.ts'
import { library } from './library.ts'
import { answer, code, prints } from './scene-parts.ts'

const films = library.flatMap((category) => category.films)

test('the library makes no mistake', () => {
  expect(films.flatMap(mistakesOf)).toEqual([])
})

describe('a film is refused', () => {
  const withScene = (scene: Pick<Scene, 'panels' | 'steps'>): Film => ({
    id: 'sample',
    title: 'A sample',
    motif: 'a',
    published: '2026-01-02',
    tags: [],
    versions: [],
    description: '',
    opening: { say: 'One.' },
    scenes: [{ chapter: 'Here', ...scene }],
    recap: { points: [] },
  })
  const program = code('ts', 'const a = 1\nconsole.log(a)')
  const typed = [{ say: 'One.', until: 1 }, { say: 'Two.' }]

  test.each([
    ['prints before the line that prints is typed', [program, prints([[0, '1', undefined, 2]])], typed],
    ['does not say which line prints', [program, prints([[1, '1']])], typed],
    ['names a line that is not there', [program, prints([[1, '1', undefined, 3]])], typed],
    [
      'has what a terminal says typed by hand',
      [code('shell', '$ git bisect\n# first bad commit')],
      [{ say: 'One.' }],
    ],
    [
      'shows an answer beside its question from the start',
      [code('http', 'GET / HTTP/1.1'), code('http', 'HTTP/1.1 200 OK')],
      [{ say: 'One.' }],
    ],
  ])('that %s', (_, panels, steps) => {
    expect(mistakesOf(withScene({ panels, steps }))).toHaveLength(1)
  })

  test.each([
    ['prints when its line stands there', [program, prints([[1, '1', undefined, 2]])], typed],
    ['shows its program whole', [program, prints([[0, '1']])], [{ say: 'One.' }]],
    [
      'answers later',
      [code('http', 'GET / HTTP/1.1'), answer(0, 'http', 'HTTP/1.1 200 OK')],
      [{ say: 'One.' }],
    ],
  ])('but not one that %s', (_, panels, steps) => {
    expect(mistakesOf(withScene({ panels, steps }))).toEqual([])
  })
})
