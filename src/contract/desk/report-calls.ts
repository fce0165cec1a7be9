import * as z from 'zod/mini'
import { Month } from '#contract/admin/admin-books.ts'
import type { Call } from '#contract/call.ts'
import { Day, Id, Instant, Line, Page } from '#contract/shapes.ts'
import { comingKinds } from '#domain/reports/coming-renewals.ts'

/** Sums of cents exceed PostgreSQL's `integer`. */
const Sum = z.int()

/** `text/csv` in UTF-8, sent as an attachment. */
const Csv = z.unknown()

const brought = {
  /** Accounts that got their first invoice under the coupon. */
  customers: z.int(),
  /** Net invoices less credit notes, of the first charge of each account and of later ones. */
  firstCents: Sum,
  laterCents: Sum,
}
const By = z.enum(['coupon', 'associate'])

const CouponRow = z.strictObject({
  /** The code as it was created, or the associate. */
  name: z.string(),
  /** Of a coupon, if it has one. */
  associate: z.nullable(z.string()),
  ...brought,
})
export type CouponRow = z.output<typeof CouponRow>

const CouponMoney = z.strictObject({
  /** On all pages. */
  count: z.int(),
  rows: z.array(CouponRow),
  /** Of all pages. */
  total: z.strictObject(brought),
})

const CouponSales = z.strictObject({
  /** On all pages. */
  count: z.int(),
  sales: z.array(
    z.strictObject({
      id: Id,
      number: z.string(),
      kind: z.enum(['invoice', 'credit-note']),
      issuedOn: Day,
      /** Null where the account was deleted. */
      account: z.nullable(z.strictObject({ id: Id, name: z.string() })),
      coupon: z.string(),
      /** Of the first charge of its account under the coupon. */
      isFirst: z.boolean(),
      netCents: z.int(),
    }),
  ),
})
export type CouponSale = z.output<typeof CouponSales>['sales'][number]

/** What becomes of a subscription on its day. */
const Coming = z.enum(comingKinds)
const Some = z.strictObject({ count: z.int(), cents: Sum })
const ForecastRow = z.strictObject({
  /** First day of the week or month, which may be before `from`. */
  day: Day,
  renewed: Some,
  cancelled: Some,
  paused: Some,
  trial: Some,
  granted: Some,
})
export type ForecastRow = z.output<typeof ForecastRow>

const Forecast = z.strictObject({
  /** IANA name. */
  zone: z.string(),
  from: Day,
  to: Day,
  /** Subscriptions that changed within the last minutes and are not counted yet. */
  waiting: z.int(),
  rows: z.array(ForecastRow),
})
export type Forecast = z.output<typeof Forecast>

const ComingRows = z.strictObject({
  /** On all pages. */
  count: z.int(),
  coming: z.array(
    z.strictObject({
      account: z.strictObject({ id: Id, name: z.string() }),
      at: Instant,
      kind: Coming,
      /** Of the next period; of a subscription that is not renewed, what the next period would have cost. */
      netCents: z.int(),
      seats: z.int(),
    }),
  ),
})
export type ComingRow = z.output<typeof ComingRows>['coming'][number]

const by = z.enum(['week', 'month'])

/** The admin's calls about what coupons brought, and what subscriptions will bring. */
export const adminReportCalls = {
  couponMoney: {
    method: 'GET',
    path: '/api/admin/money/coupons',
    actor: 'admin',
    summary:
      'What coupons or their associates brought in a month or ever, the largest sum first, ten a page. Each invoice counts for the coupon that its account redeemed last',
    query: z.strictObject({ by: By, month: z.optional(Month), page: z.optional(Page) }),
    replies: { 200: CouponMoney },
  },
  couponMoneyCsv: {
    method: 'GET',
    path: '/api/admin/money/coupons.csv',
    actor: 'admin',
    summary: 'The same as a file, at most 10,000 rows',
    query: z.strictObject({ by: By, month: z.optional(Month) }),
    mediaType: 'text/csv',
    replies: { 200: Csv },
  },
  couponSales: {
    method: 'GET',
    path: '/api/admin/money/coupon-sales',
    actor: 'admin',
    summary: 'The invoices and credit notes behind these sums, newest first, ten a page',
    query: z.strictObject({
      month: z.optional(Month),
      coupon: z.optional(Line(200)),
      associate: z.optional(Line(200)),
      /** `customer`: the invoices by which accounts became customers. */
      part: z.optional(z.enum(['first', 'later', 'customer'])),
      page: z.optional(Page),
    }),
    replies: { 200: CouponSales },
  },
  renewalForecast: {
    method: 'GET',
    path: '/api/admin/money/forecast',
    actor: 'admin',
    summary:
      'Number and net sum of the subscriptions that are renewed within 90 days, and of those that are not, by week or month',
    query: z.strictObject({ by }),
    replies: { 200: Forecast },
  },
  renewalForecastCsv: {
    method: 'GET',
    path: '/api/admin/money/forecast.csv',
    actor: 'admin',
    summary: 'The same as a file',
    query: z.strictObject({ by }),
    mediaType: 'text/csv',
    replies: { 200: Csv },
  },
  comingRenewals: {
    method: 'GET',
    path: '/api/admin/money/renewals',
    actor: 'admin',
    summary: 'The subscriptions behind these numbers by their day, ten a page',
    query: z.strictObject({ from: Day, to: Day, kind: z.optional(Coming), page: z.optional(Page) }),
    replies: { 200: ComingRows },
  },
} as const satisfies Record<string, Call>
