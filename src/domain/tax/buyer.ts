/** What an account states about itself. */
export type Buyer = { readonly isBusiness: boolean; readonly vatId: string | null }

/**
 * Whether an account buys as a business: it says so, or it has a VAT id. Everybody else has a consumer's rights (§ 13
 * BGB).
 */
export function isBusiness(buyer: Buyer): boolean {
  return buyer.isBusiness || Boolean(buyer.vatId)
}
