import { beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { mailsTo } from '#support/mails.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { allRows } from '#support/stored/rows.ts'
import { monthly, openStripeSite } from '#support/stripe-site.ts'
import { accountHolder } from '#support/subscriber.ts'
import type { TestClient } from '#support/test-client.ts'
import { attemptsOf } from './support/stored/money.ts'

// A site whose customers or cards were deleted at the provider: each refusal affects that customer only, and has a
// remedy.

const bench = openForTests(() => openStripeSite())
beforeEach(async () => {
  bench.stripe.setFault('none')
  bench.stripe.books.empty()
  await bench.site.startOver()
})

const subscriptionOf = async (browser: TestClient) => {
  const { body } = await browser.call(calls.userSession)
  return body.authenticated ? body.subscription : undefined
}
const db = () => bench.site.db
const refusals = async () => (await attemptsOf(db())).filter(({ state }) => state === 'failed')

/** Advances by days and runs their due work. */
async function days(count: number): Promise<void> {
  bench.site.clock.advanceBusiness({ days: count })
  await runUpkeep(bench.site.services)
}

describe('of fifty due renewals six belong to deleted customers', () => {
  test('the other 44 renew in the same run, and all others can still enter cards', async () => {
    const emails = Array.from({ length: 50 }, (_, number) => `payer${number}@example.org`)
    for (const email of emails) await bench.subscriber(email)
    const newcomer = await accountHolder(bench.site, 'new@example.org')
    // the first ones, so that their effects would reach those after them
    const gone = emails.slice(0, 6)
    bench.deleteCustomers(...gone)
    bench.site.clock.advanceBusiness({ days: 31 })
    const before = bench.stripe.asked.length
    await runUpkeep(bench.site.services)
    expect(bench.taken()).toHaveLength(50 + 44)
    const failed = await refusals()
    expect(failed.map(({ code }) => code)).toEqual(Array(6).fill('resource_missing'))
    expect(failed[0]?.reason).toContain('No such customer')
    await bench.enterCard(newcomer)
    // and permanently refused orders are not repeated
    const orders = () =>
      bench.stripe.asked.slice(before).filter(({ call }) => call === 'POST /v1/payment_intents').length
    expect(orders()).toBe(50)
    for (let minute = 0; minute < 5; minute += 1) {
      bench.site.clock.advance({ minutes: 1 })
      await runUpkeep(bench.site.services)
      const { status } = await newcomer.call(calls.setupIntent, { params: { provider: 'stripe' } })
      expect(status).toBe(200)
    }
    expect(orders()).toBe(50)
  }, 300_000)
})

describe('a subscriber deleted at the provider', () => {
  let ada: TestClient
  beforeEach(async () => {
    ada = await bench.subscriber('ada@example.org')
    bench.deleteCustomers('ada@example.org')
    await days(30)
    expect(await subscriptionOf(ada)).toMatchObject({ status: 'active', health: 'past-due' })
  })

  test('pays with a new card, as a new customer there, and is renewed again', async () => {
    const setupIntent = await bench.enterCard(ada)
    const card = await ada.call(calls.changeSubscription, { body: { paymentMethod: setupIntent } })
    expect(card.status).toBe(200)
    expect(await subscriptionOf(ada)).toMatchObject({ status: 'active', health: 'ok' })
    await days(31)
    expect(bench.taken()).toEqual([1190, 1190, 1190])
    const customers = bench.stripe.books.all('customer')
    expect(customers.map(({ deleted = false }) => deleted)).toEqual([true, false])
  })

  test('subscribes again with a new card, which pays the overdue amount', async () => {
    const body = { ...monthly, setupIntent: await bench.enterCard(ada) }
    expect((await ada.call(calls.changeSubscription, { body })).status).toBe(200)
    expect(await subscriptionOf(ada)).toMatchObject({ status: 'active', health: 'ok' })
    expect(bench.taken()).toEqual([1190, 1190])
  })

  test('cancels, and can subscribe again', async () => {
    expect((await ada.call(calls.cancelSubscription)).body.subscription.status).toBe('cancelled')
    const body = { ...monthly, setupIntent: await bench.enterCard(ada) }
    expect((await ada.call(calls.changeSubscription, { body })).status).toBe(200)
    expect(bench.taken()).toEqual([1190, 1190])
  })

  test('sees the reason when retrying with the deleted card', async () => {
    await ada.call(calls.cancelSubscription)
    const tried = await ada.call(calls.changeSubscription, { body: monthly })
    expect(tried.problem?.code).toBe('card-not-registered')
    expect((await subscriptionOf(ada))?.status).toBe('cancelled')
  })

  test('is deleted with the account', async () => {
    const asked = await ada.call(calls.requestDeletion, { body: { currentPassword: 'notes on the engine' } })
    expect(asked.status).toBe(200)
    await days(14)
    expect((await allRows(db(), 'account')).filter(({ name }) => name !== 'Admin')).toEqual([])
  })

  test('is shown to the operator with the reason: by mail once a day, and as degraded for a day', async () => {
    const reasons = async () => (await bench.site.client().call(calls.healthReady)).body.reasons
    const mails = () => mailsTo(bench.site, bench.site.services.config.seller.email)
    const [mail] = await mails()
    expect(mail?.text).toMatch(/charge-refused, 11\.90 EUR, .*resource_missing: No such customer/)
    expect(await reasons()).toContain('1 payments were refused for good within a day')
    await bench.subscriber('bob@example.org')
    bench.deleteCustomers('bob@example.org')
    await days(31)
    expect(await mails()).toHaveLength(1)
    expect(await reasons()).toContain('2 payments were refused for good within a day')
    bench.site.clock.advance({ days: 1, minutes: 1 })
    await runUpkeep(bench.site.services)
    expect(await mails()).toHaveLength(2)
    expect(await reasons()).not.toContainEqual(expect.stringContaining('refused'))
  })

  test('ends with the grace, and the refusal is kept', async () => {
    await days(11)
    expect(await allRows(db(), 'subscription')).toMatchObject([{ status: 'cancelled' }])
    expect(await refusals()).toHaveLength(1)
  })
})
