import { beforeEach, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { localDate } from '#domain/billing/billing-period.ts'
import { couponKey } from '#domain/coupons/coupon.ts'
import { noteRedeemed, reserveCoupon } from '#server/books/billing/coupon.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { signedInAdmin, theAdmin } from '#support/admin.ts'
import { testEngine } from '#support/database.ts'
import { whileHeld } from '#support/held-lock.ts'
import { mailsTo } from '#support/mails.ts'
import { registerIn } from '#support/people.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { checkoutWith, orderOnInvoice, placeOrder, voucherOnSale } from '#support/shopper.ts'
import { ledgerSums, noticesOf } from '#support/stored/money.ts'
import { personAt } from '#support/stored/people.ts'
import { allRows } from '#support/stored/rows.ts'
import { accountHolder } from '#support/subscriber.ts'
import { type TestApp, testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'
import { lockOrder } from './order.store.ts'
import { ordersWithOpenVouchers, voidVouchers, vouchersOf } from './voucher.store.ts'

let buyer: TestClient
const site = testApp({
  settings: { RATE_LIMITS: '100000', TRIAL_DAYS: '0', SHOP_INVOICE: 'everybody' },
})
beforeEach(async () => {
  await site.startOver()
  buyer = site.client()
})

const email = 'giver@example.org'
/** Three months for 32.13 EUR gross each. */
async function buy(quantity: number) {
  const voucher = await voucherOnSale(site)
  const checkout = await checkoutWith(buyer, email)
  const { body } = await placeOrder(buyer, checkout, voucher, { quantity })
  const codes = body.order.vouchers.map(({ code }) => code ?? '')
  const look = async () => {
    const shown = await buyer.call(calls.order, { params: { id: checkout.id }, query: { key: checkout.key } })
    return { state: shown.body.order.state, vouchers: shown.body.order.vouchers.map(({ state }) => state) }
  }
  return { codes, look, orderId: checkout.id }
}
const switchTo = (serviceMode: 'open' | 'paused' | 'sunset' | 'closed') =>
  buyer.call(calls.demoServiceMode, { body: { serviceMode } })
async function refundedCents(orderId: string): Promise<number> {
  return (await ledgerSums(site.db, orderId)).refunded ?? 0
}
const subjects = async () => (await mailsTo(site, email)).map(({ subject }) => subject)

test('a service that pauses or announces its closing pays nothing back; the vouchers are good', async () => {
  const { codes, look, orderId } = await buy(2)
  for (const [index, mode] of (['paused', 'sunset'] as const).entries()) {
    const friend = await accountHolder(site, `friend.${mode}@example.org`)
    await switchTo(mode)
    await runUpkeep(site.services)
    expect(await refundedCents(orderId)).toBe(0)
    const body = { couponCode: codes[index] ?? '' }
    expect((await friend.call(calls.redeemCoupon, { body })).status).toBe(200)
    await switchTo('open')
  }
  expect((await look()).vouchers).toEqual(['redeemed', 'redeemed'])
})

test('a service that closes refunds unredeemed vouchers, once, and announces it', async () => {
  const { codes, look, orderId } = await buy(3)
  const friend = await accountHolder(site, 'friend@example.org')
  const [, redeemed = ''] = codes
  expect((await friend.call(calls.redeemCoupon, { body: { couponCode: redeemed } })).status).toBe(200)
  await runUpkeep(site.services)
  expect(await refundedCents(orderId)).toBe(0)

  await switchTo('closed')
  await runUpkeep(site.services)
  expect(await look()).toEqual({ state: 'paid', vouchers: ['void', 'redeemed', 'void'] })
  expect(await refundedCents(orderId)).toBe(6426)
  await runUpkeep(site.services)
  expect(await refundedCents(orderId)).toBe(6426)
  const told = await subjects()
  expect(told.filter((subject) => subject.endsWith('are paid back'))).toHaveLength(1)
  expect(told.filter((subject) => /credit note/i.test(subject))).toHaveLength(1)
})

test('a fully refunded order is returned, and its codes are void even after the service reopens', async () => {
  const { codes, look, orderId } = await buy(2)
  await switchTo('closed')
  await runUpkeep(site.services)
  expect(await look()).toEqual({ state: 'returned', vouchers: ['void', 'void'] })
  expect(await refundedCents(orderId)).toBe(6426)
  await switchTo('open')
  const friend = await accountHolder(site, 'friend@example.org')
  const late = await friend.call(calls.redeemCoupon, { body: { couponCode: codes[0] ?? '' } })
  expect(late.status).toBe(422)
})

test('expired vouchers are not refunded', async () => {
  const { look, orderId } = await buy(1)
  site.clock.advance({ days: 4 * 366 })
  await switchTo('closed')
  await runUpkeep(site.services)
  expect(await refundedCents(orderId)).toBe(0)
  expect((await look()).vouchers).toEqual(['open'])
})

test('payments by bank transfer are refunded by transfer: the mail says so, and the operator gets the amount', async () => {
  const { id } = await orderOnInvoice(buyer, email, await voucherOnSale(site))
  const admin = await signedInAdmin(site, { secondFactor: false })
  const receivedOn = site.clock.now().toISOString().slice(0, 10)
  await admin.call(calls.markOrderPaid, { body: { id, receivedOn, password: theAdmin.password } })
  await switchTo('closed')
  await runUpkeep(site.services)
  await runUpkeep(site.services)
  const told = (await mailsTo(site, email)).filter(({ subject }) => subject.endsWith('are paid back'))
  expect(told).toHaveLength(1)
  expect(told[0]?.text).toContain('we transfer €32.13 to the bank account that it was paid from')
  expect(told[0]?.text).not.toContain('card')
  expect(await noticesOf(site.db, id)).toMatchObject([{ kind: 'transfer-back', cents: 3213 }])
  expect((await subjects()).filter((subject) => /credit note/i.test(subject))).toHaveLength(1)
})

test('an unpaid order on invoice is left to the operator: it has no codes, and nothing is owed', async () => {
  const { id } = await orderOnInvoice(buyer, email, await voucherOnSale(site))
  await switchTo('closed')
  await runUpkeep(site.services)
  expect(await refundedCents(id)).toBe(0)
  expect((await subjects()).filter((subject) => subject.endsWith('are paid back'))).toEqual([])
})

// the embedded database has one connection
if (testEngine === 'postgresql')
  test('a voucher that is redeemed meanwhile is not paid back, and the others are in the next round', async () => {
    const { codes, look, orderId } = await buy(2)
    const { database, clock } = site.services
    const { accountId } = await friendOf(site)
    await switchTo('closed')
    await whileHeld(
      database,
      (trx) => lockOrder(trx, orderId),
      () => runUpkeep(site.services, { failing: ['refund-vouchers-at-closing'] }),
      (trx) => noteRedeemed(trx, { couponKey: couponKey(codes[0] ?? ''), accountId, now: clock.now() }),
    )
    expect(await refundedCents(orderId)).toBe(0)
    expect((await look()).vouchers).toEqual(['redeemed', 'open'])
    await runUpkeep(site.services)
    expect(await refundedCents(orderId)).toBe(3213)
    expect((await look()).vouchers).toEqual(['redeemed', 'void'])
  })

test('the vouchers of one order are void without those of others, even if none are left', async () => {
  const [one, other] = [await buy(1), await buy(1)]
  const { database, clock, config } = site.services
  const today = localDate(clock.now(), config.seller.zone)
  const openOn = async (day: string) =>
    (await ordersWithOpenVouchers(database.db, day)).filter((id) =>
      [one, other].some((of) => of.orderId === id),
    )
  expect((await openOn(today)).toSorted()).toEqual([one.orderId, other.orderId].toSorted())
  const voidOf = (orderId: string) =>
    inTransaction(database.db, (trx) =>
      voidVouchers(trx, { orderId, now: clock.now(), zone: config.seller.zone }),
    )
  await voidOf(one.orderId)
  await voidOf(one.orderId)
  expect((await one.look()).vouchers).toEqual(['void'])
  expect((await other.look()).vouchers).toEqual(['open'])
  expect(await openOn(today)).toEqual([other.orderId])
  const [{ validUntil } = { validUntil: '' }] = await vouchersOf(database.db, other.orderId)
  expect(await openOn(validUntil)).toEqual([other.orderId])
  expect(await openOn('2100-01-01')).toEqual([])
  const { accountId } = await friendOf(site)
  const couponKeyOfOther = couponKey(other.codes[0] ?? '')
  await inTransaction(database.db, (trx) =>
    noteRedeemed(trx, { couponKey: couponKeyOfOther, accountId, now: clock.now() }),
  )
  expect(await openOn(today)).toEqual([])
  await voidOf(other.orderId)
  expect((await other.look()).vouchers).toEqual(['redeemed'])
  const coupons = await allRows(database.db, 'coupon')
  expect(coupons.map(({ associate }) => associate)).toEqual(['gift-vouchers', 'gift-vouchers'])
})

test('a voucher reserved by an unconfirmed user is open, and void with the others', async () => {
  const [held, redeemed] = [await buy(1), await buy(1)]
  const { database, clock, config, random } = site.services
  const { db } = database
  const today = localDate(clock.now(), config.seller.zone)
  await registerIn(site, site.client(), 'held@example.org', { couponCode: held.codes[0] ?? '' })
  const { accountId } = await friendOf(site)
  await inTransaction(db, (trx) =>
    noteRedeemed(trx, { couponKey: couponKey(redeemed.codes[0] ?? ''), accountId, now: clock.now() }),
  )
  expect([(await held.look()).vouchers, (await redeemed.look()).vouchers]).toEqual([['open'], ['redeemed']])
  expect(await ordersWithOpenVouchers(db, today)).toEqual([held.orderId])
  const zone = config.seller.zone
  const voidAt = (orderId: string, now: Date) =>
    inTransaction(db, (trx) => voidVouchers(trx, { orderId, now, zone }))
  const first = clock.now()
  for (const { orderId } of [held, redeemed, { orderId: random.id() }]) await voidAt(orderId, first)
  await voidAt(held.orderId, new Date(first.getTime() + 86_400_000))
  const voided = (await allRows(db, 'shop_voucher')).map(({ voided_at }) => voided_at)
  expect(voided.filter((at) => at !== null)).toEqual([first])
  expect((await redeemed.look()).vouchers).toEqual(['redeemed'])
  expect((await vouchersOf(db, held.orderId)).map(({ validUntil }) => validUntil)).toEqual([
    localDate(first, zone),
  ])
})

// the embedded database has one connection
if (testEngine === 'postgresql')
  test('a voucher that is held while it becomes void is void', async () => {
    const { codes, look, orderId } = await buy(1)
    const { database, clock, config } = site.services
    const { accountId } = await friendOf(site)
    const [now, zone] = [clock.now(), config.seller.zone]
    const reservedUntil = new Date(now.getTime() + 86_400_000)
    await whileHeld(
      database,
      async (trx) => {
        await reserveCoupon(trx, {
          couponKey: couponKey(codes[0] ?? ''),
          accountId,
          now,
          zone,
          serviceMode: 'open',
          reservedUntil,
        })
      },
      () => inTransaction(database.db, (trx) => voidVouchers(trx, { orderId, now, zone })),
      async () => {},
    )
    expect((await look()).vouchers).toEqual(['void'])
  })

async function friendOf(of: TestApp) {
  await accountHolder(of, 'friend@example.org')
  return personAt(of.services.database.db, 'friend@example.org')
}
