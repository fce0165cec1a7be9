import * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { Interval, Line } from '#contract/shapes.ts'

/** What a coupon takes off, as in `MoneyOff` of the domain. */
const CouponTerms = z.strictObject({
  code: z.string(),
  percent: z.nullable(z.int()),
  /** Net. */
  offCents: z.nullable(z.int()),
  periods: z.nullable(z.int()),
  intervals: z.nullable(z.array(Interval)),
})

/** The call of a link with a coupon, apart from the others that the pricing page does without. */
export const couponTermsCalls = {
  couponTerms: {
    method: 'GET',
    path: '/api/pricing/coupon',
    actor: 'anyone',
    summary:
      'What a coupon takes off the price; 422 `invalid` for one that grants users, is unknown, used up or expired, and 429 after ten wrong codes an hour',
    query: z.strictObject({ couponCode: Line(100) }),
    replies: { 200: CouponTerms },
  },
} as const satisfies Record<string, Call>
