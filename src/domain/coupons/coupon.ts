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

/** How often a coupon may be used, and until which day (inclusive, in the seller's zone); null is "without limit". */
export type CouponLimits = {
  readonly uses: number
  readonly maxUses: number | null
  /** `YYYY-MM-DD`. */
  readonly validUntil: string | null
  /** A voucher that was refunded: from that moment on it opens nothing. */
  readonly isVoid?: boolean
}

/**
 * Whether somebody may still redeem a coupon: the only place that decides it, at registration and afterwards.
 * @param today the day in the seller's zone, `YYYY-MM-DD`
 */
export function isRedeemable(
  { uses, maxUses, validUntil, isVoid = false }: CouponLimits,
  today: string,
): boolean {
  const unused = maxUses === null || uses < maxUses
  return unused && !isVoid && (validUntil === null || today <= validUntil)
}

/** How long a registration reserves its use of a coupon while the contact is not confirmed. */
export const couponReservationDays = 7
