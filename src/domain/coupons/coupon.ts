/**
 * Whether a text can be a coupon code at all: letters, digits, `+ _ . -` and spaces, at least 3 characters (product.md
 * section 5, Registration). It does not say whether such a coupon exists.
 */
export function isCouponCode(text: string): boolean {
  return /^[A-Za-z0-9+_. -]{3,100}$/.test(text.trim())
}

/** The form by which codes are compared: people type them from paper, so case and spaces are ignored. */
export function couponKey(code: string): string {
  return code.replace(/\s/g, '').toLowerCase()
}

/** How often a coupon may be used, and until which day (inclusive, UTC); null is "without limit". */
export type CouponLimits = {
  readonly uses: number
  readonly maxUses: number | null
  readonly validUntil: string | null
}

/** Whether somebody may still redeem a coupon at `now`. */
export function isRedeemable(coupon: CouponLimits, now: Date): boolean {
  const unused = coupon.maxUses === null || coupon.uses < coupon.maxUses
  return unused && (coupon.validUntil === null || dayOf(now) <= coupon.validUntil)
}

/** How long a registration reserves its use of a coupon while the contact is not confirmed. */
export const couponReservationDays = 7

function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}
