import { smallestChargeCents } from '#domain/billing/charging.ts'
import { divideHalfUp } from '#domain/money.ts'

/** A discount code and its conditions. Amounts are net, in cents. */
export type Discount = {
  readonly code: string
  /** Reduction of the cart's net sum: whole percents, or an amount. */
  readonly percent: number | null
  readonly offCents: number | null
  readonly freeShipping: boolean
  /** Minimum net value of the cart. */
  readonly minimumCents: number
  /** First and last day (`YYYY-MM-DD`) in the seller's zone; null: unlimited. */
  readonly validFrom: string | null
  readonly validUntil: string | null
  /** Maximum number of orders; null: unlimited. */
  readonly maxUses: number | null
  readonly uses: number
}

/** `nothing-off`: the code only makes shipping free, and nothing is shipped. */
export type DiscountFault = 'unknown' | 'not-yet' | 'over' | 'used-up' | 'minimum' | 'nothing-off'

type DiscountedCart = {
  /** Net, without shipping. */
  readonly netCents: number
  readonly ships: boolean
  /** `YYYY-MM-DD` in the seller's zone. */
  readonly today: string
}

/** Returns why a code does not apply; undefined if it does. */
export function discountFault(
  discount: Discount | undefined,
  { netCents, ships, today }: DiscountedCart,
): DiscountFault | undefined {
  if (!discount) return 'unknown'
  const { validFrom, validUntil, maxUses, uses, minimumCents, percent, offCents } = discount
  // mutant `validFrom !== null → true`: no day is before none,
  if (validFrom !== null && today < validFrom) return 'not-yet'
  // mutant `validUntil !== null → true`: and none is after it
  if (validUntil !== null && today > validUntil) return 'over'
  if (maxUses !== null && uses >= maxUses) return 'used-up'
  if (netCents < minimumCents) return 'minimum'
  return percent === null && offCents === null && !ships ? 'nothing-off' : undefined
}

/** Returns the net discount on a cart's lines: rounded once, half up. The smallest charge to a card always remains. */
export function discountCents(
  { percent, offCents }: Pick<Discount, 'percent' | 'offCents'>,
  netCents: number,
): number {
  // mutant `offCents ?? 0 → offCents`: the smaller of nothing and something is nothing
  const off = percent === null ? (offCents ?? 0) : divideHalfUp(netCents * percent, 100)
  return Math.min(off, Math.max(netCents - smallestChargeCents, 0))
}
