import { expect, test } from 'vitest'
import { nextFilm } from './next-film.ts'

const videos = ['n', 'a1', 'a2', 'a3', 'b1'].map((id) => ({ id }))
const series = [{ videoIds: ['b1'] }, { videoIds: ['a1', 'a2', 'a3'] }]

test.each([
  ['nothing viewed: the first series', [], 'b1'],
  ['the series goes on after the last one', ['a1'], 'a2'],
  ['what was viewed of it is passed over', ['a1', 'a2'], 'a3'],
  ['at its end another series', ['a3', 'a2', 'a1'], 'b1'],
  ['a skipped one comes before the newest', ['a3', 'b1'], 'a1'],
  ['after all series the newest', ['a3', 'a2', 'a1', 'b1'], 'n'],
  ['after a film without a series', ['n'], 'b1'],
  ['all viewed', ['a3', 'a2', 'a1', 'b1', 'n'], undefined],
] as const)('%s', (_, viewed, expected) => {
  expect(nextFilm({ videos, series }, viewed)?.id).toBe(expected)
})
