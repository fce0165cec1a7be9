import { remainingPieces } from '#domain/shop/given-back.ts'
import { nextOrderState } from '#domain/shop/order-state.ts'
import { giveUpAttempts } from '#server/books/billing/charging/charging.store.ts'
import { runPaymentSteps } from '#server/books/billing/charging/run-payment-steps.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { cancelInvoice } from './await-transfer.ts'
import { giveBackDiscount } from './catalogue/discount.store.ts'
import { soldPieces, standingOf } from './lines-of-order.ts'
import { findOrder, lastAttempt, lockOrder, updateOrder } from './order.store.ts'
import { mailCancelled } from './order-mails.ts'
import { type OrderStep, restock } from './settle-order.ts'

/** Attempts that may have taken money, or still may. */
const mayBePaid: ReadonlySet<string> = new Set(['submitted', 'processing', 'unknown', 'succeeded'])

/**
 * Gives an order up that was not paid, and tells its buyer: the use of its discount code is free again, its goods are in stock,
 * and a credit note cancels an invoice. Goods that were shipped are only if `isBack`. 409 `order-moved` where it is paid or closed, `charge-in-flight` while
 * its payment may be on its way.
 */
export async function cancelOrder(
  services: Services,
  { orderId, isBack = false }: { readonly orderId: string; readonly isBack?: boolean },
  alongside: OrderStep = async () => {},
): Promise<Problem | undefined> {
  const now = services.clock.now()
  const refused = await inTransaction(services.database.db, async (trx) => {
    await lockOrder(trx, orderId)
    const order = await findOrder(trx, orderId)
    if (!order) return new Problem('not-found')
    const state = nextOrderState(standingOf(order), 'cancel')
    if (state === undefined) return new Problem('order-moved')
    const attempt = await lastAttempt(trx, orderId)
    if (attempt && mayBePaid.has(attempt.state)) return new Problem('charge-in-flight')
    if (attempt) await giveUpAttempts(trx, attempt.charge_id, now)
    await updateOrder(trx, orderId, { state, closed_at: now })
    if (order.due_on !== null) await cancelInvoice(trx, services, order)
    if (isBack || order.shipped_at === null) await restock(trx, order, remainingPieces(soldPieces(order)))
    if (order.discount) await giveBackDiscount(trx, order.discount.code)
    await mailCancelled(trx, services, order)
    await alongside(trx, { before: order.state, after: state })
    return undefined
  })
  if (!refused) await runPaymentSteps(services, [{ kind: 'cancel-given-up', accountId: orderId }])
  return refused
}
