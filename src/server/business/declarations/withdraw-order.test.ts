import { beforeAll, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { ChargeFacts } from '#server/books/billing/charge-facts.ts'
import { findOrder, updateOrder } from '#server/business/shop/order.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { mailsTo } from '#support/mails.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { checkoutWith, paidOrder, placeOrder, voucherOnSale } from '#support/shopper.ts'
import { bookedFor } from '#support/stored/money.ts'
import { allRows } from '#support/stored/rows.ts'
import { accountHolder } from '#support/subscriber.ts'
import { createTestApp } from '#support/test-app.ts'
import { decideAsOperator } from './decide-declaration.ts'
import { settleDeclarations } from './settle-declarations.ts'

// Consumers, guests too, withdraw from an order of the shop by its number, without signing in.

const operator = 'robin@example.com'
let voucher: string
const site = openForTests(() =>
  createTestApp({
    settings: {
      RATE_LIMITS: '100000',
      SELLER_EMAIL: operator,
      SELLER_NAME: 'Robin Sample',
      SELLER_ADDRESS: 'Sample Street 1\n10115 Berlin',
    },
  }),
)
beforeAll(async () => {
  voucher = await voucherOnSale(site)
})

let guests = 0
async function bought(number?: string) {
  guests += 1
  const email = `consumer${guests}@example.org`
  const browser = site.client()
  const { body } = await placeOrder(browser, await checkoutWith(browser, email, number), voucher)
  return { email, order: body.order }
}
async function withdraw(contract: string, email: string, name = 'Somebody Else') {
  await site.client().call(calls.declareWithdrawal, { body: { name, email, contract } })
  await site.services.queue.drain()
}
const stateOf = async (id: string) => (await findOrder(site.db, id))?.state
const toOperator = async () => (await mailsTo(site, operator)).length
const textsTo = async (email: string) => (await mailsTo(site, email)).map(({ text }) => text).join('\n')
async function refundsOf(orderId: string): Promise<number[]> {
  const booked = await bookedFor(site.db, orderId)
  return booked.flatMap((entry) => (entry.startsWith('refunded ') ? [Number(entry.split(' ')[1])] : []))
}

test('a guest gets everything back, with a credit note, and the codes are void', async () => {
  const { email, order } = await bought()
  const before = await toOperator()
  await withdraw(`Order ${order.number.replace(/(\d{4})(?=\d)/g, '$1 ')}`, email)
  expect(await stateOf(order.id)).toBe('returned')
  expect(await refundsOf(order.id)).toEqual([3213])
  expect(await textsTo(email)).toContain('You have withdrawn from this order')
  expect((await mailsTo(site, email)).map(({ subject }) => subject)).toContainEqual(
    expect.stringContaining('Credit note'),
  )
  expect(await toOperator()).toBe(before)
  // repeating it changes nothing
  await withdraw(order.number, email)
  await settleDeclarations(site.services)
  expect(await refundsOf(order.id)).toEqual([3213])
})

test('one that is not paid is cancelled', async () => {
  const { email, order } = await bought('4000000000000341')
  await withdraw(order.number, email)
  expect([await stateOf(order.id), await refundsOf(order.id)]).toEqual(['cancelled', []])
})

test('the number alone does not suffice to withdraw; the operator decides', async () => {
  const { order } = await bought()
  const before = await toOperator()
  await withdraw(order.number, 'stranger@example.org')
  expect([await stateOf(order.id), await toOperator()]).toEqual(['paid', before + 1])
  expect(await textsTo('stranger@example.org')).not.toContain('withdrawn from this order')
  const waiting = (await allRows(site.db, 'declaration')).find(({ outcome }) => outcome === 'operator')
  const id = waiting?.id ?? ''
  const { database, clock } = site.services
  expect(await decideAsOperator({ database, clock }, { decision: 'accept', id })).toEqual({
    decided: 'accepted',
  })
  await settleDeclarations(site.services)
  expect([await stateOf(order.id), await refundsOf(order.id)]).toEqual(['returned', [3213]])
})

test('a voucher that was redeemed, and one after the 14th day, are the operator’s to decide', async () => {
  const redeemed = await bought()
  const friend = await accountHolder(site, 'friend-of-consumer@example.org')
  await friend.call(calls.redeemCoupon, { body: { couponCode: redeemed.order.vouchers[0]?.code ?? '' } })
  await withdraw(redeemed.order.number, redeemed.email)
  expect(await stateOf(redeemed.order.id)).toBe('paid')
  const late = await bought()
  site.clock.advanceBusiness({ days: 15 })
  await withdraw(late.order.number, late.email)
  expect(await stateOf(late.order.id)).toBe('paid')
})

test('goods not shipped yet are refunded; shipped ones when they have been returned', async () => {
  const email = 'goods-consumer@example.org'
  const waiting = await paidOrder(site, { goods: true, email })
  const number = async (id: string) => (await findOrder(site.db, id))?.number ?? ''
  await withdraw(await number(waiting), email)
  expect(await stateOf(waiting)).toBe('returned')
  const shipped = await paidOrder(site, { goods: true, email })
  const moved = { state: 'shipped', shipped_at: site.clock.now() } as const
  await inTransaction(site.db, (trx) => updateOrder(trx, shipped, moved))
  const before = await toOperator()
  await withdraw(await number(shipped), email)
  expect([await stateOf(shipped), await refundsOf(shipped)]).toEqual(['shipped', []])
  expect((await findOrder(site.db, shipped))?.withdrawn_at).not.toBeNull()
  expect(await toOperator()).toBe(before + 1)
  const text = await textsTo(email)
  expect(text).toContain('Please send the goods back within 14 days, to:\n\nRobin Sample\nSample Street 1')
  expect(text).not.toMatch(/sign in|log in/i)
  const opened = /\/shop\/order\/\S+key=\S+/.exec(text)?.[0] ?? ''
  const key = new URL(opened, 'http://site').searchParams.get('key') ?? ''
  const shown = await site.client().call(calls.order, { params: { id: shipped }, query: { key } })
  expect(shown.body.order.returnTo).toBe('Robin Sample\nSample Street 1\n10115 Berlin')
})

test('the link that opens an order is mailed to its buyer alone', async () => {
  const id = await paidOrder(site, { goods: true, email: 'known-buyer@example.org' })
  const order = await findOrder(site.db, id)
  if (!order) throw new Error('the order is gone')
  const { buyer } = order.facts as ChargeFacts
  await withdraw(order.number, 'new-address@example.org', buyer.name)
  const text = await textsTo('new-address@example.org')
  expect(text).toContain('we received your withdrawal')
  expect(text).not.toContain('/shop/order/')
})
