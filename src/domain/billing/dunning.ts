import { isInFlight, mayAttempt, nextAttempt } from './charge-machine.ts'
import { attempt, graceEnd } from './charging.ts'
import { type BillingContext, type Decision, refused, unchanged } from './decision.ts'
import { end } from './ending.ts'
import { isWaitedFor, type SubscriptionState } from './state.ts'

/** Tries a renewal again that was declined softly: on the days 1, 3, 5 and 7 after the first decline, within the grace. */
export function retry(state: SubscriptionState, context: BillingContext): Decision {
  const due = retryAt(state, context.graceDays)
  // mutant `!state.openCharge → false`: only a charge is ever due
  if (!due || !state.openCharge || context.now.getTime() < due.getTime()) return unchanged(state)
  return attempt(state, state.openCharge, context)
}

/** Attempts of one charge, by themselves and by hand: card networks fine a seller for too many attempts with one card. */
const mostAttempts = 10

/**
 * Whether the holder can have an overdue renewal tried again with the card on file: not after a hard decline, which no bank takes
 * back, nor while the bank waits for the holder.
 */
export function mayTryAgain({ status, openCharge, method }: SubscriptionState): boolean {
  if (status !== 'active' || method === null || !openCharge || isWaitedFor(openCharge.purpose)) return false
  const { state, decline, attempts } = openCharge
  return mayAttempt(state) && decline !== 'hard' && attempts < mostAttempts
}

/** Tries an overdue renewal again at once with the card on file, because its holder asks for it. */
export function tryAgain(state: SubscriptionState, context: BillingContext): Decision {
  const { openCharge } = state
  if (openCharge && isInFlight(openCharge.state)) return refused('charge-in-flight')
  // mutant `!openCharge → false`: what may be tried is there
  if (!openCharge || !mayTryAgain(state)) return refused('no-retry')
  return attempt(state, openCharge, context)
}

/** When the open charge is retried automatically; undefined if that needs the customer. */
export function retryAt(
  { status, openCharge, until, method }: SubscriptionState,
  graceDays: number,
): Date | undefined {
  // without a card there is nothing to try, and the grace goes on to its end
  if (status !== 'active' || method === null) return undefined
  if (!openCharge || isWaitedFor(openCharge.purpose)) return undefined
  const due = nextAttempt(openCharge)
  return due && until && due.getTime() < graceEnd(until, graceDays).getTime() ? due : undefined
}

/**
 * The grace period is over and the renewal still unpaid: the subscription ends, the charge is given up. One that may
 * have been paid is waited for.
 */
export function endGrace(state: SubscriptionState, context: BillingContext): Decision {
  const { status, openCharge, until } = state
  if (status !== 'active' || !openCharge || isWaitedFor(openCharge.purpose) || !until) return unchanged(state)
  if (context.now.getTime() < graceEnd(until, context.graceDays).getTime()) return unchanged(state)
  return end(state, context.now, {}, { mails: ['subscription-ended'] })
}
