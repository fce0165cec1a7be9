import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recoverCharges } from '#server/billing/charging/recover-charges.ts'
import { reconcileDaily } from '#server/billing/reconciling/reconcile-daily.ts'
import { seedDueRenewals } from '#support/due-renewals.ts'
import { booksOf, seedPayers } from '#support/payers.ts'
import { charges } from '#support/stored/money.ts'
import { sandboxCharges } from '#support/stored/sandbox-money.ts'
import { accountHolder, sandboxOf, subscribe } from '#support/subscriber.ts'
import { createTestApp, type TestApp } from '#support/test-app.ts'
import { retryUnpaidRenewals, runDueSubscriptions } from './run-due-subscriptions.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp({ settings: { RATE_LIMITS: '1000', TRIAL_DAYS: '0', GRACE_DAYS: '60' } })
})
afterAll(() => site.close())

test('a clock that jumped over several periods takes one of them from the card in each run', async () => {
  await subscribe(await accountHolder(site, 'ada@example.org'))
  const taken = async () => (await sandboxCharges(site.services.database.db)).length
  await recoverCharges(site.services)
  await reconcileDaily(site.services)
  site.clock.advanceBusiness({ days: 31 + 55 })
  const counts: number[] = []
  for (let run = 0; run < 3; run += 1) {
    await runDueSubscriptions(site.services)
    counts.push(await taken())
  }
  // the period that was paid for at first, then two that were missed
  expect(counts).toEqual([2, 3, 3])
})

describe('when many are due', () => {
  let [underWay, most] = [0, 0]
  let original: ReturnType<typeof sandboxOf>['charge']
  beforeAll(async () => {
    await site.startOver()
    const sandbox = sandboxOf(site)
    original = sandbox.charge
    Object.assign(sandbox, {
      charge: async (order: Parameters<typeof original>[0]) => {
        underWay += 1
        most = Math.max(most, underWay)
        await wait(20)
        const answer = await original(order)
        underWay -= 1
        return answer
      },
    })
  })
  afterAll(() => {
    Object.assign(sandboxOf(site), { charge: original })
  })

  test('eight are charged at a time until none is left, each once, also by two processes at once', async () => {
    const { database } = site.services
    const payers = await seedPayers(database, 60)
    await seedDueRenewals(database, payers, site.clock.now())
    const runs = [runDueSubscriptions(site.services, 7), runDueSubscriptions(site.services, 7)]
    expect(await Promise.all(runs)).toEqual(['done', 'done'])
    const once = { charges: 1, invoices: 1, books: 'captured 1190, invoiced 1190' }
    const all = payers.map(({ accountId }) => accountId)
    expect(await booksOf(database, all)).toEqual(new Map(all.map((id) => [id, once])))
    // each of the two has eight hands
    expect(most).toBeGreaterThan(4)
    expect(most).toBeLessThanOrEqual(16)
  })

  test('a site that stops ends the charges under way, and the next start takes the others', async () => {
    await site.startOver()
    const { database } = site.services
    const payers = await seedPayers(database, 30)
    await seedDueRenewals(database, payers, site.clock.now())
    const stopping = new AbortController()
    const run = runDueSubscriptions({ ...site.services, stopping: stopping.signal })
    await expect.poll(() => underWay).toBeGreaterThan(0)
    stopping.abort()
    expect(await run).toBe('held-back')
    const all = payers.map(({ accountId }) => accountId)
    const charged = async () =>
      [...(await booksOf(database, all)).values()].map(({ charges, books }) => [charges, books])
    // none is left half done
    for (const of of await charged())
      expect([
        [0, null],
        [1, 'captured 1190, invoiced 1190'],
      ]).toContainEqual(of)
    expect((await charged()).filter(([charges]) => charges === 0).length).toBeGreaterThan(0)
    expect(await runDueSubscriptions(site.services)).toBe('done')
    expect((await charged()).filter(([charges]) => charges === 1)).toHaveLength(all.length)
  })

  test('what is unpaid is tried again by itself, without what else is due', async () => {
    await site.startOver()
    const { database } = site.services
    const [late, ...others] = await seedPayers(database, 3)
    if (!late) throw new Error('nobody')
    const sandbox = sandboxOf(site)
    await sandbox.setFault('decline')
    await seedDueRenewals(database, [late], site.clock.now())
    await runDueSubscriptions(site.services)
    await sandbox.setFault('none')
    site.clock.advanceBusiness({ days: 1 })
    await seedDueRenewals(database, others, site.clock.now())
    expect(await retryUnpaidRenewals(site.services)).toBe('done')
    const paid = (await charges(database.db)).filter(({ state }) => state === 'succeeded')
    expect(paid.map(({ accountId }) => accountId)).toEqual([late.accountId])
  })
})
