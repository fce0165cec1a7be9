import { expect, test } from 'vitest'
import { isLevel, progressIn, seriesOf } from './series.ts'

const basics = { urlKey: 'basics', videoIds: ['closures', 'generators', 'abort'] }
const waiting = { urlKey: 'waiting', videoIds: ['microtasks', 'abort'] }

test.each([
  { seen: [], progress: { seen: 0, total: 3, nextId: 'closures' } },
  { seen: ['closures', 'microtasks'], progress: { seen: 1, total: 3, nextId: 'generators' } },
  { seen: ['generators', 'abort'], progress: { seen: 2, total: 3, nextId: 'closures' } },
  { seen: ['closures', 'generators', 'abort'], progress: { seen: 3, total: 3, nextId: undefined } },
])('a viewer with $seen seen is at $progress.seen of $progress.total', ({ seen, progress }) => {
  expect(progressIn(basics, new Set(seen))).toEqual(progress)
})

test.each([
  { video: 'closures', cameFrom: undefined, series: basics },
  { video: 'abort', cameFrom: undefined, series: basics },
  { video: 'abort', cameFrom: 'waiting', series: waiting },
  { video: 'closures', cameFrom: 'waiting', series: basics },
  { video: 'abort', cameFrom: 'unknown', series: basics },
  { video: 'kata', cameFrom: 'basics', series: undefined },
])('$video is watched in $series.urlKey when coming from $cameFrom', ({ video, cameFrom, series }) => {
  expect(seriesOf([basics, waiting], video, cameFrom)).toBe(series)
})

test.each([
  ['beginner', true],
  ['advanced', true],
  ['expert', false],
  ['', false],
  [undefined, false],
])('%s is a level: %s', (value, is) => {
  expect(isLevel(value)).toBe(is)
})
