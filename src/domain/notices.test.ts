import { expect, test } from 'vitest'
import { isNoticeTime, noticeFault, noticeInstant, noticeState } from './notices.ts'

const zone = 'Europe/Berlin'
const evening = { from: '2026-11-28T22:00', until: '2026-11-28T23:30' }

test.each([
  ['2026-11-28T20:59:59Z', evening, 'coming'],
  ['2026-11-28T21:00:00Z', evening, 'now'],
  ['2026-11-28T22:29:59Z', evening, 'now'],
  ['2026-11-28T22:30:00Z', evening, 'over'],
  ['2026-11-28T21:00:00Z', { from: '', until: evening.until }, 'now'],
  ['2026-11-28T23:00:00Z', { from: '', until: evening.until }, 'over'],
  ['2026-11-28T20:00:00Z', { from: evening.from, until: '' }, 'coming'],
  ['2030-01-01T00:00:00Z', { from: evening.from, until: '' }, 'now'],
  ['2030-01-01T00:00:00Z', { from: '', until: '' }, 'now'],
] as const)('at %s, %j is %s', (now, period, state) => {
  expect(noticeState(period, new Date(now), zone)).toBe(state)
})

test.each([
  [evening, undefined],
  [{ from: '', until: '' }, undefined],
  [{ from: evening.from, until: '' }, undefined],
  [{ from: evening.from, until: evening.from }, 'notice-until-early'],
  [{ from: evening.until, until: evening.from }, 'notice-until-early'],
  [{ from: '', until: '2026-11-01T12:00' }, 'notice-until-past'],
  [{ from: '2026-10-01T12:00', until: '2026-11-01T12:00' }, 'notice-until-past'],
] as const)('%j is refused for %s', (period, fault) => {
  expect(noticeFault(period, new Date('2026-11-01T11:00:00Z'), zone)).toBe(fault)
})

test('times are those of the seller, in summer and winter', () => {
  expect(noticeInstant('2026-07-01T12:00', zone).toISOString()).toBe('2026-07-01T10:00:00.000Z')
  expect(noticeInstant('2026-12-01T12:00', zone).toISOString()).toBe('2026-12-01T11:00:00.000Z')
  expect(() => noticeInstant('soon', zone)).toThrow(RangeError)
})

test.each([
  ['2026-11-28T22:00', true],
  ['2026-02-30T22:00', false],
  ['2026-11-28T24:00', false],
  ['2026-11-28 22:00', false],
  ['2026-11-28', false],
  ['', false],
])('%j is a time: %s', (text, is) => {
  expect(isNoticeTime(text)).toBe(is)
})
