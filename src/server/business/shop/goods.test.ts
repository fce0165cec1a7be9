import { beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { findInvoiceByEffect } from '#server/books/invoices/invoice.store.ts'
import { salesToConsumers } from '#server/books/invoices/oss-sales.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { mailsTo } from '#support/mails.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import {
  checkoutWith,
  discountCode,
  goodsOnSale,
  placeOrder,
  shippingOnOffer,
  voucherOnSale,
} from '#support/shopper.ts'
import { discountUses, piecesOf } from '#support/stored/shop.ts'
import { accountHolder, goodCard } from '#support/subscriber.ts'
import { testApp } from '#support/test-app.ts'
import { giveBackDiscount } from './catalogue/discount.store.ts'
import { findOrder } from './order.store.ts'

let parcel: string
const site = testApp({
  settings: {
    RATE_LIMITS: '100000',
    VAT_MODE: 'full',
    OSS_SINCE: '2026-01-01',
    SELLER_VAT_ID: 'DE136695976',
  },
})
beforeAll(async () => {
  parcel = await shippingOnOffer(site)
  await shippingOnOffer(site, { name: 'Letter', countries: ['DE'], weightUpToGrams: 500, netCents: 150 })
})

const declined = '4000000000000341'
const home = { name: 'Ada Lovelace', address: 'Lindenweg 12\n20095 Hamburg' }

let guests = 0
async function guest(number = goodCard) {
  guests += 1
  const browser = site.client()
  const email = `buyer${guests}@example.org`
  return { browser, email, checkout: await checkoutWith(browser, email, number) }
}
type Choice = Parameters<typeof placeOrder>[3]
async function ordered(productId: string, choice: Choice = {}, number = goodCard) {
  const who = await guest(number)
  const more = { ...home, shippingMethod: parcel, ...choice }
  return { ...who, reply: await placeOrder(who.browser, who.checkout, productId, more) }
}
const stockOf = (id: string) => piecesOf(site.db, id)
const usesOf = (code: string) => discountUses(site.db, code)
async function receivedBy(email: string): Promise<string | undefined> {
  return (await mailsTo(site, email)).find(({ subject }) => subject.startsWith('We received'))?.text
}
const quote = async (
  productId: string,
  quantity: number,
  more: { country?: string; discountCode?: string } = {},
) => (await site.client().call(calls.quoteCart, { body: { items: [{ productId, quantity }], ...more } })).body

describe('goods', () => {
  test('are ordered in one of their variants: without one the quote and the order are refused', async () => {
    const id = await goodsOnSale(site, { name: 'Shirt of sizes', variant: 'M', stock: 9 })
    const { products } = (await site.client().call(calls.shop)).body
    const goods = products.find(({ name }) => name === 'Shirt of sizes')
    const items = [{ productId: goods?.id, quantity: 1 }]
    const { problem } = await site.client().call(calls.quoteCart, { body: { items } })
    expect(problem?.code).toBe('product-gone')
    const { browser, checkout } = await guest()
    const { id: orderId, key, setupIntent } = checkout
    const body = {
      ...home,
      key,
      items,
      country: 'DE',
      setupIntent,
      shippingMethod: parcel,
      shownGrossCents: 2000,
    }
    const order = await browser.call(calls.placeOrder, { params: { id: orderId }, body })
    expect(order.problem?.code).toBe('product-gone')
    expect(await stockOf(id)).toBe(9)
  })

  test('list the price of each shipping method, with the VAT of most goods at home', async () => {
    await goodsOnSale(site, { name: 'Shipped' })
    const { shipping } = (await site.client().call(calls.shop)).body
    expect(shipping.find(({ name }) => name === 'Letter')).toEqual({
      id: expect.any(String),
      name: 'Letter',
      countries: ['DE'],
      weightUpToGrams: 500,
      netCents: 150,
      grossCents: 179,
    })
  })

  test('are shown with their variants, prices and stock', async () => {
    const id = await goodsOnSale(site, {
      name: 'Atlas',
      variant: 'Hardcover',
      netCents: 3000,
      taxClass: 'book',
      stock: 99,
    })
    await goodsOnSale(site, { name: 'Former', onSale: false })
    const { products } = (await site.client().call(calls.shop)).body
    expect(products).toContainEqual({
      id: expect.any(String),
      kind: 'goods',
      name: 'Atlas',
      description: '',
      picture: null,
      variants: [{ id, name: 'Hardcover', available: 20, netCents: 3000, grossCents: 3210 }],
    })
    expect(products.map(({ name }) => name)).not.toContain('Former')
  })

  test('are shipped by the methods for the country and the weight', async () => {
    const book = await goodsOnSale(site, { taxClass: 'book', weightGrams: 400 })
    await shippingOnOffer(site, { name: 'Former', onOffer: false })
    const names = async (quantity: number, country: string) =>
      (await quote(book, quantity, { country })).shippingMethods.map((one) => [one.name, one.grossCents])
    // as the goods in the cart, at 7 % and 10 %
    expect(await names(1, 'DE')).toEqual([
      ['Letter', 161],
      ['Parcel', 524],
    ])
    expect(await names(2, 'DE')).toEqual([['Parcel', 524]])
    expect(await names(1, 'AT')).toEqual([['Parcel', 539]])
    expect(await names(1, 'FR')).toEqual([])
    expect(await names(13, 'DE')).toEqual([])
  })

  test('need an address and a way of shipping that fits, and vouchers none', async () => {
    const mug = await goodsOnSale(site)
    const voucher = await voucherOnSale(site)
    const letter = (await quote(mug, 1)).shippingMethods.find(({ name }) => name === 'Letter')?.id ?? ''
    const problemOf = async (id: string, choice: Choice) => (await ordered(id, choice)).reply.problem?.errors
    expect(await problemOf(mug, { shippingMethod: undefined })).toHaveProperty('shippingMethod')
    expect(await problemOf(mug, { country: 'AT', shippingMethod: letter })).toHaveProperty('shippingMethod')
    expect(await problemOf(mug, { quantity: 2, shippingMethod: letter })).toHaveProperty('shippingMethod')
    expect(await problemOf(mug, { address: ' ' })).toHaveProperty('address')
    expect(await problemOf(mug, { name: '' })).toHaveProperty('name')
    expect(await problemOf(voucher, {})).toHaveProperty('items')
    expect(await stockOf(mug)).toBe(5)
  })

  test('are sold as they are: stock is taken, an invoice of several rates is mailed, no codes are', async () => {
    const mug = await goodsOnSale(site)
    const book = await goodsOnSale(site, { name: 'Book', netCents: 3000, taxClass: 'book' })
    const { reply, email, checkout } = await ordered(mug, {
      items: [
        { productId: mug, quantity: 2 },
        { productId: book, quantity: 1 },
      ],
    })
    expect(reply.status).toBe(200)
    expect(reply.body.order).toMatchObject({
      state: 'paid',
      shipping: { name: 'Parcel', netCents: 490 },
      taxes: [
        { basisPoints: 1900, netCents: 2196 },
        { basisPoints: 700, netCents: 3294 },
      ],
      vouchers: [],
    })
    expect([await stockOf(mug), await stockOf(book)]).toEqual([3, 4])
    const subjects = (await mailsTo(site, email)).map(({ subject }) => subject)
    expect(subjects).toHaveLength(2)
    expect(subjects.toSorted()).toEqual([
      expect.stringMatching(/^We received your order/),
      expect.stringMatching(/^Your invoice/),
    ])
    expect(await receivedBy(email)).toContain('Shipping (Parcel): €5.48')
    const invoice = await findInvoiceByEffect(site.db, `invoice ${checkout.id} order:${checkout.id}`)
    expect(invoice).toBeDefined()
  })

  test('count towards the threshold of the One Stop Shop', async () => {
    const book = await goodsOnSale(site, { netCents: 3000, taxClass: 'book' })
    const sold = () =>
      salesToConsumers(site.db, { countries: ['AT'], from: '2026-01-01', until: '2026-12-31' })
    const before = await sold()
    const { reply } = await ordered(book, { country: 'AT' })
    expect(reply.body.order.taxes).toEqual([{ basisPoints: 1000, netCents: 3490, vatCents: 349 }])
    expect((await sold()) - before).toBe(3490)
  })
})

describe('stock', () => {
  test('that is missing is shown in the cart, and not sold', async () => {
    const mug = await goodsOnSale(site, { stock: 2 })
    expect((await quote(mug, 3)).short).toEqual([{ productId: mug, available: 2 }])
    expect((await quote(mug, 2)).short).toEqual([])
    const { reply, checkout, email } = await ordered(mug, { quantity: 3 })
    expect([reply.status, reply.problem?.code]).toEqual([409, 'stock-gone'])
    expect(await stockOf(mug)).toBe(2)
    // nothing of it was kept
    expect(await findOrder(site.db, checkout.id)).toBeUndefined()
    expect(await mailsTo(site, email)).toEqual([])
  })

  test('is taken whole or not at all', async () => {
    const mug = await goodsOnSale(site)
    const last = await goodsOnSale(site, { stock: 0 })
    for (const [first, second] of [
      [mug, last],
      [last, mug],
    ] as const) {
      const items = [
        { productId: first, quantity: 1 },
        { productId: second, quantity: 1 },
      ]
      expect((await ordered(mug, { items })).reply.problem?.code).toBe('stock-gone')
    }
    expect(await stockOf(mug)).toBe(5)
  })

  test('is taken once, however often and at once the button is pressed', async () => {
    const mug = await goodsOnSale(site)
    const code = await discountCode(site, 'ONCE')
    const { browser, checkout } = await guest()
    const choice = { ...home, shippingMethod: parcel, discountCode: code, quantity: 2 }
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => placeOrder(browser, checkout, mug, choice)),
    )
    expect(replies.map(({ status }) => status).toSorted()).toContain(200)
    expect([await stockOf(mug), await usesOf(code)]).toEqual([3, 1])
  })

  test('and a code’s use are there again when an order is not paid within a day', async () => {
    const mug = await goodsOnSale(site)
    const code = await discountCode(site, 'SECOND-CHANCE', { max_uses: 1 })
    const { reply } = await ordered(mug, { quantity: 2, discountCode: code }, declined)
    expect(reply.body.order.state).toBe('placed')
    expect([await stockOf(mug), await usesOf(code)]).toEqual([3, 1])
    site.clock.advanceBusiness({ hours: 25 })
    await runUpkeep(site.services)
    expect([await stockOf(mug), await usesOf(code)]).toEqual([5, 0])
    await runUpkeep(site.services)
    expect([await stockOf(mug), await usesOf(code)]).toEqual([5, 0])
  })
})

describe('a discount code', () => {
  test('is given back alone, and never more often than it was used', async () => {
    const [one, other] = [
      await discountCode(site, 'GIVEN-BACK', { uses: 1 }),
      await discountCode(site, 'STAYS', { uses: 1 }),
    ]
    const giveBack = () => inTransaction(site.db, (trx) => giveBackDiscount(trx, one))
    await giveBack()
    expect([await usesOf(one), await usesOf(other)]).toEqual([0, 1])
    await giveBack()
    expect(await usesOf(one)).toBe(0)
  })

  test('lowers each rate by its share, and is on the order and its mail', async () => {
    const mug = await goodsOnSale(site)
    const book = await goodsOnSale(site, { name: 'Book', netCents: 3000, taxClass: 'book' })
    await discountCode(site, 'Autumn', { percent: 20 })
    const items = [
      { productId: mug, quantity: 1 },
      { productId: book, quantity: 1 },
    ]
    const { reply, email } = await ordered(mug, { items, discountCode: ' aut umn' })
    expect(reply.body.order).toMatchObject({
      discount: { code: 'Autumn', netCents: 800, grossCents: 880, freeShipping: false },
      netCents: 4000 - 800 + 490,
    })
    expect(await receivedBy(email)).toContain('Discount Autumn: −€8.80')
  })

  test('may free of shipping', async () => {
    const mug = await goodsOnSale(site)
    await discountCode(site, 'FREE', { free_shipping: true })
    const { reply } = await ordered(mug, { discountCode: 'FREE' })
    expect(reply.body.order).toMatchObject({ shipping: { netCents: 0, grossCents: 0 }, netCents: 1000 })
  })

  test.each([
    ['NOBODY-KNOWS', { reason: 'unknown' }],
    ['LATER', { reason: 'not-yet', validFrom: '2026-12-24' }],
    ['OVER', { reason: 'over' }],
    ['USED', { reason: 'used-up' }],
    ['LARGE', { reason: 'minimum', minimumCents: 1001 }],
  ])('%s has no discount, with the reason', async (code, fault) => {
    const mug = await goodsOnSale(site)
    if (code === 'LATER') await discountCode(site, code, { valid_from: '2026-12-24' })
    if (code === 'OVER') await discountCode(site, code, { valid_until: '2026-11-20' })
    if (code === 'USED') await discountCode(site, code, { max_uses: 2, uses: 2 })
    if (code === 'LARGE') await discountCode(site, code, { minimum_cents: 1001 })
    const { discountFault, discount, netCents } = await quote(mug, 1, { discountCode: code })
    expect({ discountFault, discount, netCents }).toEqual({
      discountFault: fault,
      discount: null,
      netCents: 1000,
    })
  })

  test('is not used more often than it may be, however many want it at once', async () => {
    const mug = await goodsOnSale(site, { stock: 20 })
    const code = await discountCode(site, 'THREE', { max_uses: 3 })
    const buyers = await Promise.all(Array.from({ length: 10 }, () => guest()))
    const replies = await Promise.all(
      buyers.map(({ browser, checkout }) =>
        placeOrder(browser, checkout, mug, { ...home, shippingMethod: parcel, discountCode: code }),
      ),
    )
    const lowered = replies.filter(({ body, status }) => status === 200 && body.order.discount !== null)
    expect(lowered).toHaveLength(3)
    // the others get the error, or have seen before that there is no discount
    expect(replies.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
    expect(await usesOf(code)).toBe(3)
  })
})

test('a company elsewhere in the EU owes the tax of its vouchers and pays that of its goods here', async () => {
  const owner = await accountHolder(site, 'owner@example.org', { country: 'AT', vatId: 'ATU13585627' })
  const mug = await goodsOnSale(site)
  const voucher = await voucherOnSale(site)
  const items = [
    { productId: voucher, quantity: 1 },
    { productId: mug, quantity: 1 },
  ]
  const { body } = await owner.call(calls.quoteCart, { body: { items, shippingMethod: parcel } })
  expect(body).toMatchObject({
    country: 'AT',
    reverseCharge: true,
    taxes: [
      { basisPoints: 0, netCents: 2700, vatCents: 0 },
      { basisPoints: 1900, netCents: 1490 },
    ],
  })
})
