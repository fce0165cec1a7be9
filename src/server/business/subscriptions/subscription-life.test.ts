import { beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { queuedMails } from '#support/stored/mails.ts'
import { ledgerSums } from '#support/stored/money.ts'
import { takenAtSandbox } from '#support/stored/sandbox-money.ts'
import { accountHolder, enterCard, sandboxOf, subscribe } from '#support/subscriber.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

const site = testApp({ settings: { RATE_LIMITS: '1000' } })
beforeEach(() => site.startOver())

/** Advances business time, three days at a time, and runs all due work at each step. */
async function days(count: number): Promise<void> {
  for (let left = count; left > 0; left -= 3) {
    site.clock.advanceBusiness({ days: Math.min(left, 3) })
    await runUpkeep(site.services)
  }
}

async function subscriptionOf(browser: TestClient) {
  const { body } = await browser.call(calls.userSession)
  if (!body.authenticated) throw new Error('signed out')
  return body.subscription
}

const chargesTaken = () => takenAtSandbox(site.db)

const ledger = () => ledgerSums(site.db)

async function mailsAbout(words: string): Promise<number> {
  const mails = await queuedMails(site.db)
  return mails.filter(({ subject }) => subject.includes(words)).length
}

describe('a trial that is followed by a subscription', () => {
  test('is charged when it ends, and renewed month by month, with one invoice for each', async () => {
    const browser = await accountHolder(site, 'ada@example.org')
    const planned = await subscribe(browser)
    expect([planned.status, (await subscriptionOf(browser))?.status]).toEqual([200, 'trial'])
    expect(await chargesTaken()).toEqual([])
    expect(await subscriptionOf(browser)).toMatchObject({
      card: { brand: 'visa', last4: '4242', expires: '2039-12' },
      nextInterval: { value: 1, unit: 'm' },
      nextCharge: { grossCents: 1190 },
    })
    await days(15)
    expect(await subscriptionOf(browser)).toMatchObject({ status: 'active', health: 'ok', licenseCount: 1 })
    expect(await chargesTaken()).toEqual([1190])
    await days(62)
    expect(await chargesTaken()).toEqual([1190, 1190, 1190])
    const { body } = await browser.call(calls.invoices, { query: {} })
    expect(body.invoices.map(({ number, grossCents, vatCents }) => [number, grossCents, vatCents])).toEqual([
      ['2027-000002', 1190, 190],
      ['2027-000001', 1190, 190],
      ['2026-000001', 1190, 190],
    ])
    expect(await ledger()).toEqual({ captured: 3570, invoiced: 3570 })
    expect(await mailsAbout('Thank you for subscribing!')).toBe(1)
    expect(await mailsAbout('Your payment has arrived')).toBe(2)
  })

  test('cannot begin without a confirmed address, a billing address, and a card', async () => {
    const browser = await accountHolder(site, 'ada@example.org')
    const other = await accountHolder(site, 'bob@example.org')
    const setupIntent = await enterCard(other)
    const body = { interval: { value: 1, unit: 'm' }, paymentProvider: 'sandbox' }
    const stolen = await browser.call(calls.changeSubscription, { body: { ...body, setupIntent } })
    expect(stolen.problem?.code).toBe('card-not-registered')
    const without = await browser.call(calls.changeSubscription, { body })
    expect(without.problem?.code).toBe('payment-method-needed')
    const bare = site.client()
    expect((await bare.call(calls.changeSubscription, { body })).status).toBe(401)
    const own = await enterCard(browser)
    const odd = { ...body, interval: { value: 7, unit: 'm' }, setupIntent: own }
    expect((await browser.call(calls.changeSubscription, { body: odd })).problem?.code).toBe(
      'interval-not-sold',
    )
  })
})

/** Past the trial, so that subscribing charges at once. */
async function afterTrial(email = 'ada@example.org', of: { country?: string; vatId?: string } = {}) {
  const browser = await accountHolder(site, email, of)
  await days(15)
  return browser
}

describe('subscribing after the trial', () => {
  test('charges at once and lets watch at once', async () => {
    const browser = await afterTrial()
    expect((await subscriptionOf(browser))?.status).toBe('cancelled')
    const reply = await subscribe(browser, undefined, { value: 1, unit: 'y' })
    expect([reply.status, await chargesTaken()]).toEqual([200, [11_424]])
    const { body } = await browser.call(calls.userSession)
    expect(body.authenticated && body.mayWatch).toBe(true)
  })

  test('takes no tax from a company elsewhere in the EU', async () => {
    const browser = await afterTrial('at@example.org', { country: 'AT', vatId: 'ATU12345675' })
    await subscribe(browser)
    expect(await chargesTaken()).toEqual([1000])
    const { body } = await browser.call(calls.invoices, { query: {} })
    expect(body.invoices).toMatchObject([{ netCents: 1000, vatCents: 0, grossCents: 1000 }])
  })

  test("changes nothing when the card is declined, and has the provider's reason", async () => {
    const browser = await afterTrial()
    const reply = await subscribe(browser, '4000000000009995')
    expect(reply.problem).toMatchObject({
      code: 'card-declined',
      detail: 'Your card has insufficient funds.',
    })
    expect((await subscriptionOf(browser))?.status).toBe('cancelled')
    expect((await subscribe(browser)).status).toBe(200)
    expect(await chargesTaken()).toEqual([1190])
  })

  test('is charged once when the answer was lost after the money was taken', async () => {
    const browser = await afterTrial()
    const sandbox = sandboxOf(site)
    await sandbox.setFault('charge-then-hang')
    const reply = await subscribe(browser)
    expect([reply.status, (reply.body as { status?: string }).status]).toEqual([202, 'payment-pending'])
    const again = await browser.call(calls.changeSubscription, {
      body: { interval: { value: 1, unit: 'm' }, paymentProvider: 'sandbox' },
    })
    expect(again.problem?.code).toBe('charge-in-flight')
    await sandbox.setFault('none')
    site.clock.advanceReal({ minutes: 3 })
    await runUpkeep(site.services)
    expect(await chargesTaken()).toEqual([1190])
    expect(await subscriptionOf(browser)).toMatchObject({ status: 'active', health: 'ok' })
    expect(await ledger()).toEqual({ captured: 1190, invoiced: 1190 })
  })

  test('waits for a card holder whose bank asks, and continues when they have confirmed', async () => {
    const browser = await afterTrial()
    expect((await subscribe(browser, '4000002760003184')).status).toBe(202)
    const { body } = await browser.call(calls.openPayment)
    expect(body.payment).toMatchObject({ state: 'action-required', grossCents: 1190, provider: 'sandbox' })
    const clientSecret = body.payment?.clientSecret ?? ''
    await browser.call(calls.answerSandboxBank, { body: { clientSecret, approve: true } })
    expect((await browser.call(calls.checkPayment)).status).toBe(200)
    expect(await subscriptionOf(browser)).toMatchObject({ status: 'active' })
    expect(await chargesTaken()).toEqual([1190])
  })

  test('twice at the same moment is paid once', async () => {
    const browser = await afterTrial()
    const setupIntent = await enterCard(browser)
    const body = { interval: { value: 1, unit: 'm' }, paymentProvider: 'sandbox', setupIntent }
    const replies = await Promise.all([1, 2, 3].map(() => browser.call(calls.changeSubscription, { body })))
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect(await chargesTaken()).toEqual([1190])
  })
})

describe('a renewal that is declined', () => {
  test('is retried, keeps access for all users, and is paid with a new card', async () => {
    const browser = await afterTrial()
    await subscribe(browser)
    await sandboxOf(site).setFault('decline')
    await days(32)
    expect(await subscriptionOf(browser)).toMatchObject({ status: 'active', health: 'past-due' })
    const { body } = await browser.call(calls.userSession)
    expect(body.authenticated && body.mayWatch).toBe(true)
    expect(await mailsAbout('Your payment did not go through')).toBeGreaterThan(0)
    await sandboxOf(site).setFault('none')
    const paymentMethod = await enterCard(browser)
    const paid = await browser.call(calls.changeSubscription, { body: { paymentMethod } })
    expect(paid.status).toBe(200)
    expect(await subscriptionOf(browser)).toMatchObject({ status: 'active', health: 'ok' })
    expect(await chargesTaken()).toEqual([1190, 1190])
  })

  test('ends the subscription when the grace is over', async () => {
    const browser = await afterTrial()
    await subscribe(browser)
    await sandboxOf(site).setFault('decline')
    await days(45)
    expect((await subscriptionOf(browser))?.status).toBe('cancelled')
    expect(await chargesTaken()).toEqual([1190])
    expect(await mailsAbout('Your subscription has ended')).toBeGreaterThan(0)
  })
})

describe('cancelling', () => {
  test('lets the subscription run out; resuming takes that back', async () => {
    const browser = await afterTrial()
    await subscribe(browser)
    const cancelled = await browser.call(calls.cancelSubscription)
    expect(cancelled.body.subscription.status).toBe('pending-expiry')
    const resumed = await browser.call(calls.resumeSubscription)
    expect(resumed.body.subscription.status).toBe('active')
    await browser.call(calls.cancelSubscription)
    await days(33)
    expect((await subscriptionOf(browser))?.status).toBe('cancelled')
    expect(await chargesTaken()).toEqual([1190])
  })

  test('with a refund within seven days gives the money back once, with a credit note', async () => {
    const browser = await afterTrial()
    await subscribe(browser)
    expect((await subscriptionOf(browser))?.refund).toMatchObject({ grossCents: 1190, ends: true })
    const [first, second] = await Promise.all([
      browser.call(calls.refundSubscription),
      browser.call(calls.refundSubscription),
    ])
    expect([first.status, second.status].toSorted()).toEqual([200, 409])
    expect((await subscriptionOf(browser))?.status).toBe('cancelled')
    expect(await ledger()).toEqual({ captured: 1190, credited: 1190, invoiced: 1190, refunded: 1190 })
    const { body } = await browser.call(calls.invoices, { query: {} })
    expect(body.invoices.map(({ kind, grossCents, corrects }) => [kind, grossCents, corrects])).toEqual([
      ['credit-note', -1190, body.invoices[1]?.number],
      ['invoice', 1190, undefined],
    ])
  })

  test('is too late for a refund after seven days', async () => {
    const browser = await afterTrial()
    await subscribe(browser)
    await days(8)
    expect((await browser.call(calls.refundSubscription)).problem?.code).toBe('refund-too-late')
  })
})

test('an invoice is written once and never changed', async () => {
  const browser = await afterTrial()
  await subscribe(browser)
  await expect(site.db.updateTable('invoice').set({ gross_cents: 1 }).execute()).rejects.toThrow(
    'never changed',
  )
  await expect(site.db.deleteFrom('ledger_entry').execute()).rejects.toThrow('never changed')
})

test.each(['paused', 'sunset'] as const)('a service that is %s renews as before', async (serviceMode) => {
  const browser = await afterTrial()
  await subscribe(browser)
  await browser.call(calls.demoServiceMode, { body: { serviceMode } })
  await days(33)
  expect((await subscriptionOf(browser))?.status).toBe('active')
  expect(await chargesTaken()).toEqual([1190, 1190])
  await browser.call(calls.demoServiceMode, { body: { serviceMode: 'open' } })
})

test('a service that is closed renews nothing', async () => {
  const browser = await afterTrial()
  await subscribe(browser)
  await browser.call(calls.demoServiceMode, { body: { serviceMode: 'closed' } })
  await days(1)
  expect((await subscriptionOf(browser))?.status).toBe('pending-expiry')
  await days(33)
  expect((await subscriptionOf(browser))?.status).toBe('cancelled')
  expect(await chargesTaken()).toEqual([1190])
})
