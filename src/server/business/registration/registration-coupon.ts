import { couponKey, couponReservationDays } from '#domain/coupons/coupon.ts'
import type { ServiceMode } from '#domain/service-mode.ts'
import { releaseHeldCoupon, reserveCoupon } from '#server/books/billing/coupon.store.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import type { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { accountsHolding } from './registered-here.store.ts'

/** Returns the key of the coupon typed at registration; undefined for none. */
export function typedCouponKey({ couponCode }: { couponCode?: string | undefined }): string | undefined {
  return couponCode?.trim() ? couponKey(couponCode) : undefined
}

/** Counts a registration, and its coupon attempt. 429 after too many from one network. */
export async function countRegistration(
  { limits }: Pick<Services, 'limits'>,
  network: string,
  coupon: string | undefined,
): Promise<Problem | undefined> {
  return (await limits.register.consume(network)) ?? (coupon ? limits.coupon.consume(network) : undefined)
}

/**
 * Reserves a use of a coupon for a new account until its owner confirms. The reservation of this browser's earlier
 * registration is released: after a mistyped address the user registers again with the same code. False for an invalid
 * coupon.
 */
export async function holdCoupon(
  trx: Trx,
  { clock, config }: Pick<Services, 'config' | 'clock'>,
  {
    coupon,
    accountId,
    serviceMode,
    visitor: { preSessionHash },
  }: {
    coupon: string | undefined
    accountId: string
    serviceMode: ServiceMode
    visitor: Pick<Visitor, 'preSessionHash'>
  },
): Promise<boolean> {
  if (coupon === undefined) return true
  if (preSessionHash) {
    const holders = await accountsHolding(trx, { couponKey: coupon, browserHash: preSessionHash })
    for (const holder of holders) await releaseHeldCoupon(trx, holder)
  }
  const now = clock.now()
  const reservedUntil = new Date(now.getTime() + couponReservationDays * 86_400_000)
  const { zone } = config.seller
  return reserveCoupon(trx, { couponKey: coupon, accountId, now, zone, serviceMode, reservedUntil })
}
