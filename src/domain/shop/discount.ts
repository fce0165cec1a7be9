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

export type DiscountFault = 'unknown' | 'not-yet' | 'over' | 'used-up' | 'minimum' | 'nothing-off'
