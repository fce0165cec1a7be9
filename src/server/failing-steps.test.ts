import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { registerIn } from '#support/people.ts'
import { hurryJobs } from '#support/stored/jobs.ts'
import { allRows } from '#support/stored/rows.ts'
import { sandboxCharges } from '#support/stored/sandbox-money.ts'
import { sessionsOf } from '#support/stored/sessions.ts'
import { storedSubscription, writeState } from '#support/stored/subscriptions.ts'
import { accountHolder, subscribe } from '#support/subscriber.ts'
import { createTestApp, type TestApp } from '#support/test-app.ts'
import { upkeepSteps } from './background.ts'
import { startUpkeep } from './platform/jobs/upkeep-rounds.ts'
import type { UpkeepStep } from './platform/jobs/upkeep-step.ts'
import { type Queue, startQueue } from './platform/queue/queue.ts'
import { switchServiceMode } from './platform/site/service-mode.ts'

// The site's own steps, in rounds as they run in life, some of which are made to fail.

let site: TestApp
let queue: Queue
const failing = new Set<string>()
/** How far another clock is ahead of the machine's, in days. */
let ahead = 0

beforeAll(async () => {
  const otherClock = async () => new Date(site.clock.real().getTime() + ahead * 86_400_000)
  site = await createTestApp({
    settings: { RATE_LIMITS: '100000', TRIAL_DAYS: '0' },
    services: { otherClocks: [{ name: 'another', now: otherClock }] },
  })
  const { database, log } = site.services
  queue = await startQueue({ database, log, run: 'when-drained' })
  await startUpkeep({ ...site.services, queue }, upkeepSteps.map(breakable))
})
afterAll(async () => {
  await queue.stop()
  await site.close()
})

afterEach(() => {
  failing.clear()
  ahead = 0
})

function breakable(step: UpkeepStep): UpkeepStep {
  return {
    ...step,
    run: async (services, round) => {
      if (failing.has(step.name)) throw new Error('out of order')
      return (await step.run(services, round)) ?? 'done'
    },
  }
}

/** Runs the waiting rounds as if they were due. */
async function nextRounds(): Promise<void> {
  await hurryJobs(site.db, 'upkeep%')
  await queue.drain()
}

const names = upkeepSteps.map(({ name }) => name)
const rows = async () => {
  const all = await allRows(site.db, 'upkeep_step')
  return new Map(all.map((row) => [row.name, row]))
}
const readiness = async () => {
  const { status, body } = await site.client().call(calls.healthReady)
  return { code: status, status: body.status, reasons: body.reasons }
}

test('no two steps have one name', () => {
  expect(new Set(names).size).toBe(names.length)
})

test('a round during which the site stops ends with the current step, and reports none of it', async () => {
  await nextRounds()
  const before = await rows()
  const stopping = new AbortController()
  const begun: string[] = []
  const ending = await startQueue({ ...site.services, run: 'when-drained' })
  await startUpkeep(
    { ...site.services, queue: ending, stopping: stopping.signal },
    upkeepSteps.map((step) => ({
      ...step,
      run: async () => {
        begun.push(step.name)
        stopping.abort()
        return 'held-back'
      },
    })),
  )
  await ending.drain()
  await ending.stop()
  // each round has begun one
  expect(begun).toHaveLength(
    new Set(upkeepSteps.map(({ every, apart, name }) => (apart ? name : every))).size,
  )
  expect(await rows()).toEqual(before)
})

describe('one step that fails', () => {
  test.each(names)('%s holds up no other, and catches up once it can', async (name) => {
    site.clock.advance({ hours: 1 })
    const failedAt = site.clock.real()
    failing.add(name)
    await nextRounds()
    for (const [other, row] of await rows())
      expect(row).toMatchObject(
        other === name
          ? { last_run_at: failedAt, failing_since: failedAt, problem: 'Error: out of order' }
          : { last_run_at: failedAt, last_success_at: failedAt, failing_since: null, problem: null },
      )
    site.clock.advance({ hours: 1 })
    await nextRounds()
    expect((await rows()).get(name)).toMatchObject({
      last_run_at: site.clock.real(),
      failing_since: failedAt,
    })
    failing.clear()
    site.clock.advance({ minutes: 1 })
    await nextRounds()
    const now = site.clock.real()
    for (const row of (await rows()).values())
      expect(row).toMatchObject({
        last_run_at: now,
        last_success_at: now,
        failing_since: null,
        problem: null,
      })
    expect([...(await rows()).keys()].toSorted()).toEqual(names.toSorted())
  })

  const left = {
    'run-due-subscriptions': async () =>
      (await allRows(site.db, 'subscription')).some(({ due_at }) => isOver(due_at)),
    'purge-deleted': async () =>
      (await allRows(site.db, 'account')).some(({ deletion_at }) => isOver(deletion_at)),
    'delete-unconfirmed-accounts': async () =>
      (await allRows(site.db, 'account')).some(({ name }) => name === 'Never Confirmed'),
    'delete-expired-sessions': async () =>
      (await sessionsOf(site.db)).some(({ expires_at }) => expires_at <= site.clock.real()),
  }
  const isOver = (at: Date | null) => at !== null && at <= site.clock.now()
  const leftOf = async () =>
    Object.fromEntries(
      await Promise.all(Object.entries(left).map(async ([name, read]) => [name, await read()] as const)),
    )
  const nothingLeft = Object.fromEntries(Object.keys(left).map((name) => [name, false]))

  test.each(Object.keys(left))('%s leaves its own work undone, not that of others', async (name) => {
    await site.startOver()
    await subscribe(await accountHolder(site, 'paying@example.org'))
    const leaver = await accountHolder(site, 'leaving@example.org')
    await leaver.call(calls.requestDeletion, { body: { currentPassword: 'notes on the engine' } })
    await registerIn(site, site.client(), 'never@example.org', { name: 'Never Confirmed' })
    await startAgain()
    site.clock.advance({ days: 32 })
    failing.add(name)
    await nextRounds()
    expect(await leftOf()).toEqual({ ...nothingLeft, [name]: true })
    failing.clear()
    await nextRounds()
    expect(await leftOf()).toEqual(nothingLeft)
  })
})

describe('one row that cannot be worked on', () => {
  test.each(['open', 'closed'] as const)(
    'keeps no other subscription from its day, in a service that is %s',
    async (mode) => {
      await site.startOver()
      await subscribe(await accountHolder(site, 'broken@example.org'))
      await subscribe(await accountHolder(site, 'sound@example.org'))
      const [broken, sound] = (await allRows(site.db, 'subscription')).toSorted((a, b) =>
        a.account_id < b.account_id ? -1 : 1,
      )
      const stateIs = (state: unknown) => writeState(site.db, broken?.account_id ?? '', state)
      const versionOf = async (one: typeof sound) =>
        (await storedSubscription(site.db, one?.account_id ?? '')).version
      await stateIs({
        ...(broken?.state as object),
        until: 'never',
        interval: { value: 1, unit: 'no such unit' },
      })
      await switchServiceMode(site.services, mode)
      await startAgain()
      if (mode === 'open') site.clock.advance({ days: 32 })
      await nextRounds()
      expect((await rows()).get('run-due-subscriptions')).toMatchObject({ problem: 'failed' })
      expect(await versionOf(sound)).toBeGreaterThan(sound?.version ?? 0)
      expect(await versionOf(broken)).toBe(broken?.version)
      await stateIs(broken?.state)
      await nextRounds()
      expect((await rows()).get('run-due-subscriptions')).toMatchObject({ problem: null })
      expect(await versionOf(broken)).toBeGreaterThan(broken?.version ?? 0)
    },
  )
})

/** The rounds went with everything else when the site started over; they are stored as by a process that starts. */
async function startAgain(): Promise<void> {
  const apart = upkeepSteps.filter((step) => step.apart).map(({ name }) => name)
  for (const round of ['each-minute', 'each-hour', ...apart])
    await queue.enqueue(site.db, `upkeep-${round}`, {}, { singletonKey: 'at start' })
}

describe('a lasting failure', () => {
  beforeEach(async () => {
    await site.startOver()
    await startAgain()
  })

  const charges = async () => (await sandboxCharges(site.db)).length

  test('three days of failures end automatically once the cause is gone', async () => {
    await subscribe(await accountHolder(site, 'paying@example.org'))
    await nextRounds()
    expect(await readiness()).toEqual({ code: 200, status: 'ok', reasons: [] })
    const well = site.clock.real().toISOString()
    site.clock.advance({ days: 29 })
    await nextRounds()
    for (const { name, every } of upkeepSteps) if (every === 'minute') failing.add(name)
    for (let round = 0; round < 3; round += 1) {
      site.clock.advance({ days: 1 })
      await nextRounds()
    }
    expect(await charges()).toBe(1)
    const { code, status, reasons } = await readiness()
    expect([code, status]).toEqual([200, 'degraded'])
    expect(reasons?.join()).toContain('run-due-subscriptions has not gone well since 20')
    expect(reasons?.join()).not.toContain(well)
    failing.clear()
    site.clock.advance({ minutes: 1 })
    await nextRounds()
    expect(await charges()).toBe(2)
    // the mails that waited go out
    await site.services.queue.drain()
    expect(await readiness()).toEqual({ code: 200, status: 'ok', reasons: [] })
  })

  test('a round that had to wait for the clock is no success', async () => {
    await subscribe(await accountHolder(site, 'paying@example.org'))
    await nextRounds()
    const well = site.clock.real()
    site.clock.advance({ days: 32 })
    ahead = -32
    await nextRounds()
    const waiting = await rows()
    for (const { name, every } of upkeepSteps)
      if (every === 'hour' || name === 'run-due-subscriptions')
        expect(waiting.get(name), name).toMatchObject({
          last_success_at: well,
          failing_since: site.clock.real(),
        })
    expect(await charges()).toBe(1)
    ahead = 0
    await nextRounds()
    expect(await charges()).toBe(2)
    for (const row of (await rows()).values()) expect(row.failing_since).toBeNull()
  })
})
