import { type Interval, sameInterval } from '#domain/interval.ts'
import { divideHalfUp } from '#domain/money.ts'

/**
 * What a coupon takes off the price of a subscription: a percentage, or an amount of each period. It belongs to the plan
 * of the subscription, so that every price that follows from the plan is the lower one.
 */
export type MoneyOff = {
  readonly code: string
  /** 1 to 100; null for an amount. */
  readonly percent: number | null
  /** Net, of a whole period; null for a percentage. */
  readonly offCents: number | null
  /** Paid periods at the lower price, the coming or running one included; null: all. */
  readonly periods: number | null
  /** The intervals that it is for; null: all. */
  readonly intervals: readonly Interval[] | null
}

/** A lower net price below this is nothing: a card could not be charged with it. Cents. */
const leastLoweredCents = 50

/** Returns the net price of a period with a coupon. */
export function loweredPrice(cents: number, coupon: MoneyOff | undefined, interval: Interval): number {
  if (!coupon || !isFor(coupon, interval)) return cents
  const left =
    coupon.percent === null
      ? cents - (coupon.offCents ?? 0)
      : divideHalfUp(cents * (100 - coupon.percent), 100)
  return left < leastLoweredCents ? 0 : left
}

type Priced = { readonly coupon?: MoneyOff | undefined }

/** Returns a plan as sold for an interval: without a coupon that is not for it. */
export function planForInterval<Plan extends Priced>(plan: Plan, interval: Interval): Plan {
  return plan.coupon && !isFor(plan.coupon, interval) ? { ...plan, coupon: undefined } : plan
}

/** Returns the plan of the period after a paid one: its coupon has a period less, or is used up. */
export function planAfterPeriod<Plan extends Priced>(plan: Plan): Plan {
  const { coupon } = plan
  if (!coupon || coupon.periods === null) return plan
  return { ...plan, coupon: coupon.periods > 1 ? { ...coupon, periods: coupon.periods - 1 } : undefined }
}

function isFor({ intervals }: MoneyOff, interval: Interval): boolean {
  return intervals === null || intervals.some((one) => sameInterval(one, interval))
}
