import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Interval, parseInterval } from '#domain/interval.ts'
import { runs } from '#support/rounds.ts'
import {
  advanceCycle,
  type BillingCycle,
  cycleEnd,
  localDate,
  nextPeriod,
  startCycle,
  startOfDay,
  startOfDayAfter,
} from './billing-period.ts'

const interval = (text: string) => parseInterval(text) as Interval
const cycleFrom = (anchor: string, zone = 'UTC'): BillingCycle => ({ anchor, zone, months: 0, days: 0 })

describe('a boundary', () => {
  test.each([
    ['2026-11-21', '1m', 1, '2026-12-21'],
    ['2026-11-21', '3m', 1, '2027-02-21'],
    ['2026-11-21', '1y', 1, '2027-11-21'],
    ['2026-11-21', '2w', 1, '2026-12-05'],
    ['2026-11-21', '10d', 3, '2026-12-21'],
    // month ends are counted from the anchor
    ['2026-01-31', '1m', 1, '2026-02-28'],
    ['2026-01-31', '1m', 2, '2026-03-31'],
    ['2026-01-31', '1m', 3, '2026-04-30'],
    ['2026-01-31', '1m', 12, '2027-01-31'],
    ['2026-01-31', '1m', 25, '2028-02-29'],
    ['2026-01-31', '1m', 1200, '2126-01-31'],
    ['2026-11-30', '3m', 1, '2027-02-28'],
    ['2026-11-30', '3m', 2, '2027-05-30'],
    // the 29th of February
    ['2028-02-29', '1y', 1, '2029-02-28'],
    ['2028-02-29', '1y', 3, '2031-02-28'],
    ['2028-02-29', '1y', 4, '2032-02-29'],
    ['2028-02-29', '1m', 1, '2028-03-29'],
  ])('%s + %s x %i is %s', (anchor, length, count, expected) => {
    const end = cycleEnd(advanceCycle(cycleFrom(anchor), interval(length), count))
    expect(end.toISOString()).toBe(`${expected}T00:00:00.000Z`)
  })

  test.each([
    // Berlin is an hour ahead in winter, two in summer
    ['Europe/Berlin', '2026-01-31', 2, '2026-03-30T22:00:00.000Z'],
    ['Europe/Berlin', '2026-02-28', 1, '2026-03-27T23:00:00.000Z'],
    // the days on which clocks change: the 29th of March has 23 hours, the 25th of October 25
    ['Europe/Berlin', '2026-02-28', 0, '2026-02-27T23:00:00.000Z'],
    ['Europe/Berlin', '2026-03-29', 0, '2026-03-28T23:00:00.000Z'],
    ['Europe/Berlin', '2026-02-28', 8, '2026-10-27T23:00:00.000Z'],
    ['America/New_York', '2026-02-08', 1, '2026-03-08T05:00:00.000Z'],
    // midnight does not exist on that day: it begins at one
    ['America/Santiago', '2026-08-06', 1, '2026-09-06T04:00:00.000Z'],
    // Samoa left out the 30th of December 2011
    ['Pacific/Apia', '2011-11-30', 1, '2011-12-30T10:00:00.000Z'],
  ])('in %s, %s + %i months is %s', (zone, anchor, count, expected) => {
    expect(cycleEnd(advanceCycle(cycleFrom(anchor, zone), interval('1m'), count)).toISOString()).toBe(
      expected,
    )
  })

  test('does not drift when the interval changes', () => {
    const month = advanceCycle(cycleFrom('2026-01-31'), interval('1m'))
    const quarter = advanceCycle(month, interval('3m'))
    const year = advanceCycle(quarter, interval('1y'))
    expect([month, quarter, year].map((cycle) => cycleEnd(cycle).toISOString().slice(0, 10))).toEqual([
      '2026-02-28',
      '2026-05-31',
      '2027-05-31',
    ])
    expect(cycleEnd(advanceCycle(advanceCycle(month, interval('1w')), interval('1m'))).toISOString()).toBe(
      '2026-04-07T00:00:00.000Z',
    )
  })
})

describe('the day of a moment', () => {
  test.each([
    ['2026-11-20T22:59:59.999Z', 'Europe/Berlin', '2026-11-20'],
    ['2026-11-20T23:00:00.000Z', 'Europe/Berlin', '2026-11-21'],
    ['2026-11-21T00:00:00.000Z', 'America/New_York', '2026-11-20'],
    ['2026-03-29T00:59:59.999Z', 'Europe/Berlin', '2026-03-29'],
  ])('%s in %s is %s', (moment, zone, day) => {
    expect(localDate(new Date(moment), zone)).toBe(day)
    expect(startCycle(new Date(moment), zone)).toEqual(cycleFrom(day, zone))
  })

  test('begins at its first instant', () => {
    expect(startOfDay('2026-03-29', 'Europe/Berlin').toISOString()).toBe('2026-03-28T23:00:00.000Z')
  })

  test('and the day a month later begins at its own', () => {
    const after = startOfDayAfter(new Date('2026-03-15T12:00:00Z'), interval('1m'), 'Europe/Berlin')
    expect(after.toISOString()).toBe('2026-04-14T22:00:00.000Z')
  })
})

test('periods are adjacent, begin with a day and have the right length', () => {
  const zones = fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
  )
  const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  const lengths = fc.array(fc.constantFrom('1d', '2w', '1m', '3m', '6m', '1y'), {
    minLength: 2,
    maxLength: 12,
  })
  fc.assert(
    fc.property(moments, zones, lengths, (moment, zone, texts) => {
      let cycle = startCycle(moment, zone)
      expect(cycleEnd(cycle).getTime()).toBeLessThanOrEqual(moment.getTime())
      for (const text of texts) {
        const period = nextPeriod(cycle, interval(text))
        expect(period.from).toEqual(cycleEnd(cycle))
        cycle = advanceCycle(cycle, interval(text))
        expect(period.until).toEqual(cycleEnd(cycle))
        const days = (period.until.getTime() - period.from.getTime()) / 86_400_000
        const months = { '1d': 0, '2w': 0, '1m': 1, '3m': 3, '6m': 6, '1y': 12 }[text]
        if (months) expect(Math.abs(days - months * 30.44)).toBeLessThan(3.6)
        else expect(Math.abs(days - (text === '1d' ? 1 : 14))).toBeLessThan(0.05)
        expect(localDate(new Date(period.until.getTime() - 1), zone) < localDate(period.until, zone)).toBe(
          true,
        )
      }
    }),
    { numRuns: runs(500) },
  )
})
