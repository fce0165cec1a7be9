import { isCouponCode } from '#domain/coupons/coupon.ts'
import type { Interval } from '#domain/interval.ts'
import { findCouponKey } from '#server/books/billing/coupon.store.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { type Applied, storeEvent, withSubscription } from './apply-billing-event.ts'
import { type DecisionHook, redeemCoupon } from './redeem-coupon.ts'

/**
 * Assigns prepaid licences, for the admin (product.md section 2, Admin screens): added to the remaining time. 409
 * `already-subscribed` during a trial or an active subscription, `charge-in-flight`, `sunset`; 404 for an unknown
 * account.
 */
export function grantPrepaid(
  services: Services,
  { accountId, licenseCount, interval }: { accountId: string; licenseCount: number; interval: Interval },
  hook: DecisionHook = async () => {},
): Promise<Applied | Problem | undefined> {
  const event = { type: 'assign-prepaid', licenseCount, interval } as const
  return withSubscription(services, accountId, async (trx, subscription) => {
    const stored = await storeEvent(trx, services, subscription, event)
    if (!(stored instanceof Problem)) await hook(trx, stored)
    return stored
  })
}

/**
 * Redeems a coupon for an account, for the admin, who learns what is wrong with it: 422 `invalid` for an unknown code,
 * 409 `coupon-expired`, `coupon-used-up`, `coupon-used`, `coupon-running`, `sunset`.
 */
export async function assignCoupon(
  services: Services,
  { accountId, couponCode }: { accountId: string; couponCode: string },
  hook?: DecisionHook,
): Promise<Applied | Problem | undefined> {
  const known = isCouponCode(couponCode) && (await findCouponKey(services.database.db, couponCode))
  if (!known) return new Problem('invalid', { fields: { couponCode: 'field_coupon_unknown' } })
  return redeemCoupon(services, accountId, couponCode, hook)
}
