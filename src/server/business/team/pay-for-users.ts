import { quoteUsers } from '#domain/billing/seats.ts'
import { lockSubscription } from '#server/books/billing/billed-subscription.ts'
import { type StoredDecision, storeEvent } from '#server/business/subscriptions/apply-billing-event.ts'
import { agreedBy } from '#server/business/subscriptions/users-quote.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'

/**
 * Changes a subscription's number of licences: orders the additional price, or credits the savings, in the caller's
 * transaction. Additional paid users need a quote that was shown: 409 `quote-needed`, or `quote-stale` where it is
 * outdated.
 */
export async function payForUsers(
  trx: Trx,
  services: Services,
  order: { accountId: string; licenses: number; quoteId: string | undefined },
): Promise<StoredDecision | Problem> {
  const { accountId, licenses, quoteId } = order
  const subscription = await lockSubscription(trx, services, accountId)
  if (!subscription) return new Problem('not-found')
  const { state, context } = subscription
  const quote =
    quoteId === undefined
      ? undefined
      : agreedBy({ secrets: services.config, accountId }, quoteId, state, context)
  if (quoteId !== undefined && !quote) return new Problem('quote-stale')
  const price = quoteUsers(state, licenses, context)
  if (!quote && !('problem' in price) && isDearer(price)) return new Problem('quote-needed')
  return storeEvent(trx, services, subscription, { type: 'set-users', users: licenses, quote })
}

/** Whether there is a cost, now or later; trials and free seats have none. */
function isDearer({
  paidBefore,
  paidAfter,
  netCents,
  nextTotal,
}: Exclude<ReturnType<typeof quoteUsers>, { problem: unknown }>) {
  return netCents > 0 || (paidAfter > paidBefore && nextTotal.netCents > 0)
}
