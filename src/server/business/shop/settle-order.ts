import { localDate } from '#domain/billing/billing-period.ts'
import type { OrderBill, Transfer } from '#domain/invoices/invoice.ts'
import { addPieces, type Pieces, remainingPieces } from '#domain/shop/given-back.ts'
import { nextOrderState, type OrderState } from '#domain/shop/order-state.ts'
import { voucherCode, voucherValidUntil } from '#domain/shop/voucher-code.ts'
import { openPlaces, type VoucherState } from '#domain/shop/voucher-places.ts'
import type { ChargeFacts } from '#server/books/billing/charge-facts.ts'
import { chargeKeyOfOrder } from '#server/books/billing/charging/create-attempt.ts'
import { book } from '#server/books/billing/charging/ledger.store.ts'
import { issueInvoice } from '#server/books/invoices/issue-invoice.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import type { Services } from '#server/platform/services/services.ts'
import { giveBackStock } from './catalogue/goods.store.ts'
import { invoicedLines } from './credit-for-pieces.ts'
import { linesOfOrder, soldPieces, standingOf, taxesOfOrder } from './lines-of-order.ts'
import { findOrder, type OrderRow, updateOrder } from './order.store.ts'
import { mailPlaced, mailVouchers } from './order-mails.ts'
import { insertVouchers, type NewVoucher, voidVouchers, vouchersOf } from './voucher.store.ts'

/** A hook in the transaction that changes an order, for a further write such as the audit log. */
export type OrderHook = (
  trx: Trx,
  moved: { readonly before: OrderState; readonly after: OrderState },
) => Promise<void>

/**
 * Delivers a paid order, in the transaction of its payment: confirms it, issues its invoice, creates its codes, and
 * mails all of it, once. False where the order no longer takes the payment: it was cancelled, or paid before.
 */
export async function deliverOrder(
  trx: Trx,
  services: Services,
  {
    orderId,
    chargeId,
    receivedOn = null,
  }: { orderId: string; chargeId: string /** Of a transfer. */; receivedOn?: string | null },
): Promise<boolean> {
  const order = await findOrder(trx, orderId)
  const state = order && nextOrderState(standingOf(order), 'pay')
  if (!order || state === undefined) return false
  const now = services.clock.now()
  await updateOrder(trx, orderId, { state, paid_at: now, received_on: receivedOn })
  // an order on invoice got both when it was placed
  if (order.due_on === null) {
    await mailPlaced(trx, services, order)
    await billOrder(trx, services, { order, chargeId })
  }
  const vouchers = vouchersFor(services, order, localDate(now, services.config.seller.zone))
  if (vouchers.length > 0) {
    await insertVouchers(trx, { orderId, vouchers, now })
    const open = await voidReturned(trx, services, order)
    if (open.length > 0) await mailVouchers(trx, services, order, open)
  }
  return true
}

/** Voids codes of pieces that went back before the order was paid; answers those that are good. */
async function voidReturned(
  trx: Trx,
  { clock, config }: Pick<Services, 'config' | 'clock'>,
  order: OrderRow,
): Promise<readonly NewVoucher[]> {
  const { returned_pieces: pieces } = order
  if (pieces !== null) {
    const which = (states: readonly VoucherState[]) => openPlaces(linesOfOrder(order), pieces, states)
    await voidVouchers(trx, { orderId: order.id, now: clock.now(), zone: config.seller.zone, which })
  }
  return (await vouchersOf(trx, order.id)).filter(({ state }) => state === 'open')
}

/** Issues the invoice of an order and books it. */
export async function billOrder(
  trx: Trx,
  services: Services,
  { order, chargeId, transfer }: { order: OrderRow; chargeId: string; transfer?: Transfer | undefined },
): Promise<void> {
  const now = services.clock.now()
  const bill = billOf(order, now, transfer)
  const facts = order.facts as ChargeFacts
  const { number } = await issueInvoice(trx, services, { accountId: order.id, chargeId, bill, facts })
  await book(
    trx,
    { kind: 'billed', amount: bill.amount },
    { accountId: order.id, chargeId, document: number, subject: `${order.id} ${bill.key}`, at: now },
  )
}

/**
 * Handles a reversal by a provider or bank, complete or possible: voids unredeemed codes. A complete one returns the
 * order with all pieces.
 */
export async function takeBackOrder(
  trx: Trx,
  services: Pick<Services, 'config' | 'clock'>,
  { orderId, isWhole }: { orderId: string; isWhole: boolean },
): Promise<void> {
  const { clock, config } = services
  await voidVouchers(trx, { orderId, now: clock.now(), zone: config.seller.zone })
  const order = await findOrder(trx, orderId)
  if (!order || !isWhole || nextOrderState(standingOf(order), 'return') === undefined) return
  await takeBackPieces(trx, services, { order, pieces: remainingPieces(soldPieces(order)), isWhole })
}

/**
 * Takes back pieces of an order: voids as many unredeemed codes, and returns goods to stock if they were not shipped,
 * or have come back (`isBack`). `isWhole`: the order is returned, and all its codes are void.
 */
export async function takeBackPieces(
  trx: Trx,
  services: Pick<Services, 'config' | 'clock'>,
  {
    order,
    pieces,
    isWhole,
    isBack = false,
  }: { order: OrderRow; pieces: Pieces; isWhole: boolean; isBack?: boolean },
): Promise<void> {
  const { clock, config } = services
  const now = clock.now()
  const which = isWhole
    ? undefined
    : (states: readonly VoucherState[]) => openPlaces(linesOfOrder(order), pieces, states)
  await voidVouchers(trx, { orderId: order.id, now, zone: config.seller.zone, which })
  const state = isWhole ? nextOrderState(standingOf(order), 'return') : undefined
  await updateOrder(trx, order.id, {
    ...(state !== undefined && { state, closed_at: now }),
    returned_pieces: [...addPieces(soldPieces(order).returned, pieces)],
    awaited_pieces: order.awaited_pieces?.map((count, at) => Math.max(count - (pieces[at] ?? 0), 0)) ?? null,
  })
  if (isBack || order.shipped_at === null) await restock(trx, order, pieces)
}

/** Returns goods of an order to stock. */
export async function restock(trx: Trx, order: OrderRow, pieces: Pieces): Promise<void> {
  const goods = linesOfOrder(order).flatMap(({ kind, productId: variantId }, at) => {
    const quantity = pieces[at] ?? 0
    return kind === 'goods' && quantity > 0 ? [{ variantId, quantity }] : []
  })
  await giveBackStock(trx, goods)
}

function billOf(order: OrderRow, suppliedAt: Date, transfer: Transfer | undefined): OrderBill {
  const { net_cents: netCents, vat_cents: vatCents, gross_cents: grossCents } = order
  const { vat } = order.facts as ChargeFacts
  const { discount, shipping } = order
  const taxes = taxesOfOrder(order)
  const [first, ...others] = taxes
  return {
    key: chargeKeyOfOrder(order.id),
    order: {
      number: order.number,
      suppliedAt,
      lines: invoicedLines(order),
      ...(discount && { discount: { name: discount.code, parts: discount.parts } }),
      ...(shipping && { shipping: { name: shipping.name, parts: shipping.parts } }),
    },
    amount: { netCents, vatBasisPoints: first?.vatBasisPoints ?? vat.basisPoints, vatCents, grossCents },
    ...(others.length > 0 && { taxes }),
    paidBy: {
      creditCents: 0,
      cardCents: transfer ? 0 : grossCents,
      openCents: transfer ? grossCents : 0,
      alsoCents: 0,
    },
    ...(transfer && { transfer }),
  }
}

function vouchersFor(
  { random }: Pick<Services, 'random'>,
  order: OrderRow,
  today: string,
): readonly NewVoucher[] {
  const validUntil = voucherValidUntil(today)
  return linesOfOrder(order).flatMap((line): readonly NewVoucher[] => {
    if (line.kind === 'goods') return []
    const { quantity, licenseCount, interval } = line
    return Array.from({ length: quantity }, () => ({
      code: voucherCode(Buffer.from(random.token(), 'base64url')),
      licenseCount,
      interval,
      validUntil,
    }))
  })
}
