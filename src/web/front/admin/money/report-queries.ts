import type { CallRequest } from '#contract/call.ts'
import { adminReportCalls } from '#contract/desk/report-calls.ts'
import { deskTableQuery } from '#web/front/desk/desk-query.ts'

type CouponQuery = Omit<CallRequest<typeof adminReportCalls.couponMoney>['query'], 'page'>
type SaleQuery = Omit<CallRequest<typeof adminReportCalls.couponSales>['query'], 'page'>
type ComingQuery = Omit<CallRequest<typeof adminReportCalls.comingRenewals>['query'], 'page'>
export type Weeks = CallRequest<typeof adminReportCalls.renewalForecast>['query']['by']
export type Coming = NonNullable<ComingQuery['kind']>

/** A page of what coupons or associates brought. */
export const couponMoneyQuery = (query: CouponQuery, page: number) =>
  deskTableQuery(
    ['admin', 'coupon money', query, page],
    ({ rows }) => Array.isArray(rows),
    adminReportCalls.couponMoney,
    { query: { ...query, page: String(page) } },
  )

/** A page of the documents behind it. */
export const couponSalesQuery = (query: SaleQuery, page: number) =>
  deskTableQuery(
    ['admin', 'coupon sales', query, page],
    ({ sales }) => Array.isArray(sales),
    adminReportCalls.couponSales,
    { query: { ...query, page: String(page) } },
  )

export const forecastQuery = (by: Weeks) =>
  deskTableQuery(
    ['admin', 'forecast', by],
    ({ rows }) => Array.isArray(rows),
    adminReportCalls.renewalForecast,
    { query: { by } },
  )

/** A page of the subscriptions behind the forecast. */
export const comingRenewalsQuery = (query: ComingQuery, page: number) =>
  deskTableQuery(
    ['admin', 'coming renewals', query, page],
    ({ coming }) => Array.isArray(coming),
    adminReportCalls.comingRenewals,
    { query: { ...query, page: String(page) } },
  )
