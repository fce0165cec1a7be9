import { beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { DeskEvent } from '#domain/shop/order-state.ts'
import { findOrder, lockOrder, updateOrder } from '#server/business/shop/order.store.ts'
import { auditOf, browserOf, expiredOwner, testAdmin, theAdmin } from '#support/admin.ts'
import { testEngine } from '#support/database.ts'
import { whileHeld } from '#support/held-lock.ts'
import { mailsTo } from '#support/mails.ts'
import { collisionsIn, textsOfPdf } from '#support/pdf-texts.ts'
import {
  checkoutWith,
  goodsOnSale,
  paidOrder,
  placeOrder,
  shippingOnOffer,
  voucherOnSale,
} from '#support/shopper.ts'
import { bookedFor } from '#support/stored/money.ts'
import { goodCard, sandboxOf } from '#support/subscriber.ts'
import { testApp } from '#support/test-app.ts'
import { addressLabel, packingList } from './order-papers.ts'

let voucher: string
const site = testApp({ settings: { RATE_LIMITS: '100000' } })
const admin = testAdmin(site, { secondFactor: false })
beforeAll(async () => {
  voucher = await voucherOnSale(site)
})

const { password } = theAdmin
const viewed = async (id: string) => (await admin.call(calls.deskOrder, { body: { id } })).body
const found = async (query: string, more: { state?: 'paid'; page?: number } = {}) =>
  (await admin.call(calls.findOrders, { body: { query, page: 0, ...more } })).body
const move = (id: string, event: DeskEvent, more: { tracking?: string; password?: string } = { password }) =>
  admin.call(calls.moveOrder, { body: { id, event, ...more } })
const refund = (id: string, grossCents: number, leftCents: number) =>
  admin.call(calls.refundOrder, { body: { id, grossCents, leftCents, password } })
const subjectsTo = async (email: string) => (await mailsTo(site, email)).map(({ subject }) => subject)

let buyers = 0
async function bought({ number = goodCard, quantity = 1 } = {}) {
  buyers += 1
  const browser = site.client()
  const email = `desk${buyers}@example.org`
  const checkout = await checkoutWith(browser, email, number)
  const { body } = await placeOrder(browser, checkout, voucher, { quantity })
  return { email, browser, checkout, order: body.order }
}
const booksOf = (orderId: string) => bookedFor(site.db, orderId)

describe('the desk of orders', () => {
  test('finds them by a part of the number or the email, by state, newest first, ten a page', async () => {
    const { order, email } = await bought()
    for (const query of [
      order.number,
      order.number.slice(3),
      order.number.replace(/(\d{4})(?=\d)/g, '$1 '),
      email.toUpperCase(),
    ])
      expect((await found(query)).orders.map(({ id }) => id)).toEqual([order.id])
    for (const query of ['%', '_', 'desk1@example.orgx', '999999999999']) {
      expect(await found(query)).toEqual({ count: 0, orders: [] })
    }
    const unpaid = await bought({ number: '4000000000000341' })
    expect((await found('desk', { state: 'paid' })).orders.map(({ id }) => id)).not.toContain(unpaid.order.id)
    for (let count = 0; count < 10; count += 1) {
      site.clock.advanceBusiness({ minutes: 1 })
      await paidOrder(site, { email: `many${count}@example.com` })
    }
    const first = await found('many')
    expect([first.count, first.orders.length, first.orders[0]?.email]).toEqual([10, 10, 'many9@example.com'])
    const rest = await found('', { page: 1 })
    expect([rest.count, rest.orders.length]).toEqual([12, 2])
    expect((await found('', { page: 2 })).orders).toEqual([])
  })

  test('shows one with its buyer, and what may be done next', async () => {
    const { order } = await bought({ number: '4000000000000341' })
    expect(await viewed(order.id)).toMatchObject({
      order: { id: order.id, state: 'placed' },
      accountId: null,
      events: ['cancel'],
      leftCents: 0,
      documents: [],
    })
    const missing = await admin.call(calls.deskOrder, { body: { id: site.services.random.id() } })
    expect(missing.problem?.code).toBe('not-found')
  })

  test('is the admin’s alone', async () => {
    const owner = await browserOf(site, expiredOwner.userId)
    const { order } = await bought()
    const body = { id: order.id }
    expect((await owner.call(calls.deskOrder, { body })).status).toBe(403)
    expect((await owner.call(calls.moveOrder, { body: { ...body, event: 'cancel' } })).status).toBe(403)
  })
})

describe('the papers of a parcel', () => {
  const papers = [calls.packingList, calls.addressLabel] as const

  test('are the list of its goods and the address of its buyer, in the language of the buyer', async () => {
    const mug = await goodsOnSale(site, { name: 'Tasse 茶', variant: 'blau' })
    const shippingMethod = await shippingOnOffer(site, { countries: ['AT'] })
    const browser = site.client()
    const checkout = await checkoutWith(browser, 'papers@example.org')
    const items = [
      { productId: mug, quantity: 2 },
      { productId: voucher, quantity: 1 },
    ]
    const where = { country: 'AT', name: 'Zoë Łukasz', address: 'Ring 1\n1010 Wien', shippingMethod }
    const { body } = await placeOrder(browser, checkout, mug, { items, ...where })
    const params = { id: body.order.id }
    for (const [call, title] of [
      [calls.packingList, 'packing-list'],
      [calls.addressLabel, 'address-label'],
    ] as const) {
      const paper = await admin.call(call, { params })
      expect(paper.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${title}-${body.order.number}.pdf"`,
        'cache-control': 'private, no-store',
      })
      expect(paper.text.slice(0, 8)).toBe('%PDF-1.7')
      expect(paper.text.match(/\/Type \/Page\b/g)).toHaveLength(1)
    }
  })

  test('have room for long names and addresses: texts neither overlap nor leave the page', async () => {
    const row = await findOrder(site.db, await paidOrder(site, { goods: true }))
    if (!row) throw new Error('there is no order')
    const long = 'Donaudampfschifffahrtsgesellschaft und Verlag für Software'
    const [line] = row.lines as object[]
    const goods = { ...line, name: long, variant: `${long}, blau`, quantity: 1000, weightGrams: 30_000 }
    const buyer = {
      name: long,
      address: [long, 'z. Hd. Ada', long, 'Ring 1', '1010 Wien'].join('\n'),
      country: 'AT',
    }
    const order = {
      ...row,
      lines: Array.from({ length: 12 }, () => goods),
      facts: { ...(row.facts as object), buyer },
    }
    for (const [make, width] of [
      [packingList, 595.28],
      [addressLabel, 297.64],
    ] as const) {
      const texts = textsOfPdf((await make(site.services, order)).bytes)
      expect(texts.map(({ text }) => text)).toContain('1010 Wien')
      expect(collisionsIn(texts, width)).toEqual([])
    }
  })

  test('exist for goods only, and for the admin only', async () => {
    const { order } = await bought()
    const owner = await browserOf(site, expiredOwner.userId)
    const parcel = await paidOrder(site, { goods: true })
    for (const call of papers) {
      expect((await admin.call(call, { params: { id: order.id } })).status).toBe(404)
      expect((await admin.call(call, { params: { id: site.services.random.id() } })).status).toBe(404)
      expect((await owner.call(call, { params: { id: parcel } })).status).toBe(403)
    }
  })
})

describe('an order of goods', () => {
  test('is packed, shipped with its tracking number, which is mailed, and delivered, each once', async () => {
    const email = 'goods@example.org'
    const id = await paidOrder(site, { goods: true, email })
    expect((await move(id, 'ship')).problem?.code).toBe('order-moved')
    expect((await move(id, 'pack')).status).toBe(200)
    expect((await move(id, 'pack')).problem?.code).toBe('order-moved')
    expect((await move(id, 'ship', { password, tracking: ' 00340 4344 ' })).status).toBe(200)
    const order = await findOrder(site.db, id)
    expect(order).toMatchObject({ state: 'shipped', tracking_number: '00340 4344' })
    expect(order?.shipped_at).not.toBeNull()
    const [mail] = (await mailsTo(site, email)).filter(({ subject }) => subject.includes('on its way'))
    expect(mail?.text).toContain('00340 4344')
    expect((await move(id, 'deliver')).status).toBe(200)
    expect(await findOrder(site.db, id)).toMatchObject({ state: 'delivered' })
    expect((await move(id, 'deliver')).problem?.code).toBe('order-moved')
    const entries = (await auditOf(site)).filter(({ target }) => target === id)
    expect(entries.map(({ action, after }) => [action, after])).toEqual([
      ['order-moved', JSON.stringify({ state: 'packed' })],
      ['order-moved', JSON.stringify({ state: 'shipped', tracking: '00340 4344' })],
      ['order-moved', JSON.stringify({ state: 'delivered' })],
    ])
  })

  test('requires the password only if it was entered more than five minutes ago', async () => {
    const id = await paidOrder(site, { goods: true })
    site.clock.advanceReal({ minutes: 6 })
    expect((await move(id, 'pack', {})).problem?.code).toBe('password-required')
    expect((await move(id, 'pack', { password: 'guessed' })).problem?.code).toBe('wrong-password')
    expect((await move(id, 'pack')).status).toBe(200)
    expect((await move(id, 'ship', {})).status).toBe(200)
  })
})

test('vouchers alone are never packed', async () => {
  const { order } = await bought()
  expect((await move(order.id, 'pack')).problem?.code).toBe('order-moved')
  expect((await viewed(order.id)).events).toEqual([])
})

describe('an order that is not paid', () => {
  test('is cancelled, its buyer is told, and no card pays it any more', async () => {
    const { order, email, browser, checkout } = await bought({ number: '4000000000000341' })
    expect((await move(order.id, 'cancel')).status).toBe(200)
    expect(await viewed(order.id)).toMatchObject({ order: { state: 'cancelled' }, events: [] })
    expect(await subjectsTo(email)).toContainEqual(expect.stringContaining('was cancelled'))
    const { id, key } = checkout
    const another = await browser.call(calls.anotherCard, { params: { id }, body: { key } })
    expect(another.problem?.code).toBe('order-closed')
    expect((await move(order.id, 'cancel')).problem?.code).toBe('order-moved')
  })

  test('is not cancelled while its payment may be on its way, nor once it is paid', async () => {
    await sandboxOf(site).setFault('charge-then-hang')
    const { order } = await bought()
    await sandboxOf(site).setFault('none')
    expect((await move(order.id, 'cancel')).problem?.code).toBe('charge-in-flight')
    const paid = await bought()
    expect((await move(paid.order.id, 'cancel')).problem?.code).toBe('order-moved')
  })
})

// the embedded database has one connection
if (testEngine === 'postgresql')
  test('an order that is paid meanwhile is not cancelled', async () => {
    const { order } = await bought({ number: '4000000000000341' })
    const { problem } = await whileHeld(
      site.services.database,
      (trx) => lockOrder(trx, order.id),
      () => move(order.id, 'cancel'),
      (trx) => updateOrder(trx, order.id, { state: 'paid' }),
    )
    expect(problem?.code).toBe('order-moved')
  })

describe('a refund', () => {
  test('of everything marks the order returned, with a credit note, and unredeemed codes are void', async () => {
    const { order, email } = await bought({ quantity: 2 })
    expect((await viewed(order.id)).leftCents).toBe(6426)
    expect((await refund(order.id, 6426, 6426)).status).toBe(200)
    const { order: returned, leftCents, documents } = await viewed(order.id)
    expect([returned.state, leftCents, documents.length]).toEqual(['returned', 0, 2])
    expect(returned.vouchers.map(({ state }) => state)).toEqual(['void', 'void'])
    expect(await booksOf(order.id)).toEqual([
      'captured 6426',
      'credited 6426',
      'invoiced 6426',
      'refunded 6426',
    ])
    expect(await subjectsTo(email)).toContainEqual(expect.stringContaining('Credit note'))
    expect((await refund(order.id, 6426, 6426)).problem?.code).toBe('order-moved')
  })

  test('of a part leaves the order and its codes as they are; the rest can follow', async () => {
    const { order } = await bought()
    expect((await refund(order.id, 1000, 3213)).status).toBe(200)
    expect(await viewed(order.id)).toMatchObject({ order: { state: 'paid' }, leftCents: 2213 })
    // a decision based on an outdated amount must be made again
    expect((await refund(order.id, 1000, 3213)).problem?.code).toBe('order-moved')
    expect((await refund(order.id, 2214, 2213)).problem?.code).toBe('order-moved')
    expect((await refund(order.id, 2213, 2213)).status).toBe(200)
    expect((await viewed(order.id)).order).toMatchObject({ state: 'returned', vouchers: [{ state: 'void' }] })
    expect(await booksOf(order.id)).toEqual([
      'captured 3213',
      'credited 1000',
      'credited 2213',
      'invoiced 3213',
      'refunded 1000',
      'refunded 2213',
    ])
  })

  test('is ordered once, however often and at once the button is pressed', async () => {
    const { order } = await bought()
    const replies = await Promise.all(Array.from({ length: 5 }, () => refund(order.id, 1000, 3213)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await booksOf(order.id)).filter((line) => line.startsWith('refunded'))).toEqual(['refunded 1000'])
  })

  test('waits for one in progress, and is sent again automatically', async () => {
    const { order } = await bought()
    await sandboxOf(site).setFault('hang')
    expect((await refund(order.id, 1000, 3213)).status).toBe(200)
    expect((await refund(order.id, 2213, 2213)).problem?.code).toBe('charge-in-flight')
    await sandboxOf(site).setFault('none')
  })
})
