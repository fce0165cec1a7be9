import { cycleEnd, startCycle } from '#domain/billing/billing-period.ts'
import { isInFlight } from '#domain/billing/charge-machine.ts'
import { type BillingContext, type Decision, decided, refused } from '#domain/billing/decision.ts'
import { isRunning, isWaitedFor, type SubscriptionState } from '#domain/billing/state.ts'
import { isClosed } from '#domain/service-mode.ts'
import { cycleAfterPause, paidCycle, withoutPause } from './pause.ts'
import type { pauseLengths } from './pause-lengths.ts'

/** The admin pauses a subscription, for whole months after the paid time. */
export type PauseEvent = { readonly type: 'pause'; readonly months: (typeof pauseLengths)[number] }

/**
 * Pauses a paid subscription after the running period: nothing is charged and nobody may watch until the pause ends, and
 * the next period begins then. No paid day is lost. 409 `already-cancelled` after a cancellation; `payment-overdue` while
 * a renewal is unpaid; `charge-in-flight` while a charge is open or due; `coupon-running` where the users of a coupon
 * would lose time; `subscription-paused` if it is; `not-pausable` during a trial or a grant; `sunset` once the service is
 * closed; `no-subscription` if nothing runs.
 */
export function pauseSubscription(
  state: SubscriptionState,
  { months }: PauseEvent,
  { now, serviceMode, zone }: BillingContext,
): Decision {
  const { status, openCharge, until, cycle, includedUntil } = state
  if (isClosed(serviceMode)) return refused('sunset')
  if (status === 'none' || status === 'cancelled' || !until) return refused('no-subscription')
  if (status === 'pending-expiry') return refused('already-cancelled')
  if (status !== 'active' || !cycle) return refused('not-pausable')
  if (openCharge) {
    const isLate = !isWaitedFor(openCharge.purpose) && !isInFlight(openCharge.state)
    return refused(isLate ? 'payment-overdue' : 'charge-in-flight')
  }
  // the renewal is due at this moment
  if (!isRunning(state, now)) return refused('charge-in-flight')
  if (state.pausedUntil) return refused('subscription-paused')
  if (includedUntil && includedUntil.getTime() > until.getTime()) return refused('coupon-running')
  const pausedUntil = cycleEnd(cycleAfterPause(paidCycle(state, zone), months))
  return decided(
    state,
    { until: pausedUntil, pausedFrom: until, pausedUntil },
    { mails: ['subscription-paused'] },
  )
}

/**
 * Ends a pause early. Before it has begun nothing but the pause is taken back; afterwards the next period begins today and
 * is charged within a minute, as any renewal. 409 `not-paused` without a pause, and once its renewal is due.
 */
export function endPause(state: SubscriptionState, { now, zone }: BillingContext): Decision {
  const { pausedFrom, pausedUntil } = state
  if (!pausedFrom || !pausedUntil || now.getTime() >= pausedUntil.getTime()) return refused('not-paused')
  if (state.openCharge && isInFlight(state.openCharge.state)) return refused('charge-in-flight')
  const mails = ['pause-ended'] as const
  const today = cycleEnd(startCycle(now, state.cycle?.zone ?? zone))
  if (today.getTime() <= pausedFrom.getTime()) return decided(withoutPause(state), {}, { mails })
  return decided(state, { until: today, pausedUntil: today }, { mails })
}
