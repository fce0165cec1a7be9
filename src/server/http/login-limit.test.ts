import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLoginLimit, type LoginAttempt } from './login-limit.ts'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-21T10:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const attempt = (more: Partial<LoginAttempt> = {}): LoginAttempt => ({
  emailKey: 'ada@example.org',
  network: '192.0.2.7',
  browser: undefined,
  ...more,
})

test('an account has ten tries, then has to wait a minute, two, four, up to an hour', async () => {
  const limit = createLoginLimit(1)
  const from = (n: number) => attempt({ network: `192.0.2.${n}` })
  for (let n = 0; n < 10; n += 1) expect(await limit.consume(from(n))).toBeUndefined()
  const waits: number[] = []
  for (let n = 0; n < 9; n += 1) {
    const refusal = await limit.consume(from(20 + n))
    const seconds = refusal?.retryAfterSeconds ?? 0
    waits.push(seconds)
    // knocking meanwhile makes it neither longer nor shorter
    vi.advanceTimersByTime((seconds - 1) * 1000)
    expect(await limit.consume(from(40 + n))).toBeDefined()
    vi.advanceTimersByTime(1000)
    expect(await limit.consume(from(60 + n))).toBeUndefined()
    // the window of 15 minutes ends on the way: that is another ten tries
    if (waits.length > 3) break
  }
  expect(waits).toEqual([60, 120, 240, 480])
})

test('after 15 minutes an account has ten tries again, and waits longer than before when they are used up', async () => {
  const limit = createLoginLimit(1)
  const exhaust = async () => {
    for (let n = 0; n < 10; n += 1) expect(await limit.consume(attempt())).toBeUndefined()
  }
  await exhaust()
  vi.advanceTimersByTime(60_000)
  expect(await limit.consume(attempt())).toBeUndefined()
  vi.advanceTimersByTime(15 * 60_000)
  await exhaust()
  expect((await limit.consume(attempt()))?.retryAfterSeconds).toBe(120)
})

test('a network has fifty tries, whatever accounts it tries', async () => {
  const limit = createLoginLimit(1)
  const answers = await Promise.all(
    Array.from({ length: 80 }, (_, n) => limit.consume(attempt({ emailKey: `user${n}@example.org` }))),
  )
  expect(answers.filter((answer) => answer === undefined)).toHaveLength(50)
})

test('many tries at once cannot slip past', async () => {
  const limit = createLoginLimit(1)
  const answers = await Promise.all(
    Array.from({ length: 500 }, (_, n) => limit.consume(attempt({ network: `10.0.${n >> 8}.${n & 255}` }))),
  )
  expect(answers.filter((answer) => answer === undefined)).toHaveLength(10)
})

test('a browser that has signed in before is not locked out by strangers', async () => {
  const limit = createLoginLimit(1)
  for (let n = 0; n < 100; n += 1) await limit.consume(attempt())
  expect(await limit.consume(attempt())).toBeDefined()
  const known = attempt({ browser: 'of-ada' })
  for (let n = 0; n < 10; n += 1) expect(await limit.consume(known)).toBeUndefined()
  expect(await limit.consume(known)).toMatchObject({ code: 'too-many-requests' })
  expect(await limit.consume(attempt({ browser: 'of-ada', emailKey: 'bob@example.org' }))).toBeUndefined()
})

test('a right password gives the tries back', async () => {
  const limit = createLoginLimit(1)
  for (let n = 0; n < 30; n += 1) {
    expect(await limit.consume(attempt())).toBeUndefined()
    if (n % 10 === 9) await limit.forgive(attempt())
  }
  for (let n = 0; n < 60; n += 1) {
    expect(await limit.consume(attempt({ browser: 'of-ada' }))).toBeUndefined()
    await limit.forgive(attempt({ browser: 'of-ada' }))
  }
})
