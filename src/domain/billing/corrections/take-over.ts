import { type BillingContext, type Decision, decided, refused } from '#domain/billing/decision.ts'
import { isRunning, type SubscriptionState } from '#domain/billing/state.ts'
import type { Interval } from '#domain/interval.ts'
import { amountOf } from '#domain/money.ts'
import type { PricingPlan } from '#domain/pricing.ts'
import { whyNotSold } from '#domain/service-mode.ts'

/** The operator states that the subscription elsewhere of somebody who was moved in has ended. */
export type TakeOverEvent = {
  readonly type: 'take-over'
  /** On sale today. */
  readonly plan: PricingPlan
  readonly interval: Interval
  readonly users: number
  /** Of a period, for these users. */
  readonly price: { readonly cents: number; readonly kind: 'net' | 'gross' }
  /** A card that this customer has at the provider. */
  readonly method: string
  readonly provider: string
}

/**
 * Has the grant of somebody who was moved in followed by a subscription at the price that they have paid elsewhere, from
 * the day on which the grant ends; without a mail. Refused if the grant is over, or a subscription or a card of the
 * customer's own choice is there: they are not charged twice.
 */
export function takeOver(
  state: SubscriptionState,
  { plan, interval, users, price, method, provider }: TakeOverEvent,
  { now, serviceMode, vatBasisPoints }: BillingContext,
): Decision {
  const notSold = whyNotSold(serviceMode)
  if (notSold) return refused(notSold)
  if (state.status !== 'prepaid' || state.nextInterval !== null || state.method !== null)
    return refused('already-subscribed')
  if (!isRunning(state, now)) return refused('grant-over')
  const netCents = price.kind === 'net' ? price.cents : netOf(price.cents, vatBasisPoints)
  return decided(state, {
    plan: { ...plan, agreed: { interval, users, netCents } },
    nextInterval: interval,
    method,
    provider,
  })
}

/** Returns the largest net sum whose gross is not above this one: some gross sums have no net one in whole cents. */
function netOf(grossCents: number, vatBasisPoints: number): number {
  const about = Math.ceil((grossCents * 10_000) / (10_000 + vatBasisPoints))
  return amountOf(about, vatBasisPoints).grossCents <= grossCents ? about : about - 1
}
