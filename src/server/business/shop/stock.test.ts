import { beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { findAttempt } from '#server/books/billing/charging/charging.store.ts'
import { recordReversal } from '#server/books/billing/events/record-reversal.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import {
  checkoutWith,
  discountCode,
  goodsOnSale,
  placeOrder,
  shippingOnOffer,
  voucherOnSale,
} from '#support/shopper.ts'
import { discountUses, piecesOf } from '#support/stored/shop.ts'
import { accountHolder, goodCard, sandboxOf } from '#support/subscriber.ts'
import { createTestApp, testApp } from '#support/test-app.ts'
import { findOrder, lastAttempt, updateOrder } from './order.store.ts'
import { vouchersOf } from './voucher.store.ts'

// An order takes its stock once, and a return restores it once.

let parcel: string
let voucher: string
const site = testApp({ settings: { RATE_LIMITS: '100000' } })
beforeAll(async () => {
  parcel = await shippingOnOffer(site)
  voucher = await voucherOnSale(site)
})

const home = { name: 'Ada Lovelace', address: 'Lindenweg 12\n20095 Hamburg' }
let buyers = 0
async function checkout(number = goodCard) {
  buyers += 1
  const browser = site.client()
  return { browser, begun: await checkoutWith(browser, `stock${buyers}@example.org`, number) }
}
async function bought(mug: string, quantity = 1) {
  const { browser, begun } = await checkout()
  const items = [
    { productId: mug, quantity },
    { productId: voucher, quantity: 1 },
  ]
  const { body } = await placeOrder(browser, begun, mug, { ...home, items, shippingMethod: parcel })
  expect(body.order.state).toBe('paid')
  return body.order
}
const stockOf = (id: string) => piecesOf(site.db, id)
const codesOf = async (orderId: string) =>
  (await vouchersOf(site.db, orderId)).map(({ state }) => (state === 'void' ? 'void' : 'valid'))
async function shipped(orderId: string): Promise<void> {
  const now = site.clock.now()
  await inTransaction(site.db, (trx) => updateOrder(trx, orderId, { state: 'shipped', shipped_at: now }))
}
async function refOf(orderId: string): Promise<string> {
  return (await lastAttempt(site.db, orderId))?.provider_ref ?? ''
}

test('goods and a discount code are taken once, however often and at once the button is pressed', async () => {
  const mug = await goodsOnSale(site, { stock: 9 })
  const code = await discountCode(site, 'PRESSED')
  for (const number of [goodCard, '4000000000000341']) {
    const { browser, begun } = await checkout(number)
    const choice = { ...home, shippingMethod: parcel, discountCode: code, quantity: 2 }
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => placeOrder(browser, begun, mug, choice)),
    )
    expect(replies.map(({ body, problem }) => problem?.code ?? body.order.id)).toEqual(
      Array(8).fill(begun.id),
    )
  }
  expect(await stockOf(mug)).toBe(5)
  expect(await discountUses(site.db, code)).toBe(2)
})

describe('after a refund at the provider', () => {
  const giveBack = async (orderId: string, cents: number) => {
    await sandboxOf(site).dashboard.giveBack(await refOf(orderId), cents)
    await site.services.queue.drain()
  }

  test('all of it: goods that were not shipped are in stock again, once', async () => {
    const mug = await goodsOnSale(site, { stock: 5 })
    const { id, grossCents } = await bought(mug, 3)
    await giveBack(id, grossCents - 1)
    expect([await stockOf(mug), await codesOf(id)]).toEqual([2, ['valid']])
    await giveBack(id, 1)
    expect([await stockOf(mug), await codesOf(id)]).toEqual([5, ['void']])
    expect((await findOrder(site.db, id))?.state).toBe('returned')
    await site.services.queue.drain()
    expect(await stockOf(mug)).toBe(5)
  })

  test('shipped goods are not: only the operator knows of their return', async () => {
    const mug = await goodsOnSale(site, { stock: 5 })
    const { id, grossCents } = await bought(mug)
    await shipped(id)
    await giveBack(id, grossCents)
    expect([await stockOf(mug), (await findOrder(site.db, id))?.state]).toEqual([4, 'returned'])
  })
})

describe('a bank’s claim', () => {
  const reverse = async (
    orderId: string,
    kind: 'dispute-open' | 'dispute-won' | 'dispute-lost',
    returnedCents = 0,
  ) => {
    const known = await lastAttempt(site.db, orderId)
    const attempt = await findAttempt(site.db, { id: known?.id ?? '' })
    if (!attempt) throw new Error(`order ${orderId} was never charged`)
    const news = { kind, ref: `${kind} ${orderId}`, disputedCents: 100, returnedCents }
    await recordReversal(site.services, attempt, news)
  }

  test('voids the codes while it is open, and leaves the goods to be shipped or not', async () => {
    const mug = await goodsOnSale(site, { stock: 5 })
    const { id } = await bought(mug)
    await reverse(id, 'dispute-open')
    expect([await codesOf(id), await stockOf(mug), (await findOrder(site.db, id))?.state]).toEqual([
      ['void'],
      4,
      'paid',
    ])
  })

  test('that is decided for the seller takes nothing', async () => {
    const mug = await goodsOnSale(site, { stock: 5 })
    const { id } = await bought(mug)
    await reverse(id, 'dispute-won')
    expect([await codesOf(id), await stockOf(mug)]).toEqual([['valid'], 4])
  })

  test('that is lost marks the order returned, and restocks its unshipped goods', async () => {
    const mug = await goodsOnSale(site, { stock: 5 })
    const { id, grossCents } = await bought(mug)
    await reverse(id, 'dispute-lost', grossCents)
    expect([await codesOf(id), await stockOf(mug), (await findOrder(site.db, id))?.state]).toEqual([
      ['void'],
      5,
      'returned',
    ])
  })
})

describe('card forms are limited', () => {
  test('by account, and by network, for a first card and for each other one', async () => {
    const strict = await createTestApp()
    await voucherOnSale(strict)
    const browser = strict.client()
    const owner = await accountHolder(strict, 'many-cards@example.org')
    const begin = (by = browser) =>
      by.call(calls.beginCheckout, { body: { email: 'tries@example.org', paymentProvider: 'sandbox' } })
    const own: number[] = []
    for (let count = 0; count < 11; count += 1) own.push((await begin(owner)).status)
    expect(own).toEqual([...Array(10).fill(200), 429])
    // both are from one network
    const first = await begin()
    const { orderId: id, key } = first.body
    const replies = []
    for (let count = 0; count < 19; count += 1)
      replies.push(
        count % 2 ? await begin() : await browser.call(calls.anotherCard, { params: { id }, body: { key } }),
      )
    expect(replies.map(({ status }) => status)).toEqual(Array(19).fill(200))
    expect((await begin()).status).toBe(429)
    expect((await browser.call(calls.anotherCard, { params: { id }, body: { key } })).status).toBe(429)
    await strict.close()
  })
})
