import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Interval,
  intervalsAfter,
  intervalText,
  isWithinCentury,
  parseInterval,
  sameInterval,
} from './interval.ts'

describe('an interval from its anchor', () => {
  it.each<[string, Interval, number, string]>([
    ['2026-11-21T10:15:30.123Z', { value: 14, unit: 'd' }, 1, '2026-12-05T10:15:30.123Z'],
    ['2026-11-21T10:15:30.123Z', { value: 2, unit: 'w' }, 1, '2026-12-05T10:15:30.123Z'],
    ['2026-01-31T00:00:00.000Z', { value: 1, unit: 'm' }, 1, '2026-02-28T00:00:00.000Z'],
    ['2026-01-31T00:00:00.000Z', { value: 1, unit: 'm' }, 2, '2026-03-31T00:00:00.000Z'],
    ['2026-01-31T00:00:00.000Z', { value: 1, unit: 'm' }, 3, '2026-04-30T00:00:00.000Z'],
    ['2027-11-30T00:00:00.000Z', { value: 3, unit: 'm' }, 1, '2028-02-29T00:00:00.000Z'],
    ['2028-02-29T12:00:00.000Z', { value: 1, unit: 'y' }, 1, '2029-02-28T12:00:00.000Z'],
    ['2028-02-29T12:00:00.000Z', { value: 1, unit: 'y' }, 4, '2032-02-29T12:00:00.000Z'],
    ['2026-03-29T01:30:00.000Z', { value: 1, unit: 'd' }, 1, '2026-03-30T01:30:00.000Z'],
    ['2026-11-21T10:00:00.000Z', { value: 5, unit: 'y' }, 0, '2026-11-21T10:00:00.000Z'],
  ])('%s + %j × %i = %s', (anchor, interval, count, end) => {
    expect(intervalsAfter(new Date(anchor), interval, count).toISOString()).toBe(end)
  })

  const anchors = fc.date({ min: new Date('2000-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
  const intervals = fc.record({
    value: fc.integer({ min: 1, max: 24 }),
    unit: fc.constantFrom('d', 'w', 'm', 'y'),
  })

  it('always ends later, and keeps the time of day', () => {
    fc.assert(
      fc.property(anchors, intervals, fc.integer({ min: 0, max: 40 }), (anchor, interval, count) => {
        const end = intervalsAfter(anchor, interval, count)
        expect(intervalsAfter(anchor, interval, count + 1).getTime()).toBeGreaterThan(end.getTime())
        expect(end.toISOString().slice(11)).toBe(anchor.toISOString().slice(11))
      }),
    )
  })

  it('falls on the day of the anchor, or on the last of a shorter month', () => {
    fc.assert(
      fc.property(anchors, fc.integer({ min: 1, max: 60 }), (anchor, months) => {
        const end = intervalsAfter(anchor, { value: 1, unit: 'm' }, months)
        const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
        expect(end.getUTCDate()).toBe(Math.min(anchor.getUTCDate(), lastDay))
        const monthsOn =
          (end.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + end.getUTCMonth() - anchor.getUTCMonth()
        expect(monthsOn).toBe(months)
      }),
    )
  })

  it('is the same in one stride as in a coarser unit', () => {
    fc.assert(
      fc.property(anchors, fc.integer({ min: 1, max: 30 }), (anchor, count) => {
        expect(intervalsAfter(anchor, { value: 1, unit: 'y' }, count)).toEqual(
          intervalsAfter(anchor, { value: 12, unit: 'm' }, count),
        )
        expect(intervalsAfter(anchor, { value: 1, unit: 'w' }, count)).toEqual(
          intervalsAfter(anchor, { value: 7, unit: 'd' }, count),
        )
      }),
    )
  })
})

describe('an interval in an address', () => {
  it.each<[string, Interval]>([
    ['2w', { value: 2, unit: 'w' }],
    ['3m', { value: 3, unit: 'm' }],
    ['1y', { value: 1, unit: 'y' }],
    ['14d', { value: 14, unit: 'd' }],
  ])('%s', (text, interval) => {
    expect(parseInterval(text)).toEqual(interval)
    expect(intervalText(interval)).toBe(text)
  })

  it.each(['', 'm', '0m', '-1m', '1.5m', '01m', '1M', '1 m', '1h', '3m ', '12345d'])('is not %j', (text) => {
    expect(parseInterval(text)).toBeUndefined()
  })
})

it.each<[Interval['unit'], number]>([
  ['d', 36_500],
  ['w', 5200],
  ['m', 1200],
  ['y', 100],
])('can be granted for a century at most, in %s: %i, and not for nothing', (unit, most) => {
  const within = [1, most, most + 1, 0].map((value) => isWithinCentury({ value, unit }))
  expect(within).toEqual([true, true, false, false])
})

it('is the same as another of the same value and unit only', () => {
  expect(sameInterval({ value: 1, unit: 'y' }, { value: 1, unit: 'y' })).toBe(true)
  expect(sameInterval({ value: 1, unit: 'y' }, { value: 12, unit: 'm' })).toBe(false)
  expect(sameInterval({ value: 1, unit: 'm' }, { value: 3, unit: 'm' })).toBe(false)
  expect(sameInterval({ value: 1, unit: 'm' }, null)).toBe(false)
})
