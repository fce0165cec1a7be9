import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { shownCardDuration, shownDay, shownTotalDuration, shownViewedAt } from './shown.ts'

beforeEach(() => void vi.useFakeTimers({ now: new Date(2026, 10, 21, 12) }))
afterEach(() => vi.useRealTimers())

test.each([
  ['2026-11-21', 'today'],
  ['2026-11-20', 'yesterday'],
  ['2026-11-03', '3. November, 2026'],
])('%s is shown as %s', (day, shown) => {
  expect(shownDay(day)).toBe(shown)
})

test('a moment is shown as its day where the reader is', () => {
  expect(shownViewedAt(new Date(2026, 10, 20, 23, 59).toISOString())).toBe('yesterday')
})

describe('a sum of durations', () => {
  test.each([
    [0, '0 min'],
    [45, '45 s'],
    [600, '10 min'],
    [7140, '1 h 59 min'],
    [7200, '2 h'],
  ])('of %d seconds is %s', (seconds, shown) => {
    expect(shownTotalDuration(seconds)).toBe(shown)
  })
})

test("a card says minutes and seconds, and '1 minute' where the duration is not known", () => {
  expect(shownCardDuration(64)).toBe('1:04')
  expect(shownCardDuration(0)).toBe('1 minute')
})
