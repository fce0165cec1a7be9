import { sql } from 'kysely'
import type { Tables, Trx } from '#server/platform/database/tables.ts'

type TablesWith<Column extends string> = {
  [Name in keyof Tables]: Column extends keyof Tables[Name] ? Name : never
}[keyof Tables]

/**
 * All tables with rows of a user, in the order of deletion. They are listed explicitly, although foreign keys would
 * delete most of them, so that every deletion is deliberate: a test fails for a table that is neither here nor among
 * the retained ones.
 */
export const tablesOfUsers = [
  'session',
  'user_totp',
  'recovery_code',
  'passkey',
  'passkey_challenge',
  'known_browser',
  'code_host_identity',
  'company_identity',
  'avatar',
  'playback_grant',
  'viewing',
  'viewing_revision',
  'watched',
  'favourite',
  'bookmark',
  'upload',
  'contact_move',
] as const satisfies readonly TablesWith<'user_id'>[]

/** All tables with rows of an account only. Payments (charges, ledger, invoices) are retained. */
export const tablesOfAccounts = [
  'company_identity',
  'company_sign_in',
  'invite',
  'coupon_use',
  'subscription',
  'coming_renewal',
  'price_quote',
  'waiting_users',
  'payment_method',
  'payment_customer',
  'declaration',
  'immediate_start',
  'price_move_account',
  'newsletter_consent',
  'imported_person',
] as const satisfies readonly TablesWith<'account_id'>[]

/** Deletes users with all their rows. */
export async function deleteUsers(trx: Trx, userIds: readonly string[]): Promise<void> {
  // one table's type for all: only the common column is used
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

/** Deletes an account without users, with all its rows. */
export async function deleteAccount(trx: Trx, accountId: string): Promise<void> {
  await deleteAccounts(trx, [accountId])
}

/** Deletes several. */
export async function deleteAccounts(trx: Trx, accountIds: readonly string[]): Promise<void> {
  await giveBackReservedCoupons(trx, accountIds)
  for (const table of tablesOfAccounts as readonly 'invite'[])
    await trx.deleteFrom(table).where('account_id', 'in', accountIds).execute()
  await trx.deleteFrom('account').where('id', 'in', accountIds).execute()
}

/** Reserved, unredeemed uses become available again; redeemed ones stay counted. */
async function giveBackReservedCoupons(trx: Trx, accountIds: readonly string[]): Promise<void> {
  const released = await trx
    .deleteFrom('coupon_use')
    .where('account_id', 'in', accountIds)
    .where('redeemed_at', 'is', null)
    .where('reserved_until', 'is not', null)
    .returning('coupon_key')
    .execute()
  for (const key of released.map((use) => use.coupon_key).toSorted())
    await trx
      .updateTable('coupon')
      .set((set) => ({ uses: set('uses', '-', 1) }))
      .where('code_key', '=', key)
      .execute()
}

/**
 * Orders are retained like their invoices, without the customer; an unpaid one is retained in full until it is closed.
 * Gifts that are not sent yet are deleted with the customer's message and the recipient's address.
 */
async function forgetBuyers(trx: Trx, userIds: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('shop_gift')
    .where('coupon_key', 'in', (of) =>
      of
        .selectFrom('shop_voucher')
        .innerJoin('shop_order', 'shop_order.id', 'shop_voucher.order_id')
        .select('shop_voucher.coupon_key')
        .where('shop_order.user_id', 'in', userIds),
    )
    .execute()
  await trx
    .updateTable('shop_order')
    .set({ email: '', email_key: '', facts: sql`facts - 'buyer'` })
    .where('user_id', 'in', userIds)
    .where('state', '!=', 'placed')
    .execute()
  await trx.updateTable('shop_checkout').set({ email: '' }).where('user_id', 'in', userIds).execute()
}
