import { beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { couponKey } from '#domain/coupons/coupon.ts'
import type { MoneyOffTerms } from '#domain/coupons/money-off-terms.ts'
import { lockCharge } from '#server/books/billing/charging/charging.store.ts'
import { bookRefund } from '#server/books/billing/charging/settle-refund.ts'
import { deleteAccount } from '#server/business/own-data/purged-tables.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { switchServiceMode } from '#server/platform/site/service-mode.ts'
import { mailsTo } from '#support/mails.ts'
import { confirmedIn, signIn } from '#support/people.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { allInvoices } from '#support/stored/money.ts'
import { personAt } from '#support/stored/people.ts'
import { allRows } from '#support/stored/rows.ts'
import { accountHolder, enterCard } from '#support/subscriber.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

// Plan 2 costs 10 EUR a month and user, and 19 % VAT.
const month = { value: 1, unit: 'm' } as const
const year = { value: 1, unit: 'y' } as const

const site = testApp({ settings: { RATE_LIMITS: '100000', TRIAL_DAYS: '0' } })
beforeEach(() => site.startOver())

async function coupon(code: string, terms: Partial<MoneyOffTerms>, more: { maxUses?: number } = {}) {
  const off = { percent: null, offCents: null, periods: null, intervals: null, firstTime: false, ...terms }
  await site.db
    .insertInto('coupon')
    .values({
      code_key: couponKey(code),
      code,
      associate: null,
      license_count: 0,
      interval_value: 1,
      interval_unit: 'm',
      max_uses: more.maxUses ?? null,
      valid_until: null,
      off: JSON.stringify(off),
      created_at: site.clock.now(),
    })
    .execute()
}
const uses = async (code: string) => (await allRows(site.db, 'coupon')).find((one) => one.code === code)?.uses
const enter = (browser: TestClient, couponCode: string) =>
  browser.call(calls.redeemCoupon, { body: { couponCode } })
const offersOf = async (browser: TestClient) => (await browser.call(calls.subscriptionOffers)).body.offers
/** Orders at the price that is offered. */
async function order(browser: TestClient, interval: { value: number; unit: string } = month) {
  const setupIntent = await enterCard(browser)
  const offer = (await offersOf(browser)).find((one) => one.interval.unit === interval.unit)
  return browser.call(calls.changeSubscription, {
    body: {
      interval: offer?.interval ?? month,
      paymentProvider: 'sandbox',
      setupIntent,
      shownGrossCents: offer?.grossCents ?? 0,
    },
  })
}
const invoices = async () => (await allInvoices(site.db)).map((one) => one.gross_cents)
const nextMonth = async () => {
  // sessions go on
  site.clock.advanceBusiness({ days: 31 })
  await runUpkeep(site.services)
}

test('the price of an order is lower for two periods, and offer, mails and invoice say what follows', async () => {
  await coupon('SPRING', { percent: 20, periods: 2 })
  const browser = await accountHolder(site, 'ada@example.org')
  const kept = await enter(browser, 'spring')
  expect(kept.body).toMatchObject({ kept: true })
  expect(await uses('SPRING')).toBe(0)
  const [offer] = await offersOf(browser)
  expect(offer).toMatchObject({ priceCents: 800, grossCents: 952 })
  expect(offer?.coupon).toMatchObject({ code: 'SPRING', listGrossCents: 1190 })
  expect(offer?.coupon?.until).toMatch(/^2027-01-20T23:00/)
  expect((await order(browser)).status).toBe(200)
  expect(await uses('SPRING')).toBe(1)
  for (const _ of ['second', 'third']) await nextMonth()
  expect(await invoices()).toEqual([952, 952, 1190])
  // each subscription counts once
  expect(await uses('SPRING')).toBe(1)
  const [started] = (await mailsTo(site, 'ada@example.org')).filter(({ subject }) => /subscri/i.test(subject))
  expect(started?.text).toContain('Coupon SPRING: −€2.00')
  expect(started?.text).toContain('Without the coupon SPRING, from 21. January, 2027: €11.90')
})

test('a link tells strangers what such a coupon takes off, and of no other that it exists', async () => {
  await coupon('SPRING', { percent: 20, periods: 2 })
  await coupon('GONE', { percent: 20 }, { maxUses: 1 })
  await site.db.updateTable('coupon').set({ uses: 1 }).where('code', '=', 'GONE').execute()
  const row = {
    code_key: 'users',
    code: 'USERS',
    license_count: 3,
    interval_value: 1,
    interval_unit: 'y',
  } as const
  await site.db
    .insertInto('coupon')
    .values({ ...row, created_at: site.clock.now() })
    .execute()
  const ask = (couponCode: string) => site.client().call(calls.couponTerms, { query: { couponCode } })
  expect((await ask(' spring ')).body).toEqual({
    code: 'SPRING',
    percent: 20,
    offCents: null,
    periods: 2,
    intervals: null,
  })
  for (const one of ['GONE', 'USERS', 'NONE']) expect((await ask(one)).status).toBe(422)
  await switchServiceMode(site.services, 'paused')
  expect((await ask('SPRING')).problem?.code).toBe('paused')
  await switchServiceMode(site.services, 'open')
})

test('the lower price is the one for more users, too: the amount is taken off once', async () => {
  await coupon('LESS', { offCents: 300 })
  const browser = await accountHolder(site, 'ada@example.org')
  await enter(browser, 'LESS')
  await order(browser)
  const quote = await browser.call(calls.usersQuote, { body: { userCount: 2 } })
  // from 7 to 17 EUR a month, for 709 of its 720 hours
  expect(quote.body).toMatchObject({ dueNowCents: 1172, nextTotalCents: 2023 })
})

test('nothing is charged for a price of nothing, and the invoice says 0', async () => {
  await coupon('FREE', { percent: 100, periods: 1 })
  const browser = await accountHolder(site, 'ada@example.org')
  await enter(browser, 'FREE')
  expect((await offersOf(browser))[0]).toMatchObject({ priceCents: 0, grossCents: 0 })
  expect((await order(browser)).status).toBe(200)
  expect(await invoices()).toEqual([0])
  expect(await allRows(site.db, 'charge')).toEqual([])
  const list = (await browser.call(calls.invoices, { query: {} })).body.invoices
  const pdf = await browser.call(calls.invoicePdf, { params: { id: list[0]?.id ?? '' } })
  expect(pdf.status).toBe(200)
  expect(pdf.text).toMatch(/^%PDF/)
  expect(await uses('FREE')).toBe(1)
  await nextMonth()
  expect(await invoices()).toEqual([0, 1190])
})

test('the use of a first period that cost nothing does not come back: there is no charge to be refunded', async () => {
  await coupon('FREE', { percent: 100, periods: 1 }, { maxUses: 1 })
  const browser = await accountHolder(site, 'ada@example.org')
  await enter(browser, 'FREE')
  await order(browser)
  expect((await browser.call(calls.refundSubscription)).status).toBe(200)
  await runUpkeep(site.services)
  expect((await browser.call(calls.userSession)).body).toMatchObject({
    subscription: { status: 'cancelled' },
  })
  expect([await invoices(), await uses('FREE')]).toEqual([[0], 1])
  expect((await enter(browser, 'FREE')).problem?.code).toBe('coupon-used')
  const other = await accountHolder(site, 'bob@example.org')
  expect((await enter(other, 'FREE')).problem?.errors).toEqual({ couponCode: expect.any(String) })
})

test('a use stays when a part of its charge, a later charge or an undue payment is refunded', async () => {
  await coupon('HALF', { percent: 50 })
  const browser = await accountHolder(site, 'ada@example.org')
  await enter(browser, 'HALF')
  await order(browser)
  await nextMonth()
  const charges = (await allRows(site.db, 'charge')).toSorted((a, b) => +a.created_at - +b.created_at)
  const give = (place: number, reason: 'late' | 'correction-1', gross: number) =>
    inTransaction(site.db, async (trx) => {
      const charge = await lockCharge(trx, charges[place]?.id ?? '')
      const sums = { net_cents: 0, vat_cents: 0, gross_cents: gross }
      await bookRefund(trx, site.services, charge, {
        id: crypto.randomUUID(),
        reason,
        taxes: null,
        articles: null,
        ...sums,
      })
    })
  await give(0, 'correction-1', 594)
  await give(0, 'late', 595)
  await give(1, 'correction-1', 595)
  expect(await uses('HALF')).toBe(1)
})

test('a use comes back when its charge is refunded in full, and only then', async () => {
  await coupon('ONCE', { percent: 50 }, { maxUses: 1 })
  const browser = await accountHolder(site, 'ada@example.org')
  await enter(browser, 'ONCE')
  await order(browser)
  expect(await uses('ONCE')).toBe(1)
  const other = await accountHolder(site, 'bob@example.org')
  // kept, but used up by now
  expect((await enter(other, 'ONCE')).problem?.errors).toEqual({ couponCode: expect.any(String) })
  await browser.call(calls.refundSubscription)
  await runUpkeep(site.services)
  expect(await uses('ONCE')).toBe(0)
  expect((await enter(other, 'ONCE')).status).toBe(200)
  expect((await offersOf(other))[0]).toMatchObject({ priceCents: 500 })
})

test('of one that is used up meanwhile nothing is taken off', async () => {
  await coupon('ONCE', { percent: 50 }, { maxUses: 1 })
  const [ada, bob] = [
    await accountHolder(site, 'ada@example.org'),
    await accountHolder(site, 'bob@example.org'),
  ]
  for (const browser of [ada, bob]) await enter(browser, 'ONCE')
  await order(ada)
  expect((await offersOf(bob))[0]).toMatchObject({ priceCents: 1000, grossCents: 1190 })
  expect((await offersOf(bob))[0]?.coupon).toBeUndefined()
})

describe('a coupon is not', () => {
  test('for an interval that it does not name', async () => {
    await coupon('YEARLY', { percent: 20, intervals: [year] })
    const browser = await accountHolder(site, 'ada@example.org')
    await enter(browser, 'YEARLY')
    const offers = await offersOf(browser)
    expect(offers.map((one) => one.coupon?.code)).toEqual([undefined, undefined, 'YEARLY'])
    await order(browser)
    expect([await invoices(), await uses('YEARLY')]).toEqual([[1190], 0])
  })

  test('used beside another: the one entered last is kept', async () => {
    await coupon('FIRST', { percent: 20 })
    await coupon('SECOND', { percent: 10 })
    const browser = await accountHolder(site, 'ada@example.org')
    for (const code of ['FIRST', 'SECOND']) await enter(browser, code)
    await order(browser)
    expect([await invoices(), await uses('FIRST'), await uses('SECOND')]).toEqual([[1071], 0, 1])
  })

  test('used again with the next subscription, nor dropped by another one that is kept', async () => {
    await coupon('FIRST', { percent: 20 })
    await coupon('SECOND', { percent: 10 })
    const browser = await accountHolder(site, 'ada@example.org')
    for (const _ of ['typed twice', 'is kept once']) expect((await enter(browser, 'FIRST')).status).toBe(200)
    await order(browser)
    await browser.call(calls.cancelSubscription)
    await nextMonth()
    expect((await enter(browser, 'FIRST')).problem?.code).toBe('coupon-used')
    expect((await offersOf(browser))[0]).toMatchObject({ priceCents: 1000 })
    await enter(browser, 'SECOND')
    expect((await enter(browser, 'FIRST')).problem?.code).toBe('coupon-used')
    await order(browser)
    expect([await invoices(), await uses('FIRST')]).toEqual([[952, 1071], 1])
  })

  test('for a first purchase once another purchase was made without it', async () => {
    await coupon('NEW', { percent: 20, intervals: [year], firstTime: true })
    const browser = await accountHolder(site, 'ada@example.org')
    await enter(browser, 'NEW')
    await order(browser)
    await browser.call(calls.cancelSubscription)
    await nextMonth()
    expect((await offersOf(browser)).map((one) => one.coupon?.code)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  test('kept while nothing is sold, nor for an account that is being deleted', async () => {
    await coupon('SPRING', { percent: 20 })
    const browser = await accountHolder(site, 'ada@example.org')
    await switchServiceMode(site.services, 'paused')
    expect((await enter(browser, 'SPRING')).problem?.code).toBe('paused')
    await switchServiceMode(site.services, 'open')
    const body = { currentPassword: 'notes on the engine' }
    expect((await browser.call(calls.requestDeletion, { body })).status).toBe(200)
    expect((await enter(browser, 'SPRING')).problem?.code).toBe('account-ending')
    expect(await allRows(site.db, 'coupon_use')).toEqual([])
  })

  test('for a subscription that runs, nor for a customer of before', async () => {
    await coupon('LATE', { percent: 20 })
    await coupon('NEW', { percent: 20, firstTime: true })
    const browser = await accountHolder(site, 'ada@example.org')
    await order(browser)
    expect((await enter(browser, 'LATE')).problem?.code).toBe('coupon-while-paying')
    await browser.call(calls.refundSubscription)
    await runUpkeep(site.services)
    expect((await enter(browser, 'NEW')).problem?.code).toBe('coupon-first-time')
    expect((await enter(browser, 'LATE')).status).toBe(200)
  })

  test('counted for an account that is deleted before it buys', async () => {
    await coupon('SPRING', { percent: 20 })
    await enter(await accountHolder(site, 'ada@example.org'), 'SPRING')
    const { accountId } = await personAt(site.db, 'ada@example.org')
    await inTransaction(site.db, (trx) => deleteAccount(trx, accountId))
    expect(await allRows(site.db, 'coupon_use')).toEqual([])
    expect(await uses('SPRING')).toBe(0)
  })
})

describe('given at registration', () => {
  const trying = testApp({ settings: { RATE_LIMITS: '100000', TRIAL_DAYS: '14' } })
  test('it is kept for the first purchase, and the trial starts as ever', async () => {
    const off = { percent: 20, offCents: null, periods: 1, intervals: null, firstTime: true }
    const row = { code: 'HELLO', associate: 'Acme', license_count: 0, interval_value: 1, max_uses: null }
    const created = { off: JSON.stringify(off), created_at: trying.clock.now(), valid_until: null }
    await trying.db
      .insertInto('coupon')
      .values({ ...row, ...created, code_key: couponKey('HELLO'), interval_unit: 'm' })
      .execute()
    const browser = trying.client()
    await confirmedIn(trying, browser, 'eve@example.org', { couponCode: 'hello' } as never)
    await signIn(browser, 'eve@example.org')
    const session = await browser.call(calls.userSession)
    expect(session.body).toMatchObject({ subscription: { status: 'trial' } })
    await browser.call(calls.changeVatId, { body: { country: 'DE', vatId: '' } })
    await browser.call(calls.changeBillingAddress, { body: { address: 'Eve\nMusterstraße 1\n10115 Berlin' } })
    const setupIntent = await enterCard(browser)
    const [offer] = (await browser.call(calls.subscriptionOffers)).body.offers
    expect(offer).toMatchObject({ priceCents: 800, coupon: { code: 'HELLO', listGrossCents: 1190 } })
    const body = { interval: month, paymentProvider: 'sandbox', setupIntent, shownGrossCents: 952 } as const
    expect((await browser.call(calls.changeSubscription, { body })).status).toBe(200)
    const count = async () => (await allRows(trying.db, 'coupon'))[0]?.uses
    expect(await count()).toBe(0)
    trying.clock.advance({ days: 16 })
    await runUpkeep(trying.services)
    trying.clock.advance({ days: 31 })
    await runUpkeep(trying.services)
    expect((await allInvoices(trying.db)).map((one) => one.gross_cents)).toEqual([952, 1190])
    expect(await count()).toBe(1)
  })
})
