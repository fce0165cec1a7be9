/** An account's statements about itself. */
export type Buyer = { readonly isBusiness: boolean; readonly vatId: string | null }

/** Whether an account buys as a business: it states so, or has a VAT ID. All others have consumer rights (§ 13 BGB). */
export function isBusiness(buyer: Buyer): boolean {
  return buyer.isBusiness || Boolean(buyer.vatId)
}
