import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { displayDay, formatDay, isDay, isNew, localDay } from './dates.ts'
import { dayIn, moneyDay, placeOfZone } from './zone-days.ts'

describe('a date is displayed as d. MMMM, yyyy', () => {
  test.each([
    ['2026-11-03', 'en', '3. November, 2026'],
    ['2026-01-31', 'en', '31. January, 2026'],
    ['2024-02-29', 'en', '29. February, 2024'],
    ['2026-03-09', 'de', '9. März 2026'],
  ])('%s in %s is %s', (day, locale, text) => {
    expect(formatDay(day, locale)).toBe(text)
  })
})

describe('with relative words for the day itself and the one before', () => {
  test.each([
    ['2026-11-21', '2026-11-21', { kind: 'today' }],
    ['2026-11-20', '2026-11-21', { kind: 'yesterday' }],
    ['2026-11-19', '2026-11-21', { kind: 'date', text: '19. November, 2026' }],
    ['2026-11-22', '2026-11-21', { kind: 'date', text: '22. November, 2026' }],
    ['2025-12-31', '2026-01-01', { kind: 'yesterday' }],
    ['2024-02-29', '2024-03-01', { kind: 'yesterday' }],
    ['2026-03-28', '2026-03-29', { kind: 'yesterday' }],
  ])('%s, read on %s', (day, today, shown) => {
    expect(displayDay(day, today, 'en')).toEqual(shown)
  })

  test('exactly one day is today and one is yesterday', () => {
    const days = fc.date({ min: new Date('1980-01-02'), max: new Date('2080-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(days, fc.integer({ min: -40, max: 40 }), (moment, apart) => {
        const today = moment.toISOString().slice(0, 10)
        const day = new Date(Date.parse(`${today}T00:00Z`) + apart * 86_400_000).toISOString().slice(0, 10)
        const expected = apart === 0 ? 'today' : apart === -1 ? 'yesterday' : 'date'
        expect(displayDay(day, today, 'en').kind).toBe(expected)
      }),
    )
  })
})

test('the local day follows local time, not Greenwich', () => {
  expect(localDay(new Date(2026, 0, 5, 0, 30))).toBe('2026-01-05')
  expect(localDay(new Date(2026, 11, 31, 23, 59))).toBe('2026-12-31')
})

describe('a date of money', () => {
  const midnight = new Date('2026-12-06T23:00:00Z')

  test.each([
    ['Europe/Berlin', 'en', '7. December, 2026'],
    ['Europe/Berlin', 'de', '7. Dezember 2026'],
    ['Europe/London', 'en', '6. December, 2026'],
    ['Pacific/Auckland', 'en', '7. December, 2026'],
  ])('is that of %s, in %s: %s', (zone, locale, text) => {
    expect(moneyDay(midnight, zone, locale)).toBe(text)
  })

  test('is the day of the moment there, also at the ends of the year and of summer time', () => {
    expect(dayIn(new Date('2026-12-31T23:00:00Z'), 'Europe/Berlin')).toBe('2027-01-01')
    expect(dayIn(new Date('2026-12-31T22:59:59.999Z'), 'Europe/Berlin')).toBe('2026-12-31')
    expect(dayIn(new Date('2026-03-28T23:30:00Z'), 'Europe/Berlin')).toBe('2026-03-29')
    expect(dayIn(new Date('2026-03-29T22:00:00Z'), 'Europe/Berlin')).toBe('2026-03-30')
  })

  test.each([
    ['Europe/Berlin', 'Berlin'],
    ['America/Argentina/Buenos_Aires', 'Buenos Aires'],
    ['UTC', 'UTC'],
  ])('%s is called the time of %s', (zone, place) => {
    expect(placeOfZone(zone)).toBe(place)
  })
})

describe('a day must exist in the calendar', () => {
  test.each(['2026-01-31', '2024-02-29', '0001-01-01'])('%s does', (text) => expect(isDay(text)).toBe(true))
  test.each([
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '26-01-01',
    '2026-01-01T00:00',
    '2026-04-31',
    '',
  ])('%j does not', (text) => expect(isDay(text)).toBe(false))
})

test.each([
  ['2026-11-23', true],
  ['2026-10-25', true],
  ['2026-10-24', false],
  ['2025-11-23', false],
])('a video of %s is new on 23 November: %s', (publishedOn, isIt) => {
  expect(isNew(publishedOn, '2026-11-23')).toBe(isIt)
})
