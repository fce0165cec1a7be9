import { advanceCycle, type BillingCycle, cycleEnd, startCycle } from '#domain/billing/billing-period.ts'
import { isWaitedFor, paidUntil, type SubscriptionState } from '#domain/billing/state.ts'

/** Returns the cycle of the paid time; another one begins where a notice has shortened that time. */
export function paidCycle(state: SubscriptionState, zone: string): BillingCycle {
  const { cycle } = state
  const end = paidUntil(state)
  if (!end) throw new Error('what is paid has an end')
  return cycle && cycleEnd(cycle).getTime() === end.getTime() ? cycle : startCycle(end, zone)
}

/**
 * Returns the cycle whose paid time ends with a pause: the anchor stays, so that a subscription of the 31st renews at the
 * end of a month after the pause too. Where days were paid, the months count from the end of the paid time.
 */
export function cycleAfterPause(cycle: BillingCycle, months: number): BillingCycle {
  const counted = cycle.days === 0 ? cycle : startCycle(cycleEnd(cycle), cycle.zone)
  return advanceCycle(counted, { value: months, unit: 'm' })
}

/**
 * Returns the state without its pause: it runs until the end of the paid time, which has passed once the pause has begun.
 * A pause that is over stays: its renewal is due.
 */
export function withoutPause(state: SubscriptionState): SubscriptionState {
  const { pausedFrom, openCharge } = state
  const isOver = openCharge !== null && !isWaitedFor(openCharge.purpose)
  if (!pausedFrom || isOver) return state
  return { ...state, until: pausedFrom, pausedFrom: null, pausedUntil: null }
}
