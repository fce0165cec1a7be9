import { beforeEach, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { couponKey } from '#domain/coupons/coupon.ts'
import { insertInvoice } from '#server/books/invoices/invoice.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { signedInAdmin } from '#support/admin.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { personAt } from '#support/stored/people.ts'
import { allRows, storeRow } from '#support/stored/rows.ts'
import { accountHolder, enterCard } from '#support/subscriber.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

// Plan 2 costs 10 EUR a month and user, and 19 % VAT.
const month = { value: 1, unit: 'm' } as const

const site = testApp({ settings: { RATE_LIMITS: '100000', TRIAL_DAYS: '0' } })
beforeEach(() => site.startOver())

const coupon = (code: string, associate: string | null, percent: number | null) =>
  storeRow(site.db, 'coupon', {
    code_key: couponKey(code),
    code,
    associate,
    license_count: percent === null ? 1 : 0,
    interval_value: 1,
    interval_unit: 'm',
    max_uses: null,
    valid_until: null,
    off:
      percent === null
        ? null
        : JSON.stringify({ percent, offCents: null, periods: null, intervals: null, firstTime: false }),
    created_at: site.clock.now(),
  })
const enter = (browser: TestClient, couponCode: string) =>
  browser.call(calls.redeemCoupon, { body: { couponCode } })
async function order(browser: TestClient) {
  const setupIntent = await enterCard(browser)
  const [offer] = (await browser.call(calls.subscriptionOffers)).body.offers
  const body = { interval: month, paymentProvider: 'sandbox', setupIntent } as const
  const shownGrossCents = offer?.grossCents ?? 0
  expect((await browser.call(calls.changeSubscription, { body: { ...body, shownGrossCents } })).status).toBe(
    200,
  )
}
const pass = async (days: number) => {
  site.clock.advance({ days })
  await runUpkeep(site.services)
}

test('coupons and associates are told with what they brought, and lead to their invoices', async () => {
  await coupon('SPRING', 'Acme', 20)
  await coupon('GIFT', 'ACME', null)
  await coupon('UNUSED', 'Acme', 20)
  const ada = await accountHolder(site, 'ada@example.org')
  await enter(ada, 'SPRING')
  await order(ada)
  const bob = await accountHolder(site, 'bob@example.org')
  await enter(bob, 'SPRING')
  await order(bob)
  await bob.call(calls.refundSubscription)
  await runUpkeep(site.services)
  // a coupon of users first, and money for it afterwards
  const eve = await accountHolder(site, 'eve@example.org')
  await enter(eve, 'GIFT')
  await order(eve)
  await order(await accountHolder(site, 'without@example.org'))
  await pass(32)
  const admin = await signedInAdmin(site)
  const brought = async (by: 'coupon' | 'associate', month?: string) =>
    (await admin.call(calls.couponMoney, { query: { by, ...(month && { month }) } })).body
  expect(await brought('coupon')).toEqual({
    count: 2,
    rows: [
      { name: 'SPRING', associate: 'Acme', customers: 2, firstCents: 800, laterCents: 800 },
      { name: 'GIFT', associate: 'ACME', customers: 1, firstCents: 1000, laterCents: 0 },
    ],
    total: { customers: 3, firstCents: 1800, laterCents: 800 },
  })
  expect((await brought('associate')).rows).toMatchObject([
    { customers: 3, firstCents: 1800, laterCents: 800 },
  ])
  const issued = (await allRows(site.db, 'coupon_sale')).map((sale) => sale.issued_on.slice(0, 7)).sort()
  const [first, last] = [issued.at(0) ?? '', issued.at(-1) ?? '']
  expect((await brought('coupon', first)).rows).toMatchObject([
    { name: 'SPRING', customers: 2, firstCents: 800, laterCents: 0 },
  ])
  expect((await brought('coupon', last)).total.laterCents).toBe(800)
  expect((await brought('coupon', '2020-01')).total).toEqual({ customers: 0, firstCents: 0, laterCents: 0 })

  const sales = async (query: Readonly<Record<string, string>>) =>
    (await admin.call(calls.couponSales, { query })).body
  expect(await sales({ coupon: 'spring', part: 'first' })).toMatchObject({
    count: 3,
    sales: [{ kind: 'credit-note', netCents: -800 }, { kind: 'invoice' }, { kind: 'invoice' }],
  })
  expect(await sales({ associate: 'acme', part: 'customer' })).toMatchObject({ count: 3 })
  expect(await sales({ month: last, part: 'later' })).toMatchObject({
    count: 1,
    sales: [{ coupon: 'SPRING', isFirst: false, netCents: 800 }],
  })
  const { text } = await admin.call(calls.couponMoneyCsv, { query: { by: 'coupon' } })
  expect(text.trim().split('\r\n').slice(1)).toEqual(['SPRING,Acme,2,8,8,16', 'GIFT,ACME,1,10,0,10'])
})

test('an invoice that replaces another belongs to the same coupon, and makes no second customer', async () => {
  await coupon('SPRING', null, 20)
  const ada = await accountHolder(site, 'ada@example.org')
  await order(ada)
  const { accountId } = await personAt(site.db, 'ada@example.org')
  const [before] = await allRows(site.db, 'invoice')
  // redeemed after that invoice, which therefore belongs to no coupon
  const now = site.clock.now()
  await storeRow(site.db, 'coupon_use', {
    coupon_key: couponKey('SPRING'),
    account_id: accountId,
    redeemed_at: now,
    created_at: now,
  })
  await pass(32)
  const [sale] = await allRows(site.db, 'coupon_sale')
  const numberOf = async (id: string | undefined) =>
    (await allRows(site.db, 'invoice')).find((one) => one.id === id)?.number
  const again = (number: string, instead: string | undefined) =>
    inTransaction(site.db, (trx) =>
      insertInvoice(trx, {
        id: crypto.randomUUID(),
        kind: 'invoice',
        accountId,
        chargeId: null,
        corrects: null,
        issuedOn: '2027-01-31',
        netCents: 500,
        vatCents: 0,
        grossCents: 500,
        facts: {},
        effectKey: number,
        number,
        now,
        instead,
      }),
    )
  await again('of none', before?.number)
  await again('of the coupon', await numberOf(sale?.invoice_id))
  await again('new', undefined)
  const rows = (await allRows(site.db, 'coupon_sale')).map((one) => [
    one.net_cents,
    one.is_first,
    one.is_customer,
  ])
  expect(rows.toSorted()).toEqual([
    [1000, true, true],
    [500, false, false],
    [500, true, false],
  ])
})

test('the renewals of 90 days are counted by week and month, and those that do not come', async () => {
  const ada = await accountHolder(site, 'ada@example.org')
  await order(ada)
  const eve = await accountHolder(site, 'eve@example.org')
  await coupon('GIFT', null, null)
  await enter(eve, 'GIFT')
  const admin = await signedInAdmin(site)
  const forecast = async (by: 'week' | 'month' = 'month') =>
    (await admin.call(calls.renewalForecast, { query: { by } })).body
  expect((await forecast()).waiting > 0).toBe(true)
  await runUpkeep(site.services)
  const sums = async (by?: 'week' | 'month') => {
    const { rows, waiting } = await forecast(by)
    expect(waiting).toBe(0)
    const of = (kind: 'renewed' | 'cancelled' | 'paused' | 'granted') => [
      rows.reduce((sum, row) => sum + row[kind].count, 0),
      rows.reduce((sum, row) => sum + row[kind].cents, 0),
    ]
    return {
      renewed: of('renewed'),
      cancelled: of('cancelled'),
      paused: of('paused'),
      granted: of('granted'),
    }
  }
  const none = [0, 0]
  const before = { renewed: [2, 2000], cancelled: none, paused: none, granted: [1, 0] }
  expect(await sums()).toEqual(before)
  expect(await sums('week')).toEqual(before)
  expect((await forecast('week')).rows.every(({ day }) => new Date(day).getUTCDay() === 1)).toBe(true)
  const { from, to } = await forecast()
  const rows = (kind?: 'renewed') =>
    admin.call(calls.comingRenewals, { query: { from, to, ...(kind && { kind }) } })
  expect((await rows('renewed')).body).toMatchObject({ count: 2, coming: [{ netCents: 1000, seats: 1 }, {}] })
  expect((await rows()).body.count).toBe(3)
  const { text } = await admin.call(calls.renewalForecastCsv, { query: { by: 'month' } })
  expect(text.trim().split('\r\n')).toHaveLength(1 + (await forecast()).rows.length)

  await ada.call(calls.cancelSubscription)
  await runUpkeep(site.services)
  expect(await sums()).toEqual({ ...before, renewed: none, cancelled: [1, 1000] })
})
