import { beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { settleAttempt } from '#server/books/billing/charging/settle-attempt.ts'
import { readInvoices } from '#server/books/invoices/invoice.store.ts'
import { purgeAccount } from '#server/business/own-data/purge-account.ts'
import { ordersSection } from '#server/business/own-data/user-sections.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { cookieName } from '#server/platform/http/cookies.ts'
import { testEngine } from '#support/database.ts'
import { whileHeld } from '#support/held-lock.ts'
import { mailsTo } from '#support/mails.ts'
import { confirmedIn, signIn } from '#support/people.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { enterSandboxCard } from '#support/sandbox-card.ts'
import { checkoutWith, orderUnderWay, placeOrder, voucherOnSale } from '#support/shopper.ts'
import { bookedFor, noticesOf } from '#support/stored/money.ts'
import { accountHolder, goodCard, sandboxOf } from '#support/subscriber.ts'
import { createTestApp, testApp } from '#support/test-app.ts'
import {
  customersToForget,
  findCheckout,
  findOrder,
  insertOrder,
  lastAttempt,
  lockCheckout,
  updateOrder,
} from './order.store.ts'
import { vouchersOf } from './voucher.store.ts'

let voucher: string
let family: string
const site = testApp({ settings: { RATE_LIMITS: '100000' } })
beforeAll(async () => {
  voucher = await voucherOnSale(site)
  family = await voucherOnSale(site, { name: 'Family', netCents: 21_009, licenseCount: 4 })
  await voucherOnSale(site, { name: 'Former', onSale: false })
})

const declined = '4000000000000341'
const asksEachTime = '4000002760003184'

let guests = 0
function guest() {
  guests += 1
  return { browser: site.client(), email: `guest${guests}@example.org` }
}
async function bought(number?: string, quantity = 1) {
  const { browser, email } = guest()
  const checkout = await checkoutWith(browser, email, number)
  const reply = await placeOrder(browser, checkout, voucher, { quantity })
  return { browser, email, checkout, reply, order: reply.body.order }
}
const booksOf = (orderId: string) => bookedFor(site.db, orderId)
const subjectsTo = async (email: string) =>
  (await mailsTo(site, email)).map(({ subject }) => subject).toSorted()

describe('the shop', () => {
  test('shows the products on sale, cheapest first, with the domestic price for private customers', async () => {
    const { body } = await site.client().call(calls.shop)
    const vouchers = body.products.filter((product) => product.kind === 'voucher')
    expect(vouchers).toHaveLength(body.products.length)
    expect(vouchers.map(({ name, netCents, grossCents }) => [name, netCents, grossCents])).toEqual([
      ['Three months', 2700, 3213],
      ['Family', 21_009, 25_001],
    ])
  })

  test('computes the price of a cart, and requires an address above 250 EUR', async () => {
    const browser = site.client()
    const quote = (items: { productId: string; quantity: number }[], country = 'DE') =>
      browser.call(calls.quoteCart, { body: { items, country } })
    expect((await quote([{ productId: voucher, quantity: 2 }])).body).toMatchObject({
      lines: [{ name: 'Three months', quantity: 2, netCents: 5400, grossCents: 6426 }],
      taxes: [{ basisPoints: 1900, netCents: 5400, vatCents: 1026 }],
      grossCents: 6426,
      needsAddress: false,
    })
    expect((await quote([{ productId: family, quantity: 1 }])).body.needsAddress).toBe(true)
    const gone = await quote([{ productId: site.services.random.id(), quantity: 1 }])
    expect(gone.problem?.code).toBe('product-gone')
    const twice = [
      { productId: voucher, quantity: 1 },
      { productId: voucher, quantity: 1 },
    ]
    expect((await quote(twice)).problem?.code).toBe('product-gone')
    expect((await quote([{ productId: voucher, quantity: 1 }], 'XX')).problem?.errors).toHaveProperty(
      'country',
    )
    expect((await quote([{ productId: voucher, quantity: 21 }])).status).toBe(422)
  })

  test('sells nothing while the service is closing, as its configuration says', async () => {
    const browser = site.client()
    const checkout = await checkoutWith(browser, 'late@example.org')
    expect((await browser.call(calls.config)).body.shop).toBe(true)
    await browser.call(calls.demoServiceMode, { body: { serviceMode: 'sunset' } })
    expect((await browser.call(calls.config)).body.shop).toBe(false)
    expect((await browser.call(calls.shop)).body.products).toEqual([])
    const begun = await browser.call(calls.beginCheckout, {
      body: { email: 'late@example.org', paymentProvider: 'sandbox' },
    })
    expect(begun.problem?.code).toBe('shop-closed')
    const placed = await browser.call(calls.placeOrder, {
      params: { id: checkout.id },
      body: {
        key: checkout.key,
        items: [{ productId: voucher, quantity: 1 }],
        country: 'DE',
        setupIntent: checkout.setupIntent,
        shownGrossCents: 3213,
      },
    })
    expect(placed.problem?.code).toBe('shop-closed')
    await browser.call(calls.demoServiceMode, { body: { serviceMode: 'open' } })
    expect((await placeOrder(browser, checkout, voucher)).status).toBe(200)
  })

  test('is closed by a setting, and without anything on sale', async () => {
    const closed = await createTestApp({ settings: { SHOP: '0' } })
    await voucherOnSale(closed)
    expect((await closed.client().call(calls.config)).body.shop).toBe(false)
    expect((await closed.client().call(calls.shop)).body.products).toEqual([])
    await closed.close()
    const empty = await createTestApp()
    expect((await empty.client().call(calls.config)).body.shop).toBe(false)
    await empty.close()
  })
})

describe('a guest buys a voucher with an email address alone', () => {
  test('and gets the codes and the invoice by mail, once', async () => {
    const { email, reply, order, checkout, browser } = await bought(goodCard, 2)
    expect(reply.status).toBe(200)
    expect(order).toMatchObject({ state: 'paid', email, grossCents: 6426, payment: null })
    expect(order.vouchers).toMatchObject([
      { licenseCount: 1, interval: { value: 3, unit: 'm' }, validUntil: '2029-12-31', state: 'open' },
      { state: 'open' },
    ])
    expect(await booksOf(order.id)).toEqual(['captured 6426', 'invoiced 6426'])
    expect(await subjectsTo(email)).toEqual([
      'A gift for you: Lectern',
      'A gift for you: Lectern',
      expect.stringContaining('We received your order'),
      'Your gift vouchers from Lectern',
      expect.stringContaining(`Your invoice ${order.invoiceNumber}`),
    ])
    const mails = await mailsTo(site, email)
    const delivery = mails.find(({ subject }) => subject.includes('gift vouchers'))
    for (const { code } of order.vouchers) expect(delivery?.text).toContain(code)
    // the link of the mail opens the order in any browser
    const link = new URL(/http\S+\/shop\/order\/\S+/.exec(delivery?.text ?? '')?.[0] ?? '')
    const key = link.searchParams.get('key') ?? ''
    expect(link.pathname).toBe(`/shop/order/${order.id}`)
    const elsewhere = await site.client().call(calls.order, { params: { id: order.id }, query: { key } })
    expect(elsewhere.body.order.vouchers).toEqual(order.vouchers)
    const pdf = await site.client().call(calls.orderInvoice, { params: { id: order.id }, query: { key } })
    expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
    // whatever is asked for again
    const again = await placeOrder(browser, checkout, family)
    expect([again.status, again.body.order]).toEqual([200, order])
    expect(await booksOf(order.id)).toEqual(['captured 6426', 'invoiced 6426'])
    expect(await mailsTo(site, email)).toHaveLength(5)
  })

  test('which a friend redeems as prepaid subscription, without an invoice, once', async () => {
    const { order } = await bought()
    const { code = '' } = order.vouchers[0] ?? {}
    const friend = await accountHolder(site, 'friend@example.org')
    const redeemed = await friend.call(calls.redeemCoupon, { body: { couponCode: code.toLowerCase() } })
    expect(redeemed.body.subscription).toMatchObject({ status: 'prepaid', licenseCount: 1 })
    expect((await friend.call(calls.invoices, { query: {} })).body.invoices).toEqual([])
    const another = await accountHolder(site, 'another-friend@example.org')
    const second = await another.call(calls.redeemCoupon, { body: { couponCode: code } })
    expect(second.status).toBe(422)
    const { body } = await site
      .client()
      .call(calls.order, { params: { id: order.id }, query: { key: await keyFrom(order.email) } })
    expect(body.order.vouchers[0]?.state).toBe('redeemed')
  })

  test('or with when they register', async () => {
    const { order } = await bought()
    const browser = site.client()
    await confirmedIn(site, browser, 'newcomer@example.org', { couponCode: order.vouchers[0]?.code })
    await signIn(browser, 'newcomer@example.org')
    const { body } = await browser.call(calls.userSession)
    expect(body).toMatchObject({ subscription: { status: 'prepaid' } })
  })

  test('is placed once, however often and at once the button is pressed', async () => {
    const { browser, email } = guest()
    const checkout = await checkoutWith(browser, email)
    const replies = await Promise.all(Array.from({ length: 8 }, () => placeOrder(browser, checkout, voucher)))
    expect(new Set(replies.map(({ body }) => body.order.id))).toEqual(new Set([checkout.id]))
    expect(await booksOf(checkout.id)).toEqual(['captured 3213', 'invoiced 3213'])
    expect(await vouchersOf(site.db, checkout.id)).toHaveLength(1)
    expect(await mailsTo(site, email)).toHaveLength(4)
  })

  test('at the price that was shown, or not at all', async () => {
    const { browser, email } = guest()
    const { id, key, setupIntent } = await checkoutWith(browser, email)
    const items = [{ productId: voucher, quantity: 1 }]
    const body = { key, items, country: 'DE', setupIntent }
    for (const shownGrossCents of [3212, 3214, 0]) {
      const reply = await browser.call(calls.placeOrder, {
        params: { id },
        body: { ...body, shownGrossCents },
      })
      expect(reply.problem?.code).toBe('quote-stale')
    }
    expect(await booksOf(id)).toEqual([])
    const nothing = { ...body, items: [], shownGrossCents: 0 }
    expect((await browser.call(calls.placeOrder, { params: { id }, body: nothing })).status).toBe(422)
  })

  test('above 250 EUR with name and address, which the invoice needs', async () => {
    const { browser, email } = guest()
    const checkout = await checkoutWith(browser, email)
    const refused = await placeOrder(browser, checkout, family)
    expect(Object.keys(refused.problem?.errors ?? {})).toEqual(['name', 'address'])
    const buyer = { name: 'Ada Lovelace', address: 'Ring 1\n10115 Berlin' }
    expect((await placeOrder(browser, checkout, family, buyer)).status).toBe(200)
    expect(await noticesOf(site.db, checkout.id)).toEqual([])
  })

  test('cannot be seen, paid or invoiced by others', async () => {
    const { order, checkout } = await bought()
    const params = { id: order.id }
    const stranger = await accountHolder(site, 'stranger@example.org')
    for (const browser of [site.client(), stranger])
      for (const key of [undefined, '', 'x'.repeat(43), `${checkout.key}x`]) {
        const query = { ...(key !== undefined && { key }) }
        expect((await browser.call(calls.order, { params, query })).status).toBe(404)
        expect((await browser.call(calls.orderInvoice, { params, query })).status).toBe(404)
        expect((await browser.call(calls.payOrder, { params, body: query })).status).toBe(404)
        expect((await browser.call(calls.anotherCard, { params, body: query })).status).toBe(404)
      }
  })

  test('is known by its key, which is exchanged for a cookie of the browser: each address after that has none', async () => {
    const { order } = await bought()
    const params = { id: order.id }
    const key = await keyFrom(order.email)
    for (const device of [site.client(), site.client()]) {
      expect((await device.call(calls.order, { params })).status).toBe(404)
      const first = await device.call(calls.order, { params, query: { key } })
      expect(String(first.headers['set-cookie'])).toMatch(
        new RegExp(`lectern-orders=${order.id}\\.[\\w-]{43}; Path=/; HttpOnly; SameSite=Lax$`),
      )
      // the request of a reload, of the return from a provider and of the link to the invoice
      const later = await device.call(calls.order, { params })
      expect([later.status, later.headers['set-cookie']]).toEqual([200, undefined])
      expect((await device.call(calls.orderInvoice, { params })).status).toBe(200)
      expect((await device.call(calls.payOrder, { params, body: {} })).status).not.toBe(404)
      // the link works each time
      expect((await device.call(calls.order, { params, query: { key } })).status).toBe(200)
      const other = await device.call(calls.order, { params: { id: '0e000000-0000-4000-8000-000000000000' } })
      expect(other.status).toBe(404)
      await device.call(calls.logout)
      expect((await device.call(calls.order, { params })).status).toBe(404)
    }
  })

  test('is remembered by a browser with four others at most, the last ones', async () => {
    const { browser } = guest()
    const ids: string[] = []
    for (let made = 0; made < 6; made += 1) {
      const { id, key } = await checkoutWith(browser, `six-${made}@example.org`)
      ids.push(id)
      // no order yet, but the payer is verified anyway
      await browser.call(calls.payOrder, { params: { id }, body: { key } })
    }
    const cookie = browser.cookies.get(cookieName(site.services.config, 'orders')) ?? ''
    expect(cookie.split('~').map((pair) => pair.slice(0, 36))).toEqual(ids.slice(1).toReversed())
    expect(cookie).toMatch(/^[\w.~-]{404}$/)
    const made = `${ids[0]}.${'x'.repeat(43)}`
    browser.cookies.set(cookieName(site.services.config, 'orders'), made)
    expect((await browser.call(calls.anotherCard, { params: { id: ids[0] ?? '' }, body: {} })).status).toBe(
      404,
    )
  })

  test('only with a card of its own checkout', async () => {
    const mine = await checkoutWith(site.client(), 'mine@example.org')
    const { browser, email } = guest()
    const checkout = await checkoutWith(browser, email)
    const foreign = { ...checkout, setupIntent: mine.setupIntent }
    expect((await placeOrder(browser, foreign, voucher)).problem?.code).toBe('card-not-registered')
    const made = { ...checkout, setupIntent: 'seti_made_up' }
    expect((await placeOrder(browser, made, voucher)).problem?.code).toBe('card-not-registered')
  })

  async function keyFrom(email: string): Promise<string> {
    const [mail] = await mailsTo(site, email)
    return (
      new URL(/http\S+\/shop\/order\/\S+/.exec(mail?.text ?? '')?.[0] ?? '').searchParams.get('key') ?? ''
    )
  }
})

// the embedded database has one connection
if (testEngine === 'postgresql')
  test('a checkout that is placed meanwhile is not placed twice', async () => {
    const { order: other } = await bought()
    const template = await findOrder(site.db, other.id)
    if (!template) throw new Error('the order is gone')
    const { browser, email } = guest()
    const checkout = await checkoutWith(browser, email)
    const { status, body } = await whileHeld(
      site.services.database,
      async (trx) => {
        await lockCheckout(trx, checkout.id)
        const { number: _, ...copied } = template
        await insertOrder(trx, { ...copied, id: checkout.id })
      },
      () => placeOrder(browser, checkout, voucher),
      async () => {},
    )
    expect([status, body.order.state]).toEqual([202, 'placed'])
    expect(await lastAttempt(site.db, checkout.id)).toBeUndefined()
  })

describe('with a card that is refused', () => {
  test('the refusal is shown, nothing is delivered, and another card can pay the same order', async () => {
    const { browser, reply, order, checkout, email } = await bought(declined)
    expect([reply.status, order.state, order.payment?.state]).toEqual([202, 'placed', 'declined'])
    expect(order.vouchers).toEqual([])
    expect(await booksOf(order.id)).toEqual([])
    expect(await mailsTo(site, email)).toEqual([])
    const { key, id } = checkout
    const { body } = await browser.call(calls.anotherCard, { params: { id }, body: { key } })
    const setupIntent = await enterSandboxCard(browser, body.clientSecret, goodCard)
    const paid = await browser.call(calls.payOrder, { params: { id }, body: { key, setupIntent } })
    expect([paid.status, paid.body.order.state]).toEqual([200, 'paid'])
    expect(await booksOf(id)).toEqual(['captured 3213', 'invoiced 3213'])
    expect(await mailsTo(site, email)).toHaveLength(4)
    const again = await browser.call(calls.payOrder, { params: { id }, body: { key, setupIntent } })
    expect(again.problem?.code).toBe('order-closed')
    expect(await booksOf(id)).toEqual(['captured 3213', 'invoiced 3213'])
  })

  test('one whose bank asks is paid once it was confirmed', async () => {
    const { browser, order, checkout, email } = await bought(asksEachTime)
    expect(order.payment).toMatchObject({ state: 'action-required', provider: 'sandbox' })
    expect(await mailsTo(site, email)).toEqual([])
    const { clientSecret = '' } = order.payment ?? {}
    await browser.call(calls.answerSandboxBank, { body: { clientSecret, approve: true } })
    const { id, key } = checkout
    const checked = await browser.call(calls.payOrder, { params: { id }, body: { key } })
    expect([checked.status, checked.body.order.state]).toEqual([200, 'paid'])
    expect(await booksOf(id)).toEqual(['captured 3213', 'invoiced 3213'])
  })

  test('one that waits for the bank can be replaced by another, and is not paid as well', async () => {
    const { browser, order, checkout } = await bought(asksEachTime)
    const { id, key } = checkout
    const { body } = await browser.call(calls.anotherCard, { params: { id }, body: { key } })
    const setupIntent = await enterSandboxCard(browser, body.clientSecret, goodCard)
    await browser.call(calls.payOrder, { params: { id }, body: { key, setupIntent } })
    const { clientSecret = '' } = order.payment ?? {}
    await browser.call(calls.answerSandboxBank, { body: { clientSecret, approve: true } })
    site.clock.advanceReal({ minutes: 3 })
    await runUpkeep(site.services)
    expect(await booksOf(id)).toEqual(['captured 3213', 'invoiced 3213'])
  })

  test('a lost answer is found out, and the codes are mailed then', async () => {
    await sandboxOf(site).setFault('charge-then-hang')
    const { order, reply, email } = await bought()
    await sandboxOf(site).setFault('none')
    expect([reply.status, order.payment?.state]).toEqual([202, 'processing'])
    site.clock.advanceReal({ minutes: 3 })
    await runUpkeep(site.services)
    expect(await booksOf(order.id)).toEqual(['captured 3213', 'invoiced 3213'])
    expect(await subjectsTo(email)).toContain('Your gift voucher from Lectern')
  })

  test('the order is cancelled after a day, and a later payment is refunded', async () => {
    const { order, email, checkout, browser } = await bought(asksEachTime)
    site.clock.advanceBusiness({ hours: 23 })
    await runUpkeep(site.services)
    expect((await subjectsTo(email)).filter((subject) => subject.includes('cancelled'))).toEqual([])
    site.clock.advanceBusiness({ hours: 2 })
    await runUpkeep(site.services)
    expect(await subjectsTo(email)).toContain(
      `Your order ${order.number.replace(/(\d{4})(?=\d)/g, '$1 ')} was cancelled`,
    )
    const { id, key } = checkout
    const shown = await browser.call(calls.order, { params: { id }, query: { key } })
    expect(shown.body.order).toMatchObject({ state: 'cancelled', payment: null, vouchers: [] })
    const another = await browser.call(calls.anotherCard, { params: { id }, body: { key } })
    expect(another.problem?.code).toBe('order-closed')
    expect(await booksOf(id)).toEqual([])
    const attempt = await lastAttempt(site.db, id)
    const ref = attempt?.provider_ref ?? ''
    const money = { kind: 'succeeded', ref, amountCents: 3213 } as const
    const [step] = await settleAttempt(site.services, attempt?.id ?? '', money)
    expect(step).toMatchObject({ kind: 'refund' })
    expect(await booksOf(id)).toEqual(['captured 3213'])
    const after = await browser.call(calls.order, { params: { id }, query: { key } })
    expect(after.body.order).toMatchObject({ state: 'cancelled', vouchers: [] })
  })
})

describe('refunds of paid orders', () => {
  async function refOf(orderId: string) {
    return (await lastAttempt(site.db, orderId))?.provider_ref ?? ''
  }

  test("at the provider's desk: a credit note is mailed, and unredeemed codes are void", async () => {
    const { order, email, checkout, browser } = await bought(goodCard, 2)
    const friend = await accountHolder(site, 'early-friend@example.org')
    await friend.call(calls.redeemCoupon, { body: { couponCode: order.vouchers[0]?.code ?? '' } })
    await sandboxOf(site).dashboard.giveBack(await refOf(order.id), 6426)
    await site.services.queue.drain()
    expect(await booksOf(order.id)).toEqual([
      'captured 6426',
      'credited 6426',
      'invoiced 6426',
      'refunded 6426',
    ])
    const { id, key } = checkout
    const shown = await browser.call(calls.order, { params: { id }, query: { key } })
    expect(shown.body.order.state).toBe('returned')
    expect(shown.body.order.vouchers.map(({ state }) => state)).toEqual(['redeemed', 'void'])
    expect((await subjectsTo(email)).some((subject) => subject.startsWith('Credit note'))).toBe(true)
    const late = await accountHolder(site, 'late-friend@example.org')
    const refused = await late.call(calls.redeemCoupon, {
      body: { couponCode: order.vouchers[1]?.code ?? '' },
    })
    expect(refused.status).toBe(422)
    // a redeemed code stays valid: the operator was notified
    expect((await friend.call(calls.userSession)).body).toMatchObject({ subscription: { status: 'prepaid' } })
  })

  test('in part: the order stays paid', async () => {
    const { order, checkout, browser } = await bought(goodCard, 2)
    await sandboxOf(site).dashboard.giveBack(await refOf(order.id), 3213)
    await site.services.queue.drain()
    const { id, key } = checkout
    const shown = await browser.call(calls.order, { params: { id }, query: { key } })
    expect(shown.body.order.state).toBe('paid')
    expect(shown.body.order.vouchers.map(({ state }) => state)).toEqual(['open', 'open'])
  })

  test('claimed by a card holder’s bank: the codes are void at once', async () => {
    const { order, checkout, browser } = await bought()
    await sandboxOf(site).dashboard.dispute(await refOf(order.id), 3213)
    await site.services.queue.drain()
    const { id, key } = checkout
    const shown = await browser.call(calls.order, { params: { id }, query: { key } })
    expect([shown.body.order.state, shown.body.order.vouchers[0]?.state]).toEqual(['paid', 'void'])
  })
})

describe('a signed-in user', () => {
  test('finds their orders, newest first, and others do not', async () => {
    const owner = await accountHolder(site, 'reader@example.org')
    const orders: string[] = []
    for (const quantity of [1, 2]) {
      const checkout = await checkoutWith(owner, 'reader@example.org')
      await placeOrder(owner, checkout, voucher, { quantity })
      orders.unshift(checkout.id)
      site.clock.advance({ minutes: 1 })
    }
    const { body } = await owner.call(calls.ownOrders)
    expect(body.orders.map(({ id, grossCents }) => [id, grossCents])).toEqual([
      [orders[0], 6426],
      [orders[1], 3213],
    ])
    const withoutKey = await owner.call(calls.order, { params: { id: orders[0] ?? '' }, query: {} })
    expect(withoutKey.status).toBe(200)
    const other = await accountHolder(site, 'other-reader@example.org')
    expect((await other.call(calls.ownOrders)).body.orders).toEqual([])
    expect((await other.call(calls.order, { params: { id: orders[0] ?? '' }, query: {} })).status).toBe(404)
  })

  test('has their orders in the copy of their data; purging removes their name from them', async () => {
    const owner = await accountHolder(site, 'leaving@example.org')
    const checkout = await checkoutWith(owner, 'leaving@example.org')
    await placeOrder(owner, checkout, voucher)
    const { body } = await owner.call(calls.userSession)
    const [userId, accountId] = body.authenticated ? [body.user.id, body.account.id] : ['', '']
    const who = { userId, accountId, permissions: [] }
    expect(await ordersSection.read(site.db, who)).toMatchObject([
      { state: 'paid', what: '1 × Three months', grossCents: 3213, email: 'leaving@example.org' },
    ])
    await inTransaction(site.db, (trx) => purgeAccount(trx, site.services, accountId))
    const order = await findOrder(site.db, checkout.id)
    expect(order).toMatchObject({ state: 'paid', user_id: null, email: '', email_key: '', gross_cents: 3213 })
    expect(JSON.stringify(order)).not.toContain('leaving')
    expect(await ordersSection.read(site.db, who)).toEqual([])
  })

  test('buys as their account if it is a company: without tax elsewhere in the EU', async () => {
    const company = await accountHolder(site, 'company@example.org', { country: 'AT', vatId: 'ATU13585627' })
    const checkout = await checkoutWith(company, 'company@example.org')
    const { body } = await placeOrder(company, checkout, voucher)
    expect(body.order).toMatchObject({ state: 'paid', vatCents: 0, grossCents: 2700 })
    const [invoice] = await readInvoices(site.db, checkout.id)
    expect(invoice?.facts).toMatchObject({
      vat: { reverseCharge: true },
      buyer: { country: 'AT', vatId: 'ATU13585627', business: true },
    })
  })

  test('subscription disputes do not affect orders', async () => {
    const owner = await accountHolder(site, 'subscribed@example.org')
    const checkout = await checkoutWith(owner, 'subscribed@example.org', asksEachTime)
    await placeOrder(owner, checkout, voucher)
    // a payment that waits is the order's, not the account's
    expect((await owner.call(calls.openPayment)).body.payment).toBeNull()
  })
})

describe('time', () => {
  test('has the provider delete the payer after a day, and deletes checkouts without an order', async () => {
    const { order } = await bought()
    const { id: unplaced } = await checkoutWith(site.client(), 'nobody@example.org')
    const customerOf = async (id: string) => (await findCheckout(site.db, id))?.customer
    expect(await customerOf(order.id)).toMatch(/^cus/)
    site.clock.advance({ hours: 25 })
    await runUpkeep(site.services)
    expect(await customerOf(order.id)).toBeNull()
    expect(await customerOf(unplaced)).toBeNull()
    site.clock.advance({ days: 31 })
    await runUpkeep(site.services)
    expect(await customerOf(unplaced)).toBeUndefined()
    expect(await customerOf(order.id)).toBeNull()
  })

  test("keeps the provider's payer while a payment may be in progress, whatever the state of the order", async () => {
    const { id, attempt } = await orderUnderWay(site)
    await inTransaction(site.db, (trx) => updateOrder(trx, id, { state: 'cancelled' }))
    const asked = { provider: 'sandbox', mode: 'test', before: site.clock.now() } as const
    const isForgotten = async () =>
      (await customersToForget(site.db, asked)).some(({ order_id }) => order_id === id)
    expect(await isForgotten()).toBe(false)
    await settleAttempt(site.services, attempt, { kind: 'declined', code: 'card_declined', hard: true })
    expect(await isForgotten()).toBe(true)
  })

  test('deletes a cancelled order after a month, and a paid one when its invoice may go', async () => {
    const paid = await bought()
    const unpaid = await bought(declined)
    const exists = async (id: string) => (await findOrder(site.db, id)) !== undefined
    site.clock.advance({ days: 2 })
    await runUpkeep(site.services)
    site.clock.advance({ days: 29 })
    await runUpkeep(site.services)
    expect(await exists(unpaid.order.id)).toBe(true)
    site.clock.advance({ days: 2 })
    await runUpkeep(site.services)
    expect([await exists(unpaid.order.id), await exists(paid.order.id)]).toEqual([false, true])
    site.clock.advance({ days: 11 * 366 })
    await runUpkeep(site.services)
    expect(await exists(paid.order.id)).toBe(false)
  })
})
