import { sameInterval } from '#domain/interval.ts'
import { isClosed } from '#domain/service-mode.ts'
import { isInFlight } from './charge-machine.ts'
import { cycleToExtend, owe, periodPurpose } from './charging.ts'
import { type BillingContext, type Decision, refused, unchanged } from './decision.ts'
import { end, voided } from './ending.ts'
import { usedLicenses } from './seats.ts'
import { priceFor, type SubscriptionState } from './state.ts'

/** The subscription has come to its `until`. `users`: in the account; the next period is paid for them. */
export type UntilReachedEvent = { readonly type: 'until-reached'; readonly users: number }

/**
 * What follows at `until`: an active subscription is renewed; a trial or a prepaid grant is followed by what was
 * chosen, if a card was given; everything else ends. A closed service renews nothing. If it is called too
 * early or a second time, it does nothing.
 */
export function reachUntil(
  state: SubscriptionState,
  { users }: UntilReachedEvent,
  context: BillingContext,
): Decision {
  const { status, until, openCharge } = state
  const { now } = context
  if (status === 'cancelled' || !until || now.getTime() < until.getTime()) return unchanged(state)
  // a late renewal is left to its retries and the grace period
  const late = openCharge?.purpose.kind === 'period' && openCharge.purpose.starts === 'at-until'
  if (status === 'active' && late) return unchanged(state)
  if (openCharge && isInFlight(openCharge.state)) return refused('charge-in-flight')
  return isExtended(state, context)
    ? extend(state, users, context)
    : end(state, now, {}, { mails: [status === 'trial' ? 'trial-ended' : 'subscription-ended'] })
}

/** Whether a new period follows, as things stand. */
export function isExtended(
  { status, nextInterval, method }: SubscriptionState,
  { serviceMode }: Pick<BillingContext, 'serviceMode'>,
): boolean {
  if (isClosed(serviceMode)) return false
  if (status === 'active') return true
  return (status === 'trial' || status === 'prepaid') && nextInterval !== null && method !== null
}

/**
 * How many licences the next period is paid for, with so many users in the account. What a grant covered ends with it:
 * then all of them are paid for.
 */
export function renewedLicenses(state: SubscriptionState, users: number): number {
  const { status } = state
  return status === 'active' || status === 'trial' ? usedLicenses(state, users) : Math.max(users, 1)
}

/**
 * The net price of the next period where the account comes to have so many users, of which `paidLicenses` are paid for;
 * zero where nothing follows. That of a change which is charged for is the same as its quote's.
 */
export function nextPeriodCents(
  state: SubscriptionState,
  { users, paidLicenses }: { readonly users: number; readonly paidLicenses: number },
  context: Pick<BillingContext, 'serviceMode'>,
): number {
  const interval = state.nextInterval ?? state.interval
  if (!state.plan || !interval || !isExtended(state, context)) return 0
  const changed = { ...state, licenseCount: paidLicenses + state.includedLicenses }
  return priceFor(state.plan, renewedLicenses(changed, users), interval)
}

function extend(state: SubscriptionState, users: number, context: BillingContext): Decision {
  const { plan, status, openCharge } = state
  const interval = state.nextInterval ?? state.interval
  if (!plan || !interval) throw new Error('a subscription without a plan can not be renewed')
  // the users of a grant end with it; those of a coupon beside a paid period have a date of their own
  const stays = status === 'active'
  const paid = renewedLicenses(state, users)
  const next: SubscriptionState = {
    ...state,
    status: 'active',
    openCharge: null,
    ...(!stays && { includedLicenses: 0, includedUntil: null, coupon: null, licenseCount: paid }),
  }
  const purpose = periodPurpose(next, {
    cycle: cycleToExtend(state, context),
    plan,
    interval,
    paidLicenses: paid,
    starts: 'at-until',
    // another interval was ordered: its first term counts anew
    term: sameInterval(interval, state.interval) ? state.term + 1 : 1,
  })
  return owe(next, purpose, context, {}, voided(openCharge))
}
