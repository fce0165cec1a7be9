import * as admin from './admin.ts'
import { SubscriptionReply } from './billing.ts'
import type { Call } from './call.ts'

/** What the admin does with accounts and coupons (product.md section 7). */
export const adminCalls = {
  assignPrepaid: {
    method: 'POST',
    path: '/api/admin/subscription/realize',
    actor: 'admin',
    idempotent: true,
    summary: 'Assigns prepaid licenses to an account, added to the time that still runs',
    body: admin.PrepaidGrant,
    replies: { 200: SubscriptionReply },
  },
  assignCoupon: {
    method: 'POST',
    path: '/api/admin/coupon/assign',
    actor: 'admin',
    idempotent: true,
    summary: 'Redeems a coupon for an account, once',
    body: admin.CouponAssignment,
    replies: { 200: SubscriptionReply },
  },
} as const satisfies Record<string, Call>
