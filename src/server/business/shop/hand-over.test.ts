import { beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Language } from '#domain/language.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { attachmentNames, readSentMails } from '#server/platform/mail/mail.store.ts'
import { mailsTo } from '#support/mails.ts'
import {
  checkoutWith,
  discountCode,
  goodsOnSale,
  placeOrder,
  shippingOnOffer,
  voucherOnSale,
} from '#support/shopper.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'
import { giftOf } from './order-mails.ts'
import { takeBackOrder } from './settle-order.ts'
import { voucherSheet } from './voucher-sheet.ts'

// The buyer's gifts: a mail to forward and a sheet to print, which contain nothing of the order.

let voucher: string
let mug: string
let shippingMethod: string
const site = testApp({ settings: { RATE_LIMITS: '100000' } })
beforeAll(async () => {
  voucher = await voucherOnSale(site, { licenseCount: 2 })
  mug = await goodsOnSale(site, { stock: 100 })
  shippingMethod = await shippingOnOffer(site)
  await discountCode(site, 'GIVERS10')
})

const buyer = { name: 'Greta Giver', address: 'Lindenweg 12\n20095 Hamburg' }

/** Two vouchers and a mug, with a discount, for a buyer with name and address. */
async function bought(email: string, language: Language = 'en') {
  const browser = site.client()
  browser.cookies.set('lectern-language', language)
  const checkout = await checkoutWith(browser, email)
  const items = [
    { productId: voucher, quantity: 2 },
    { productId: mug, quantity: 1 },
  ]
  const chosen = { items, ...buyer, shippingMethod, discountCode: 'GIVERS10' }
  const reply = await placeOrder(browser, checkout, voucher, chosen)
  return { browser, checkout, order: reply.body.order }
}

describe.each([
  ['en', 'A gift for you: Lectern', 'Your gift vouchers from Lectern', '2 users for 3 months'],
  ['de', 'Ein Geschenk für Sie: Lectern', 'Ihre Geschenkgutscheine von Lectern', '2 Benutzer für 3 Monate'],
] as const)('in %s', (language, giftSubject, buyerSubject, what) => {
  test('the buyer gets a mail, and for each voucher one to forward, without data of the order', async () => {
    const email = `giver.${language}@example.org`
    const { order, checkout } = await bought(email, language)
    const mails = await mailsTo(site, email)
    const gifts = mails.filter(({ subject }) => subject === giftSubject)
    expect(gifts).toHaveLength(2)
    const codes = order.vouchers.map(({ code }) => code)
    const ofOrder = [
      checkout.id,
      checkout.key,
      order.number,
      order.number.slice(0, 4),
      '/shop/order/',
      '€',
      'GIVERS10',
      'Greta',
      'Lindenweg',
      'Hamburg',
      'giver',
    ]
    for (const code of codes) {
      const [gift, ...others] = gifts.filter(({ text }) => text.includes(code))
      expect(others).toEqual([])
      for (const body of [gift?.text ?? '', gift?.html ?? '']) {
        expect(body).toContain(what)
        expect(body).toContain(`http://localhost:3000/redeem/${code}`)
        expect(codes.filter((one) => body.includes(one))).toEqual([code])
        expect(ofOrder.filter((secret) => body.includes(secret))).toEqual([])
        const links = [...body.matchAll(/https?:\/\/[^\s"<]+/g)].map(([link]) => link)
        expect(new Set(links)).toEqual(
          new Set([`http://localhost:3000/redeem/${code}`, 'http://localhost:3000']),
        )
      }
    }
    const sent = await readSentMails(site.db, 10_000)
    for (const { id } of sent.filter((one) => one.recipient === email && one.subject === giftSubject)) {
      const files = await attachmentNames(site.db, [id])
      expect(files.map(({ name }) => name)).toEqual([expect.stringMatching(/^gift-voucher-[\w-]+\.pdf$/)])
    }
    const own = mails.find(({ subject }) => subject === buyerSubject)
    for (const code of codes) expect(own?.text).toContain(code)
    expect(own?.text).toContain(checkout.key)
  })

  test('the sheet of a voucher shows the voucher, and no data of the order', async () => {
    const { browser, order } = await bought(`printer.${language}@example.org`, language)
    const [first, second] = order.vouchers
    if (!first || !second) throw new Error('two were bought')
    const params = { id: order.id, position: '1' }
    const sheet = await browser.call(calls.voucherFile, { params })
    expect([sheet.status, sheet.headers]).toMatchObject([
      200,
      {
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="gift-voucher-${second.code}.pdf"`,
        'cache-control': 'private, no-store',
      },
    ])
    expect(sheet.text.match(/\/Type \/Page\b/g)).toHaveLength(1)
    const boughtAt = new Date(order.placedAt)
    const same = await voucherSheet(site.services, { ...giftOf(second, language), language, boughtAt })
    expect(sheet.text).toBe(same.bytes.toString())
    const other = await voucherSheet(site.services, { ...giftOf(first, language), language, boughtAt })
    expect(other.bytes.equals(same.bytes)).toBe(false)
  })
})

test('the sheet is available only to users who may see the order, while the voucher can be redeemed', async () => {
  const { browser, order, checkout } = await bought('sheets@example.org')
  const params = { id: order.id, position: '0' }
  const statusFor = async (who: TestClient, sent: object) =>
    (await who.call(calls.voucherFile, { params, ...sent })).status
  expect(await statusFor(site.client(), {})).toBe(404)
  expect(await statusFor(site.client(), { query: { key: 'x'.repeat(43) } })).toBe(404)
  expect(await statusFor(site.client(), { query: { key: checkout.key } })).toBe(200)
  expect(await statusFor(browser, { params: { ...params, position: '2' } })).toBe(404)
  await inTransaction(site.db, (trx) =>
    takeBackOrder(trx, site.services, { orderId: order.id, isWhole: true }),
  )
  expect(await statusFor(browser, {})).toBe(404)
})
