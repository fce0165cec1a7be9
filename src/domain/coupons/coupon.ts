/**
 * Whether a text has the form of a coupon code: letters, digits, `+ _ . -` and spaces, at least 3 characters (product.md
 * section 5, Registration). The coupon need not exist.
 */
export function isCouponCode(text: string): boolean {
  return /^[A-Za-z0-9+_. -]{3,100}$/.test(text.trim())
}

/** Returns the form for comparing codes: case and spaces are ignored, since people type them from paper. */
export function couponKey(code: string): string {
  return code.replace(/\s/g, '').toLowerCase()
}

/** Limits of a coupon: number of uses, and last day (inclusive, in the seller's zone); null: unlimited. */
export type CouponLimits = {
  readonly uses: number
  readonly maxUses: number | null
  /** `YYYY-MM-DD`. */
  readonly validUntil: string | null
  /** A refunded voucher: it can no longer be redeemed. */
  readonly isVoid?: boolean
}

/**
 * Whether a coupon can still be redeemed. The only check, at registration and later.
 * @param today the day in the seller's zone, `YYYY-MM-DD`
 */
export function isRedeemable(
  { uses, maxUses, validUntil, isVoid = false }: CouponLimits,
  today: string,
): boolean {
  const unused = maxUses === null || uses < maxUses
  return unused && !isVoid && (validUntil === null || today <= validUntil)
}

/** Days for which a registration reserves its coupon while the contact is unconfirmed. */
export const couponReservationDays = 7
