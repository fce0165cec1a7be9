import { beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { readInvoices } from '#server/books/invoices/invoice.store.ts'
import { writtenInvoice } from '#server/books/invoices/invoice-facts.ts'
import { invoiceText } from '#server/books/invoices/invoice-text.ts'
import { mailSaying } from '#support/owners.ts'
import { checkoutWith, goodsOnSale, placeOrder, shippingOnOffer, voucherOnSale } from '#support/shopper.ts'
import { accountHolder } from '#support/subscriber.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'
import { refundOrder } from './return-order.ts'

let parcel: string
let voucher: string
let mug: string
const site = testApp({
  settings: { RATE_LIMITS: '100000', VAT_MODE: 'full', SELLER_VAT_ID: 'DE136695976' },
})
beforeAll(async () => {
  parcel = await shippingOnOffer(site)
  voucher = await voucherOnSale(site)
  mug = await goodsOnSale(site, { stock: 100 })
})

let companies = 0
async function company(billingAddress: string, country = 'AT', vatId = 'ATU13585627') {
  companies += 1
  const email = `buyer${companies}@company.example`
  const owner = await accountHolder(site, email, { country, vatId })
  await owner.call(calls.changeBillingAddress, { body: { address: billingAddress } })
  return { owner, email }
}

type Choice = Parameters<typeof placeOrder>[3]
async function order({ owner, email }: { owner: TestClient; email: string }, choice: Choice) {
  const checkout = await checkoutWith(owner, email)
  const reply = await placeOrder(owner, checkout, '', choice)
  expect(reply.body.order).toMatchObject({ state: 'paid' })
  return reply.body.order
}

/** The printed texts, by document. */
async function papersOf(orderId: string) {
  const rows = await readInvoices(site.db, orderId)
  return rows.toReversed().map((row) => invoiceText(writtenInvoice(row)))
}

const both = () => [
  { productId: voucher, quantity: 1 },
  { productId: mug, quantity: 1 },
]

describe('an order of vouchers and goods by a company elsewhere in the EU', () => {
  test('lists on its documents the articles with reverse charge', async () => {
    const buyer = await company('Ada GmbH\nRing 12\n1010 Wien')
    const { id, grossCents, reverseCharge } = await order(buyer, { items: both(), shippingMethod: parcel })
    expect(reverseCharge).toBe(true)
    await refundOrder(site.services, { orderId: id, grossCents: 1000, leftCents: grossCents })
    expect((await mailSaying(site, buyer.email, 'VAT 19%')).text).toMatch(
      /Reverse charge: the customer owes the value added tax on Three months\./,
    )
    const [invoice, note] = await papersOf(id)
    expect(invoice?.lines.map(({ detail }) => detail)).toEqual([
      '1 user for 3 months · VAT 0%, reverse charge',
      'VAT 19%',
      'VAT 19%',
    ])
    const sentence = /Reverse charge: the customer owes the value added tax on Three months\./
    expect(invoice?.notes[0]).toMatch(sentence)
    expect(note?.lines.map(({ detail }) => detail)).toEqual(['VAT 0%, reverse charge', 'VAT 19%'])
    expect(note?.notes[0]).toMatch(sentence)
  })

  test('states it for the whole order if it applies to all articles, and not for domestic orders', async () => {
    const abroad = await company('Ada GmbH\nRing 12\n1010 Wien')
    const items = [{ productId: voucher, quantity: 1 }]
    const [whole] = await papersOf((await order(abroad, { items })).id)
    expect(whole?.lines.map(({ detail }) => detail)).toEqual(['1 user for 3 months'])
    expect(whole?.notes[0]).toMatch(/Reverse charge: the customer owes the value added tax\.$/)
    const home = await company('Bo GmbH\nRing 12\n10115 Berlin', 'DE', 'DE136695976')
    const ordered = await order(home, { items: both(), shippingMethod: parcel })
    expect(ordered).not.toHaveProperty('reverseCharge')
    const [paper] = await papersOf(ordered.id)
    expect(paper?.notes.join()).not.toMatch(/everse charge/)
  })
})

describe('an order of a company', () => {
  test.each([
    [
      'for somebody there, at another address',
      { name: 'Bo Chen', address: 'Lindenweg 12\n20095 Hamburg' },
      ['Ada GmbH', 'Bo Chen', 'Lindenweg 12', '20095 Hamburg'],
    ],
    [
      'with its own address, as it was offered',
      { name: 'Bo Chen', address: 'Ada GmbH\nRing 12\n10115 Berlin' },
      ['Ada GmbH', 'Ring 12', '10115 Berlin'],
    ],
    ['without a word', {}, ['Ada GmbH', 'Ring 12', '10115 Berlin']],
    [
      'that names it below',
      { name: 'Bo Chen', address: 'Bo Chen\nAda GmbH\nLindenweg 12\n20095 Hamburg' },
      ['Bo Chen', 'Ada GmbH', 'Lindenweg 12', '20095 Hamburg'],
    ],
  ])('has its name %s', async (_, typed, printed) => {
    const buyer = await company('Ada GmbH\nRing 12\n10115 Berlin', 'DE', 'DE136695976')
    const { body } = await buyer.owner.call(calls.quoteCart, { body: { items: both(), country: 'DE' } })
    expect(body.company).toBe('Ada GmbH')
    const { id } = await order(buyer, { items: both(), shippingMethod: parcel, ...typed })
    const [paper] = await papersOf(id)
    expect([paper?.customer.name, ...(paper?.customer.lines ?? [])]).toEqual(printed)
  })

  test('is not that of a person who buys for themselves', async () => {
    const owner = await accountHolder(site, 'person@example.org')
    const { body } = await owner.call(calls.quoteCart, { body: { items: both(), country: 'DE' } })
    expect(body).not.toHaveProperty('company')
    const who = { name: 'Bo Chen', address: 'Lindenweg 12\n20095 Hamburg' }
    const buyer = { owner, email: 'person@example.org' }
    const { id } = await order(buyer, { items: both(), shippingMethod: parcel, ...who })
    const [paper] = await papersOf(id)
    expect(paper?.customer).toEqual({ name: 'Bo Chen', lines: ['Lindenweg 12', '20095 Hamburg'] })
  })
})
