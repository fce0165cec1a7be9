import { smallestChargeCents } from '#domain/billing/charging.ts'
import { divideHalfUp } from '#domain/money.ts'

/** What a discount code of the shop does, and when. Amounts are net, in cents. */
export type Discount = {
  readonly code: string
  /** Off the net sum of what is in the cart: whole percents, or an amount. */
  readonly percent: number | null
  readonly offCents: number | null
  readonly freeShipping: boolean
  /** Net value of the cart from which on it holds. */
  readonly minimumCents: number
  /** First and last day (`YYYY-MM-DD`) in the seller's zone; null: no bound. */
  readonly validFrom: string | null
  readonly validUntil: string | null
  /** How many orders it may lower; null: any number. */
  readonly maxUses: number | null
  readonly uses: number
}

/** `nothing-off`: it frees of shipping alone, and nothing is shipped. */
export type DiscountFault = 'unknown' | 'not-yet' | 'over' | 'used-up' | 'minimum' | 'nothing-off'

type DiscountedCart = {
  /** Net, without shipping. */
  readonly netCents: number
  readonly ships: boolean
  /** `YYYY-MM-DD` in the seller's zone. */
  readonly today: string
}

/** Why a code lowers nothing; undefined where it does. */
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

/** What a code takes off the lines of a cart, net: rounded once, half up, and always leaving the least that a card is charged. */
export function discountCents(
  { percent, offCents }: Pick<Discount, 'percent' | 'offCents'>,
  netCents: number,
): number {
  // mutant `offCents ?? 0 → offCents`: the smaller of nothing and something is nothing
  const off = percent === null ? (offCents ?? 0) : divideHalfUp(netCents * percent, 100)
  return Math.min(off, Math.max(netCents - smallestChargeCents, 0))
}
