import type { Amount } from '#domain/money.ts'
import { type Decision, decided } from './decision.ts'
import type { SubscriptionState } from './state.ts'

/**
 * Money came for something that is no longer wanted: after the grace, after cancelling, or because it was paid another
 * way. It is refunded in full and the operator is notified; it is never kept silently, and buys nothing.
 */
export function returnPayment(
  state: SubscriptionState,
  { key, amount }: { readonly key: string; readonly amount: Amount },
): Decision {
  return decided(
    state,
    {},
    { refunds: [{ key, reason: 'late', amount }], mails: ['payment-returned'], alert: 'late-payment' },
  )
}
