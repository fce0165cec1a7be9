import { localDate } from '#domain/billing/billing-period.ts'
import { couponKey } from '#domain/coupons/coupon.ts'
import { whyNotSold } from '#domain/service-mode.ts'
import { countWrongCoupon } from '#server/books/billing/count-wrong-coupon.ts'
import { findMoneyOff } from '#server/books/billing/kept-coupon.store.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { readServiceMode } from '#server/platform/site/service-mode.ts'

/**
 * Returns what a coupon takes off, for the pricing page. A coupon that grants users is not disclosed: its code is worth money.
 * Wrong codes are counted as those typed in the account; `paused`, `sunset` while nothing is sold.
 */
export const couponTerms: UseCase<'couponTerms'> = async (
  services,
  { query: { couponCode }, visitor: { network } },
) => {
  const notSold = whyNotSold(await readServiceMode(services))
  if (notSold) return new Problem(notSold)
  const wait = await services.limits.coupon.consume(network)
  if (wait) return wait
  const { clock, config, database } = services
  const today = localDate(clock.now(), config.seller.zone)
  const terms = await findMoneyOff(database.db, couponKey(couponCode), today)
  if (!terms) {
    await countWrongCoupon(services)
    return new Problem('invalid', { fields: { couponCode: 'field_coupon_invalid' } })
  }
  await services.limits.coupon.forgive(network)
  return { status: 200, body: { ...terms, intervals: terms.intervals && [...terms.intervals] } }
}
