import { describe, expect, test } from 'vitest'
import { runUpkeep as runAllSteps } from '#server/background.ts'
import { runDueSubscriptions } from '#server/business/subscriptions/run-due-subscriptions.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { registerIn } from '#support/people.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { allRows } from '#support/stored/rows.ts'
import { accountHolder, sandboxOf, subscribe } from '#support/subscriber.ts'
import { createTestApp, type TestApp } from '#support/test-app.ts'
import { isClockRight, otherClocks } from './clock-check.ts'
import type { OtherClock } from './services.ts'

/** How far the other clock is ahead of the machine, in seconds; undefined while it cannot be asked. */
let ahead: number | undefined
const other: OtherClock = {
  name: 'somebody with a clock',
  now: async () => (ahead === undefined ? undefined : new Date(site.clock.real().getTime() + ahead * 1_000)),
}
const site: TestApp = openForTests(() =>
  createTestApp({
    settings: { RATE_LIMITS: '100000', TRIAL_DAYS: '0' },
    services: { otherClocks: [{ name: 'another', now: async () => site.clock.real() }, other] },
  }),
)

test.each([
  [0, true],
  [300, true],
  [-300, true],
  [301, false],
  [-301, false],
  [-400 * 86_400, false],
  [undefined, true],
])('a clock that is %s seconds ahead: ours is called right:  %s', async (seconds, right) => {
  ahead = seconds
  expect(await isClockRight(site.services)).toBe(right)
})

test('a clock that takes long to answer is not taken for one that is slow', async () => {
  const slow: OtherClock = {
    name: 'far away',
    async now() {
      const there = site.clock.real()
      site.clock.advanceReal({ minutes: 9 })
      return there
    },
  }
  expect(await isClockRight({ ...site.services, otherClocks: [slow] })).toBe(true)
})

describe('while the clock is wrong', () => {
  const charges = async () => {
    const movements = await sandboxOf(site).movementsSince(new Date(0))
    return 'kind' in movements ? undefined : movements.length
  }
  const accounts = async () => (await allRows(site.db, 'account')).length

  test('nothing is renewed and nothing is deleted; once it is set, both are done', async () => {
    ahead = 0
    await subscribe(await accountHolder(site, 'paying@example.org'))
    await registerIn(site, site.client(), 'never-confirmed@example.org')
    const before = await accounts()
    // a machine that wakes up forty days ahead
    site.clock.advance({ days: 40 })
    ahead = -40 * 86_400
    for (const { outcome } of await runAllSteps(site.services)) expect(outcome).toBe('held-back')
    expect(await runDueSubscriptions(site.services)).toBe('held-back')
    expect([await charges(), await accounts()]).toEqual([1, before])
    ahead = 0
    await runDueSubscriptions(site.services)
    await runUpkeep(site.services)
    expect([await charges(), await accounts()]).toEqual([2, before - 1])
  })
})

test('a site asks its database, and the providers that have a clock', async () => {
  const { database, payments } = site.services
  const asked = otherClocks(database, payments)
  expect(asked.map(({ name }) => name)).toEqual(['the database'])
  const told = await asked[0]?.now()
  expect(Math.abs((told?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000)
  const stripe = { ...payments.get('sandbox'), name: 'stripe', now: other.now }
  const both = otherClocks(database, new Map([['stripe', stripe]]) as typeof payments)
  expect(both.map(({ name }) => name)).toEqual(['the database', 'stripe'])
})
