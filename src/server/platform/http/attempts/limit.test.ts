import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryCounters } from './counters.ts'
import { createLimit, tooMany } from './limit.ts'
import { createLimits } from './limits.ts'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-21T10:00:00Z') }))
afterEach(() => void vi.useRealTimers())

test('so many attempts go, the next one is told when to come again, and then goes', async () => {
  const limit = limitOf(3)
  for (let attempt = 0; attempt < 3; attempt += 1) expect(await limit.consume('a')).toBeUndefined()
  vi.advanceTimersByTime(20_000)
  expect(await limit.consume('a')).toMatchObject({
    code: 'too-many-requests',
    status: 429,
    retryAfterSeconds: 40,
  })
  vi.advanceTimersByTime(40_000)
  expect(await limit.consume('a')).toBeUndefined()
})

test('keys count apart', async () => {
  const limit = limitOf(1)
  await limit.consume('a')
  expect(await limit.consume('a')).toBeDefined()
  expect(await limit.consume('b')).toBeUndefined()
})

test('an attempt that was a good one does not count', async () => {
  const limit = limitOf(1)
  for (let attempt = 0; attempt < 5; attempt += 1) {
    expect(await limit.consume('a')).toBeUndefined()
    await limit.forgive('a')
  }
  await limit.forgive('a')
  expect(await limit.consume('a')).toBeUndefined()
  expect(await limit.consume('a')).toBeDefined()
})

test('resetting without attempts changes nothing', async () => {
  const limit = limitOf(1)
  await limit.forgive('a')
  expect(await limit.consume('a')).toBeUndefined()
  expect(await limit.consume('a')).toBeDefined()
})

test('an hour still to wait is told to the second', async () => {
  const limit = createLimit(memoryCounters('tries', { points: 1, durationSeconds: 3600 }))
  await limit.consume('a')
  expect(await limit.consume('a')).toMatchObject({ retryAfterSeconds: 3600 })
})

test('is spent when the next attempt would be one too many, until its time is over', async () => {
  const limit = limitOf(2)
  expect(await limit.isSpent('a')).toBe(false)
  await limit.consume('a')
  expect(await limit.isSpent('a')).toBe(false)
  await limit.consume('a')
  expect(await limit.isSpent('a')).toBe(true)
  expect(await limit.isSpent('b')).toBe(false)
  vi.advanceTimersByTime(60_000)
  expect(await limit.isSpent('a')).toBe(false)
})

test('part of a second still to wait is told as a whole one', async () => {
  const limit = limitOf(1)
  await limit.consume('a')
  vi.advanceTimersByTime(59_100)
  expect(await limit.consume('a')).toMatchObject({ retryAfterSeconds: 1 })
})

test('what goes wrong in the counting itself is no refusal', () => {
  expect(() => tooMany(new Error('out of memory'))).toThrow('out of memory')
})

test.each([
  ['register', 30],
  ['confirm', 30],
  ['coupon', 10],
  ['passwordAgain', 10],
  ['contacts', 30],
] as const)('%s lets %d attempts of one key through', async (name, attempts) => {
  const limit = createLimits(1)[name]
  const answers = await Promise.all(Array.from({ length: attempts + 5 }, () => limit.consume('192.0.2.7')))
  expect(answers.filter((answer) => answer === undefined)).toHaveLength(attempts)
})

test.each([
  [2, 20],
  [0.5, 5],
  [0.01, 1],
])('RATE_LIMITS=%d makes 10 attempts %d', async (factor, attempts) => {
  const limit = createLimits(factor).coupon
  const answers = await Promise.all(Array.from({ length: 40 }, () => limit.consume('192.0.2.7')))
  expect(answers.filter((answer) => answer === undefined)).toHaveLength(attempts)
})

/** So many attempts a minute. */
function limitOf(points: number) {
  return createLimit(memoryCounters('tries', { points, durationSeconds: 60 }))
}
