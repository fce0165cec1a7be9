/** What an account says of itself. */
export type Buyer = { readonly isBusiness: boolean; readonly vatId: string | null }

/**
 * Whether an account buys as a business: it says so, or it has a VAT id. Everybody else is a consumer, with the rights of
 * one (§ 13 BGB).
 */
export function isBusiness(buyer: Buyer): boolean {
  return buyer.isBusiness || Boolean(buyer.vatId)
}
