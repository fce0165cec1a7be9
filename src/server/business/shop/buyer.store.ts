import type { Db } from '#server/platform/database/tables.ts'

/** The account's data for the tax and invoices of its orders. */
export type BuyingAccount = {
  readonly name: string
  readonly country: string | null
  readonly vatId: string | null
  readonly isBusiness: boolean
  readonly vatCheck: unknown
  readonly billingAddress: string | null
}

export async function findBuyingAccount(db: Db, accountId: string): Promise<BuyingAccount | undefined> {
  return db
    .selectFrom('account')
    .select([
      'name',
      'country',
      'vat_id as vatId',
      'is_business as isBusiness',
      'vat_check as vatCheck',
      'billing_address as billingAddress',
    ])
    .where('id', '=', accountId)
    .executeTakeFirst()
}
