import { sql, type Transaction } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'

type TablesWith<Column extends string> = {
  [Name in keyof Tables]: Column extends keyof Tables[Name] ? Name : never
}[keyof Tables]

/**
 * Every table whose rows belong to a user, in the order in which they go. They are named one by one, though most would
 * go with the user by themselves, so that nothing is ever deleted without somebody having written that it should be: a
 * test fails for a table that stands neither here nor among those that are kept.
 */
export const tablesOfUsers = [
  'session',
  'user_totp',
  'recovery_code',
  'passkey',
  'passkey_challenge',
  'known_browser',
  'code_host_identity',
  'avatar',
  'playback_grant',
  'viewing',
  'viewing_revision',
  'watched',
  'favourite',
  'bookmark',
] as const satisfies readonly TablesWith<'user_id'>[]

/** Every table whose rows belong to an account alone. What was paid (charges, ledger, invoices) is kept. */
export const tablesOfAccounts = [
  'invite',
  'coupon_use',
  'subscription',
  'price_quote',
  'waiting_users',
  'payment_method',
  'payment_customer',
  'declaration',
  'immediate_start',
  'newsletter_consent',
] as const satisfies readonly TablesWith<'account_id'>[]

/** Deletes all that belongs to users, and then them. */
export async function deleteUsers(trx: Transaction<Tables>, userIds: readonly string[]): Promise<void> {
  // one of them stands for all: they have the column, and that is all that is asked of them
  for (const table of tablesOfUsers as readonly 'session'[]) {
    // mutant `await trx.deleteFrom(table).where('user_ … serIds).execute() → ;`: the foreign keys delete them, too
    await trx.deleteFrom(table).where('user_id', 'in', userIds).execute()
  }
  await forgetBuyers(trx, userIds)
  // mutant `await trx .deleteFrom('contact_code') .w … ds), ) .execute() → ;`: as above
  await trx
    .deleteFrom('contact_code')
    .where('contact_id', 'in', (own) =>
      own.selectFrom('contact').select('contact.id').where('contact.user_id', 'in', userIds),
    )
    .execute()
  // mutant `await trx.deleteFrom('contact').where('u … serIds).execute() → ;`: as above
  await trx.deleteFrom('contact').where('user_id', 'in', userIds).execute()
  // mutant `await trx.updateTable('invite').set({ cr … serIds).execute() → ;`: the foreign key does that, too
  await trx.updateTable('invite').set({ created_by: null }).where('created_by', 'in', userIds).execute()
  await trx
    .updateTable('account')
    .set({ deletion_asked_by: null })
    .where('deletion_asked_by', 'in', userIds)
    .execute()
  await trx.deleteFrom('account_user').where('id', 'in', userIds).execute()
}

/** Deletes all that belongs to an account whose users have gone, and then it. */
export async function deleteAccount(trx: Transaction<Tables>, accountId: string): Promise<void> {
  await giveBackReservedCoupons(trx, accountId)
  for (const table of tablesOfAccounts as readonly 'invite'[])
    await trx.deleteFrom(table).where('account_id', '=', accountId).execute()
  await trx.deleteFrom('account').where('id', '=', accountId).execute()
}

/** A use that was held and not redeemed is somebody else's to take; a redeemed one stays counted. */
async function giveBackReservedCoupons(trx: Transaction<Tables>, accountId: string): Promise<void> {
  const released = await trx
    .deleteFrom('coupon_use')
    .where('account_id', '=', accountId)
    .where('redeemed_at', 'is', null)
    .returning('coupon_key')
    .execute()
  for (const key of released.map((use) => use.coupon_key).toSorted())
    await trx
      .updateTable('coupon')
      .set((set) => ({ uses: set('uses', '-', 1) }))
      .where('code_key', '=', key)
      .execute()
}

/** Orders are kept as their invoices are, without whoever placed them; one that is not paid yet is kept whole until it is closed. */
async function forgetBuyers(trx: Transaction<Tables>, userIds: readonly string[]): Promise<void> {
  await trx
    .updateTable('shop_order')
    .set({ email: '', email_key: '', facts: sql`facts - 'buyer'` })
    .where('user_id', 'in', userIds)
    .where('state', '!=', 'placed')
    .execute()
  await trx.updateTable('shop_checkout').set({ email: '' }).where('user_id', 'in', userIds).execute()
}
