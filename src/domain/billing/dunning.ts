import { isInFlight, mayAttempt, nextAttempt } from './charge-machine.ts'
import { attempt, graceEnd } from './charging.ts'
import { type BillingContext, type Decision, refused, unchanged } from './decision.ts'
import { end } from './ending.ts'
import { isWaitedFor, type SubscriptionState } from './state.ts'

/** Retries a softly declined renewal: on days 1, 3, 5 and 7 after the first decline, within the grace period. */
export function retry(state: SubscriptionState, context: BillingContext): Decision {
  const due = retryAt(state, context.graceDays)
  // mutant `!state.openCharge → false`: only a charge is ever due
  if (!due || !state.openCharge || context.now.getTime() < due.getTime()) return unchanged(state)
  return attempt(state, state.openCharge, context)
}

/** Attempts of one charge, automatic or by the holder: card networks fine sellers for too many attempts with one card. */
const mostAttempts = 10

/**
 * Whether the holder may retry an overdue renewal with the stored card: not after a hard decline, which is permanent, nor
 * while the bank waits for the holder.
 */
export function mayTryAgain({ status, openCharge, method }: SubscriptionState): boolean {
  if (status !== 'active' || method === null || !openCharge || isWaitedFor(openCharge.purpose)) return false
  const { state, decline, attempts } = openCharge
  return mayAttempt(state) && decline !== 'hard' && attempts < mostAttempts
}

/** Retries an overdue renewal at once with the stored card, at its holder's request. */
export function tryAgain(state: SubscriptionState, context: BillingContext): Decision {
  const { openCharge } = state
  if (openCharge && isInFlight(openCharge.state)) return refused('charge-in-flight')
  // mutant `!openCharge → false`: what may be tried is there
  if (!openCharge || !mayTryAgain(state)) return refused('no-retry')
  return attempt(state, openCharge, context)
}

/** Returns when the open charge is retried automatically; undefined if the customer has to act. */
export function retryAt(
  { status, openCharge, until, method }: SubscriptionState,
  graceDays: number,
): Date | undefined {
  // without a card the charge cannot be retried, and the grace period runs to its end
  if (status !== 'active' || method === null) return undefined
  if (!openCharge || isWaitedFor(openCharge.purpose)) return undefined
  const due = nextAttempt(openCharge)
  return due && until && due.getTime() < graceEnd(until, graceDays).getTime() ? due : undefined
}

/**
 * Ends a subscription whose renewal is still unpaid after the grace period, and gives the charge up. A charge that may
 * have been paid is awaited.
 */
export function endGrace(state: SubscriptionState, context: BillingContext): Decision {
  const { status, openCharge, until } = state
  if (status !== 'active' || !openCharge || isWaitedFor(openCharge.purpose) || !until) return unchanged(state)
  if (context.now.getTime() < graceEnd(until, context.graceDays).getTime()) return unchanged(state)
  return end(state, context.now, {}, { mails: ['subscription-ended'] })
}
