import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Counters, memoryCounters } from './counters.ts'
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

test('continued attempts wait for up to an hour', async () => {
  const limit = createLoginLimit(1)
  const waits: number[] = []
  for (let n = 0; waits.length < 12; n += 1) {
    const refusal = await limit.consume(attempt({ network: `10.0.${n >> 8}.${n & 255}` }))
    if (!refusal) continue
    waits.push(refusal.retryAfterSeconds ?? 0)
    vi.advanceTimersByTime((refusal.retryAfterSeconds ?? 0) * 1000)
  }
  expect(waits).toEqual([60, 120, 240, 480, 480, 960, 960, 1920, 3600, 3600, 3600, 3600])
})

test('a wait that outlasts the 15 minutes holds to its end', async () => {
  const limit = createLoginLimit(1)
  let refusal = await limit.consume(attempt())
  for (let n = 0; n < 200 && refusal?.retryAfterSeconds !== 1920; n += 1) {
    if (refusal) vi.advanceTimersByTime((refusal.retryAfterSeconds ?? 0) * 1000)
    refusal = await limit.consume(attempt({ network: `10.0.${n >> 8}.${n & 255}` }))
  }
  vi.advanceTimersByTime(1_919_000)
  expect(await limit.consume(attempt())).toMatchObject({ retryAfterSeconds: 1 })
  vi.advanceTimersByTime(1000)
  expect(await limit.consume(attempt())).toBeUndefined()
})

test.each([
  [2, 20, 100],
  [0.25, 3, 13],
  [0.01, 1, 1],
])(
  'RATE_LIMITS=%d gives an account or a known browser %d tries and a network %d',
  async (factor, own, network) => {
    const limit = createLoginLimit(factor)
    const passed = async (attempts: LoginAttempt[]) =>
      (await Promise.all(attempts.map((one) => limit.consume(one)))).filter((refusal) => !refusal).length
    const many = Array.from({ length: 120 }, (_, n) => n)
    expect(await passed(many.map((n) => attempt({ network: `10.0.0.${n}` })))).toBe(own)
    expect(await passed(many.map(() => attempt({ browser: 'known' })))).toBe(own)
    expect(await passed(many.map((n) => attempt({ emailKey: `user${n}@example.org` })))).toBe(network)
  },
)

test('a flood from one network does not use up the tries of the account', async () => {
  const limit = createLoginLimit(1)
  for (let n = 0; n < 50; n += 1) await limit.consume(attempt({ emailKey: `user${n}@example.org` }))
  for (let n = 0; n < 20; n += 1) expect(await limit.consume(attempt())).toBeDefined()
  expect(await limit.consume(attempt({ network: '198.51.100.1' }))).toBeUndefined()
})

test('a network and a known browser begin again after 15 minutes', async () => {
  const limit = createLoginLimit(1)
  const stranger = (n: number) => attempt({ emailKey: `user${n}@example.org` })
  for (let n = 0; n < 50; n += 1) await limit.consume(stranger(n))
  for (let n = 0; n < 10; n += 1) await limit.consume(attempt({ browser: 'known' }))
  vi.advanceTimersByTime(15 * 60_000 - 1000)
  expect(await limit.consume(stranger(50))).toMatchObject({ retryAfterSeconds: 1 })
  expect(await limit.consume(attempt({ browser: 'known' }))).toMatchObject({ retryAfterSeconds: 1 })
  vi.advanceTimersByTime(1000)
  expect(await limit.consume(stranger(51))).toBeUndefined()
  expect(await limit.consume(attempt({ browser: 'known' }))).toBeUndefined()
})

test('a right password ends the waits of the account, and gives its network the try back', async () => {
  const limit = createLoginLimit(1)
  for (let n = 0; n < 10; n += 1) await limit.consume(attempt())
  vi.advanceTimersByTime(60_000)
  expect(await limit.consume(attempt())).toBeUndefined()
  await limit.forgive(attempt())
  for (let n = 0; n < 10; n += 1) expect(await limit.consume(attempt())).toBeUndefined()
  expect(await limit.consume(attempt())).toMatchObject({ retryAfterSeconds: 60 })
})

test('waits grow for a day, then they are short again', async () => {
  const limit = createLoginLimit(1)
  const exhaust = async () => {
    for (let n = 0; n < 10; n += 1) await limit.consume(attempt())
    return limit.consume(attempt())
  }
  await exhaust()
  vi.advanceTimersByTime(60_000)
  expect(await limit.consume(attempt())).toBeUndefined()
  vi.advanceTimersByTime(24 * 3_600_000 - 1000)
  expect(await exhaust()).toMatchObject({ retryAfterSeconds: 120 })
  vi.advanceTimersByTime(24 * 3_600_000)
  expect(await exhaust()).toMatchObject({ retryAfterSeconds: 60 })
})

test('a day after a wait was used up it is forgotten, to the second', async () => {
  const limit = createLoginLimit(1)
  for (let n = 0; n < 10; n += 1) await limit.consume(attempt())
  vi.advanceTimersByTime(60_000)
  expect(await limit.consume(attempt())).toBeUndefined()
  vi.advanceTimersByTime(24 * 3_600_000)
  for (let n = 0; n < 10; n += 1) await limit.consume(attempt())
  expect(await limit.consume(attempt())).toMatchObject({ retryAfterSeconds: 60 })
})

test('of several that come when a wait is over one gets in, and the others make the next wait no longer', async () => {
  const limit = createLoginLimit(1)
  for (let n = 0; n < 10; n += 1) await limit.consume(attempt())
  vi.advanceTimersByTime(60_000)
  const answers = await Promise.all(Array.from({ length: 5 }, () => limit.consume(attempt())))
  expect(answers.map((refusal) => refusal?.retryAfterSeconds)).toEqual([undefined, 120, 120, 120, 120])
  vi.advanceTimersByTime(120_000)
  expect(await limit.consume(attempt())).toBeUndefined()
  expect(await limit.consume(attempt())).toMatchObject({ retryAfterSeconds: 240 })
})

test('right passwords of many accounts do not use up the tries of their network', async () => {
  const limit = createLoginLimit(1)
  for (let n = 0; n < 60; n += 1) {
    const somebody = attempt({ emailKey: `user${n}@example.org` })
    expect(await limit.consume(somebody)).toBeUndefined()
    await limit.forgive(somebody)
  }
})

test('each counter has a name, under which processes share it', () => {
  const names: string[] = []
  const counters: Counters = (name, options) => {
    names.push(name)
    return memoryCounters(name, options)
  }
  createLoginLimit(1, counters)
  expect(names.toSorted()).toEqual([
    'loginAccount',
    'loginBrowser',
    'loginNetwork',
    'loginNext',
    'loginOverruns',
    'loginReleases',
  ])
})

test('a network has fifty attempts, for any accounts', async () => {
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

test('a release takes back the attempts at an account, from unknown browsers and from known ones', async () => {
  const limit = createLoginLimit(1)
  const stranger = { emailKey: 'ada@example.org', network: '192.0.2.7', browser: undefined }
  const known = { ...stranger, browser: 'hers' }
  const tryUntilRefused = async (attempt: typeof stranger | typeof known) => {
    let tries = 0
    while ((await limit.consume(attempt)) === undefined) tries += 1
    return tries
  }
  expect([await tryUntilRefused(stranger), await tryUntilRefused(known)]).toEqual([10, 10])
  expect(await limit.lockedSeconds('ada@example.org')).toBeGreaterThan(0)
  expect(await limit.lockedSeconds('bob@example.org')).toBe(0)
  await limit.release('ada@example.org')
  expect(await limit.lockedSeconds('ada@example.org')).toBe(0)
  expect([await tryUntilRefused(stranger), await tryUntilRefused(known)]).toEqual([10, 10])
  await limit.release('ada@example.org')
  expect(await tryUntilRefused(known)).toBe(10)
})
