import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayIn } from '#domain/zone-days.ts'
import { parsePublishingDate, publishingDateText, publishingInstant, withOffset } from './publishing-date.ts'

test.each([
  ['2026-11-03', { day: '2026-11-03', time: null }],
  ['2026-11-03 09:00', { day: '2026-11-03', time: '09:00' }],
  ['2026-11-03 00:00', { day: '2026-11-03', time: '00:00' }],
  ['2026-11-03 23:59', { day: '2026-11-03', time: '23:59' }],
  ['2026-11-03   09:00', { day: '2026-11-03', time: '09:00' }],
])('%s is a publishing date', (text, date) => {
  expect(parsePublishingDate(text)).toEqual(date)
})

test.each([
  '',
  '2026-11-31',
  '2026-11-31 09:00',
  '2026-11-3',
  '2026-11-03 9:00',
  '2026-11-03 24:00',
  '2026-11-03 09:60',
  '2026-11-03 09:00:00',
  '2026-11-03T09:00',
  '2026-11-0309:00',
  '2026-11-03 09:00 Berlin',
  '09:00',
  ' 2026-11-03',
])('"%s" is none', (text) => {
  expect(parsePublishingDate(text)).toBeUndefined()
})

const at = (text: string, zone: string) => {
  const date = parsePublishingDate(text)
  return date && publishingInstant(date, zone).toISOString()
}

test.each([
  ['2026-11-03', 'Europe/Berlin', '2026-11-02T23:00:00.000Z'],
  ['2026-07-03', 'Europe/Berlin', '2026-07-02T22:00:00.000Z'],
  ['2026-11-03 09:00', 'Europe/Berlin', '2026-11-03T08:00:00.000Z'],
  ['2026-11-03 09:00', 'America/New_York', '2026-11-03T14:00:00.000Z'],
  ['2026-11-03', 'Pacific/Kiritimati', '2026-11-02T10:00:00.000Z'],
  ['2026-11-03', 'UTC', '2026-11-03T00:00:00.000Z'],
])('%s in %s is %s', (text, zone, instant) => {
  expect(at(text, zone)).toBe(instant)
})

test.each([
  ['skipped', '2026-03-29 02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ['the first after those skipped', '2026-03-29 03:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
  ['shown twice', '2026-10-25 02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ['skipped by half an hour', '2026-10-04 02:10', 'Australia/Lord_Howe', '2026-10-03T15:40:00.000Z'],
  ['midnight that is skipped', '2026-09-06 00:00', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
  ['midnight that is shown twice', '2026-11-01 00:30', 'America/Havana', '2026-11-01T04:30:00.000Z'],
])('a time that is %s is decided: %s in %s', (_, text, zone, instant) => {
  expect(at(text, zone)).toBe(instant)
})

test.each([
  ['midnight is skipped', '2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
  ['midnight is shown twice', '2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z'],
  ['the zone had no such day', '2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
])('a day begins at its first instant where %s', (_, text, zone, instant) => {
  expect(at(text, zone)).toBe(instant)
})

test('an instant is written with the offset that clocks have there', () => {
  const moment = new Date('2026-11-03T08:00:00.000Z')
  expect(withOffset(moment, 'Europe/Berlin')).toBe('2026-11-03T09:00:00+01:00')
  expect(withOffset(moment, 'America/St_Johns')).toBe('2026-11-03T04:30:00-03:30')
  expect(withOffset(moment, 'UTC')).toBe('2026-11-03T08:00:00+00:00')
})

// zones with changes at midnight and of half an hour, far to the east and west, and with neither
const zones = fc.constantFrom(
  'Europe/Berlin',
  'America/New_York',
  'America/Santiago',
  'America/Havana',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Pacific/Chatham',
  'UTC',
)
const days = fc
  .date({ min: new Date('2013-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const minutes = fc
  .integer({ min: 0, max: 24 * 60 - 1 })
  .map(
    (minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
  )

test('in each zone a date is within its day, never before the day begins, and in the order in which clocks are read', () => {
  fc.assert(
    fc.property(zones, days, minutes, minutes, (zone, day, one, other) => {
      const [earlier, later] = [one, other].toSorted() as [string, string]
      const start = publishingInstant({ day, time: null }, zone)
      const first = publishingInstant({ day, time: earlier }, zone)
      const second = publishingInstant({ day, time: later }, zone)
      for (const instant of [start, first, second]) expect(dayIn(instant, zone)).toBe(day)
      expect(first.getTime()).toBeGreaterThanOrEqual(start.getTime())
      const shows = (instant: number) => withOffset(new Date(instant), zone).startsWith(`${day}T${earlier}`)
      // a skipped time lies behind the first times after the change
      if (!shows(first.getTime())) return
      expect(second.getTime()).toBeGreaterThanOrEqual(first.getTime())
      for (const minutesBefore of [30, 60])
        expect(shows(first.getTime() - minutesBefore * 60_000)).toBe(false)
    }),
    { numRuns: 500 },
  )
})

test('a formatted date parses to itself', () => {
  fc.assert(
    fc.property(days, fc.option(minutes), (day, time) => {
      expect(parsePublishingDate(publishingDateText({ day, time }))).toEqual({ day, time })
    }),
  )
})
