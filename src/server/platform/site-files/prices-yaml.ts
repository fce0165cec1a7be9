import * as z from 'zod'
import { parsePublishingDate, publishingDateText } from '#domain/catalogue/publishing-date.ts'
import type { Interval } from '#domain/interval.ts'
import { mostUsers, type PricingPlan, plans, priceSets } from '#domain/pricing.ts'

/** A price set of the operator, in addition to the product's. */
export type PriceSet = {
  readonly plan: PricingPlan
  /** First day of sale in the seller's time zone, or a time of it (`2027-03-01 09:00`); until then `before` is sold. */
  readonly from?: string | undefined
  readonly before: string
}
export type PriceSets = Readonly<Record<string, PriceSet>>

/** The operator's prices. */
export type Prices = {
  readonly sets: PriceSets
  /** Name of the set that is sold where the settings name none. */
  readonly onSale?: string | undefined
}

export const noPrices: Prices = { sets: {} }

/** The price sets of product.md. */
export const productSets: PriceSets = {
  launch: { plan: priceSets.launch, before: 'launch' },
  pandemic2020: { plan: priceSets.pandemic2020, before: 'launch' },
}
const taken = [...Object.keys(productSets), ...plans.map(({ id }) => id)]

const Percent = z.number().int().min(1).max(100)

const Euros = z
  .number()
  .min(0.01)
  .max(100_000)
  .refine((euros) => Math.abs(euros * 100 - Math.round(euros * 100)) < 1e-6, {
    error: 'has to be euros with at most two decimals',
  })

const Users = z
  .record(z.string(), Percent)
  .superRefine((tiers, context) => {
    for (const users of Object.keys(tiers))
      if (!/^[1-9]\d*$/.test(users) || Number(users) > mostUsers)
        context.addIssue({
          code: 'custom',
          path: [users],
          message: `has to be a number of users from 1 to ${mostUsers}`,
        })
    if (!('1' in tiers)) context.addIssue({ code: 'custom', message: 'has to begin with 1 user' })
  })
  // integer keys iterate in ascending order
  .transform((tiers) =>
    Object.entries(tiers).map(([users, percent]) => ({ fromUsers: Number(users), percent })),
  )

const Intervals = z
  .record(z.string(), Percent)
  .superRefine((intervals, context) => {
    const all = Object.entries(intervals)
    if (all.length === 0) context.addIssue({ code: 'custom', message: 'has to have at least one interval' })
    for (const [index, [words, percent]] of all.entries()) {
      const interval = intervalOf(words)
      const before = all[index - 1]
      const shorter = before && intervalOf(before[0])
      const complain = (message: string) => context.addIssue({ code: 'custom', path: [words], message })
      if (!interval) complain('has to be an interval such as 1 month, 3 months or 1 year')
      else if (shorter && daysOf(shorter) >= daysOf(interval)) complain('has to stand below what is shorter')
      else if (before && before[1] < percent) complain('must not cost more a month than what is shorter')
    }
  })
  .transform((intervals) =>
    Object.entries(intervals).flatMap(([words, percent]) => {
      const interval = intervalOf(words)
      return interval ? [{ interval, percent }] : []
    }),
  )

const From = z
  .string()
  .refine((text) => parsePublishingDate(text) !== undefined, {
    error: 'has to be a day such as 2027-03-01, or a time of it such as 2027-03-01 09:00',
  })
  .transform((text) => {
    const date = parsePublishingDate(text)
    return date ? publishingDateText(date) : text
  })

const PriceSetYaml = z.strictObject({
  basePrice: Euros,
  users: Users,
  intervals: Intervals,
  tiers: z.enum(['volume', 'graduated']).optional(),
  from: From.optional(),
  before: z.string().default('launch'),
})
type PriceSetRead = z.output<typeof PriceSetYaml>

/** `prices.yaml`: price sets by name, and which one is on sale. */
export const PricesYaml = z
  .object({ onSale: z.string().optional() })
  .catchall(PriceSetYaml)
  .transform(({ onSale, ...sets }) => ({ onSale, sets: sets as Record<string, PriceSetRead> }))
  .superRefine(({ onSale, sets }, context) => {
    // not `in`, for which every object has a constructor
    const isThere = (set: string) => Object.hasOwn(sets, set) || Object.hasOwn(productSets, set)
    if (onSale !== undefined && !isThere(onSale))
      context.addIssue({ code: 'custom', path: ['onSale'], message: `there is no set ${onSale}` })
    for (const [name, { before, from }] of Object.entries(sets)) {
      const complain = (message: string, ...path: string[]) =>
        context.addIssue({ code: 'custom', path: [name, ...path], message })
      if (!/^[a-z][a-z0-9-]{1,39}$/.test(name))
        complain('A name has small letters, digits and -, such as spring-2027')
      else if (taken.includes(name)) complain(`${name} is a set of the product: choose another name`)
      if (!isThere(before)) complain(`there is no set ${before}`, 'before')
      const earlier = Object.hasOwn(sets, before) ? sets[before] : undefined
      // each step leads to an earlier day, which rules out cycles
      if (earlier?.from !== undefined && earlier.from >= (from ?? ''))
        complain(`${before} has to be on sale from an earlier day`, 'before')
    }
  })
  .transform(
    ({ onSale, sets }): Prices => ({
      onSale,
      sets: Object.fromEntries(
        Object.entries(sets).map(([id, { basePrice, users, intervals, tiers, from, before }]) => [
          id,
          {
            plan: {
              id,
              basePriceCents: Math.round(basePrice * 100),
              currency: 'EUR',
              userTiers: users,
              ...(tiers && { tiers }),
              intervals,
            },
            from,
            before,
          },
        ]),
      ),
    }),
  )

const units = { day: 'd', week: 'w', month: 'm', year: 'y' } as const

function intervalOf(words: string): Interval | undefined {
  const [, value, unit] = /^([1-9]\d?) (day|week|month|year)s?$/.exec(words) ?? []
  return value && unit ? { value: Number(value), unit: units[unit as keyof typeof units] } : undefined
}

const daysIn = { d: 1, w: 7, m: 30, y: 360 } as const

/** Approximate, for comparing lengths only. */
function daysOf({ value, unit }: Interval): number {
  return value * daysIn[unit]
}
