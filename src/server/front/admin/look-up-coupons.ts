import type { calls } from '#contract/calls.ts'
import { couponKey } from '#domain/coupons/coupon.ts'
import { rangeOf } from '#domain/page-size.ts'
import { m } from '#messages/generated/messages.js'
import type { CallAnswer, UseCase } from '#server/platform/http/route.ts'
import { type CouponsMeant, countUses, findAssociates, findCoupons, findUses } from './admin-coupons.store.ts'

/**
 * Looks up the coupon with that code, normalised, else all coupons of that associate (product.md section 2, Coupon
 * view). Lists redemptions, ten a page, newest first, with the owner's name and primary email; reservations of
 * registrations, and redemptions of deleted accounts, are only counted.
 */
export const lookUpCoupons: UseCase<'lookUpCoupons', 'database'> = async ({ database: { db } }, { body }) => {
  const query = body.query.trim()
  if (query === '') return nothing(m.coupon_lookup_empty())
  const byCode: CouponsMeant = { couponKey: couponKey(query) }
  const byAssociate: CouponsMeant = { associate: query }
  const [coupon = null] = await findCoupons(db, byCode)
  const coupons = coupon ? [coupon] : await findCoupons(db, byAssociate)
  if (coupons.length === 0) return nothing(m.coupon_lookup_none())
  const meant = coupon ? byCode : byAssociate
  const [count, uses] = await Promise.all([countUses(db, meant), findUses(db, meant, rangeOf(body.page))])
  return {
    status: 200,
    body: {
      coupon,
      coupons,
      errorMessage: null,
      count,
      uses: uses.map(({ redeemedAt, code, ...use }) => ({
        time: redeemedAt.toISOString(),
        couponCode: code,
        ...use,
      })),
    },
  }
}

/** Returns associates with the number of their coupons, by name. */
export const couponAssociates: UseCase<'couponAssociates', 'database'> = async ({ database: { db } }) => {
  return { status: 200, body: { associates: await findAssociates(db) } }
}

function nothing(errorMessage: string): CallAnswer<typeof calls.lookUpCoupons> {
  return { status: 200, body: { coupon: null, coupons: [], errorMessage, count: 0, uses: [] } }
}
