import { refundable } from '#domain/billing/corrections/refund-charge.ts'
import type { Payment, SubscriptionState } from '#domain/billing/state.ts'
import { lockSubscription } from '#server/books/billing/billed-subscription.ts'
import { findCharge } from '#server/books/billing/charging/charging.store.ts'
import { onTheWayBack } from '#server/books/billing/charging/refund.store.ts'
import { earlierPayments } from '#server/business/declarations/earlier-payments.store.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'

/** The most charges of one answer. */
const most = 100

/** Returns the charges of an account of which something can be refunded, newest first. 404 for an unknown account. */
export const accountCharges: UseCase<'accountCharges'> = async (services, { body: { accountId } }) => {
  const payments = await inTransaction(services.database.db, async (trx) => {
    const subscription = await lockSubscription(trx, services, accountId)
    if (!subscription) return undefined
    const { state } = subscription
    return [...(await earlierOf(trx, accountId, state)), ...state.replacedPayments, ...state.payments]
  })
  if (!payments) return new Problem('not-found')
  const charges = payments
    .map((payment) => ({
      key: payment.key,
      kind: payment.kind,
      paidAt: payment.at.toISOString(),
      grossCents: payment.amount.grossCents,
      ...refundable(payment),
    }))
    .filter(({ creditCents }) => creditCents > 0)
    .toReversed()
    .slice(0, most)
  return { status: 200, body: { charges } }
}

/**
 * Returns the payment of an earlier period or contract; undefined for one of the running period, and an unknown one. 409
 * `charge-in-flight` while a refund of it is in progress, because its books are not written yet.
 */
export async function earlierPayment(
  trx: Trx,
  accountId: string,
  state: SubscriptionState,
  key: string,
): Promise<Payment | Problem | undefined> {
  const payment = (await earlierOf(trx, accountId, state)).find((one) => one.key === key)
  const charge = payment && (await findCharge(trx, accountId, key))
  if (charge && (await onTheWayBack(trx, charge.id)) > 0) return new Problem('charge-in-flight')
  return payment
}

async function earlierOf(
  trx: Trx,
  accountId: string,
  { payments, replacedPayments }: SubscriptionState,
): Promise<readonly Payment[]> {
  const all = { contractAt: new Date(0), payments, replacedPayments }
  return (await earlierPayments(trx, accountId, all)).map(({ payment }) => payment)
}
