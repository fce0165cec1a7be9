import type { Insertable } from 'kysely'
import { calls } from '#contract/calls.ts'
import type { OrderPlacement } from '#contract/shop/shop.ts'
import { couponKey } from '#domain/coupons/coupon.ts'
import type { ChargeFacts } from '#server/books/billing/charge-facts.ts'
import { settleAttempt } from '#server/books/billing/charging/settle-attempt.ts'
import { invoiceOrder } from '#server/business/shop/await-transfer.ts'
import {
  type CheckoutRow,
  insertCheckout,
  insertOrder,
  type OrderRow,
} from '#server/business/shop/order.store.ts'
import { orderPayment } from '#server/business/shop/place-order.ts'
import type { Tables, Trx } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { enterSandboxCard } from './sandbox-card.ts'
import { goodCard } from './subscriber.ts'
import type { TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

/** A voucher on sale: one user for three months at 27 EUR net, unless changed. */
export async function voucherOnSale(
  { services }: Pick<TestApp, 'services'>,
  more: { name?: string; netCents?: number; licenseCount?: number; onSale?: boolean } = {},
): Promise<string> {
  const { name = 'Three months', netCents = 2700, licenseCount = 1, onSale = true } = more
  const id = services.random.id()
  await services.database.db
    .insertInto('shop_product')
    .values({
      id,
      kind: 'voucher',
      name,
      description: 'For somebody who wants to learn.',
      net_cents: netCents,
      license_count: licenseCount,
      interval_value: 3,
      interval_unit: 'm',
      on_sale: onSale,
      created_at: services.clock.now(),
    })
    .execute()
  return id
}

/** Goods of one variant on sale, unless changed: a mug at 10 EUR net, of 400 g, with a stock of five. */
export async function goodsOnSale(
  { services }: Pick<TestApp, 'services'>,
  more: {
    name?: string
    variant?: string
    netCents?: number
    weightGrams?: number
    stock?: number
    taxClass?: 'standard' | 'book'
    onSale?: boolean
  } = {},
): Promise<string> {
  const { name = 'Mug', variant = '', netCents = 1000, weightGrams = 400, stock = 5, onSale = true } = more
  const { db } = services.database
  const [goods, id] = [services.random.id(), services.random.id()]
  await db
    .insertInto('shop_goods')
    .values({
      id: goods,
      name,
      tax_class: more.taxClass ?? 'standard',
      on_sale: onSale,
      created_at: services.clock.now(),
    })
    .execute()
  await db
    .insertInto('shop_variant')
    .values({ id, goods_id: goods, name: variant, net_cents: netCents, weight_grams: weightGrams, stock })
    .execute()
  return id
}

/** A way of shipping that is on offer. */
export async function shippingOnOffer(
  { services }: Pick<TestApp, 'services'>,
  more: {
    name?: string
    countries?: string[]
    weightUpToGrams?: number
    netCents?: number
    onOffer?: boolean
  } = {},
): Promise<string> {
  const {
    name = 'Parcel',
    countries = ['DE', 'AT'],
    weightUpToGrams = 5000,
    netCents = 490,
    onOffer = true,
  } = more
  const id = services.random.id()
  await services.database.db
    .insertInto('shop_shipping_method')
    .values({
      id,
      name,
      countries,
      weight_up_to_grams: weightUpToGrams,
      on_offer: onOffer,
      net_cents: netCents,
      created_at: services.clock.now(),
    })
    .execute()
  return id
}

/** A discount code: ten percent, without limits, unless changed. */
export async function discountCode(
  { services }: Pick<TestApp, 'services'>,
  code: string,
  more: Partial<Insertable<Tables['shop_discount']>> = {},
): Promise<string> {
  await services.database.db
    .insertInto('shop_discount')
    .values({
      code_key: couponKey(code),
      code,
      percent: 'off_cents' in more || more.free_shipping ? null : 10,
      off_cents: null,
      valid_from: null,
      valid_until: null,
      max_uses: null,
      created_at: services.clock.now(),
      ...more,
    })
    .execute()
  return code
}

/** A checkout whose card is entered: the order's id and key, and the set-up that stored the card. */
export async function checkoutWith(browser: TestClient, email: string, number = goodCard) {
  const { body, problem } = await browser.call(calls.beginCheckout, {
    body: { email, paymentProvider: 'sandbox' },
  })
  if (problem) throw new Error(`no checkout was begun: ${JSON.stringify(problem)}`)
  const { orderId: id, key, clientSecret } = body
  return { id, key, setupIntent: await enterSandboxCard(browser, clientSecret, number) }
}

/** Places an order on invoice, as `placeOrder` places one that a card pays. */
export async function orderOnInvoice(
  browser: TestClient,
  email: string,
  productId: string,
  choice: Parameters<typeof placeOrder>[3] = {},
) {
  const { body, problem } = await browser.call(calls.beginInvoiceCheckout, { body: { email } })
  if (problem) throw new Error(`no checkout was begun: ${JSON.stringify(problem)}`)
  const { orderId: id, key } = body
  const to = { name: 'Ada Lovelace', address: 'Lindenweg 12\n20095 Hamburg' }
  const reply = await placeOrder(browser, { id, key }, productId, { ...to, payment: 'invoice', ...choice })
  return { id, key, reply }
}

/** Places an order of so many of one product, at the price that is shown. */
export async function placeOrder(
  browser: TestClient,
  { id, key, setupIntent }: { id: string; key: string; setupIntent?: string },
  productId: string,
  {
    quantity = 1,
    country = 'DE',
    items = [{ productId, quantity }],
    shippingMethod,
    discountCode: code,
    ...more
  }: Partial<Omit<OrderPlacement, 'key' | 'setupIntent'>> & { quantity?: number } = {},
) {
  const chosen = { ...(shippingMethod && { shippingMethod }), ...(code && { discountCode: code }) }
  const { body: quote } = await browser.call(calls.quoteCart, { body: { items, country, ...chosen } })
  const shownGrossCents = quote.grossCents
  return browser.call(calls.placeOrder, {
    params: { id },
    body: { key, items, country, ...(setupIntent && { setupIntent }), shownGrossCents, ...chosen, ...more },
  })
}

type OneOrder = { id?: string; grossCents?: number; goods?: boolean; email?: string; userId?: string }

/**
 * An order of one thing at 19 %, which a provider has reported as paid, on a site that need not have one. `goods`: something that is
 * shipped.
 */
export async function paidOrder(
  site: Pick<TestApp, 'services'>,
  { grossCents = 1190, ...more }: OneOrder = {},
): Promise<string> {
  const { id, attempt } = await orderUnderWay(site, { grossCents, ...more })
  const paid = { kind: 'succeeded', ref: `paid ${id}`, amountCents: grossCents } as const
  await settleAttempt(site.services, attempt, paid)
  return id
}

/** The same with its payment on the way, which no provider knows of. */
export async function orderUnderWay(
  { services }: Pick<TestApp, 'services'>,
  { id = services.random.id(), ...more }: OneOrder = {},
): Promise<{ id: string; attempt: string }> {
  const payer = { provider: 'sandbox', mode: 'test' as const, customer: `customer of ${id}` }
  const attempt = await inTransaction(services.database.db, async (trx) => {
    const { checkout, order } = await orderOf(trx, services, payer, { id, ...more })
    return orderPayment(trx, services, { checkout, order, method: 'card' })
  })
  return { id, attempt }
}

/** The same on invoice, and not paid. */
export async function owedOrder(
  { services }: Pick<TestApp, 'services'>,
  { id = services.random.id(), ...more }: OneOrder = {},
): Promise<string> {
  const nobody = { provider: null, mode: null, customer: null }
  const bank = { holder: 'Robin Sample', iban: 'DE89370400440532013000' }
  await inTransaction(services.database.db, async (trx) => {
    const { order } = await orderOf(trx, services, nobody, { id, ...more }, { due_on: '2026-12-05', bank })
    await invoiceOrder(trx, services, order)
  })
  return id
}

async function orderOf(
  trx: Trx,
  { clock }: TestApp['services'],
  payer: Pick<CheckoutRow, 'provider' | 'mode' | 'customer'>,
  { id, grossCents = 1190, goods = false, email = 'buyer@example.org', userId }: OneOrder & { id: string },
  transfer: Partial<Pick<OrderRow, 'due_on' | 'bank'>> = {},
): Promise<{ checkout: CheckoutRow; order: OrderRow }> {
  const now = clock.now()
  const netCents = Math.round(grossCents / 1.19)
  const money = { netCents, vatCents: grossCents - netCents, grossCents }
  const kind = goods ? 'goods' : 'voucher'
  const what = { kind, licenseCount: 1, interval: { value: 1, unit: 'm' }, ...(goods && { variant: '' }) }
  const line = { productId: id, name: 'Something', quantity: 1, discountCents: 0, vatBasisPoints: 1900 }
  const facts: ChargeFacts = {
    vat: { basisPoints: 1900, reverseCharge: false },
    buyer: {
      name: 'Ada Lovelace',
      address: 'Ring 1\n10115 Berlin',
      country: 'DE',
      business: false,
      language: 'en',
      order: { email, page: `/shop/order/${id}` },
    },
  }
  const user_id = userId ?? null
  const checkout = { order_id: id, user_id, email, created_at: now, ...payer }
  await insertCheckout(trx, checkout)
  const order = await insertOrder(trx, {
    id,
    user_id,
    email,
    email_key: email,
    language: 'en',
    lines: [{ ...line, ...what, ...money }],
    facts,
    shipping: null,
    discount: null,
    taxes: null,
    net_cents: money.netCents,
    vat_cents: money.vatCents,
    gross_cents: grossCents,
    placed_at: now,
    ...transfer,
  })
  return { checkout, order }
}
