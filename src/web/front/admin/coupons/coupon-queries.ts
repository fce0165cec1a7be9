import { queryOptions } from '@tanstack/react-query'
import { adminCouponCalls } from '#contract/admin/admin-coupon-calls.ts'
import { adminRead } from '#web/front/desk/admin-read.ts'

/** The coupon of a code, or the coupons of an associate. */
export const couponQuery = (query: string, page: number) =>
  queryOptions({
    queryKey: ['admin', 'coupon', query, page],
    queryFn: ({ signal }) =>
      adminRead(
        ({ coupons, uses }) => Array.isArray(coupons) && Array.isArray(uses),
        adminCouponCalls.lookUpCoupons,
        { body: { query, page }, signal },
      ),
    // the page before stays while the next one is read
    placeholderData: (shown, before) => (before?.queryKey[2] === query ? shown : undefined),
    enabled: query !== '',
    staleTime: 0,
  })

export const associatesQuery = queryOptions({
  queryKey: ['admin', 'coupon associates'],
  queryFn: ({ signal }) =>
    adminRead(({ associates }) => Array.isArray(associates), adminCouponCalls.couponAssociates, { signal }),
  select: ({ associates }) => associates,
  staleTime: 0,
})
