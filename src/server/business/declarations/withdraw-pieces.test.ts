import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { owedOf } from '#server/business/shop/await-transfer.ts'
import { findOrder, updateOrder } from '#server/business/shop/order.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { testAdmin, theAdmin } from '#support/admin.ts'
import { mailsTo } from '#support/mails.ts'
import {
  checkoutWith,
  goodsOnSale,
  orderOnInvoice,
  placeOrder,
  shippingOnOffer,
  voucherOnSale,
} from '#support/shopper.ts'
import { bookedFor } from '#support/stored/money.ts'
import { allRows } from '#support/stored/rows.ts'
import { testApp } from '#support/test-app.ts'
import { settleDeclarations } from './settle-declarations.ts'

// A buyer withdraws from single pieces of an order, signed in or not.

const site = testApp({
  settings: {
    RATE_LIMITS: '100000',
    SHOP_INVOICE: 'everybody',
    SELLER_NAME: 'Robin Sample',
    SELLER_ADDRESS: 'Sample Street 1\n10115 Berlin',
  },
})
const admin = testAdmin(site, { secondFactor: false })

const { password } = theAdmin
let buyers = 0

/** Two mugs at 10 EUR and two vouchers at 27 EUR, shipped for 4.90 EUR; all net. */
async function bought(payment: 'card' | 'invoice' = 'card') {
  buyers += 1
  const email = `pieces${buyers}@example.org`
  const browser = site.client()
  const mug = await goodsOnSale(site)
  const choice = {
    items: [
      { productId: mug, quantity: 2 },
      { productId: await voucherOnSale(site), quantity: 2 },
    ],
    name: 'Ada Lovelace',
    address: 'Ring 3\n10115 Berlin',
    shippingMethod: await shippingOnOffer(site),
  }
  const { body } =
    payment === 'card'
      ? await placeOrder(browser, await checkoutWith(browser, email), '', choice)
      : (await orderOnInvoice(browser, email, '', choice)).reply
  return { email, mug, order: body.order }
}
async function withdraw(contract: string, email: string, of: { pieces?: number[]; part?: string }) {
  const name = 'Somebody Else'
  const reply = await site.client().call(calls.declareWithdrawal, { body: { name, email, contract, ...of } })
  await site.services.queue.drain()
  return reply
}
const viewed = async (id: string) => (await admin.call(calls.deskOrder, { body: { id } })).body
const stockOf = async (id: string) =>
  (await allRows(site.db, 'shop_variant')).find((variant) => variant.id === id)?.stock
const refundsOf = async (id: string) =>
  (await bookedFor(site.db, id)).filter((entry) => entry.startsWith('refunded ')).toSorted()
const textsTo = async (email: string) => (await mailsTo(site, email)).map(({ text }) => text).join('\n')
const ship = (id: string) =>
  inTransaction(site.db, (trx) => updateOrder(trx, id, { state: 'shipped', shipped_at: site.clock.now() }))

test('a piece that was not shipped is refunded at once, and is in stock again; the rest of the order stays', async () => {
  const { email, mug, order } = await bought()
  await withdraw(order.number, email, { pieces: [1, 0], part: '1 × Mug' })
  const { order: shown } = await viewed(order.id)
  expect([shown.state, shown.refundedCents]).toEqual(['paid', 1190])
  expect(shown.lines.map(({ returned = 0, awaited = 0 }) => [returned, awaited])).toEqual([
    [1, 0],
    [0, 0],
  ])
  expect(shown.vouchers.map(({ state }) => state)).toEqual(['open', 'open'])
  expect(await stockOf(mug)).toBe(4)
  const text = await textsTo(email)
  expect(text).toContain('Articles: 1 × Mug')
  expect(text).toContain('You have withdrawn from the articles above')
})

test('all pieces, one after the other, are the whole order with its shipping', async () => {
  const { email, order } = await bought()
  for (const pieces of [
    [1, 0],
    [0, 2],
    [1, 0],
  ])
    await withdraw(order.number, email, { pieces })
  const { order: shown, leftCents } = await viewed(order.id)
  expect([shown.state, leftCents, shown.refundedCents]).toEqual(['returned', 0, order.grossCents])
  expect(shown.vouchers.map(({ state }) => state)).toEqual(['void', 'void'])
})

test('pieces that were withdrawn from before are not given back twice', async () => {
  const { email, order } = await bought()
  await withdraw(order.number, email, { pieces: [2, 0] })
  const first = await refundsOf(order.id)
  await withdraw(order.number, email, { pieces: [2, 0] })
  await settleDeclarations(site.services)
  expect(await refundsOf(order.id)).toEqual(first)
  expect((await viewed(order.id)).order.state).toBe('paid')
})

test('one declaration is carried out once, however many processes look at it', async () => {
  const { email, order } = await bought()
  const body = { name: 'Somebody Else', email, contract: order.number, pieces: [1, 0] }
  await site.client().call(calls.declareWithdrawal, { body })
  await Promise.all([
    settleDeclarations(site.services),
    settleDeclarations(site.services),
    settleDeclarations(site.services),
  ])
  await site.services.queue.drain()
  expect(await refundsOf(order.id)).toEqual(['refunded 1190'])
  expect((await viewed(order.id)).order.lines[0]?.returned).toBe(1)
})

test('two declarations at once about the same piece give it back once', async () => {
  const { email, order } = await bought()
  const declare = (pieces: number[]) =>
    site.client().call(calls.declareWithdrawal, {
      body: { name: 'Somebody Else', email, contract: order.number, pieces },
    })
  await Promise.all([declare([2, 0]), declare([2, 0])])
  await site.services.queue.drain()
  await settleDeclarations(site.services)
  expect((await viewed(order.id)).order.lines[0]?.returned).toBe(2)
  expect((await viewed(order.id)).order.refundedCents).toBe(2380 + 583)
})

test('shipped pieces are awaited, and go back when the operator takes them', async () => {
  const { email, mug, order } = await bought()
  await ship(order.id)
  await withdraw(order.number, email, { pieces: [1, 0] })
  const { order: awaited } = await viewed(order.id)
  expect([awaited.lines[0]?.awaited, awaited.refundedCents, awaited.returnTo]).toEqual([
    1,
    undefined,
    'Robin Sample\nSample Street 1\n10115 Berlin',
  ])
  expect(await textsTo(email)).toContain('Please send them back within 14 days, to:\n\nRobin Sample')
  const body = { id: order.id, pieces: [1, 0], grossCents: 1190, leftCents: order.grossCents, restock: true }
  expect((await admin.call(calls.refundOrder, { body: { ...body, password } })).status).toBe(200)
  const { order: back } = await viewed(order.id)
  expect([back.lines[0]?.awaited, back.lines[0]?.returned, back.returnTo]).toEqual([undefined, 1, undefined])
  expect(await stockOf(mug)).toBe(4)
})

test('a described part is decided by the operator, who selects its pieces', async () => {
  const { email, order } = await bought()
  await withdraw(order.number, email, { part: 'one of the mugs' })
  expect(await refundsOf(order.id)).toEqual([])
  const { declarations } = (await admin.call(calls.waitingDeclarations)).body
  const waiting = declarations.find((one) => one.order?.id === order.id)
  expect(waiting).toMatchObject({
    part: 'one of the mugs',
    pieces: null,
    order: { lines: [{ name: 'Mug', remaining: 2 }, { remaining: 2 }] },
  })
  const id = waiting?.id ?? ''
  const accept = (more: { pieces?: number[] }) =>
    admin.call(calls.decideWaitingDeclaration, { body: { id, decision: 'accept', password, ...more } })
  expect(Object.keys((await accept({})).problem?.errors ?? {})).toEqual(['pieces'])
  expect(Object.keys((await accept({ pieces: [1] })).problem?.errors ?? {})).toEqual(['pieces'])
  expect((await accept({ pieces: [1, 0] })).status).toBe(200)
  await site.services.queue.drain()
  expect(await refundsOf(order.id)).toEqual(['refunded 1190'])
  expect(await textsTo(email)).toContain('Articles: one of the mugs')
  expect(await textsTo(email)).toContain('Articles: 1 × Mug')
})

test('the confirmation lists the pieces to the buyer only', async () => {
  const { email, order } = await bought()
  await withdraw(order.number, email, { pieces: [1, 0] })
  expect(await textsTo(email)).toContain('Articles: 1 × Mug')
  const stranger = `not-${email}`
  const body = { name: 'Ada Lovelace', email: stranger, contract: order.number, pieces: [1, 0] }
  await site.client().call(calls.declareWithdrawal, { body })
  await site.services.queue.drain()
  expect((await viewed(order.id)).order.lines[0]?.returned).toBe(2)
  expect(await textsTo(stranger)).not.toContain('Mug')
})

test('pieces that the order does not have are the operator’s to decide', async () => {
  const { email, order } = await bought()
  await withdraw(order.number, email, { pieces: [1] })
  await withdraw(order.number, email, { pieces: [0, 0] })
  expect(await refundsOf(order.id)).toEqual([])
  const { declarations } = (await admin.call(calls.waitingDeclarations)).body
  expect(declarations.filter((one) => one.order?.id === order.id)).toHaveLength(2)
})

test('of an unpaid order on invoice reduce the amount owed; the rest is paid and handed over', async () => {
  const { email, mug, order } = await bought('invoice')
  await withdraw(order.number, email, { pieces: [1, 1] })
  const { order: shown, leftCents } = await viewed(order.id)
  expect([shown.state, shown.transfer?.grossCents, leftCents]).toEqual(['placed', order.grossCents - 4403, 0])
  expect(await stockOf(mug)).toBe(4)
  const receivedOn = site.clock.now().toISOString().slice(0, 10)
  await admin.call(calls.markOrderPaid, { body: { id: order.id, receivedOn, password } })
  const paid = await viewed(order.id)
  expect(paid.order.vouchers.map(({ state }) => state)).toEqual(['open', 'void'])
  expect(paid.leftCents).toBe(order.grossCents - 4403)
  expect((await bookedFor(site.db, order.id)).toSorted()).toEqual([
    `captured ${order.grossCents - 4403}`,
    'credited 4403',
    `invoiced ${order.grossCents}`,
  ])
})

test('the desk takes pieces of an unpaid invoice back too, and all of them cancel the order', async () => {
  const { order } = await bought('invoice')
  const takeBack = (pieces: number[], grossCents: number, leftCents: number) =>
    admin.call(calls.refundOrder, { body: { id: order.id, pieces, grossCents, leftCents, password } })
  expect((await takeBack([1, 0], 1190, order.grossCents - 1)).problem?.code).toBe('order-moved')
  expect((await takeBack([1, 0], 1190, order.grossCents)).status).toBe(200)
  const left = order.grossCents - 1190
  expect((await takeBack([1, 0], 1190, order.grossCents)).problem?.code).toBe('order-moved')
  expect((await takeBack([1, 2], left, left)).status).toBe(200)
  const row = await findOrder(site.db, order.id)
  expect([row?.state, row && (await owedOf(site.db, row))]).toEqual(['cancelled', 0])
  expect((await bookedFor(site.db, order.id)).toSorted()).toEqual(
    ['credited 1190', `credited ${left}`, `invoiced ${order.grossCents}`].toSorted(),
  )
})
