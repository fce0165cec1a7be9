import { advanceCharge, isInFlight, mayAttempt } from './charge-machine.ts'
import { attempt } from './charging.ts'
import { type BillingContext, type Decision, decided, refused } from './decision.ts'
import { isWaitedFor, type SubscriptionState } from './state.ts'

/** A card confirmed by the provider to belong to this customer. */
export type UpdateCardEvent = {
  readonly type: 'update-card'
  readonly method: string
  readonly provider: string
}

/** Stores a new card for all future charges. An unpaid renewal is tried with it at once; a pending one keeps its card. */
export function updateCard(
  before: SubscriptionState,
  { method, provider }: UpdateCardEvent,
  context: BillingContext,
): Decision {
  if (before.status === 'none' || before.status === 'cancelled') return refused('no-subscription')
  const state = { ...before, method, provider }
  const old = before.method !== null && before.method !== method ? { detach: before.method } : {}
  const effects = { ...old, mails: ['card-changed'] as const }
  const { openCharge } = state
  if (!openCharge || isWaitedFor(openCharge.purpose) || isInFlight(openCharge.state))
    return decided(state, {}, effects)
  if (mayAttempt(openCharge.state)) return attempt(state, openCharge, context, effects)
  const given = advanceCharge(openCharge, 'abandoned', context.now)
  return attempt(state, { ...openCharge, ...given }, context, { ...effects, voidCharge: openCharge.key })
}
