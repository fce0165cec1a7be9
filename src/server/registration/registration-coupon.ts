import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import { couponKey, couponReservationDays } from '#domain/coupons/coupon.ts'
import type { ServiceMode } from '#domain/service-mode.ts'
import { reserveCoupon } from '#server/billing/coupon.store.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Problem } from '#server/runtime/problem.ts'
import type { Services } from '#server/services/services.ts'

/** The key of the coupon that somebody typed when they registered; undefined for none. */
export function typedCouponKey({ couponCode }: { couponCode?: string | undefined }): string | undefined {
  return couponCode?.trim() ? couponKey(couponCode) : undefined
}

/** Counts a registration, and the try of a coupon with it. 429 after too many from one network. */
export async function countRegistration(
  { limits }: FastifyInstance,
  network: string,
  coupon: string | undefined,
): Promise<Problem | undefined> {
  return (await limits.register.consume(network)) ?? (coupon ? limits.coupon.consume(network) : undefined)
}

/** Holds a use of a coupon for a new account until its owner has confirmed. False where the coupon is no good. */
export function holdCoupon(
  trx: Transaction<Tables>,
  { clock, config }: Services,
  {
    coupon,
    accountId,
    serviceMode,
  }: { coupon: string | undefined; accountId: string; serviceMode: ServiceMode },
): Promise<boolean> {
  if (coupon === undefined) return Promise.resolve(true)
  const now = clock.now()
  const reservedUntil = new Date(now.getTime() + couponReservationDays * 86_400_000)
  const { zone } = config.seller
  return reserveCoupon(trx, { couponKey: coupon, accountId, now, zone, serviceMode, reservedUntil })
}
