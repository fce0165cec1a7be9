import { localDate } from '#domain/billing/billing-period.ts'
import { grossOf, type Pieces, remainingPieces, valueOfPieces } from '#domain/shop/given-back.ts'
import { printedOrderNumber } from '#domain/shop/order-number.ts'
import { nextOrderState } from '#domain/shop/order-state.ts'
import {
  ensureCharge,
  findCharge,
  lockCharge,
  updateCharge,
} from '#server/books/billing/charging/charging.store.ts'
import { chargeIdOf, chargeKeyOfOrder } from '#server/books/billing/charging/create-attempt.ts'
import { book } from '#server/books/billing/charging/ledger.store.ts'
import { leftOfInvoice } from '#server/books/billing/charging/part-of-charge.ts'
import { noteForOperator } from '#server/books/billing/payment-notice.store.ts'
import { creditRefund } from '#server/books/invoices/issue-invoice.ts'
import type { Db, Trx } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { MailServices, Services } from '#server/platform/services/services.ts'
import { creditFor } from './credit-for-pieces.ts'
import { awaitedTransfer, soldPieces, standingOf } from './lines-of-order.ts'
import { findOrder, lockOrder, type OrderRow } from './order.store.ts'
import { billOrder, deliverOrder, type OrderHook } from './settle-order.ts'

/** Issues the invoice of an order on invoice, whose payment is awaited. */
export async function invoiceOrder(trx: Trx, services: Services, order: OrderRow): Promise<void> {
  const key = chargeKeyOfOrder(order.id)
  const charge = await ensureCharge(trx, {
    id: chargeIdOf(order.id, key),
    accountId: order.id,
    key,
    purpose: { kind: 'order', orderId: order.id },
    facts: order.facts,
    grossCents: order.gross_cents,
    now: services.clock.now(),
  })
  await billOrder(trx, services, { order, chargeId: charge.id, transfer: awaitedTransfer(order) })
}

/**
 * Records the full payment of an order on invoice on a day: creates and mails its vouchers' codes, once. 409
 * `order-moved` where no payment is awaited; 422 for a day before the order, or one that is not over yet.
 */
export async function payByTransfer(
  services: Services,
  { orderId, receivedOn }: { readonly orderId: string; readonly receivedOn: string },
  hook: OrderHook,
): Promise<Problem | undefined> {
  const { clock, config } = services
  return inTransaction(services.database.db, async (trx) => {
    await lockOrder(trx, orderId)
    const order = await findOrder(trx, orderId)
    if (!order) return new Problem('not-found')
    const standing = standingOf(order)
    const state = nextOrderState(standing, 'pay')
    const found = await findCharge(trx, orderId, chargeKeyOfOrder(orderId))
    if (!standing.isOwed || state === undefined || !found) return new Problem('order-moved')
    const day = (moment: Date) => localDate(moment, config.seller.zone)
    if (receivedOn < day(order.placed_at) || receivedOn > day(clock.now()))
      return new Problem('invalid', { fields: { receivedOn: 'field_received_on_invalid' } })
    const now = clock.now()
    await updateCharge(trx, found.id, { state: 'succeeded', settled_at: now })
    const amount = { grossCents: found.gross_cents - found.refunded_cents }
    const subject = `transfer ${found.id}`
    await book(trx, { kind: 'paid', amount }, { accountId: orderId, chargeId: found.id, subject, at: now })
    await deliverOrder(trx, services, { orderId, chargeId: found.id, receivedOn })
    await hook(trx, { before: order.state, after: state })
    return undefined
  })
}

/**
 * Pieces of an order on invoice go back before it is paid, or all that remain: a credit note corrects the invoice, and their price is not
 * owed any more, or only `grossCents` of it is not. The caller has locked the order.
 */
export async function cancelInvoice(
  trx: Trx,
  services: MailServices,
  order: OrderRow,
  { pieces, grossCents: asked }: { readonly pieces: Pieces; readonly grossCents?: number },
): Promise<void> {
  const found = await findCharge(trx, order.id, chargeKeyOfOrder(order.id))
  if (!found) throw new Error(`order ${order.id} was never invoiced`)
  const charge = await lockCharge(trx, found.id)
  const worth = grossOf(valueOfPieces(soldPieces(order), pieces, await leftOfInvoice(trx, charge.id)))
  const isAll = remainingPieces(soldPieces(order)).every((count, at) => count === pieces[at])
  const owed = charge.gross_cents - charge.refunded_cents
  const grossCents = isAll ? owed : Math.min(asked ?? worth, worth, owed)
  if (grossCents === 0) return
  const part = await creditFor(trx, charge, { order, pieces, grossCents })
  const refundId = `unpaid ${charge.id} ${charge.refunded_cents}`
  await updateCharge(trx, charge.id, { refunded_cents: charge.refunded_cents + grossCents })
  const credit = await creditRefund(trx, services, {
    chargeId: charge.id,
    refundId,
    ...part,
    goesTo: 'unpaid',
  })
  const at = services.clock.now()
  const of = { accountId: order.id, chargeId: charge.id, document: credit?.number, subject: refundId, at }
  await book(trx, { kind: 'credited', amount: { grossCents } }, of)
}

/** What is owed of an order on invoice, gross: less what went back before it was paid. */
export async function owedOf(db: Db, { id, gross_cents: grossCents }: OrderRow): Promise<number> {
  const charge = await findCharge(db, id, chargeKeyOfOrder(id))
  return charge ? charge.gross_cents - charge.refunded_cents : grossCents
}

/**
 * Refunds a payment by transfer: booked with its credit note at once, and reported to the operator, who transfers it.
 * 409 `order-moved` as `refundOrder`.
 */
export async function giveBackByTransfer(
  trx: Trx,
  services: Services,
  order: OrderRow,
  {
    grossCents,
    leftCents,
    pieces,
  }: { readonly grossCents: number; readonly leftCents: number; readonly pieces: Pieces },
): Promise<Problem | undefined> {
  const found = await findCharge(trx, order.id, chargeKeyOfOrder(order.id))
  if (found?.state !== 'succeeded' || nextOrderState(standingOf(order), 'return') === undefined)
    return new Problem('order-moved')
  const charge = await lockCharge(trx, found.id)
  const left = charge.gross_cents - charge.refunded_cents
  if (left !== leftCents || grossCents > left) return new Problem('order-moved')
  // the price of the pieces was refunded before
  if (grossCents === 0) return undefined
  const refundId = `transfer ${charge.id} ${charge.refunded_cents}`
  const part = await creditFor(trx, charge, { order, pieces, grossCents })
  await updateCharge(trx, charge.id, { refunded_cents: charge.refunded_cents + grossCents })
  const note = { chargeId: charge.id, refundId, ...part, goesTo: 'transfer' as const }
  const credit = await creditRefund(trx, services, note)
  const of = { accountId: order.id, chargeId: charge.id, document: credit?.number, subject: refundId }
  await book(
    trx,
    { kind: 'returned', amount: { grossCents }, creditedCents: credit ? part.netCents + part.vatCents : 0 },
    { ...of, at: services.clock.now() },
  )
  await noteForOperator(trx, services, {
    kind: 'transfer-back',
    effectKey: `transfer-back ${refundId}`,
    accountId: order.id,
    amountCents: grossCents,
    because: `order ${printedOrderNumber(order.number)} of ${order.email}`,
  })
  return undefined
}
