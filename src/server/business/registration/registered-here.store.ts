import type { Db } from '#server/platform/database/tables.ts'

/** A user who registered or joined in a browser and has not confirmed their address yet. */
export type RegisteredHere = {
  readonly contactId: string
  readonly accountId: string
  readonly name: string
  readonly email: string
  readonly role: 'owner' | 'manager' | 'user'
}

/** Returns the user who last registered or joined with an address in a browser after `registeredAfter`, unconfirmed. */
export async function findRegisteredHere(
  db: Db,
  {
    emailKey,
    browserHash,
    registeredAfter,
  }: { emailKey: string; browserHash: Buffer | undefined; registeredAfter: Date },
): Promise<RegisteredHere | undefined> {
  // mutant `!browserHash → false`: no code was asked for in a browser that is not known
  if (!browserHash) return undefined
  return db
    .selectFrom('contact')
    .innerJoin('account_user', 'account_user.id', 'contact.user_id')
    .innerJoin('contact_code', 'contact_code.contact_id', 'contact.id')
    .select([
      'contact.id as contactId',
      'contact.account_id as accountId',
      'account_user.name',
      'contact.email',
      'account_user.role',
    ])
    .where('contact.email_key', '=', emailKey)
    .where('contact.is_primary', '=', true)
    .where('contact.confirmed_at', 'is', null)
    .where('contact.created_at', '>', registeredAfter)
    .where('account_user.removed_at', 'is', null)
    .where('contact_code.purpose', '=', 'confirm-contact')
    .where('contact_code.browser_hash', '=', browserHash)
    .orderBy('contact.created_at', 'desc')
    .executeTakeFirst()
}

/** Returns the unconfirmed accounts of a browser that have reserved this coupon. */
export async function accountsHolding(
  db: Db,
  { couponKey, browserHash }: { couponKey: string; browserHash: Buffer },
): Promise<string[]> {
  const rows = await db
    .selectFrom('coupon_use')
    .innerJoin('contact', 'contact.account_id', 'coupon_use.account_id')
    .innerJoin('contact_code', 'contact_code.contact_id', 'contact.id')
    .select('coupon_use.account_id as accountId')
    .distinct()
    .where('coupon_use.coupon_key', '=', couponKey)
    .where('coupon_use.redeemed_at', 'is', null)
    .where('contact.confirmed_at', 'is', null)
    .where('contact_code.browser_hash', '=', browserHash)
    .execute()
  return rows.map(({ accountId }) => accountId)
}
