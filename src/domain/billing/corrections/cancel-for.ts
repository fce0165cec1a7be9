import { cancel } from '#domain/billing/cancel.ts'
import { type BillingContext, type Decision, type MailKind, refused } from '#domain/billing/decision.ts'
import { endAsDeclared } from '#domain/billing/imposed-ending.ts'
import type { SubscriptionState } from '#domain/billing/state.ts'

/** The admin cancels for the holder. `at`: for `now`, the moment that the payment counts to. */
export type CancelForEvent = { readonly type: 'cancel-for'; readonly when: 'now' | 'end'; readonly at: Date }

/**
 * Cancels for the holder: at the end, as the holder would; or now, as for good cause, with the payment for the time after
 * `at` given back. The mails say that the seller did it. 409 `already-cancelled` if nothing would change;
 * `not-cancellable` for prepaid time now, which is taken back or stays.
 */
export function cancelFor(
  state: SubscriptionState,
  { when, at }: CancelForEvent,
  context: BillingContext,
): Decision {
  const { status } = state
  if (status === 'cancelled' || (status === 'pending-expiry' && when === 'end'))
    return refused('already-cancelled')
  if (when === 'now' && status === 'prepaid') return refused('not-cancellable')
  const decision =
    when === 'end'
      ? cancel(state, context)
      : endAsDeclared(
          state,
          { type: 'declaration-accepted', declared: 'extraordinary', declaredAt: at, earlier: [] },
          context,
        )
  if (!decision.ok) return decision
  return { ...decision, mails: decision.mails.map((kind) => bySeller[kind] ?? kind) }
}

const bySeller: { readonly [Kind in MailKind]?: MailKind } = {
  'subscription-cancelled': 'cancelled-for-you',
  'subscription-ended': 'ended-for-you',
}
