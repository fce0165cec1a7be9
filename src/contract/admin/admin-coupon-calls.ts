import type { Call } from '#contract/call.ts'
import * as coupons from './admin-coupons.ts'

/** The admin's calls about coupons (product.md section 7). */
export const adminCouponCalls = {
  lookUpCoupons: {
    method: 'POST',
    path: '/api/admin/coupon',
    actor: 'admin',
    summary: 'The coupon of a code, or the coupons of an associate, and who used them',
    body: coupons.CouponQuestion,
    replies: { 200: coupons.CouponAnswer },
  },
  couponAssociates: {
    method: 'GET',
    path: '/api/admin/coupon/associate',
    actor: 'admin',
    summary: 'Associates with the number of their coupons, by name',
    replies: { 200: coupons.CouponAssociates },
  },
  addCoupons: {
    method: 'POST',
    path: '/api/admin/coupon/add',
    actor: 'admin',
    idempotent: true,
    summary: 'Makes coupons that are alike but for their codes, all or none',
    body: coupons.CouponsToAdd,
    replies: { 200: coupons.CouponsAdded },
  },
} as const satisfies Record<string, Call>
