import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { readInvoices } from '#server/books/invoices/invoice.store.ts'
import { writtenInvoice } from '#server/books/invoices/invoice-facts.ts'
import { invoiceText } from '#server/books/invoices/invoice-text.ts'
import { findOrder } from '#server/business/shop/order.store.ts'
import { worthOfPieces } from '#server/business/shop/return-order.ts'
import { auditOf, testAdmin, theAdmin } from '#support/admin.ts'
import { textsOfPdf } from '#support/pdf-texts.ts'
import {
  checkoutWith,
  discountCode,
  goodsOnSale,
  placeOrder,
  shippingOnOffer,
  voucherOnSale,
} from '#support/shopper.ts'
import { bookedFor } from '#support/stored/money.ts'
import { allRows } from '#support/stored/rows.ts'
import { testApp } from '#support/test-app.ts'
import { packingList } from './order-papers.ts'

// The operator takes single pieces of an order back: their money, their stock and their codes, and nothing else.

const site = testApp({ settings: { RATE_LIMITS: '100000' } })
const admin = testAdmin(site, { secondFactor: false })

const { password } = theAdmin
const viewed = async (id: string) => (await admin.call(calls.deskOrder, { body: { id } })).body
const takeBack = (
  id: string,
  of: { pieces: number[]; grossCents: number; leftCents: number; restock?: boolean },
) => admin.call(calls.refundOrder, { body: { id, password, ...of } })
const move = (id: string, event: 'pack' | 'ship') =>
  admin.call(calls.moveOrder, { body: { id, event, password } })
const stockOf = async (id: string) =>
  (await allRows(site.db, 'shop_variant')).find((variant) => variant.id === id)?.stock
const refundsOf = async (id: string) =>
  (await bookedFor(site.db, id)).filter((entry) => /^(refunded|credited) /.test(entry)).toSorted()

/** Three mugs at 10 EUR, a book at 20 EUR and two vouchers at 27 EUR, less 10 %, shipped for 4.90 EUR; all net. */
let buyers = 0
async function mixedOrder() {
  buyers += 1
  const [mug, book] = [
    await goodsOnSale(site),
    await goodsOnSale(site, { name: 'Book', netCents: 2000, taxClass: 'book' }),
  ]
  const voucher = await voucherOnSale(site)
  const browser = site.client()
  const checkout = await checkoutWith(browser, `pieces${buyers}@example.org`)
  const { body } = await placeOrder(browser, checkout, '', {
    items: [
      { productId: mug, quantity: 3 },
      { productId: book, quantity: 1 },
      { productId: voucher, quantity: 2 },
    ],
    name: 'Ada Lovelace',
    address: 'Ring 3\n10115 Berlin',
    shippingMethod: await shippingOnOffer(site),
    discountCode: await discountCode(site, `TEN-${buyers}`),
  })
  return { mug, book, order: body.order }
}
async function textOfLastNote(orderId: string) {
  const notes = (await readInvoices(site.db, orderId)).filter(({ kind }) => kind === 'credit-note')
  const last = notes.toSorted((one, other) => one.number.localeCompare(other.number)).at(-1)
  if (!last) throw new Error('there is no credit note')
  const { lines, totals } = invoiceText(writtenInvoice(last))
  return { lines: lines.map(({ text, amount }) => `${text} ${amount}`), total: totals.at(-1)?.[1] }
}

test('a piece of a line goes back with its money after the discount, and is in stock again; the rest stays', async () => {
  const { mug, order } = await mixedOrder()
  expect(await stockOf(mug)).toBe(2)
  // 9.00 EUR net after the discount
  const reply = await takeBack(order.id, { pieces: [1, 0, 0], grossCents: 1071, leftCents: order.grossCents })
  expect(reply.problem).toBeUndefined()
  const { order: shown, leftCents } = await viewed(order.id)
  expect([shown.state, leftCents]).toEqual(['paid', order.grossCents - 1071])
  expect(shown.lines.map(({ returned }) => returned)).toEqual([1, undefined, undefined])
  expect(shown.refundedCents).toBe(1071)
  expect(shown.vouchers.map(({ state }) => state)).toEqual(['open', 'open'])
  expect(await stockOf(mug)).toBe(3)
  expect(await refundsOf(order.id)).toEqual(['credited 1071', 'refunded 1071'])
  expect(await textOfLastNote(order.id)).toEqual({ lines: ['1 × Mug −€9.00'], total: '−€10.71' })
  const [entry] = (await auditOf(site)).filter(({ action }) => action === 'order-refunded')
  expect(JSON.parse(String(entry?.after))).toMatchObject({ pieces: [1, 0, 0], grossCents: 1071 })
  // returned pieces are not packed
  const row = await findOrder(site.db, order.id)
  if (!row) throw new Error('the order is gone')
  const { bytes } = await packingList(site.services, row)
  const packed = (await textsOfPdf(bytes)).map(({ text }) => text).join(' ')
  expect(packed).toContain('2 Mug')
})

test('piece by piece, all of the order goes back to the cent at each rate, with its shipping, and no more', async () => {
  const { mug, book, order } = await mixedOrder()
  let leftCents = order.grossCents
  for (const pieces of [
    [1, 0, 0],
    [0, 0, 1],
    [0, 1, 0],
    [1, 0, 1],
    [1, 0, 0],
  ]) {
    const { worth, order: shown } = await viewed(order.id)
    expect(worth?.left.length).toBeGreaterThan(0)
    expect(shown.state).toBe('paid')
    const before = await viewed(order.id)
    const grossCents = await worthOf(order.id, pieces)
    expect((await takeBack(order.id, { pieces, grossCents: grossCents + 1, leftCents })).problem?.code).toBe(
      'order-moved',
    )
    expect((await takeBack(order.id, { pieces, grossCents, leftCents })).status).toBe(200)
    leftCents = before.leftCents - grossCents
  }
  const { order: shown, ...after } = await viewed(order.id)
  expect([shown.state, after.leftCents, after.worth]).toEqual(['returned', 0, undefined])
  expect(shown.lines.map(({ returned }) => returned)).toEqual([3, 1, 2])
  expect(shown.vouchers.map(({ state }) => state)).toEqual(['void', 'void'])
  expect([await stockOf(mug), await stockOf(book)]).toEqual([5, 5])
  const sums = new Map<number, number>()
  for (const row of await readInvoices(site.db, order.id)) {
    const { document } = writtenInvoice(row)
    for (const tax of document.taxes ?? [document.total])
      for (const [key, cents] of [
        [tax.vatBasisPoints, tax.netCents],
        [-tax.vatBasisPoints, tax.vatCents],
      ] as const)
        sums.set(key, (sums.get(key) ?? 0) + cents)
  }
  expect([...sums.values()].every((cents) => cents === 0)).toBe(true)
  expect((await textOfLastNote(order.id)).lines).toContainEqual(expect.stringContaining('Shipping'))
})

test('of vouchers makes the last unredeemed ones void', async () => {
  const { order } = await mixedOrder()
  const grossCents = await worthOf(order.id, [0, 0, 1])
  expect(grossCents).toBe(2892)
  await takeBack(order.id, { pieces: [0, 0, 1], grossCents, leftCents: order.grossCents })
  expect((await viewed(order.id)).order.vouchers.map(({ state }) => state)).toEqual(['open', 'void'])
})

test('goods that were shipped are in stock again only if they have come back', async () => {
  const { mug, order } = await mixedOrder()
  await move(order.id, 'pack')
  await move(order.id, 'ship')
  const leftCents = order.grossCents
  await takeBack(order.id, { pieces: [1, 0, 0], grossCents: 1071, leftCents })
  expect(await stockOf(mug)).toBe(2)
  await takeBack(order.id, {
    pieces: [1, 0, 0],
    grossCents: 1071,
    leftCents: leftCents - 1071,
    restock: true,
  })
  expect(await stockOf(mug)).toBe(3)
})

test('less than the price of pieces may be refunded: the loss in value is kept', async () => {
  const { order } = await mixedOrder()
  await takeBack(order.id, { pieces: [1, 1, 0], grossCents: 1500, leftCents: order.grossCents })
  const { leftCents, order: shown } = await viewed(order.id)
  expect([leftCents, shown.lines.map(({ returned = 0 }) => returned)]).toEqual([
    order.grossCents - 1500,
    [1, 1, 0],
  ])
  const { lines, total } = await textOfLastNote(order.id)
  expect(total).toBe('−€15.00')
  expect(lines.map((line) => line.replace(/ −.*/, ''))).toEqual(['1 × Mug', '1 × Book'])
})

test.each([
  ['more pieces than remain', [4, 0, 0]],
  ['no piece at all', [0, 0, 0]],
  ['too few lines', [1]],
  ['too many lines', [1, 0, 0, 0]],
])('%s are refused', async (_, pieces) => {
  const { order } = await mixedOrder()
  const reply = await takeBack(order.id, { pieces, grossCents: 1, leftCents: order.grossCents })
  expect(reply.problem?.code).toBe('order-moved')
  expect(await refundsOf(order.id)).toEqual([])
})

test('the same piece is taken back once, however often and at once the button is pressed', async () => {
  const { mug, order } = await mixedOrder()
  const replies = await Promise.all(
    Array.from({ length: 5 }, () =>
      takeBack(order.id, { pieces: [1, 0, 0], grossCents: 1071, leftCents: order.grossCents }),
    ),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const { status, problem } of replies)
    if (status !== 200) expect(['order-moved', 'charge-in-flight']).toContain(problem?.code)
  expect(await stockOf(mug)).toBe(3)
  expect((await viewed(order.id)).order.lines[0]?.returned).toBe(1)
  expect(await refundsOf(order.id)).toEqual(['credited 1071', 'refunded 1071'])
})

/** As the desk computes it. */
async function worthOf(id: string, pieces: readonly number[]): Promise<number> {
  const order = await findOrder(site.db, id)
  if (!order) throw new Error('the order is gone')
  return (await worthOfPieces(site.db, order, pieces)).grossCents
}
