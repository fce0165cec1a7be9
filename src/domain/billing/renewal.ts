import { effectOfMove } from '#domain/billing/new-price/price-move.ts'
import { sameInterval } from '#domain/interval.ts'
import { isClosed } from '#domain/service-mode.ts'
import { isInFlight } from './charge-machine.ts'
import { cycleToExtend, owe, periodPurpose } from './charging.ts'
import { type BillingContext, type Decision, refused, unchanged } from './decision.ts'
import { end, voided } from './ending.ts'
import { usedLicenses } from './seats.ts'
import { nextPlan, priceFor, type SubscriptionState } from './state.ts'

/** The subscription has reached its `until`. `users`: in the account; the next period is charged for them. */
export type UntilReachedEvent = { readonly type: 'until-reached'; readonly users: number }

/**
 * Decides what follows at `until`. An active subscription is renewed; a trial or a prepaid grant with a card is followed
 * by the planned subscription; everything else ends, also where the operator announced the end without an agreement to
 * a new price. A closed service renews nothing. Too early or repeated calls change
 * nothing.
 */
export function reachUntil(
  state: SubscriptionState,
  { users }: UntilReachedEvent,
  context: BillingContext,
): Decision {
  const { status, until, openCharge } = state
  const { now } = context
  if (status === 'cancelled' || !until || now.getTime() < until.getTime()) return unchanged(state)
  // a late renewal is handled by its retries and the grace period
  const late = openCharge?.purpose.kind === 'period' && openCharge.purpose.starts === 'at-until'
  if (status === 'active' && late) return unchanged(state)
  if (openCharge && isInFlight(openCharge.state)) return refused('charge-in-flight')
  return isExtended(state, context)
    ? extend(state, users, context)
    : end(state, now, {}, { mails: [status === 'trial' ? 'trial-ended' : 'subscription-ended'] })
}

/** Whether a new period follows, as of now. */
export function isExtended(
  state: SubscriptionState,
  { serviceMode }: Pick<BillingContext, 'serviceMode'>,
): boolean {
  const { status, nextInterval, method } = state
  if (isClosed(serviceMode)) return false
  if (status === 'active') return effectOfMove(state) !== 'end'
  return (status === 'trial' || status === 'prepaid') && nextInterval !== null && method !== null
}

/**
 * Returns the number of licences charged for the next period, for the users in the account. A grant's users end with it:
 * then all users are charged; somebody who was moved in pays for as many as before.
 */
export function renewedLicenses(state: SubscriptionState, users: number): number {
  const { status, plan } = state
  if (status === 'active' || status === 'trial') return usedLicenses(state, users)
  return Math.max(users, plan?.agreed?.users ?? 1)
}

/**
 * Returns the net price of the next period for a number of users, of which `paidLicenses` are charged; zero if no period
 * follows. Equals the quote of a change that is charged.
 */
export function nextPeriodCents(
  state: SubscriptionState,
  { users, paidLicenses }: { readonly users: number; readonly paidLicenses: number },
  context: Pick<BillingContext, 'serviceMode'>,
): number {
  const interval = state.nextInterval ?? state.interval
  const plan = nextPlan(state)
  if (!plan || !interval || !isExtended(state, context)) return 0
  const changed = { ...state, licenseCount: paidLicenses + state.includedLicenses }
  return priceFor(plan, renewedLicenses(changed, users), interval)
}

function extend(state: SubscriptionState, users: number, context: BillingContext): Decision {
  const { status, openCharge } = state
  const plan = nextPlan(state)
  const interval = state.nextInterval ?? state.interval
  if (!plan || !interval) throw new Error('a subscription without a plan can not be renewed')
  // a grant's users end with it; a coupon's users beside a paid period have their own end
  const stays = status === 'active'
  const paid = renewedLicenses(state, users)
  const next: SubscriptionState = {
    ...state,
    status: 'active',
    openCharge: null,
    // this renewal settles it
    ...(effectOfMove(state) && { move: undefined }),
    ...(!stays && { includedLicenses: 0, includedUntil: null, coupon: null, licenseCount: paid }),
  }
  const purpose = periodPurpose(next, {
    cycle: cycleToExtend(state, context),
    plan,
    interval,
    paidLicenses: paid,
    starts: 'at-until',
    // another interval was ordered: a new first term
    term: sameInterval(interval, state.interval) ? state.term + 1 : 1,
  })
  return owe(next, purpose, context, {}, voided(openCharge))
}
