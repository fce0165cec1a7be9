import { unsettledAttempts } from '#server/books/billing/charging/charging.store.ts'
import { cardsAt, customersOf } from '#server/books/billing/payment-card.store.ts'
import { storeEvent, withSubscription } from '#server/business/subscriptions/apply-billing-event.ts'
import { adminAccountId } from '#server/identity/sessions/admin-account.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'

const ever = new Date(8.64e15)

/**
 * Before an account's deletion: cancels payments that wait for the card holder, and has the providers delete its cards
 * and customers, whose ids are lost afterwards. False, to be retried in the next run, while a payment may be pending or
 * a provider is unavailable; also for an account whose deletion was cancelled.
 */
export async function removeFromProviders(
  services: Services,
  accountId: string,
  now: Date,
): Promise<boolean> {
  const { database, payments, log } = services
  if (accountId === adminAccountId) return false
  const left = await withSubscription(services, accountId, async (trx, subscription) => {
    const { deletionAt } = subscription.account
    const isDue = deletionAt && deletionAt.getTime() <= now.getTime()
    return isDue ? storeEvent(trx, services, subscription, { type: 'purge' }) : undefined
  })
  if (left === undefined) return false
  if (left instanceof Problem) {
    log.warn({ account: accountId, code: left.code }, 'a deleted account waits for its payment')
    return false
  }
  const open = await unsettledAttempts(database.db, { askedBefore: ever, accountId })
  if (open.length > 0) return false
  for (const { provider, ref, mode, imported } of await customersOf(database.db, accountId)) {
    const known = payments.get(provider)
    if (!known || (mode !== known.mode && mode !== 'unknown'))
      log.warn(
        { account: accountId, provider, mode },
        'the cards of a deleted account stay at a provider that is not configured, or has other keys',
      )
    // may still be charged elsewhere: only the cards used here are deleted
    else if (imported)
      for (const card of await cardsAt(database.db, { accountId, provider: known })) await known.detach(card)
    else await known.forgetCustomer(ref)
  }
  return true
}
