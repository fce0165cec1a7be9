import type { BillingContext, Decision } from '#domain/billing/decision.ts'
import { usedLicenses } from '#domain/billing/seats.ts'
import { healthOf, nextPlan, priceFor, type SubscriptionState } from '#domain/billing/state.ts'
import { decide } from '#domain/billing/subscription-machine.ts'
import { nextTimer } from '#domain/billing/timers.ts'

/**
 * A subscription on the day on which its time is over. `renewed`: another period is charged. The others are not charged then:
 * `cancelled`, `paused`, or a trial or grant that nothing follows.
 */
export const comingKinds = ['renewed', 'cancelled', 'paused', 'trial', 'granted'] as const
export type ComingKind = (typeof comingKinds)[number]

export type ComingRenewal = {
  readonly at: Date
  readonly kind: ComingKind
  /** Net, of the next period; of what is not renewed, what the next period would have cost. 0 after trials and grants. */
  readonly netCents: number
  /** Users who are charged, or would be; of trials and grants, who lose access. */
  readonly seats: number
}

/** Length of the forecast. */
export const forecastDays = 90

/**
 * Returns the renewals up to 120 days after the next one, as they come if nothing changes and everybody pays. They are decided by the
 * billing machine at each later moment. None while a renewal is unpaid: whether one follows depends on that payment.
 * @param users in the account
 */
export function comingRenewals(
  state: SubscriptionState,
  users: number,
  { graceDays, zone }: Pick<BillingContext, 'graceDays' | 'zone'>,
): readonly ComingRenewal[] {
  const isRenewed = state.status !== 'active' || state.plan
  if (!state.until || !isRenewed || healthOf(state) !== 'ok') return []
  const last = state.until.getTime() + recordedDays * 86_400_000
  const found: ComingRenewal[] = pauseOf(state, users)
  // an order that waits for its payment is not certain
  let now: SubscriptionState = { ...state, openCharge: null }
  for (;;) {
    const timer = nextTimer(now, graceDays)
    if (!timer || timer.at.getTime() > last) return found
    const { at, type } = timer
    const context = { now: at, graceDays, zone, serviceMode: 'open', vatBasisPoints: 0 } as const
    const decision = paidFor(
      decide(now, type === 'until-reached' ? { type, users } : { type }, context),
      context,
    )
    if (!decision?.ok || decision.next === now) return found
    const { bill, next } = decision
    if (bill) {
      const { priceCents, paidLicenses: seats } = bill.purpose
      found.push({ at, kind: 'renewed', netCents: priceCents, seats })
    } else if (type === 'until-reached') found.push({ at, ...endOf(now, users) })
    now = next
  }
}

/** A month longer than the forecast, which is read until the next renewal. */
const recordedDays = forecastDays + 30

function paidFor(decision: Decision, context: BillingContext): Decision | undefined {
  if (!decision.ok || !decision.charge) return decision
  const { key, grossCents } = decision.charge
  return decide(decision.next, { type: 'charge-answered', key, news: 'succeeded', grossCents }, context)
}

/** The period that a pause puts off. */
function pauseOf(state: SubscriptionState, users: number): ComingRenewal[] {
  const { pausedFrom } = state
  return pausedFrom ? [{ at: pausedFrom, kind: 'paused', ...lost(state, users) }] : []
}

function endOf(state: SubscriptionState, users: number): Omit<ComingRenewal, 'at'> {
  const { status, cycle, licenseCount } = state
  // also where a new price was announced that nobody agreed to
  if ((status === 'pending-expiry' || status === 'active') && cycle)
    return { kind: 'cancelled', ...lost(state, users) }
  const kind = status === 'prepaid' ? 'granted' : 'trial'
  return { kind, netCents: 0, seats: licenseCount }
}

/** What the next period would cost. */
function lost(state: SubscriptionState, users: number): Pick<ComingRenewal, 'netCents' | 'seats'> {
  const plan = nextPlan(state)
  const interval = state.nextInterval ?? state.interval
  const seats = usedLicenses(state, users)
  return { netCents: plan && interval ? priceFor(plan, seats, interval) : 0, seats }
}
