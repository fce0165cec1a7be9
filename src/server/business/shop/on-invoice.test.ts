import { beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { DeskEvent } from '#domain/shop/order-state.ts'
import { storeVatCheck } from '#server/books/billing/vat-check.store.ts'
import { eInvoice } from '#server/books/invoices/e-invoice.ts'
import { readInvoices } from '#server/books/invoices/invoice.store.ts'
import { writtenInvoice } from '#server/books/invoices/invoice-facts.ts'
import { invoiceText } from '#server/books/invoices/invoice-text.ts'
import { auditOf, testAdmin, theAdmin } from '#support/admin.ts'
import { mailsTo } from '#support/mails.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import {
  checkoutWith,
  discountCode,
  goodsOnSale,
  orderOnInvoice,
  placeOrder,
  shippingOnOffer,
  voucherOnSale,
} from '#support/shopper.ts'
import { bookedFor, noticesOf } from '#support/stored/money.ts'
import { personAt } from '#support/stored/people.ts'
import { discountUses, piecesOf } from '#support/stored/shop.ts'
import { accountHolder } from '#support/subscriber.ts'
import { createTestApp, testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

// Payment by invoice: the order is placed, paid by bank transfer, and the operator records the payment.

let voucher: string
let mug: string
let parcel: string
const site = testApp({ settings: { RATE_LIMITS: '100000', SHOP_INVOICE: 'everybody' } })
const admin = testAdmin(site, { secondFactor: false })
beforeAll(async () => {
  voucher = await voucherOnSale(site)
  mug = await goodsOnSale(site, { stock: 100 })
  parcel = await shippingOnOffer(site)
})

const { password } = theAdmin
let buyers = 0
async function ordered(productId: string, choice: Parameters<typeof orderOnInvoice>[3] = {}) {
  buyers += 1
  const email = `invoiced${buyers}@example.org`
  const browser = site.client()
  const shipped = productId === mug ? { shippingMethod: parcel } : {}
  const order = await orderOnInvoice(browser, email, productId, { ...shipped, ...choice })
  return { email, browser, ...order }
}
const viewed = async (id: string) => (await admin.call(calls.deskOrder, { body: { id } })).body
const markPaid = (id: string, receivedOn = '2026-11-21') =>
  admin.call(calls.markOrderPaid, { body: { id, receivedOn, password } })
const move = (id: string, event: DeskEvent, restock?: boolean) =>
  admin.call(calls.moveOrder, { body: { id, event, password, ...(restock && { restock }) } })
const subjectsTo = async (email: string) => (await mailsTo(site, email)).map(({ subject }) => subject)
const textsTo = async (email: string) => (await mailsTo(site, email)).map(({ text }) => text).join('\n')
const booksOf = (orderId: string) => bookedFor(site.db, orderId)
async function documentsOf(orderId: string) {
  return (await readInvoices(site.db, orderId)).toReversed().map(writtenInvoice)
}
const stockOf = (id: string) => piecesOf(site.db, id)

describe('an order on invoice', () => {
  test('is unpaid, with an invoice that has the amount, the bank account and the due date', async () => {
    const { reply, id, key, email, browser } = await ordered(voucher)
    expect(reply.status).toBe(200)
    const { order } = reply.body
    const reference = order.number.replace(/(\d{4})(?=\d)/g, '$1 ')
    expect(order).toMatchObject({
      state: 'placed',
      payment: null,
      vouchers: [],
      transfer: {
        holder: 'Robin Sample',
        iban: 'DE89370400440532013000',
        reference,
        dueOn: '2026-12-05',
        grossCents: 3213,
      },
    })
    const asked = `Please transfer €32.13 by 5.\u00a0December,\u00a02026 to Robin Sample, IBAN DE89 3704 0044 0532 0130 00. Reference: ${reference}.`
    const mails = await mailsTo(site, email)
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      expect.stringMatching(/^We received your order/),
      expect.stringMatching(/^Your invoice/),
    ])
    for (const { text } of mails)
      expect(text.replaceAll(/\s+/g, ' ')).toContain(asked.replaceAll(/\s+/g, ' '))
    const pdf = await browser.call(calls.orderInvoice, { params: { id }, query: { key } })
    expect(pdf.status).toBe(200)
    const [invoice] = await documentsOf(id)
    const said = invoice && invoiceText(invoice)
    expect(said?.payments).toEqual([['To be paid by 5.\u00a0December,\u00a02026', '€32.13']])
    expect(said?.notes.at(-1)).toBe(asked)
    expect(await booksOf(id)).toEqual(['invoiced 3213'])
  })

  test('has the account, the reference and the day in machine-readable form (EN 16931: BT-9, BT-81, BT-83, BT-84, BT-115)', async () => {
    const { id, reply } = await ordered(voucher)
    const [invoice] = await documentsOf(id)
    const xml = invoice ? await eInvoice(invoice) : ''
    expect(xml).toContain('<ram:TypeCode>58</ram:TypeCode>')
    expect(xml).toContain('<ram:IBANID>DE89370400440532013000</ram:IBANID>')
    expect(xml).toContain(
      `<ram:PaymentReference>${reply.body.order.transfer?.reference}</ram:PaymentReference>`,
    )
    expect(xml).toMatch(/<ram:DueDateDateTime>\s*<udt:DateTimeString format="102">20261205</)
    expect(xml).toContain('<ram:DuePayableAmount>32.13</ram:DuePayableAmount>')
  })

  test('needs a name and an address, and is placed once', async () => {
    const browser = site.client()
    const nameless = await orderOnInvoice(browser, 'nameless@example.org', voucher, { name: '', address: '' })
    expect(nameless.reply.problem?.errors).toMatchObject({
      name: expect.any(String),
      address: expect.any(String),
    })
    const { id, key, reply } = await orderOnInvoice(browser, 'twice@example.org', voucher)
    const again = await placeOrder(browser, { id, key }, voucher, { payment: 'invoice', quantity: 3 })
    expect(again.body).toEqual(reply.body)
    expect(await documentsOf(id)).toHaveLength(1)
  })

  test('takes no card, and a card is charged for no order on invoice', async () => {
    const browser = site.client()
    const checkout = await checkoutWith(browser, 'both@example.org')
    const both = { payment: 'invoice' as const, name: 'Ada', address: 'Ring 1\n10115 Berlin' }
    expect((await placeOrder(browser, checkout, voucher, both)).problem?.errors).toHaveProperty('items')
    const { id, key, setupIntent } = checkout
    expect((await placeOrder(browser, { id, key }, voucher, both)).status).toBe(200)
    const body = { key, setupIntent }
    expect((await browser.call(calls.payOrder, { params: { id }, body })).problem?.code).toBe('order-closed')
    const again = await browser.call(calls.anotherCard, { params: { id }, body: { key } })
    expect(again.problem?.code).toBe('order-closed')
  })

  test('is not cancelled by time, and its buyer is reminded twice', async () => {
    const { id, email } = await ordered(voucher)
    site.clock.advanceBusiness({ days: 16 })
    await runUpkeep(site.services)
    expect((await viewed(id)).order.state).toBe('placed')
    expect((await subjectsTo(email)).filter((subject) => subject.includes('eminder'))).toEqual([])
    for (const days of [1, 1, 11, 1, 30]) {
      site.clock.advanceBusiness({ days })
      await runUpkeep(site.services)
    }
    const reminders = (await mailsTo(site, email)).filter(({ subject }) => subject.includes('eminder'))
    // newest first
    expect(reminders.map(({ subject }) => subject.split(':')[0])).toEqual(['Second reminder', 'Reminder'])
    expect(reminders[0]?.text).toContain('was due on 5.')
    expect(reminders[0]?.text.replaceAll(/\s+/g, ' ')).toContain('IBAN DE89 3704 0044 0532 0130 00')
  })

  test('no reminder is sent after payment or for a cancelled order', async () => {
    const paid = await ordered(voucher)
    const cancelled = await ordered(voucher)
    const today = site.clock.now().toISOString().slice(0, 10)
    expect((await markPaid(paid.id, today)).status).toBe(200)
    expect((await move(cancelled.id, 'cancel')).status).toBe(200)
    site.clock.advanceBusiness({ days: 40 })
    await runUpkeep(site.services)
    for (const { email } of [paid, cancelled])
      expect((await subjectsTo(email)).filter((subject) => subject.includes('eminder'))).toEqual([])
  })
})

describe('after the transfer has arrived', () => {
  const today = () => site.clock.now().toISOString().slice(0, 10)

  test('is marked paid by the admin: codes are created and mailed, once, and the day is stored', async () => {
    const { id, email } = await ordered(voucher, { quantity: 2 })
    expect((await viewed(id)).order.vouchers).toEqual([])
    const replies = [await markPaid(id, today()), await markPaid(id, today())]
    expect(replies.map(({ status, problem }) => problem?.code ?? status)).toEqual([200, 'order-moved'])
    const desk = await viewed(id)
    expect(desk).toMatchObject({
      receivedOn: today(),
      leftCents: 6426,
      order: { state: 'paid', transfer: null },
    })
    expect(desk.order.vouchers).toHaveLength(2)
    expect(await textsTo(email)).toContain(desk.order.vouchers[1]?.code)
    expect((await subjectsTo(email)).filter((subject) => subject.startsWith('Your gift'))).toHaveLength(1)
    expect(await booksOf(id)).toEqual(['captured 6426', 'invoiced 6426'])
    expect(await documentsOf(id)).toHaveLength(1)
    const entries = (await auditOf(site)).filter(({ target }) => target === id)
    expect(entries.map(({ action, after }) => [action, after])).toEqual([
      ['order-paid', JSON.stringify({ state: 'paid', receivedOn: today() })],
    ])
  })

  test('on a day between the order and today, with the password, and not for card payments', async () => {
    const { id } = await ordered(voucher)
    for (const day of ['2020-01-01', '2099-01-01'])
      expect((await markPaid(id, day)).problem?.errors).toHaveProperty('receivedOn')
    const wrong = { id, receivedOn: today(), password: 'not the password' }
    expect((await admin.call(calls.markOrderPaid, { body: wrong })).problem?.code).toBe('wrong-password')
    const browser = site.client()
    const checkout = await checkoutWith(browser, 'declined@example.org', '4000000000000341')
    const { body } = await placeOrder(browser, checkout, voucher)
    expect(body.order.state).toBe('placed')
    expect((await markPaid(body.order.id, today())).problem?.code).toBe('order-moved')
    expect((await markPaid(site.services.random.id(), today())).problem?.code).toBe('not-found')
  })

  test('is refunded by transfer, for which the operator is notified: part by part, each with its credit note', async () => {
    const { id } = await ordered(voucher)
    await markPaid(id, today())
    const refund = (grossCents: number, leftCents: number) =>
      admin.call(calls.refundOrder, { body: { id, grossCents, leftCents, password } })
    expect((await refund(1000, 3213)).status).toBe(200)
    expect((await refund(1000, 3213)).problem?.code).toBe('order-moved')
    expect((await viewed(id)).order.state).toBe('paid')
    expect((await refund(2213, 2213)).status).toBe(200)
    expect(await viewed(id)).toMatchObject({
      leftCents: 0,
      order: { state: 'returned', vouchers: [{ state: 'void' }] },
    })
    expect(await booksOf(id)).toEqual([
      'captured 3213',
      'credited 1000',
      'credited 2213',
      'invoiced 3213',
      'refunded 1000',
      'refunded 2213',
    ])
    const notes = (await documentsOf(id)).slice(1).map((one) => invoiceText(one).notes.at(-1))
    expect(notes).toEqual(Array(2).fill('We transfer the amount to the bank account that it was paid from.'))
    expect(await noticesOf(site.db, id)).toMatchObject([
      { kind: 'transfer-back', cents: 1000 },
      { kind: 'transfer-back', cents: 2213 },
    ])
  })
})

describe('its goods', () => {
  test('are shipped before the money has arrived, or after, as the operator decides', async () => {
    const { id } = await ordered(mug)
    const today = site.clock.now().toISOString().slice(0, 10)
    for (const event of ['pack', 'ship'] as const) expect((await move(id, event)).status).toBe(200)
    expect(await viewed(id)).toMatchObject({
      events: ['deliver', 'cancel'],
      order: { state: 'shipped', transfer: { grossCents: 1773 } },
    })
    expect((await markPaid(id, today)).status).toBe(200)
    expect(await viewed(id)).toMatchObject({
      events: ['deliver'],
      order: { state: 'shipped', transfer: null },
    })
    const waits = await ordered(mug)
    await markPaid(waits.id, today)
    expect(await viewed(waits.id)).toMatchObject({ events: ['pack'], order: { state: 'paid' } })
  })

  test('are in stock again when it is cancelled, its code is free, and a credit note cancels the invoice', async () => {
    const code = await discountCode(site, 'ONCE-ON-INVOICE', { max_uses: 1 })
    const before = await stockOf(mug)
    const { id, email } = await ordered(mug, { quantity: 3, discountCode: code })
    expect(await stockOf(mug)).toBe(before - 3)
    await move(id, 'pack')
    expect((await move(id, 'cancel')).status).toBe(200)
    expect(await stockOf(mug)).toBe(before)
    expect(await viewed(id)).toMatchObject({ events: [], order: { state: 'cancelled', transfer: null } })
    expect(await discountUses(site.db, code)).toBe(0)
    const [invoice, note] = await documentsOf(id)
    expect(note?.document).toMatchObject({
      kind: 'credit-note',
      goesTo: 'unpaid',
      corrects: { number: invoice?.document.number },
      total: { grossCents: -(invoice?.document.total.grossCents ?? 0) },
    })
    expect(await textsTo(email)).toContain('The invoice was not paid and is cancelled.')
    const gross = invoice?.document.total.grossCents
    expect(await booksOf(id)).toEqual([`credited ${gross}`, `invoiced ${gross}`])
    expect((await markPaid(id)).problem?.code).toBe('order-moved')
    expect((await move(id, 'cancel')).problem?.code).toBe('order-moved')
  })

  test('that were shipped are in stock again only when returned', async () => {
    const before = await stockOf(mug)
    for (const restock of [false, true]) {
      const { id } = await ordered(mug)
      for (const event of ['pack', 'ship'] as const) await move(id, event)
      expect((await move(id, 'cancel', restock)).status).toBe(200)
    }
    expect(await stockOf(mug)).toBe((before ?? 0) - 1)
  })

  test('are expected back if a consumer withdraws without having paid; unshipped ones are cancelled', async () => {
    const packed = await ordered(mug)
    const shipped = await ordered(mug)
    for (const { id } of [packed, shipped]) await move(id, 'pack')
    await move(shipped.id, 'ship')
    for (const { reply, email } of [packed, shipped]) {
      const body = { name: 'Ada Lovelace', email, contract: reply.body.order.number }
      await site.client().call(calls.declareWithdrawal, { body })
    }
    await site.services.queue.drain()
    expect((await viewed(packed.id)).order.state).toBe('cancelled')
    const desk = await viewed(shipped.id)
    expect([desk.order.state, desk.withdrawnAt]).toEqual(['shipped', expect.any(String)])
  })
})

describe('an invoice is offered', () => {
  const payments = async (browser: TestClient, quantity = 1) => {
    const body = { items: [{ productId: voucher, quantity }] }
    return (await browser.call(calls.quoteCart, { body })).body.payments
  }

  test('up to a limit for all open amounts of the account, and not with overdue ones', async () => {
    const owner = await accountHolder(site, 'owes@example.org')
    expect(await payments(owner, 15)).toEqual(['card', 'invoice'])
    expect(await payments(owner, 16)).toEqual(['card'])
    const { reply } = await orderOnInvoice(owner, 'owes@example.org', voucher, { quantity: 10 })
    expect(await payments(owner, 5)).toEqual(['card', 'invoice'])
    expect(await payments(owner, 6)).toEqual(['card'])
    const refused = await orderOnInvoice(owner, 'owes@example.org', voucher, { quantity: 6 })
    expect(refused.reply.problem?.code).toBe('invoice-not-offered')
    site.clock.advanceBusiness({ days: 15 })
    expect(await payments(owner)).toEqual(['card'])
    await markPaid(reply.body.order.id, site.clock.now().toISOString().slice(0, 10))
    expect(await payments(owner, 15)).toEqual(['card', 'invoice'])
  })

  test('if the operator allows it: to confirmed companies only, or to no one', async () => {
    const company = { country: 'DE', vatId: 'DE136695976' }
    const start = async (setting: string) => {
      const other = await createTestApp({ settings: { RATE_LIMITS: '100000', SHOP_INVOICE: setting } })
      const body = { items: [{ productId: await voucherOnSale(other), quantity: 1 }] }
      const owner = await accountHolder(other, 'company@example.org', company)
      const offered = async (browser: TestClient) =>
        (await browser.call(calls.quoteCart, { body })).body.payments.includes('invoice')
      return { other, owner, offered }
    }
    const companies = await start('companies')
    expect([
      await companies.offered(companies.owner),
      await companies.offered(companies.other.client()),
    ]).toEqual([false, false])
    const { db } = companies.other.services.database
    const { accountId } = await personAt(db, 'company@example.org')
    await storeVatCheck(db, accountId, {
      vatId: company.vatId,
      state: 'valid',
      checkedAt: '2026-11-21T10:00:00Z',
    })
    expect([
      await companies.offered(companies.owner),
      await companies.offered(companies.other.client()),
    ]).toEqual([true, false])
    await companies.other.close()
    const nobody = await start('nobody')
    expect(await nobody.offered(nobody.owner)).toBe(false)
    const begun = await nobody.owner.call(calls.beginInvoiceCheckout, { body: { email: 'a@example.org' } })
    expect(begun.problem?.code).toBe('invoice-not-offered')
    await nobody.other.close()
  })
})
