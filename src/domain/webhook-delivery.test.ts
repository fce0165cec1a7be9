import { expect, test } from 'vitest'
import { nextWaitMs, retryAfterMs, slowdownMs, webhookOutcome } from './webhook-delivery.ts'

const minute = 60_000
const hour = 60 * minute

test('attempts follow the schedule of Standard Webhooks 1.0, with up to a tenth more', () => {
  const waits = [5_000, 5 * minute, 30 * minute, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour)]
  for (const [place, wait] of waits.entries()) {
    expect(nextWaitMs(place + 1, 0)).toBe(wait)
    expect(nextWaitMs(place + 1, 1)).toBe(Math.round(wait * 1.1))
  }
  expect(nextWaitMs(waits.length + 1, 0)).toBeUndefined()
})

test('a receiver may ask for a longer wait, up to a day', () => {
  expect(nextWaitMs(1, 0, 60_000)).toBe(60_000)
  expect(nextWaitMs(3, 0, 60_000)).toBe(30 * minute)
  expect(nextWaitMs(1, 0, 100 * hour)).toBe(24 * hour)
  expect(nextWaitMs(10, 0, 60_000)).toBeUndefined()
  expect([slowdownMs(undefined), slowdownMs(5_000), slowdownMs(2 * hour), slowdownMs(100 * hour)]).toEqual([
    minute,
    minute,
    2 * hour,
    24 * hour,
  ])
})

test.each([
  [200, 'delivered'],
  [204, 'delivered'],
  [299, 'delivered'],
  [199, 'failed'],
  [301, 'failed'],
  [302, 'failed'],
  [400, 'failed'],
  [410, 'gone'],
  [429, 'slow'],
  [500, 'failed'],
  [502, 'slow'],
  [503, 'failed'],
  [504, 'slow'],
  [undefined, 'failed'],
] as const)('%s is %s', (status, outcome) => {
  expect(webhookOutcome(status)).toBe(outcome)
})

test.each([
  ['120', 120_000],
  ['0', 0],
  ['Sat, 21 Nov 2026 10:01:00 GMT', 60_000],
  ['Sat, 21 Nov 2026 09:00:00 GMT', 0],
  ['soon', undefined],
  ['-5x', undefined],
  [undefined, undefined],
])('Retry-After %s are %s ms', (header, wait) => {
  expect(retryAfterMs(header, new Date('2026-11-21T10:00:00Z'))).toBe(wait)
})
