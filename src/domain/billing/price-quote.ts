import type { Interval } from '#domain/interval.ts'
import { type Amount, amountOf } from '#domain/money.ts'
import {
  cheaperUsers,
  discountFor,
  intervalPrice,
  monthlyPrice,
  type PricingPlan,
  tierOf,
} from '#domain/pricing.ts'

/** The price of a number of users for each interval, net and gross, and how it is computed. */
export type PriceQuote = Amount & {
  /** The same per month; for display only. */
  readonly monthlyNetCents: number
  readonly percentOfTier: number
  readonly percentOfInterval: number
  /** A larger number of users that costs less: 15 instead of 14 on plan 2. */
  readonly cheaperNext?: { readonly users: number; readonly monthlyNetCents: number }
}

/**
 * Returns the price of a plan for a number of users and an interval; undefined if the plan is not sold for that interval.
 */
export function quotePrice(
  plan: PricingPlan,
  users: number,
  interval: Interval,
  vatBasisPoints: number,
): PriceQuote | undefined {
  const chosen = discountFor(plan, interval)
  if (!chosen) return undefined
  const cheaper = cheaperUsers(plan, users, chosen)
  return {
    ...amountOf(intervalPrice(plan, users, chosen), vatBasisPoints),
    monthlyNetCents: monthlyPrice(plan, users, chosen),
    percentOfTier: tierOf(plan, users).percent,
    percentOfInterval: chosen.percent,
    ...(cheaper !== undefined && {
      cheaperNext: { users: cheaper, monthlyNetCents: monthlyPrice(plan, cheaper, chosen) },
    }),
  }
}
