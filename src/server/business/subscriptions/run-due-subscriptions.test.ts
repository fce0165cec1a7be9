import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { calls } from '#contract/calls.ts'
import { recoverCharges } from '#server/books/billing/charging/recover-charges.ts'
import { reconcileDaily } from '#server/books/billing/reconciling/reconcile-daily.ts'
import { seedDueRenewals } from '#support/due-renewals.ts'
import { booksOf, seedPayers } from '#support/payers.ts'
import { attemptsOf, charges } from '#support/stored/money.ts'
import { sandboxCharges } from '#support/stored/sandbox-money.ts'
import { changeSubscription, storedSubscription, writeState } from '#support/stored/subscriptions.ts'
import { accountHolder, sandboxOf, subscribe } from '#support/subscriber.ts'
import { createTestApp, testApp } from '#support/test-app.ts'
import { retryUnpaidRenewals, runDueSubscriptions } from './run-due-subscriptions.ts'

const site = testApp({ settings: { RATE_LIMITS: '1000', TRIAL_DAYS: '0', GRACE_DAYS: '60' } })

test('a clock that jumped over several periods takes one of them from the card in each run', async () => {
  await subscribe(await accountHolder(site, 'ada@example.org'))
  const taken = async () => (await sandboxCharges(site.db)).length
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
  let whenCharged = () => {}
  let original: ReturnType<typeof sandboxOf>['charge']
  beforeAll(async () => {
    await site.startOver()
    const sandbox = sandboxOf(site)
    original = sandbox.charge
    Object.assign(sandbox, {
      charge: async (order: Parameters<typeof original>[0]) => {
        underWay += 1
        whenCharged()
        most = Math.max(most, underWay)
        await wait(20)
        const answer = await original(order)
        underWay -= 1
        return answer
      },
    })
  })
  afterAll(() => Object.assign(sandboxOf(site), { charge: original }))

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

  test('a stopping site completes charges in progress, and the next start makes the others', async () => {
    await site.startOver()
    const { database } = site.services
    const payers = await seedPayers(database, 30)
    await seedDueRenewals(database, payers, site.clock.now())
    const stopping = new AbortController()
    whenCharged = () => stopping.abort()
    expect(await runDueSubscriptions({ ...site.services, stopping: stopping.signal })).toBe('held-back')
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

  test('an unpaid renewal is retried separately from other due steps', async () => {
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

describe('a due step', () => {
  beforeEach(async () => {
    await site.startOver()
    await reconcileDaily(site.services)
  })
  const dueOnes = async (count: number) => {
    const payers = await seedPayers(site.services.database, count)
    await seedDueRenewals(site.services.database, payers, site.clock.now())
    return payers
  }
  const paidBy = async () => {
    const paid = (await charges(site.db)).filter(({ state }) => state === 'succeeded')
    return paid.map(({ accountId }) => accountId).toSorted()
  }
  const idsOf = (payers: readonly { accountId: string }[]) =>
    payers.map(({ accountId }) => accountId).toSorted()
  /** Clocks of others that contradict ours by ten minutes, or have nothing to say. */
  const otherClock = (contradicts: boolean) =>
    vi.fn(async () => (contradicts ? new Date(site.clock.real().getTime() - 600_000) : undefined))

  test('waits until the books of the provider could be compared', async () => {
    const fresh = await createTestApp({ settings: { RATE_LIMITS: '1000', TRIAL_DAYS: '0' } })
    const { services, clock } = fresh
    const [payer, late] = await seedPayers(services.database, 2)
    if (!payer || !late) throw new Error('nobody')
    const sandbox = sandboxOf(fresh)
    const { movementsSince } = sandbox
    Object.assign(sandbox, { movementsSince: async () => ({ kind: 'unknown', reason: 'no answer' }) })
    await seedDueRenewals(services.database, [payer], clock.now())
    expect(await runDueSubscriptions(services)).toBe('held-back')
    expect(await retryUnpaidRenewals(services)).toBe('held-back')
    expect(await attemptsOf(services.database.db)).toEqual([])
    Object.assign(sandbox, { movementsSince })
    expect(await runDueSubscriptions(services)).toBe('done')
    expect(await attemptsOf(services.database.db)).toHaveLength(1)
    await fresh.close()
  })

  test('waits while another clock contradicts ours; without due steps none is asked', async () => {
    const wrong = otherClock(true)
    const run = (now: typeof wrong) =>
      runDueSubscriptions({ ...site.services, otherClocks: [{ name: 'another', now }] })
    expect(await run(wrong)).toBe('done')
    expect(wrong).not.toHaveBeenCalled()
    expect(await retryUnpaidRenewals(site.services)).toBe('done')
    const payers = await dueOnes(1)
    expect(await run(wrong)).toBe('held-back')
    expect(await paidBy()).toEqual([])
    expect(await run(otherClock(false))).toBe('done')
    expect(await paidBy()).toEqual(idsOf(payers))
  })

  test('due at this moment runs now', async () => {
    const browser = await accountHolder(site, 'ada@example.org')
    await subscribe(browser)
    const { body } = await browser.call(calls.userSession)
    const accountId = body.authenticated ? body.account.id : ''
    const { until } = await storedSubscription(site.db, accountId)
    site.clock.advanceBusiness({ seconds: (until.getTime() - site.clock.now().getTime()) / 1000 - 1 })
    const taken = async () => (await sandboxCharges(site.db)).length
    expect([await runDueSubscriptions(site.services), await taken()]).toEqual(['done', 1])
    site.clock.advanceBusiness({ seconds: 1 })
    expect([await runDueSubscriptions(site.services), await taken()]).toEqual(['done', 2])
  })

  test('is decided again: a subscription paid meanwhile, or with a payment in progress, is left out', async () => {
    const [paid, open] = await dueOnes(2)
    if (!paid || !open) throw new Error('nobody')
    const isDue = ({ accountId }: { accountId: string }) =>
      changeSubscription(site.db, accountId, { dueAt: site.clock.now() })
    await changeSubscription(site.db, open.accountId, { dueAt: null })
    await runDueSubscriptions(site.services)
    await sandboxOf(site).setFault('hang')
    await isDue(open)
    await runDueSubscriptions(site.services)
    await sandboxOf(site).setFault('none')
    const before = await attemptsOf(site.db)
    expect(before.map(({ state }) => state).toSorted()).toEqual(['succeeded', 'unknown'])
    for (const payer of [paid, open]) await isDue(payer)
    expect(await runDueSubscriptions(site.services)).toBe('done')
    expect(await attemptsOf(site.db)).toEqual(before)
  })

  test('that fails is reported, delays no other, and is left to the next run', async () => {
    const { database, log } = site.services
    const payers = await seedPayers(database, 5)
    const [bad, ...good] = payers
    if (!bad) throw new Error('nobody')
    await seedDueRenewals(database, payers, site.clock.now())
    const { state } = await storedSubscription(database.db, bad.accountId)
    await writeState(database.db, bad.accountId, { ...(state as object), until: 'never' })
    const told = vi.spyOn(log, 'error')
    expect(await runDueSubscriptions(site.services, 1)).toBe('failed')
    expect(told.mock.calls).toEqual([
      [
        { err: expect.any(Error), accountId: bad.accountId },
        'a subscription could not be taken further; it is tried again',
      ],
    ])
    told.mockRestore()
    expect(await paidBy()).toEqual(idsOf(good))
  })

  test('is not looked up once the site stops', async () => {
    await dueOnes(3)
    const stopping = new AbortController()
    let pages = 0
    const config = {
      ...site.services.config,
      get renewalsAtOnce() {
        pages += 1
        return 1
      },
    }
    const sandbox = sandboxOf(site)
    const { charge } = sandbox
    Object.assign(sandbox, {
      charge: (order: Parameters<typeof charge>[0]) => {
        stopping.abort()
        return charge(order)
      },
    })
    const services = { ...site.services, config, stopping: stopping.signal }
    // the last of its page is paid; there are others anyway
    expect(await runDueSubscriptions(services, 1)).toBe('held-back')
    Object.assign(sandbox, { charge })
    expect([pages, (await paidBy()).length]).toEqual([1, 1])
  })

  test('ends renewals when the service closes: a failed notification delays no other', async () => {
    const browser = await accountHolder(site, 'ada@example.org')
    const payers = await seedPayers(site.services.database, 3)
    await seedDueRenewals(site.services.database, payers, site.clock.now())
    site.clock.advanceBusiness({ days: -7 })
    await browser.call(calls.demoServiceMode, { body: { serviceMode: 'closed' } })
    const { queue, log, database } = site.services
    const told = vi.spyOn(log, 'error')
    vi.spyOn(queue, 'enqueue').mockRejectedValueOnce(new Error('no more mails'))
    const states = async () => {
      const all = payers.map(({ accountId }) => storedSubscription(database.db, accountId))
      return (await Promise.all(all)).map(({ status }) => status).toSorted()
    }
    expect(await runDueSubscriptions(site.services)).toBe('failed')
    expect(await states()).toEqual(['active', 'pending-expiry', 'pending-expiry'])
    expect(told.mock.calls.map(([, sentence]) => sentence)).toEqual([
      'a subscription could not be taken further; it is tried again',
    ])
    told.mockRestore()
    expect(await runDueSubscriptions(site.services)).toBe('done')
    expect(await states()).toEqual(['pending-expiry', 'pending-expiry', 'pending-expiry'])
  })
})
