import { effectOfMove, planToOrder } from '#domain/billing/new-price/price-move.ts'
import { type Interval, sameInterval } from '#domain/interval.ts'
import { discountFor, type PricingPlan } from '#domain/pricing.ts'
import { isInFlight } from './charge-machine.ts'
import { owe, purposeAtOnce } from './charging.ts'
import { type BillingContext, type Decision, decided, refused } from './decision.ts'
import { voided } from './ending.ts'
import { isStale, offerAtOnce, offerFor } from './offer.ts'
import { usedLicenses } from './seats.ts'
import { isOverdue, type SubscriptionState } from './state.ts'

/** An order for another interval of a paid subscription. */
type IntervalOrder = {
  readonly interval: Interval
  readonly plan: PricingPlan
  readonly users: number
  /** Replaces the running period from today; otherwise it follows that period. */
  readonly atOnce?: boolean | undefined
  readonly shownGrossCents?: number | undefined
}

/**
 * Changes the interval of an active subscription from its next period on. A longer interval can also begin today with a
 * new paid period. Either is a new agreement with a new first term.
 */
export function changeInterval(
  state: SubscriptionState,
  order: IntervalOrder,
  context: BillingContext,
): Decision {
  const { interval, atOnce, shownGrossCents } = order
  const plan = planToOrder(state)
  const { openCharge } = state
  if (isOverdue(state)) return refused('payment-overdue')
  if (openCharge && isInFlight(openCharge.state)) return refused('charge-in-flight')
  if (atOnce) return changeAtOnce(state, order, context)
  const next = sameInterval(interval, state.interval) ? null : interval
  if (sameInterval(next, state.nextInterval)) return refused('already-subscribed')
  const ends = effectOfMove(state) === 'end'
  // mutant `!plan → false`: what is active has one
  if (!plan || ends || !discountFor(plan, interval)) return refused('interval-not-sold')
  if (isStale(offerFor(state, order, context), shownGrossCents)) return refused('quote-stale')
  return decided(state, { nextInterval: next }, { mails: ['interval-changed'] })
}

function changeAtOnce(state: SubscriptionState, order: IntervalOrder, context: BillingContext): Decision {
  const { interval, users, shownGrossCents } = order
  if (sameInterval(interval, state.interval)) return refused('already-subscribed')
  // mutant `!state.plan → false`: what is active has one
  if (!state.plan || !discountFor(state.plan, interval)) return refused('interval-not-sold')
  const purpose = purposeAtOnce(state, interval, usedLicenses(state, users), context)
  if (!purpose) return refused('interval-not-longer')
  if (state.method === null) return refused('payment-method-needed')
  if (isStale(offerAtOnce(state, order, context), shownGrossCents)) return refused('quote-stale')
  return owe({ ...state, openCharge: null }, purpose, context, {}, voided(state.openCharge))
}
