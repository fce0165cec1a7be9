import { startOfDayAfter } from '#domain/billing/billing-period.ts'
import { isInFlight } from '#domain/billing/charge-machine.ts'
import { type BillingContext, type Decision, decided, refused } from '#domain/billing/decision.ts'
import { isRunning, isWaitedFor, type SubscriptionState } from '#domain/billing/state.ts'
import { intervalsAfter } from '#domain/interval.ts'
import { isClosed } from '#domain/service-mode.ts'

/** The admin gives free days; at most `mostFreeDays`. */
export type GiveDaysEvent = { readonly type: 'give-days'; readonly days: number }

/**
 * Moves the end of a trial, a grant or a paid period by whole days, and the next charge with it: later periods follow the
 * moved end. The paid price is for the longer period from then on, so seats added in it are cheaper by the day, and seats
 * removed in it are credited by the same. 409 `already-cancelled` after a cancellation, where no charge follows;
 * `payment-overdue` while a renewal is unpaid; `subscription-paused` with a pause; `charge-in-flight` while a charge is open or due; `sunset` once the service
 * is closed; `no-subscription` if nothing runs.
 */
export function giveDays(
  state: SubscriptionState,
  { days }: GiveDaysEvent,
  { now, serviceMode, zone }: BillingContext,
): Decision {
  const { status, openCharge, until, cycle } = state
  if (isClosed(serviceMode)) return refused('sunset')
  if (status === 'none' || status === 'cancelled' || !until) return refused('no-subscription')
  if (openCharge) {
    const isLate = !isWaitedFor(openCharge.purpose) && !isInFlight(openCharge.state)
    return refused(isLate ? 'payment-overdue' : 'charge-in-flight')
  }
  // the renewal, or the end, is due at this moment
  if (!isRunning(state, now)) return refused(status === 'active' ? 'charge-in-flight' : 'no-subscription')
  if (status === 'pending-expiry') return refused('already-cancelled')
  if (state.pausedUntil) return refused('subscription-paused')
  const mails = ['days-given'] as const
  const more = { value: days, unit: 'd' } as const
  if (status === 'prepaid') {
    const later = intervalsAfter(until, more)
    return decided(state, { until: later, includedUntil: later }, { mails })
  }
  if (!cycle) return decided(state, { until: startOfDayAfter(until, more, zone) }, { mails })
  return decided(
    state,
    { until: startOfDayAfter(until, more, cycle.zone), cycle: { ...cycle, days: cycle.days + days } },
    { mails },
  )
}
