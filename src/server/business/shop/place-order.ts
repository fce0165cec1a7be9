import { href } from '#contract/pages.ts'
import type { OrderPlacement } from '#contract/shop/shop.ts'
import { addressOfCompany } from '#domain/accounts/addressee.ts'
import { emailKey } from '#domain/accounts/contact.ts'
import type { Language } from '#domain/language.ts'
import { placingFault } from '#domain/shop/placing.ts'
import { isBusiness } from '#domain/tax/buyer.ts'
import type { ChargeFacts } from '#server/books/billing/charge-facts.ts'
import { chargeKeyOfOrder, createAttempt } from '#server/books/billing/charging/create-attempt.ts'
import { runPaymentSteps } from '#server/books/billing/charging/run-payment-steps.ts'
import { refuseUnprintable } from '#server/books/invoices/printable.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Viewer } from '#server/platform/http/visitor.ts'
import type { CardOnFile } from '#server/platform/outside/payment.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { invoiceOrder } from './await-transfer.ts'
import { cardOfCheckout } from './begin-checkout.ts'
import { takeDiscount } from './catalogue/discount.store.ts'
import { takeStock } from './catalogue/goods.store.ts'
import { transferOf } from './offer-invoice.ts'
import {
  type CheckoutRow,
  findOrder,
  insertOrder,
  isCardCheckout,
  lockCheckout,
  type OrderRow,
} from './order.store.ts'
import { mailPlaced } from './order-mails.ts'
import { companyOf, type PricedCart, priceCart, soldDiscount, soldShipping } from './price-cart.ts'

type Placing = {
  readonly checkout: CheckoutRow
  readonly body: Omit<OrderPlacement, 'key'>
  readonly viewer: Viewer | undefined
  readonly language: Language
}

/**
 * Places an order and charges it: order, charge and attempt are stored in one transaction, the provider is called after
 * the commit, and its answer is settled as usual. On invoice, the invoice is issued and mailed with the confirmation in
 * that transaction, without a provider (409 `invoice-not-offered` for buyers who may not). Prices are recomputed and
 * must equal those shown (409 `quote-stale`). Stock and a use of the discount code are taken in the same transaction
 * (409 `stock-gone`, `discount-gone`). A checkout is placed once: repeated requests return the existing order, whatever
 * their content.
 */
export async function placeOrder(services: Services, placing: Placing): Promise<Problem | undefined> {
  const { checkout, body, viewer } = placing
  const { db } = services.database
  if (await findOrder(db, checkout.order_id)) return undefined
  const priced = await priceCart(services, viewer, body)
  if (priced instanceof Problem) return priced
  if (priced.totals.grossCents !== body.shownGrossCents) return new Problem('quote-stale')
  const refused = (await refusedBuyer(priced, body)) ?? unfit(priced, body)
  if (refused) return refused
  const isOnInvoice = body.payment === 'invoice'
  if (isOnInvoice && !priced.payments.includes('invoice')) return new Problem('invoice-not-offered')
  const card = isOnInvoice ? undefined : await cardOfCheckout(services, checkout, body.setupIntent ?? '')
  if (card instanceof Problem) return card
  const attemptId = await inTransaction(db, async (trx) => {
    await lockCheckout(trx, checkout.order_id)
    if (await findOrder(trx, checkout.order_id)) return undefined
    await take(trx, priced)
    const order = await storeOrder(trx, services, placing, { priced, card })
    if (card) return orderPayment(trx, services, { checkout, order, method: card.method })
    await mailPlaced(trx, services, order)
    await invoiceOrder(trx, services, order)
    return undefined
  }).catch(refusalOf)
  if (attemptId instanceof Problem) return attemptId
  if (attemptId !== undefined) await runPaymentSteps(services, [{ kind: 'send', attemptId }])
  return undefined
}

/** Stores the charge of an order to a card; the caller sends it after the commit. */
export async function orderPayment(
  trx: Trx,
  services: Pick<Services, 'config' | 'clock'>,
  { checkout, order, method }: { checkout: CheckoutRow; order: OrderRow; method: string },
): Promise<string> {
  if (!isCardCheckout(checkout) || checkout.customer === null)
    throw new Error(`the payer of order ${order.id} is forgotten`)
  const { id } = await createAttempt(trx, services, {
    accountId: order.id,
    key: chargeKeyOfOrder(order.id),
    purpose: { kind: 'order', orderId: order.id },
    facts: order.facts,
    grossCents: order.gross_cents,
    provider: checkout.provider,
    mode: checkout.mode,
    customer: checkout.customer,
    method,
  })
  return id
}

function storeOrder(
  trx: Trx,
  services: Pick<Services, 'config' | 'clock'>,
  { checkout, body, language }: Placing,
  { priced, card }: { priced: PricedCart; card: CardOnFile | undefined },
): Promise<OrderRow> {
  const { email, order_id: id, user_id } = checkout
  const { totals, vat, country, account, lines } = priced
  const now = services.clock.now()
  const typed = {
    name: body.name?.trim() || account?.name || '',
    address: body.address?.trim() || account?.billingAddress || '',
  }
  const company = account && companyOf(account)
  const facts: ChargeFacts = {
    vat,
    buyer: {
      name: typed.name,
      address: company === undefined ? typed.address : addressOfCompany(company, typed),
      country,
      ...(account?.vatId && { vatId: account.vatId }),
      business: account !== undefined && isBusiness(account),
      language,
      order: {
        email,
        page: href('shopOrder', { id }),
        ...(card && { card: { brand: card.brand, last4: card.last4 } }),
      },
    },
  }
  const { netCents, vatCents, grossCents } = totals
  return insertOrder(trx, {
    id,
    user_id,
    email,
    email_key: emailKey(email),
    language,
    lines,
    facts,
    shipping: soldShipping(priced),
    discount: soldDiscount(priced),
    taxes: totals.taxes,
    net_cents: netCents,
    vat_cents: vatCents,
    gross_cents: grossCents,
    placed_at: now,
    ...(body.payment === 'invoice' && transferOf(services.config, now)),
  })
}

/**
 * Takes the ordered pieces from stock and counts the use of the discount code; throws where either is exhausted, which
 * rolls everything back.
 */
async function take(trx: Trx, { cart, discount }: PricedCart): Promise<void> {
  const pieces = cart.flatMap(({ product, quantity }) =>
    product.kind === 'goods' ? [{ variantId: product.id, quantity }] : [],
  )
  if (!(await takeStock(trx, pieces))) throw new Gone('stock-gone')
  if (discount && !(await takeDiscount(trx, discount.code))) throw new Gone('discount-gone')
}

/** Exhausted by a concurrent order: the transaction is rolled back. */
class Gone extends Error {
  readonly code: 'stock-gone' | 'discount-gone'
  constructor(code: Gone['code']) {
    super(code)
    this.code = code
  }
}

function refusalOf(error: unknown): Problem {
  if (error instanceof Gone) return new Problem(error.code)
  throw error
}

/** An invoice must name its buyer. */
async function refusedBuyer(
  { needsAddress, account }: PricedCart,
  { name = '', address = '', payment }: Placing['body'],
): Promise<Problem | undefined> {
  const isNeeded = needsAddress || payment === 'invoice'
  const isMissing = (typed: string, known: string | null | undefined) =>
    isNeeded && typed.trim() === '' && !known
  const fields = {
    ...(isMissing(name, account?.name) && { name: 'field_name_missing' }),
    ...(isMissing(address, account?.billingAddress) && { address: 'field_address_missing' }),
  }
  if (Object.keys(fields).length > 0) return new Problem('invalid', { fields })
  return (await refuseUnprintable('name', name)) ?? refuseUnprintable('address', address)
}

/** Shipping and payment must fit each other and the cart. */
function unfit(
  { cart, ships, method, account }: PricedCart,
  { address = '', shippingMethod, payment = 'card', setupIntent }: Placing['body'],
): Problem | undefined {
  const fault = placingFault({
    lines: cart,
    // a method that does not serve the country counts as missing; one that nothing needs is refused as well
    shipping: method || (shippingMethod !== undefined && !ships) ? 'parcel' : 'none',
    payment,
    hasCard: setupIntent !== undefined,
    hasAddress: address.trim() !== '' || Boolean(account?.billingAddress),
  })
  if (fault === 'shipping-needed')
    return new Problem('invalid', { fields: { shippingMethod: 'field_shipping_missing' } })
  if (fault === 'card-missing') return new Problem('card-not-registered')
  return fault && new Problem('invalid', { fields: { items: 'field_invalid' } })
}
