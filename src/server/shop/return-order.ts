import type { Transaction } from 'kysely'
import { nextOrderState } from '#domain/shop/order-state.ts'
import { findCharge, lockCharge, paidAttempt } from '#server/billing/charging/charging.store.ts'
import { orderKey } from '#server/billing/charging/order-attempt.ts'
import { partOfCharge } from '#server/billing/charging/part-of-charge.ts'
import { insertRefund, onTheWayBack } from '#server/billing/charging/refund.store.ts'
import { runPaymentSteps } from '#server/billing/charging/run-payment-steps.ts'
import type { Tables } from '#server/database/tables.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { Problem } from '#server/runtime/problem.ts'
import type { Services } from '#server/services/services.ts'
import { giveBackByTransfer } from './await-transfer.ts'
import { standingOf } from './lines-of-order.ts'
import { findOrder, lockOrder, type OrderRow } from './order.store.ts'
import { type OrderStep, takeBackOrder } from './settle-order.ts'

/** What of an order's money, gross. */
export type OrderRefund = {
  readonly orderId: string
  /** Goes back now; all that is left of it makes the order returned. */
  readonly grossCents: number
  /** Had not gone back when it was decided: what has changed since is decided anew. */
  readonly leftCents: number
  /** Goods that were shipped have come back, and can be sold again; those that were not are there in any case. */
  readonly restock?: boolean
}

/**
 * Gives money of a paid order back: the refund is written down together with what it means for the order, the provider is asked
 * after the commit, and its answer books it and issues the credit note; what was paid by transfer is booked at once, and the operator
 * transfers it. When all is given back, the order is returned, codes that
 * nobody has redeemed are void, and its goods are in stock again. 409 `order-moved` where less is left than was thought, or nothing was paid; `charge-in-flight` while
 * another refund is on its way.
 */
export async function refundOrder(
  services: Services,
  refund: OrderRefund,
  alongside: OrderStep = async () => {},
): Promise<Problem | undefined> {
  const refundId = await inTransaction(services.database.db, async (trx) => {
    await lockOrder(trx, refund.orderId)
    const order = await findOrder(trx, refund.orderId)
    if (!order) return new Problem('not-found')
    const ordered =
      order.due_on === null
        ? await writeDown(trx, services, order, refund)
        : await giveBackByTransfer(trx, services, order, refund)
    if (ordered instanceof Problem) return ordered
    const isWhole = refund.grossCents === refund.leftCents
    if (isWhole)
      await takeBackOrder(trx, services, { orderId: order.id, isWhole, isBack: refund.restock ?? false })
    await alongside(trx, { before: order.state, after: isWhole ? 'returned' : order.state })
    return ordered
  })
  if (refundId instanceof Problem) return refundId
  if (refundId !== undefined) await runPaymentSteps(services, [{ kind: 'refund', refundId }])
  return undefined
}

/** What was paid for an order and what was not given back yet, or is not about to be. */
export async function leftOfOrder(trx: Transaction<Tables>, orderId: string): Promise<number> {
  const charge = await findCharge(trx, orderId, orderKey(orderId))
  if (charge?.state !== 'succeeded') return 0
  return charge.gross_cents - charge.refunded_cents - (await onTheWayBack(trx, charge.id))
}

async function writeDown(
  trx: Transaction<Tables>,
  { random, clock }: Services,
  order: OrderRow,
  { grossCents, leftCents }: OrderRefund,
): Promise<string | Problem> {
  const found = await findCharge(trx, order.id, orderKey(order.id))
  if (!found || nextOrderState(standingOf(order), 'return') === undefined) return new Problem('order-moved')
  const charge = await lockCharge(trx, found.id)
  const attempt = await paidAttempt(trx, charge.id)
  if ((await onTheWayBack(trx, charge.id)) > 0) return new Problem('charge-in-flight')
  const left = charge.gross_cents - charge.refunded_cents
  if (!attempt || left !== leftCents || grossCents > left) return new Problem('order-moved')
  const id = await insertRefund(trx, {
    id: random.id(),
    attempt,
    // the same part is ordered once
    reason: `order ${charge.refunded_cents}`,
    amount: await partOfCharge(trx, charge, grossCents),
    grossCents,
    now: clock.now(),
    real: clock.real(),
  })
  return id ?? new Problem('charge-in-flight')
}
