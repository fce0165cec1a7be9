import type { Order } from '#contract/shop/shop.ts'
import { couponKey } from '#domain/coupons/coupon.ts'
import { isGiftPicture } from '#domain/shop/gift.ts'
import { printedOrderNumber } from '#domain/shop/order-number.ts'
import type { ChargeFacts } from '#server/books/billing/charge-facts.ts'
import { findCharge } from '#server/books/billing/charging/charging.store.ts'
import { chargeKeyOfOrder } from '#server/books/billing/charging/create-attempt.ts'
import { onTheWayBack } from '#server/books/billing/charging/refund.store.ts'
import { findInvoiceByEffect } from '#server/books/invoices/invoice.store.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { ChargeOrder } from '#server/platform/outside/payment.ts'
import type { Services } from '#server/platform/services/services.ts'
import { owedOf } from './await-transfer.ts'
import { giftsOf } from './gift.store.ts'
import { linesOfOrder, shipsGoods, standingOf, taxesOfOrder } from './lines-of-order.ts'
import { lastAttempt, type OrderRow } from './order.store.ts'
import { shownDiscount, shownLines, shownShipping, shownTaxes } from './show-quote.ts'
import { vouchersOf } from './voucher.store.ts'

/** Returns an order for its buyer. */
export async function showOrder(
  services: Pick<Services, 'config' | 'database' | 'siteFiles'>,
  order: OrderRow,
): Promise<Order> {
  const { db } = services.database
  const { net_cents: netCents, vat_cents: vatCents, gross_cents: grossCents } = order
  const { vat } = order.facts as ChargeFacts
  const invoice = await findInvoiceByEffect(db, `invoice ${order.id} ${chargeKeyOfOrder(order.id)}`)
  return {
    id: order.id,
    number: order.number,
    state: order.state,
    email: order.email,
    placedAt: order.placed_at.toISOString(),
    lines: boughtLines(order),
    ...(await refundedOf(services, order)),
    discount: shownDiscount(order.discount),
    shipping: shownShipping(order.shipping),
    taxes: shownTaxes(taxesOfOrder(order)),
    ...(vat.reverseCharge && { reverseCharge: true }),
    netCents,
    vatCents,
    grossCents,
    payment: order.state === 'placed' ? await paymentOf(services, order.id) : null,
    transfer: await shownTransfer(services, order),
    ...(await shownVouchers(services, order.id)),
    ...(invoice && { invoiceNumber: invoice.number }),
    delivery: shownDelivery(order),
    ...(awaitsGoods(order) && { returnTo: returnAddress(services.config) }),
  }
}

/** The vouchers of an order, and the pictures for a gift. */
async function shownVouchers(
  { database, siteFiles }: Pick<Services, 'database' | 'siteFiles'>,
  orderId: string,
): Promise<Pick<Order, 'vouchers' | 'giftPictures'>> {
  const gifts = await giftsOf(database.db, orderId)
  const vouchers = (await vouchersOf(database.db, orderId)).map((voucher) => {
    const gift = gifts.get(couponKey(voucher.code))
    return gift === undefined ? voucher : { ...voucher, gift }
  })
  if (vouchers.every(({ state }) => state !== 'open')) return { vouchers, giftPictures: [] }
  const named = [...siteFiles.current.pictures].filter(([name]) => isGiftPicture(name))
  return { vouchers, giftPictures: named.map(([name, { address }]) => ({ name, address })) }
}

/** The lines of an order with the state of their pieces. */
function boughtLines(order: OrderRow): Order['lines'] {
  const { returned_pieces: returned, awaited_pieces: awaited } = order
  return shownLines(linesOfOrder(order)).map((line, at) => ({
    ...line,
    ...(returned?.[at] && { returned: returned[at] }),
    ...(awaited?.[at] && { awaited: awaited[at] }),
  }))
}

/** What was refunded of an order, pending refunds included. */
async function refundedOf(
  { database }: Pick<Services, 'database'>,
  { id, state }: OrderRow,
): Promise<Pick<Order, 'refundedCents'>> {
  // nothing was paid
  if (state === 'cancelled') return {}
  const charge = await findCharge(database.db, id, chargeKeyOfOrder(id))
  const refundedCents = charge ? charge.refunded_cents + (await onTheWayBack(database.db, charge.id)) : 0
  return refundedCents > 0 ? { refundedCents } : {}
}

/** The buyer has withdrawn from shipped pieces that are not refunded yet. */
function awaitsGoods({ awaited_pieces: awaited }: OrderRow): boolean {
  return awaited?.some((count) => count > 0) ?? false
}

/** Returns the seller's name and postal address, for returned goods. */
export function returnAddress({ seller }: Pick<Config, 'seller'>): string {
  return [seller.name, seller.address].filter(Boolean).join('\n')
}

/** Recipient and state of an order's parcel. */
function shownDelivery(order: OrderRow): Order['delivery'] {
  if (!shipsGoods(order)) return null
  const { buyer } = order.facts as ChargeFacts
  return {
    recipient: buyer.name,
    address: buyer.address,
    country: buyer.country,
    shippedAt: order.shipped_at?.toISOString() ?? null,
    deliveredAt: order.delivered_at?.toISOString() ?? null,
    trackingNumber: order.tracking_number,
  }
}

/** Amount and bank account of an unpaid order's transfer. */
async function shownTransfer(
  { database }: Pick<Services, 'database'>,
  order: OrderRow,
): Promise<Order['transfer']> {
  const { bank, due_on: dueOn } = order
  const isOver = order.state === 'cancelled' || order.state === 'returned'
  if (bank === null || dueOn === null || isOver || !standingOf(order).isOwed) return null
  const grossCents = await owedOf(database.db, order)
  return { ...bank, dueOn, reference: printedOrderNumber(order.number), grossCents }
}

/** The state of an unpaid order's payment. */
async function paymentOf(
  { database }: Pick<Services, 'database'>,
  orderId: string,
): Promise<Order['payment']> {
  const attempt = await lastAttempt(database.db, orderId)
  if (!attempt) return null
  const provider = attempt.provider === 'stripe' ? 'stripe' : 'sandbox'
  switch (attempt.state) {
    case 'declined':
    case 'failed':
    case 'abandoned':
      return {
        state: 'declined',
        provider,
        // the message of a refusal is for the operator
        ...(attempt.state === 'declined' &&
          attempt.decline_message !== null && { message: attempt.decline_message }),
      }
    case 'needs-action':
      return {
        state: 'action-required',
        provider,
        paymentMethod: (attempt.params as ChargeOrder).method,
        ...(attempt.client_secret !== null && { clientSecret: attempt.client_secret }),
      }
    default:
      return { state: 'processing', provider }
  }
}
