import { type Interval, sameInterval } from './interval.ts'
import { divideHalfUp, vatOf } from './money.ts'

/**
 * How units of time are converted to show and compare prices (product.md section 9, Unit conversion). Never for dates: by
 * these numbers four weeks are a month and 52 weeks a year, but twelve months as well. Dates go by the calendar
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

/** From that many users on, a user costs that percentage of the base price. */
type UserTier = { fromUsers: number; percent: number }
/** The percentage for paying for that long at once. */
export type IntervalDiscount = { interval: Interval; percent: number }

/** What is sold, product.md section 3. `basePriceCents` is net, for one user and one month. */
export type PricingPlan = {
  id: string
  basePriceCents: number
  currency: 'EUR'
  /** Ascending; the first is from 1 user. */
  userTiers: UserTier[]
  /**
   * `volume`, the default: the tier reached applies to all users of the account. `graduated`: each tier applies to the
   * users within it, so that more users never cost less.
   */
  tiers?: 'volume' | 'graduated' | undefined
  /** Ascending by length and descending by percentage. */
  intervals: IntervalDiscount[]
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

/** Every plan that somebody may have subscribed to. */
export const plans: PricingPlan[] = [plan1, plan2]

/** Which plan each price set puts on sale. */
export const priceSets = { launch: plan2, pandemic2020: plan1 }

/** How many users one account can have, product.md section 9. */
export const fewestUsers = 1
export const mostUsers = 60

/**
 * What an account of `users` pays for each month, net, in cents: base price x users x the percentage of their tier (for
 * all of them, not only those above the threshold, unless the plan is graduated) x the percentage of the interval; rounded
 * once.
 * @param users 1 to 60
 */
export function monthlyPrice(plan: PricingPlan, users: number, { percent }: IntervalDiscount): number {
  return divideHalfUp(plan.basePriceCents * userPercents(plan, users) * percent, 100 * 100)
}

/** What is charged at the beginning of each interval, net, in cents: the months of the interval, rounded once. */
export function intervalPrice(plan: PricingPlan, users: number, chosen: IntervalDiscount): number {
  const { value, unit } = chosen.interval
  const perMonth = plan.basePriceCents * userPercents(plan, users) * chosen.percent
  return divideHalfUp(perMonth * value * twentyEighthsOfMonth[unit], 100 * 100 * 28)
}

/**
 * What one price saves against paying another, shorter interval over and over for the same time; 0 where it saves
 * nothing. Whatever the prices include, both do.
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

/** What a price comes to for each month of its interval, in cents. */
export function centsAMonth({ interval, cents }: { interval: Interval; cents: number }): number {
  return divideHalfUp(cents * 28, monthParts(interval))
}

function monthParts({ value, unit }: Interval): number {
  return value * twentyEighthsOfMonth[unit]
}

/** The interval as the plan sells it, with its percentage; undefined where the plan is not sold for so long. */
export function discountFor(plan: PricingPlan, interval: Interval): IntervalDiscount | undefined {
  return plan.intervals.find((sold) => sameInterval(sold.interval, interval))
}

/** The lowest monthly price of one user, net, in cents: what "from" means. */
export function cheapestMonth(plan: PricingPlan): number {
  return Math.min(...plan.intervals.map((interval) => monthlyPrice(plan, fewestUsers, interval)))
}

/** A net price with its tax, in cents. A price per user may be a fraction of a cent. */
export function withVat(netCents: number, vatPercent: number): number {
  return netCents + vatOf(netCents, vatPercent)
}

/** What so many users pay a month where nobody has chosen anything yet: by the shortest interval, with that VAT, in cents. */
export function shownAtFirst(plan: PricingPlan, users: number, vatPercent: number): number {
  const netCents = monthlyPrice(
    plan,
    users,
    plan.intervals[0] ?? { interval: { value: 1, unit: 'm' }, percent: 100 },
  )
  return withVat(netCents, vatPercent)
}

/** The tier that so many users are in. */
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

/** A larger number of users that costs less than the chosen one: on plan 2, 15 users cost 120 a month, 14 cost 126. */
export function cheaperUsers(plan: PricingPlan, users: number, chosen: IntervalDiscount): number | undefined {
  const price = monthlyPrice(plan, users, chosen)
  return plan.userTiers.find(
    // mutant `fromUsers > users → fromUsers >= users`: as many cost as much
    ({ fromUsers }) => fromUsers > users && monthlyPrice(plan, fromUsers, chosen) < price,
  )?.fromUsers
}

/** The next interval that costs less a month than the chosen one. */
export function cheaperInterval(
  plan: PricingPlan,
  { percent }: IntervalDiscount,
): IntervalDiscount | undefined {
  return plan.intervals.find((other) => other.percent < percent)
}

/** The percentages of all users, added up. */
function userPercents(plan: PricingPlan, users: number): number {
  if (plan.tiers !== 'graduated') return users * tierOf(plan, users).percent
  return userRanges(plan)
    .filter(({ from }) => from <= users)
    .reduce((sum, { from, to, percent }) => sum + (Math.min(to ?? users, users) - from + 1) * percent, 0)
}

/** In 28ths all of them are whole: a day is a seventh of a week. */
const twentyEighthsOfMonth = {
  d: (28 * unitConversion.monthsPerWeek) / 7,
  w: 28 * unitConversion.monthsPerWeek,
  m: 28,
  y: 28 * unitConversion.monthsPerYear,
} as const
