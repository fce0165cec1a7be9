import { sql } from 'kysely'
import type { Language } from '#domain/language.ts'
import type { Db, Trx } from '#server/platform/database/tables.ts'

/** Stores a user's name and counts the change of the account; the same name is no change. */
export async function storeUserName(
  trx: Trx,
  { userId, accountId }: { userId: string; accountId: string },
  name: string,
): Promise<void> {
  const changed = await trx
    .updateTable('account_user')
    .set({ name })
    .where('id', '=', userId)
    .where('name', '!=', name)
    .returning('id')
    .executeTakeFirst()
  if (changed) await countAccountChange(trx, accountId)
}

export async function storeAccountName(trx: Trx, accountId: string, name: string): Promise<void> {
  await trx.updateTable('account').set({ name }).where('id', '=', accountId).execute()
}

/** Invalidates the account version that open user tables are based on. */
export async function countAccountChange(trx: Trx, ...accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0) return
  await trx.updateTable('account').set({ version: sql`version + 1` }).where('id', 'in', accountIds).execute()
}

export async function storeUserLanguage(trx: Trx, userId: string, language: Language): Promise<void> {
  await trx.updateTable('account_user').set({ language }).where('id', '=', userId).execute()
}

/** Stores the account's language for users without a choice of their own, so that it can change without them. */
export async function keepUserLanguages(trx: Trx, accountId: string): Promise<void> {
  await sql`
    update account_user u set language = a.language from account a
    where a.id = ${accountId} and u.account_id = a.id and u.language is null`.execute(trx)
}

/** Stores the language of future invitations, and of the account's invoices. */
export async function storeAccountLanguage(trx: Trx, accountId: string, language: Language): Promise<void> {
  await trx.updateTable('account').set({ language }).where('id', '=', accountId).execute()
}

export async function storeBillingAddress(db: Db, accountId: string, address: string): Promise<void> {
  await db.updateTable('account').set({ billing_address: address }).where('id', '=', accountId).execute()
}

/**
 * @param vatId null for none
 * @param business undefined: unchanged
 */
export async function storeVatId(
  trx: Trx,
  accountId: string,
  { country, vatId, business }: { country: string; vatId: string | null; business: boolean | undefined },
): Promise<void> {
  await trx
    .updateTable('account')
    .set({ country, vat_id: vatId, is_business: business })
    .where('id', '=', accountId)
    .execute()
}
