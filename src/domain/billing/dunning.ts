import { nextAttempt } from './charge-machine.ts'
import { attempt, graceEnd } from './charging.ts'
import { type BillingContext, type Decision, unchanged } from './decision.ts'
import { end } from './ending.ts'
import { isWaitedFor, type SubscriptionState } from './state.ts'

/** Tries a renewal again that was declined softly: on the days 1, 3, 5 and 7 after the first decline, within the grace. */
export function retry(state: SubscriptionState, context: BillingContext): Decision {
  const due = retryAt(state, context.graceDays)
  // mutant `!state.openCharge → false`: only a charge is ever due
  if (!due || !state.openCharge || context.now.getTime() < due.getTime()) return unchanged(state)
  return attempt(state, state.openCharge, context)
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
