import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { someConfig } from '#support/some-site.ts'
import { noteServerTime } from '#web/platform/site/server-time.ts'
import { useSite } from '#web/platform/site/site.ts'
import { shownCardDuration, shownDay, shownTotalDuration, shownViewedAt } from './shown.ts'

beforeEach(() => void vi.useFakeTimers({ now: new Date(2026, 10, 21, 12) }))
afterEach(() => {
  vi.useRealTimers()
  useSite.setState({ config: undefined })
})

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

describe('today is the day of the site,', () => {
  const home = process.env.TZ
  afterEach(() => {
    if (home === undefined) delete process.env.TZ
    else process.env.TZ = home
    noteServerTime(new Date().toUTCString())
  })

  test.each(['Pacific/Honolulu', 'Pacific/Auckland'])('for a reader in %s', (zone) => {
    process.env.TZ = zone
    // of the day in Berlin
    for (const moment of ['2026-11-20T23:30:00Z', '2026-11-21T12:00:00Z', '2026-11-21T22:30:00Z']) {
      vi.setSystemTime(moment)
      expect([shownDay('2026-11-21'), shownDay('2026-11-20')]).toEqual(['today', 'yesterday'])
      expect(shownViewedAt(new Date().toISOString())).toBe('today')
    }
  })

  test('for a browser whose clock is wrong', () => {
    noteServerTime('Sat, 28 Nov 2026 12:00:00 GMT')
    expect(shownDay('2026-11-28')).toBe('today')
    expect(shownViewedAt('2026-11-27T12:00:00Z')).toBe('yesterday')
  })

  test('in a demo whose clock was moved', () => {
    noteServerTime('Sat, 21 Nov 2026 12:00:00 GMT')
    useSite.setState({ config: { ...someConfig, clockAheadSeconds: 30 * 86_400 } })
    expect(shownDay('2026-12-21')).toBe('today')
  })
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
