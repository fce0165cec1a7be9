import { remainingPieces } from '#domain/shop/given-back.ts'
import { nextOrderState } from '#domain/shop/order-state.ts'
import { giveUpAttempts } from '#server/books/billing/charging/charging.store.ts'
import { type PaymentStep, runPaymentSteps } from '#server/books/billing/charging/run-payment-steps.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { MailServices, Services } from '#server/platform/services/services.ts'
import { cancelInvoice } from './await-transfer.ts'
import { giveBackDiscount } from './catalogue/discount.store.ts'
import { soldPieces, standingOf } from './lines-of-order.ts'
import { findOrder, lastAttempt, lockOrder, type OrderRow, updateOrder } from './order.store.ts'
import { mailCancelled } from './order-mails.ts'
import { type OrderHook, restock } from './settle-order.ts'

/** States of attempts that have taken money, or still may. */
const mayBePaid: ReadonlySet<string> = new Set(['submitted', 'processing', 'unknown', 'succeeded'])

/**
 * Cancels an unpaid order, and notifies its buyer: frees its use of the discount code, returns its goods to stock, and
 * cancels an invoice with a credit note. Goods already shipped return to stock only with `isBack`. 409 `order-moved`
 * where it is paid or closed, `charge-in-flight` while its payment may be pending.
 */
export async function cancelOrder(
  services: Services,
  { orderId, isBack = false }: { readonly orderId: string; readonly isBack?: boolean },
  hook: OrderHook = async () => {},
): Promise<Problem | undefined> {
  const steps = await inTransaction(services.database.db, async (trx) => {
    await lockOrder(trx, orderId)
    const order = await findOrder(trx, orderId)
    if (!order) return new Problem('not-found')
    const given = await giveUpOrder(trx, services, order, isBack)
    if (!(given instanceof Problem)) await hook(trx, { before: order.state, after: 'cancelled' })
    return given
  })
  if (steps instanceof Problem) return steps
  await runPaymentSteps(services, steps)
  return undefined
}

/** The same within the caller's transaction, which has locked the order: answers what is to be asked of the provider after the commit. */
export async function giveUpOrder(
  trx: Trx,
  services: MailServices,
  order: OrderRow,
  isBack: boolean,
): Promise<readonly PaymentStep[] | Problem> {
  const now = services.clock.now()
  const state = nextOrderState(standingOf(order), 'cancel')
  if (state === undefined) return new Problem('order-moved')
  const attempt = await lastAttempt(trx, order.id)
  if (attempt && mayBePaid.has(attempt.state)) return new Problem('charge-in-flight')
  if (attempt) await giveUpAttempts(trx, attempt.charge_id, now)
  const pieces = remainingPieces(soldPieces(order))
  if (order.due_on !== null) await cancelInvoice(trx, services, order, { pieces })
  await updateOrder(trx, order.id, { state, closed_at: now, awaited_pieces: null })
  if (isBack || order.shipped_at === null) await restock(trx, order, pieces)
  if (order.discount) await giveBackDiscount(trx, order.discount.code)
  await mailCancelled(trx, services, order)
  return [{ kind: 'cancel-given-up', accountId: order.id }]
}
