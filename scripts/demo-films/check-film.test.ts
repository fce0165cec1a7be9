import { describe, expect, test } from 'vitest'
import { mistakesInTime, mistakesOf } from './check-film.ts'
import type { Film, Scene } from './film.ts'
import { library } from './library.ts'
import { draw } from './picture.ts'
import { answer, code, picture, prints } from './scene-parts.ts'
import { guessedTimeline, type Timeline } from './timeline.ts'

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
    ['has a line too long to be read on a phone', [code('ts', 'a'.repeat(60))], [{ say: 'One.' }]],
    ['has more lines than can be read on a phone', [code('ts', 'a\n'.repeat(14))], [{ say: 'One.' }]],
    [
      'has a drawing in which words are too small',
      [picture(1300, 300, () => draw.text(100, 100, 'small'))],
      [{ say: 'One.' }],
    ],
    [
      'has a label crossed by its arrow',
      [picture(1000, 300, () => draw.arrow(0, 100, 900, 100) + draw.text(450, 100, 'label'))],
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

describe('in time', () => {
  const film = films.find(({ id }) => id === 'closures')
  const timeline = film && guessedTimeline(film)
  const later = (by: number): Timeline | undefined =>
    timeline && { ...timeline, durationSeconds: timeline.durationSeconds + by }

  test.each([
    ['as it is', 0, []],
    ['two seconds and more without a word at its end', 0.5, ['nothing is said for 2.1 s']],
    [
      'a recap that does not end',
      20,
      [
        expect.stringMatching('the recap lasts longer than 15 s'),
        expect.stringMatching('nothing is said for'),
      ],
    ],
  ])('%s', (_, by, mistakes) => {
    const changed = later(by)
    expect(changed && mistakesInTime(changed)).toEqual(mistakes)
  })

  test('a pause between two sentences is no longer either', () => {
    const [intro, first, ...others] = timeline?.scenes ?? []
    const [step, ...steps] = intro?.steps ?? []
    const silent = { ...intro, steps: [{ ...step, sentences: step?.sentences.slice(0, 1) }, ...steps] }
    expect(mistakesInTime({ ...timeline, scenes: [silent, first, ...others] } as Timeline)).toEqual([
      expect.stringMatching(/^nothing is said for [4-9]/),
    ])
  })
})
