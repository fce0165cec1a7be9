import type { Amount } from '#domain/money.ts'
import { canGiveBack, grossOf, type Pieces, remainingPieces, valueOfPieces } from '#domain/shop/given-back.ts'
import { nextOrderState } from '#domain/shop/order-state.ts'
import { findCharge, lockCharge, paidAttempt } from '#server/books/billing/charging/charging.store.ts'
import { chargeKeyOfOrder } from '#server/books/billing/charging/create-attempt.ts'
import { leftOfInvoice } from '#server/books/billing/charging/part-of-charge.ts'
import { insertRefund, onTheWayBack } from '#server/books/billing/charging/refund.store.ts'
import { type PaymentStep, runPaymentSteps } from '#server/books/billing/charging/run-payment-steps.ts'
import type { Db, Trx } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { MailServices, Services } from '#server/platform/services/services.ts'
import { cancelInvoice, giveBackByTransfer, owedOf } from './await-transfer.ts'
import { giveUpOrder } from './cancel-order.ts'
import { creditFor } from './credit-for-pieces.ts'
import { soldPieces, standingOf } from './lines-of-order.ts'
import { findOrder, lockOrder, type OrderRow } from './order.store.ts'
import { type OrderHook, takeBackPieces } from './settle-order.ts'

/** The gross amount to refund. */
export type OrderRefund = {
  readonly orderId: string
  /** To refund now; equal to `leftCents` returns the order. */
  readonly grossCents: number
  /** Refundable when decided; if changed, `order-moved`. */
  readonly leftCents: number
  /**
   * The refunded pieces; the amount is at most their value. Without them a full refund is for all remaining pieces, and
   * a partial one for none.
   */
  readonly pieces?: Pieces | undefined
  /** Shipped goods have come back and can be sold again; unshipped ones return to stock in any case. */
  readonly restock?: boolean
}

/**
 * Refunds a paid order, for pieces of it or as a sum: stores the refund with its effects on the order, calls the
 * provider after the commit, and books its answer with a credit note; a payment by transfer is booked at once, and the
 * operator transfers it. Unredeemed codes of the pieces are voided, and goods return to stock. A refund of all pieces
 * or all money returns the order. 409 `order-moved` where less money or fewer pieces are left than assumed, or nothing
 * was paid; `charge-in-flight` while another refund is pending.
 */
export async function refundOrder(
  services: Services,
  refund: OrderRefund,
  hook: OrderHook = async () => {},
): Promise<Problem | undefined> {
  const steps = await inTransaction(services.database.db, async (trx) => {
    await lockOrder(trx, refund.orderId)
    const order = await findOrder(trx, refund.orderId)
    if (!order) return new Problem('not-found')
    const given = await giveBack(trx, services, order, refund)
    if (given instanceof Problem) return given
    await hook(trx, { before: order.state, after: given.after })
    return given.steps
  })
  if (steps instanceof Problem) return steps
  await runPaymentSteps(services, steps)
  return undefined
}

/**
 * Same within the caller's transaction, which has locked the order: returns the steps for the provider after the
 * commit, and the order's new state. On an unpaid order on invoice, pieces lower the amount owed, and all of them
 * cancel it.
 */
export async function giveBack(
  trx: Trx,
  services: Services,
  order: OrderRow,
  { grossCents, leftCents, pieces, restock = false }: Omit<OrderRefund, 'orderId'>,
): Promise<{ steps: readonly PaymentStep[]; after: OrderRow['state'] } | Problem> {
  const sold = soldPieces(order)
  const isAllMoney = grossCents === leftCents
  const remaining = remainingPieces(sold)
  const back = pieces ?? (isAllMoney ? remaining : remaining.map(() => 0))
  if (pieces ? !canGiveBack(sold, pieces) : grossCents === 0) return new Problem('order-moved')
  if (pieces && grossCents > (await worthOfPieces(trx, order, pieces)).grossCents)
    return new Problem('order-moved')
  const money = { grossCents, leftCents, pieces: back }
  if (standingOf(order).isOwed) return takeOffInvoice(trx, services, order, { ...money, isBack: restock })
  const refundId =
    order.due_on === null
      ? await writeDown(trx, services, order, money)
      : await giveBackByTransfer(trx, services, order, money)
  if (refundId instanceof Problem) return refundId
  const isWhole = isAllMoney || remaining.every((count, at) => count === back[at])
  await takeBackPieces(trx, services, { order, pieces: back, isWhole, isBack: restock })
  const steps: readonly PaymentStep[] = refundId === undefined ? [] : [{ kind: 'refund', refundId }]
  return { steps, after: isWhole ? 'returned' : order.state }
}

async function takeOffInvoice(
  trx: Trx,
  services: MailServices,
  order: OrderRow,
  { pieces, grossCents, leftCents, isBack }: Money & { readonly isBack: boolean },
): Promise<{ steps: readonly PaymentStep[]; after: OrderRow['state'] } | Problem> {
  const isNothing = pieces.every((count) => count === 0)
  if (isNothing || nextOrderState(standingOf(order), 'cancel') === undefined)
    return new Problem('order-moved')
  if (leftCents !== (await owedOf(trx, order))) return new Problem('order-moved')
  if (remainingPieces(soldPieces(order)).every((count, at) => count === pieces[at])) {
    const steps = await giveUpOrder(trx, services, order, isBack)
    return steps instanceof Problem ? steps : { steps, after: 'cancelled' }
  }
  await cancelInvoice(trx, services, order, { pieces, grossCents })
  await takeBackPieces(trx, services, { order, pieces, isWhole: false, isBack })
  return { steps: [], after: order.state }
}

/** Returns what is refundable of an order's payment, less pending refunds. */
export async function leftOfOrder(db: Db, orderId: string): Promise<number> {
  const charge = await findCharge(db, orderId, chargeKeyOfOrder(orderId))
  if (charge?.state !== 'succeeded') return 0
  return charge.gross_cents - charge.refunded_cents - (await onTheWayBack(db, charge.id))
}

/** What pieces of an order are worth, gross, out of what is left of its money, or of what is owed on invoice. */
export async function worthOfPieces(
  db: Db,
  order: OrderRow,
  pieces: Pieces,
): Promise<{ grossCents: number; leftCents: number }> {
  const leftCents = standingOf(order).isOwed ? await owedOf(db, order) : await leftOfOrder(db, order.id)
  const left = await leftOfOrdersInvoice(db, order.id)
  return {
    grossCents: Math.min(grossOf(valueOfPieces(soldPieces(order), pieces, left)), leftCents),
    leftCents,
  }
}

/** Returns what is not credited of an order's invoice, by rate. */
export async function leftOfOrdersInvoice(db: Db, orderId: string): Promise<readonly Amount[]> {
  const charge = await findCharge(db, orderId, chargeKeyOfOrder(orderId))
  return charge ? leftOfInvoice(db, charge.id) : []
}

type Money = { readonly grossCents: number; readonly leftCents: number; readonly pieces: Pieces }

async function writeDown(
  trx: Trx,
  { random, clock }: Pick<Services, 'clock' | 'random'>,
  order: OrderRow,
  { grossCents, leftCents, pieces }: Money,
): Promise<string | undefined | Problem> {
  const found = await findCharge(trx, order.id, chargeKeyOfOrder(order.id))
  if (!found || nextOrderState(standingOf(order), 'return') === undefined) return new Problem('order-moved')
  const charge = await lockCharge(trx, found.id)
  const attempt = await paidAttempt(trx, charge.id)
  if ((await onTheWayBack(trx, charge.id)) > 0) return new Problem('charge-in-flight')
  const left = charge.gross_cents - charge.refunded_cents
  if (!attempt || left !== leftCents || grossCents > left) return new Problem('order-moved')
  // its price was refunded before
  if (grossCents === 0) return undefined
  const id = await insertRefund(trx, {
    id: random.id(),
    attempt,
    // unique, so that the same part is ordered once
    reason: `order ${charge.refunded_cents}`,
    amount: await creditFor(trx, charge, { order, pieces, grossCents }),
    grossCents,
    now: clock.now(),
    real: clock.real(),
  })
  return id ?? new Problem('charge-in-flight')
}
