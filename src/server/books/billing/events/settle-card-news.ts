import { lockSubscription } from '#server/books/billing/billed-subscription.ts'
import { runPaymentSteps } from '#server/books/billing/charging/run-payment-steps.ts'
import {
  findCard,
  findCustomer,
  findCustomerByRef,
  forgetCustomer,
  updateCard,
} from '#server/books/billing/payment-card.store.ts'
import { noteForOperator } from '#server/books/billing/payment-notice.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { PaymentProvider } from '#server/platform/outside/payment.ts'
import { Unavailable } from '#server/platform/runtime/unavailable.ts'
import type { Services } from '#server/platform/services/services.ts'
import { apply } from './record-reversal.ts'

/**
 * The bank replaced a card: its brand, digits and expiry are read from the provider, so that its holder need not enter
 * it again.
 */
export async function settleChangedCard(
  { database: { db } }: Pick<Services, 'database'>,
  provider: PaymentProvider,
  ref: string,
): Promise<void> {
  const known = await findCard(db, { provider: provider.name, ref })
  if (!known) return
  const customer = await findCustomer(db, known.account_id, provider)
  if (!customer) return
  const card = await provider.readMethod({ customer, method: ref })
  if (!card) return
  if ('kind' in card)
    throw new Unavailable(card.kind === 'unknown' ? card.reason : `the card is ${card.kind}`)
  await updateCard(db, { provider: provider.name, card })
}

/**
 * A customer was deleted in the provider's dashboard, with all cards. The subscription continues without a card: its
 * holder sees that it is missing, the next charge asks for one, and the next card creates the customer again. A deleted
 * customer never returns, so the event needs no verification.
 */
export async function settleGoneCustomer(
  services: Services,
  provider: PaymentProvider,
  ref: string,
): Promise<void> {
  const { database, clock } = services
  const customer = await findCustomerByRef(database.db, { provider: provider.name, ref })
  if (!customer) return
  const accountId = customer.account_id
  const steps = await inTransaction(database.db, async (trx) => {
    const subscription = await lockSubscription(trx, services, accountId)
    await forgetCustomer(trx, { accountId, provider: provider.name, ref, now: clock.now() })
    await noteForOperator(trx, services, {
      kind: 'customer-gone',
      effectKey: `customer-gone ${provider.name} ${ref}`,
      accountId,
      provider: provider.name,
      ref,
    })
    return subscription
      ? apply(trx, services, subscription, { type: 'customer-gone', provider: provider.name })
      : []
  })
  await runPaymentSteps(services, steps)
}
