import { unsettledAttempts } from '#server/books/billing/charging/charging.store.ts'
import { customersOf } from '#server/books/billing/payment-card.store.ts'
import { storeEvent, withSubscription } from '#server/business/subscriptions/apply-billing-event.ts'
import { adminAccountId } from '#server/identity/sessions/admin-account.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'

const ever = new Date(8.64e15)

/**
 * Before the rows of an account go: what waits for its card holder is cancelled, and its cards and customers are forgotten
 * by their providers, which nobody could ask them for afterwards. False, and tried again at the next run, while money may
 * be on its way or a provider can not be reached; also for an account that is kept after all.
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
  for (const { provider, ref, mode } of await customersOf(database.db, accountId)) {
    const known = payments.get(provider)
    if (known && (mode === known.mode || mode === 'unknown')) await known.forgetCustomer(ref)
    else
      log.warn(
        { account: accountId, provider, mode },
        'the cards of a deleted account stay at a provider that is not configured, or has other keys',
      )
  }
  return true
}
