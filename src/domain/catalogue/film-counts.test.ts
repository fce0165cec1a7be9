import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countedWords, exits, hundredthsPlayed, partToTheEnd, wholeMonths } from './film-counts.ts'

test.each([
  ['a whole film', 0, 200, { first: 0, last: 99 }],
  ['its first second, with the middle of the first hundredth', 0, 1, { first: 0, last: 0 }],
  ['the second after that', 1, 2, undefined],
  ['a middle at the end of the part', 1, 3, { first: 1, last: 1 }],
  ['the last hundredth', 198, 200, { first: 99, last: 99 }],
  ['nothing', 50, 50, undefined],
  ['more than there is', 190, 900, { first: 95, last: 99 }],
  ['a start before the beginning', -5, 1, { first: 0, last: 0 }],
])('of a film of 200 seconds, %s', (_, from, to, expected) => {
  expect(hundredthsPlayed(from, to, 200)).toEqual(expected)
})

test('a film that is played in parts counts each hundredth once', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 1, max: 40_000, noNaN: true }),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 30 }),
      (duration, cuts) => {
        const ends = [...cuts.toSorted((a, b) => a - b).map((part) => part * duration), duration]
        const counts = Array.from({ length: 100 }, () => 0)
        let from = 0
        for (const to of ends) {
          const played = hundredthsPlayed(from, to, duration)
          if (played)
            for (let at = played.first; at <= played.last; at += 1) counts[at] = (counts[at] ?? 0) + 1
          from = to
        }
        expect(counts).toEqual(Array.from({ length: 100 }, () => 1))
      },
    ),
  )
})

test('viewers leave where the next hundredth is played less often', () => {
  expect(exits([5, 5, 3, 4, 0])).toEqual([0, 2, 0, 4, 0])
})

test.each([
  [4, 3, 0.75],
  [4, 9, 1],
  [0, 0, undefined],
])('of %i starts with %i plays near the end, the part to the end is %s', (starts, plays, expected) => {
  expect(partToTheEnd(starts, plays)).toBe(expected)
})

test.each([
  ['  Closures   IN\tloops ', 'closures in loops'],
  ['React 19', 'react 19'],
  ['a@b', undefined],
  ['12345', undefined],
  ['1 2 3 4', undefined],
  ['１２３４', undefined],
  [' ', undefined],
])('%j is counted as %j', (words, expected) => {
  expect(countedWords(words)).toBe(expected)
})

test.each([
  ['2026-11-02', '2026-11-30', undefined],
  ['2026-11-01', '2026-11-29', undefined],
  ['2026-11-17', '2026-12-30', undefined],
  ['2026-02-01', '2026-02-28', ['2026-02-01', '2026-03-01']],
  ['2028-02-01', '2028-02-28', undefined],
  ['2025-11-03', '2026-11-02', ['2025-12-01', '2026-11-01']],
  ['2025-12-01', '2026-12-31', ['2025-12-01', '2027-01-01']],
  ['9999-12-01', '9999-12-31', ['9999-12-01', '10000-01-01']],
])('the whole months from %s to %s', (from, to, expected) => {
  const months = wholeMonths({ from, to })
  expect(months && [months.begin, months.end]).toEqual(expected)
})
