import * as z from 'zod/mini'
import { CurrentPassword } from '#contract/accounts/account-sections.ts'
import type { Call } from '#contract/call.ts'
import { Cents, Day, Id, Instant, Interval, Line } from '#contract/shapes.ts'

/** `page` of the uses, ten each, from 0. */
const CouponQuestion = z.strictObject({
  query: Line(200),
  page: z.optional(z.int().check(z.minimum(0), z.maximum(100_000))),
})

/**
 * A coupon that takes money off: a percentage, or net cents of each period; for that number of paid periods and those
 * intervals, null: for all.
 */
const MoneyOff = z.strictObject({
  percent: z.nullable(z.int()),
  offCents: z.nullable(Cents),
  periods: z.nullable(z.int()),
  intervals: z.nullable(z.array(Interval).check(z.maxLength(10))),
  firstTime: z.boolean(),
})

/** A coupon as the admin sees it. `uses` counts redeemed uses, and those reserved for a registration. */
const Coupon = z.strictObject({
  code: z.string(),
  associate: z.optional(z.string()),
  licenseCount: z.int(),
  /** Absent: unlimited. */
  maxUses: z.optional(z.int()),
  interval: Interval,
  /** Last day; absent: unlimited. */
  validUntil: z.optional(Day),
  uses: z.int(),
  /** It takes money off, and grants no licences. */
  off: z.optional(MoneyOff),
})

/**
 * The coupon with the requested code, or all coupons of the associate, newest first. Uses: those redeemed by accounts
 * that still exist, newest first, ten a page; `count`: on all pages. `uses` of a coupon counts all.
 */
export const CouponAnswer = z.strictObject({
  /** The coupon with exactly this code; null without one. */
  coupon: z.nullable(Coupon),
  coupons: z.array(Coupon),
  /** Why nothing was found; null for a result. */
  errorMessage: z.nullable(z.string()),
  count: z.int(),
  uses: z.array(
    z.strictObject({
      time: Instant,
      /** Primary email of the account's owner. */
      contact: z.string(),
      accountId: Id,
      couponCode: z.string(),
      /** Name of the owner. */
      name: z.string(),
    }),
  ),
})
export type CouponAnswer = z.output<typeof CouponAnswer>

/** Associates by name, with their number of distinct coupons. Spellings that differ only by case are one associate. */
const CouponAssociates = z.strictObject({
  associates: z.array(z.strictObject({ associate: z.string(), coupons: z.int() })),
})

/** What all new coupons have, confirmed by the admin's password. */
const shared = {
  associate: z.optional(Line(200)),
  maxUsages: z.optional(z.int()),
  validUntil: z.optional(Line(20)),
  codes: z.array(Line(1000)),
  password: CurrentPassword,
}
/** New coupons of either kind. The rules are in `domain/coupons/coupon-batch.ts` and `money-off-terms.ts`. */
const CouponsToAdd = z.union([
  z.strictObject({
    licenseCount: z.int(),
    interval: z.strictObject({ value: z.int(), unit: z.enum(['d', 'w', 'm', 'y']) }),
    ...shared,
  }),
  z.strictObject({ off: MoneyOff, ...shared }),
])
const CouponsAdded = z.strictObject({ created: z.int() })

/** The admin's calls about coupons (product.md section 7). */
export const adminCouponCalls = {
  lookUpCoupons: {
    method: 'POST',
    path: '/api/admin/coupon',
    actor: 'admin',
    summary: 'The coupon of a code, or the coupons of an associate, and who used them',
    body: CouponQuestion,
    replies: { 200: CouponAnswer },
  },
  couponAssociates: {
    method: 'GET',
    path: '/api/admin/coupon/associate',
    actor: 'admin',
    summary: 'Associates with the number of their coupons, by name',
    replies: { 200: CouponAssociates },
  },
  addCoupons: {
    method: 'POST',
    path: '/api/admin/coupon/add',
    actor: 'admin',
    idempotent: true,
    summary: 'Makes coupons that are alike but for their codes, all or none',
    body: CouponsToAdd,
    replies: { 200: CouponsAdded },
  },
} as const satisfies Record<string, Call>
