import type { BillingProblem } from '#domain/billing/decision.ts'
import type { SubscriptionState } from '#domain/billing/state.ts'
import type { BillingEvent } from '#domain/billing/subscription-machine.ts'

/**
 * Returns the event by which the admin cancels for the holder: at the end, as the holder would; or now, as for good cause,
 * with the payment for the time after `at` given back. 409 `already-cancelled` if nothing would change;
 * `not-cancellable` for prepaid time now, which is taken back or stays.
 */
export function cancelFor(
  { status }: SubscriptionState,
  { when, at }: { readonly when: 'now' | 'end'; readonly at: Date },
): BillingEvent | BillingProblem {
  if (status === 'cancelled' || (status === 'pending-expiry' && when === 'end')) return 'already-cancelled'
  if (when === 'end') return { type: 'cancel' }
  if (status === 'prepaid') return 'not-cancellable'
  return { type: 'declaration-accepted', declared: 'extraordinary', declaredAt: at, earlier: [] }
}
