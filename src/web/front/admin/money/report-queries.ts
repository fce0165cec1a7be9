import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { CallRequest } from '#contract/call.ts'
import { adminReportCalls } from '#contract/desk/report-calls.ts'
import { adminRead } from '#web/front/desk/admin-read.ts'

type CouponQuery = Omit<CallRequest<typeof adminReportCalls.couponMoney>['query'], 'page'>
type SaleQuery = Omit<CallRequest<typeof adminReportCalls.couponSales>['query'], 'page'>
type ComingQuery = Omit<CallRequest<typeof adminReportCalls.comingRenewals>['query'], 'page'>
export type Weeks = CallRequest<typeof adminReportCalls.renewalForecast>['query']['by']
export type Coming = NonNullable<ComingQuery['kind']>

/** A page of what coupons or associates brought. */
export const couponMoneyQuery = (query: CouponQuery, page: number) =>
  queryOptions({
    queryKey: ['admin', 'coupon money', query, page],
    queryFn: ({ signal }) =>
      adminRead(({ rows }) => Array.isArray(rows), adminReportCalls.couponMoney, {
        query: { ...query, page: String(page) },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** A page of the documents behind it. */
export const couponSalesQuery = (query: SaleQuery, page: number) =>
  queryOptions({
    queryKey: ['admin', 'coupon sales', query, page],
    queryFn: ({ signal }) =>
      adminRead(({ sales }) => Array.isArray(sales), adminReportCalls.couponSales, {
        query: { ...query, page: String(page) },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const forecastQuery = (by: Weeks) =>
  queryOptions({
    queryKey: ['admin', 'forecast', by],
    queryFn: ({ signal }) =>
      adminRead(({ rows }) => Array.isArray(rows), adminReportCalls.renewalForecast, {
        query: { by },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** A page of the subscriptions behind the forecast. */
export const comingRenewalsQuery = (query: ComingQuery, page: number) =>
  queryOptions({
    queryKey: ['admin', 'coming renewals', query, page],
    queryFn: ({ signal }) =>
      adminRead(({ coming }) => Array.isArray(coming), adminReportCalls.comingRenewals, {
        query: { ...query, page: String(page) },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
