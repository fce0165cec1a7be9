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

/** What a number of users would pay at the beginning of each interval, with and without tax, and how it is computed. */
export type PriceQuote = Amount & {
  /** The same for a month; shown, never charged. */
  readonly monthlyNetCents: number
  readonly percentOfTier: number
  readonly percentOfInterval: number
  /** More users that cost less: 15 instead of 14 on plan 2. */
  readonly cheaperNext?: { readonly users: number; readonly monthlyNetCents: number }
}

/** The price of a plan for so many users and so long; undefined where the plan is not sold for that interval. */
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
