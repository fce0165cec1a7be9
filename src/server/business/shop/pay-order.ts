import { giveUpAttempts } from '#server/books/billing/charging/charging.store.ts'
import { type PaymentStep, runPaymentSteps } from '#server/books/billing/charging/run-payment-steps.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { cardOfCheckout } from './begin-checkout.ts'
import { type CheckoutRow, changeCard, findOrder, lastAttempt, lockOrder } from './order.store.ts'
import { orderPayment } from './place-order.ts'

/** Outcomes of an attempt that leave the order unpaid, so that another card may pay it. */
const unpaid: ReadonlySet<string> = new Set(['declined', 'failed', 'abandoned'])

/**
 * Charges an unpaid order to another card: a new attempt of the same charge, which is paid at most once. An attempt
 * that waits for the card holder is given up first; while an outcome is unknown, nothing else is tried (409).
 */
export async function payOrder(
  services: Services,
  { checkout, setupIntent }: { checkout: CheckoutRow; setupIntent: string },
): Promise<Problem | undefined> {
  const { database, clock } = services
  const card = await cardOfCheckout(services, checkout, setupIntent)
  if (card instanceof Problem) return card
  const { order_id: orderId } = checkout
  const steps = await inTransaction(database.db, async (trx): Promise<readonly PaymentStep[] | Problem> => {
    await lockOrder(trx, orderId)
    const order = await findOrder(trx, orderId)
    if (order?.state !== 'placed' || order.due_on !== null) return new Problem('order-closed')
    const last = await lastAttempt(trx, orderId)
    if (!last) throw new Error(`order ${orderId} was never charged`)
    if (last.state === 'needs-action') await giveUpAttempts(trx, last.charge_id, clock.now())
    else if (!unpaid.has(last.state)) return new Problem('charge-in-flight')
    const paidWith = await changeCard(trx, order, card)
    const attemptId = await orderPayment(trx, services, { checkout, order: paidWith, method: card.method })
    return [
      { kind: 'cancel-given-up', accountId: orderId },
      { kind: 'send', attemptId },
    ]
  })
  if (steps instanceof Problem) return steps
  await runPaymentSteps(services, steps)
  return undefined
}

/** Looks up an order's payment at the provider, and settles it. */
export async function checkOrder(services: Services, orderId: string): Promise<void> {
  const attempt = await lastAttempt(services.database.db, orderId)
  // an attempt that may not have arrived is left to the recovery
  const isOpen = attempt && ['needs-action', 'processing', 'unknown'].includes(attempt.state)
  if (isOpen && attempt.provider_ref !== null && attempt.void_at === null)
    await runPaymentSteps(services, [{ kind: 'look-up', attempt }])
}
