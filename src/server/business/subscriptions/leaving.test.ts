import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { accountExists } from '#server/front/demo/demo.store.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { abandonAttempt, attemptsOf, noticesOf } from '#support/stored/money.ts'
import { allRows } from '#support/stored/rows.ts'
import { givenBackAtSandbox, isSandboxCustomer, sandboxCharges } from '#support/stored/sandbox-money.ts'
import { accountHolder, enterCard, sandboxOf, subscribe } from '#support/subscriber.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

// Accounts with money in them that ask to be deleted.

const site = testApp({ settings: { RATE_LIMITS: '100000', TRIAL_DAYS: '0' } })

let people = 0
async function subscriber(card?: string) {
  people += 1
  const browser = await accountHolder(site, `leaver${people}@example.org`)
  await subscribe(browser, card)
  const { body } = await browser.call(calls.userSession)
  if (!body.authenticated) throw new Error('signed out')
  return { browser, accountId: body.account.id }
}
const askToGo = (browser: TestClient) =>
  browser.call(calls.requestDeletion, { body: { currentPassword: 'notes on the engine' } })

async function days(count: number): Promise<void> {
  for (let day = 0; day < count; day += 1) {
    site.clock.advanceBusiness({ days: 1 })
    await runUpkeep(site.services)
  }
}

const chargesOf = async (accountId: string) =>
  (await sandboxCharges(site.db, accountId)).map(({ state }) => ({ state }))
const exists = (accountId: string) => accountExists(site.db, accountId)

describe('an account that is to be deleted', () => {
  test('is not charged any more, even if the next charge is due before the day', async () => {
    const { browser, accountId } = await subscriber()
    await days(25)
    expect((await askToGo(browser)).status).toBe(200)
    expect((await browser.call(calls.userSession)).body).toMatchObject({
      subscription: { status: 'pending-expiry' },
    })
    await days(10)
    expect(await chargesOf(accountId)).toEqual([{ state: 'succeeded' }])
  })

  test('takes nothing more upon itself until it is kept', async () => {
    const { browser } = await subscriber()
    await askToGo(browser)
    const setupIntent = await enterCard(browser)
    const order = { interval: { value: 1, unit: 'm' }, paymentProvider: 'sandbox', setupIntent }
    for (const body of [order, { paymentMethod: setupIntent }])
      expect((await browser.call(calls.changeSubscription, { body })).problem?.code).toBe('account-ending')
    expect((await browser.call(calls.resumeSubscription)).problem?.code).toBe('account-ending')
    await browser.call(calls.keepAccount)
    expect((await browser.call(calls.resumeSubscription)).body.subscription.status).toBe('active')
  })

  test('is forgotten by its provider, before its rows go; invoices and ledger stay', async () => {
    const { browser, accountId } = await subscriber()
    await askToGo(browser)
    await days(14)
    expect(await exists(accountId)).toBe(false)
    expect(await isSandboxCustomer(site.db, accountId)).toBe(false)
    for (const table of ['invoice', 'ledger_entry', 'charge'] as const) {
      const rows: readonly { account_id: string | null }[] = await allRows(site.db, table)
      expect(rows.filter((row) => row.account_id === accountId).length, table).toBeGreaterThan(0)
    }
  })

  test('has what waits for its card holder cancelled', async () => {
    const { browser, accountId } = await subscriber('4000002760003184')
    await askToGo(browser)
    await days(14)
    expect([await exists(accountId), await chargesOf(accountId)]).toEqual([false, [{ state: 'cancelled' }]])
  })

  test('waits while the result of a charge is unknown', async () => {
    await sandboxOf(site).setFault('hang')
    const { browser, accountId } = await subscriber()
    await askToGo(browser)
    await days(15)
    expect(await exists(accountId)).toBe(true)
    await sandboxOf(site).setFault('none')
    site.clock.advanceReal({ minutes: 3 })
    await days(1)
    expect(await exists(accountId)).toBe(false)
  })

  test('waits while its provider can not be reached', async () => {
    const { browser, accountId } = await subscriber()
    await askToGo(browser)
    const sandbox = sandboxOf(site)
    const { forgetCustomer } = sandbox
    Object.assign(sandbox, {
      forgetCustomer: async () => {
        throw new Error('it is away')
      },
    })
    await days(13)
    site.clock.advanceBusiness({ days: 1 })
    await runUpkeep(site.services, { failing: ['purge-deleted'] })
    expect(await exists(accountId)).toBe(true)
    Object.assign(sandbox, { forgetCustomer })
    await days(1)
    expect(await exists(accountId)).toBe(false)
  })
})

test('a payment for a deleted account is refunded, and the operator is notified', async () => {
  const { browser, accountId } = await subscriber()
  await askToGo(browser)
  await days(14)
  const [attempt] = await attemptsOf(site.db, accountId)
  if (!attempt) throw new Error('nothing was paid')
  // as if the answer had never been settled: by the provider's books it is paid
  await abandonAttempt(site.db, attempt)
  site.clock.advanceReal({ hours: 24 })
  await runUpkeep(site.services)
  expect(await givenBackAtSandbox(site.db, accountId)).toEqual([1190])
  expect(await noticesOf(site.db, accountId)).toMatchObject([{ kind: 'late-payment' }])
})
