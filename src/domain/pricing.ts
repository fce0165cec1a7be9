import type { MoneyOff } from '#domain/coupons/money-off.ts'
import { type Interval, sameInterval } from './interval.ts'
import { divideHalfUp, vatOf } from './money.ts'

/**
 * Conversion of time units for displaying and comparing prices (product.md section 9, Unit conversion). Never for dates:
 * by these numbers both 52 weeks and twelve months are a year, and four weeks a month. Dates go by the calendar
 * (`billing-period.ts`).
 */
export const unitConversion = {
  monthsPerWeek: 1 / 4,
  yearsPerMonth: 1 / 12,
  weeksPerYear: 52,
  monthsPerYear: 12,
  secondsPerHour: 3600,
  secondsPerMinute: 60,
} as const

/** From this number of users on, each user costs that percentage of the base price. */
type UserTier = { fromUsers: number; percent: number }
/** Percentage of the price for an interval. */
export type IntervalDiscount = { interval: Interval; percent: number }

/** A pricing plan, product.md section 3. `basePriceCents` is net, for one user and one month. */
export type PricingPlan = {
  id: string
  basePriceCents: number
  currency: 'EUR'
  /** Ascending; the first begins at 1 user. */
  userTiers: UserTier[]
  /**
   * `volume`, the default: the tier reached applies to all users of the account. `graduated`: each tier applies to its
   * own users, so that more users never cost less.
   */
  tiers?: 'volume' | 'graduated' | undefined
  /** Ascending by length and descending by percentage. */
  intervals: IntervalDiscount[]
  /** Of one subscription: lowers its price. Plans on sale have none. */
  coupon?: MoneyOff | undefined
  /** Of one subscription that was moved in: its net price of an interval for so many users; others pay as much each. */
  agreed?: { readonly interval: Interval; readonly users: number; readonly netCents: number } | undefined
}

const plan1: PricingPlan = {
  id: 'plan-1',
  basePriceCents: 500,
  currency: 'EUR',
  userTiers: [
    { fromUsers: 1, percent: 100 },
    { fromUsers: 10, percent: 90 },
    { fromUsers: 20, percent: 80 },
  ],
  intervals: [
    { interval: { value: 1, unit: 'm' }, percent: 100 },
    { interval: { value: 6, unit: 'm' }, percent: 90 },
    { interval: { value: 1, unit: 'y' }, percent: 80 },
  ],
}

const plan2: PricingPlan = {
  id: 'plan-2',
  basePriceCents: 1000,
  currency: 'EUR',
  userTiers: [
    { fromUsers: 1, percent: 100 },
    { fromUsers: 5, percent: 90 },
    { fromUsers: 15, percent: 80 },
    { fromUsers: 50, percent: 70 },
  ],
  intervals: [
    { interval: { value: 1, unit: 'm' }, percent: 100 },
    { interval: { value: 3, unit: 'm' }, percent: 90 },
    { interval: { value: 1, unit: 'y' }, percent: 80 },
  ],
}

/** Every plan that accounts may be subscribed to. */
export const plans: PricingPlan[] = [plan1, plan2]

/** The plan sold by each price set. */
export const priceSets = { launch: plan2, pandemic2020: plan1 }

/** Users per account, product.md section 9. */
export const fewestUsers = 1
export const mostUsers = 60

/**
 * Returns the net monthly price in cents: base price x users x percentage of their tier (for all users, unless the plan
 * is graduated) x percentage of the interval; rounded once.
 * @param users 1 to 60
 */
export function monthlyPrice(plan: PricingPlan, users: number, { percent }: IntervalDiscount): number {
  return divideHalfUp(plan.basePriceCents * userPercents(plan, users) * percent, 100 * 100)
}

/** Returns the net price of an interval in cents: its months, rounded once. */
export function intervalPrice(plan: PricingPlan, users: number, chosen: IntervalDiscount): number {
  const { value, unit } = chosen.interval
  const perMonth = plan.basePriceCents * userPercents(plan, users) * chosen.percent
  return divideHalfUp(perMonth * value * twentyEighthsOfMonth[unit], 100 * 100 * 28)
}

/**
 * Returns the saving of one price against repeatedly paying another, shorter one over the same time; 0 without a saving.
 * Both prices must be net or both gross.
 */
export function savedCents(
  price: { readonly interval: Interval; readonly cents: number },
  instead: { readonly interval: Interval; readonly cents: number },
): number {
  return Math.max(
    0,
    divideHalfUp(instead.cents * monthParts(price.interval), monthParts(instead.interval)) - price.cents,
  )
}

/** Returns the price per month of an interval, in cents. */
export function centsAMonth({ interval, cents }: { interval: Interval; cents: number }): number {
  return divideHalfUp(cents * 28, monthParts(interval))
}

function monthParts({ value, unit }: Interval): number {
  return value * twentyEighthsOfMonth[unit]
}

/** Returns the interval as sold by the plan, with its percentage; undefined if it is not sold. */
export function discountFor(plan: PricingPlan, interval: Interval): IntervalDiscount | undefined {
  return plan.intervals.find((sold) => sameInterval(sold.interval, interval))
}

/** Returns the lowest net monthly price of one user in cents, for "from" prices. */
export function cheapestMonth(plan: PricingPlan): number {
  return Math.min(...plan.intervals.map((interval) => monthlyPrice(plan, fewestUsers, interval)))
}

/** Returns a net price with its tax, in cents. A price per user may have fractions of a cent. */
export function withVat(netCents: number, vatPercent: number): number {
  return netCents + vatOf(netCents, vatPercent)
}

/** Returns the default monthly price for a number of users: by the shortest interval, gross, in cents. */
export function shownAtFirst(plan: PricingPlan, users: number, vatPercent: number): number {
  const netCents = monthlyPrice(
    plan,
    users,
    plan.intervals[0] ?? { interval: { value: 1, unit: 'm' }, percent: 100 },
  )
  return withVat(netCents, vatPercent)
}

/** Returns the tier of a number of users. */
export function tierOf(plan: PricingPlan, users: number): UserTier {
  const reached = plan.userTiers.filter(({ fromUsers }) => fromUsers <= users).at(-1)
  return reached ?? { fromUsers: fewestUsers, percent: 100 }
}

/** A tier as a range of users; the last has no `to`. */
export type UserRange = { from: number; to: number | undefined; percent: number }

export function userRanges(plan: PricingPlan): UserRange[] {
  return plan.userTiers.map(({ fromUsers, percent }, index) => {
    const next = plan.userTiers[index + 1]
    return { from: fromUsers, to: next && next.fromUsers - 1, percent }
  })
}

/** Returns a larger number of users that costs less: on plan 2, 15 users cost 120 a month, 14 cost 126. */
export function cheaperUsers(plan: PricingPlan, users: number, chosen: IntervalDiscount): number | undefined {
  const price = monthlyPrice(plan, users, chosen)
  return plan.userTiers.find(
    // mutant `fromUsers > users → fromUsers >= users`: as many cost as much
    ({ fromUsers }) => fromUsers > users && monthlyPrice(plan, fromUsers, chosen) < price,
  )?.fromUsers
}

/** Returns the next interval with a lower monthly price. */
export function cheaperInterval(
  plan: PricingPlan,
  { percent }: IntervalDiscount,
): IntervalDiscount | undefined {
  return plan.intervals.find((other) => other.percent < percent)
}

/** The sum of all users' percentages. */
function userPercents(plan: PricingPlan, users: number): number {
  if (plan.tiers !== 'graduated') return users * tierOf(plan, users).percent
  return userRanges(plan)
    .filter(({ from }) => from <= users)
    .reduce((sum, { from, to, percent }) => sum + (Math.min(to ?? users, users) - from + 1) * percent, 0)
}

/** All are whole numbers in 28ths: a day is a seventh of a week. */
const twentyEighthsOfMonth = {
  d: (28 * unitConversion.monthsPerWeek) / 7,
  w: 28 * unitConversion.monthsPerWeek,
  m: 28,
  y: 28 * unitConversion.monthsPerYear,
} as const
