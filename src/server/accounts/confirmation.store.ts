import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/** Confirms a contact and uses up its codes; false when it was confirmed or removed in the meantime. */
export async function confirmContactRow(
  trx: Transaction<Tables>,
  contactId: string,
  { now, real }: { now: Date; real: Date },
): Promise<boolean> {
  const confirmed = await trx
    .updateTable('contact')
    .set({ confirmed_at: now })
    .where('id', '=', contactId)
    .where('confirmed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!confirmed) return false
  await trx
    .updateTable('contact_code')
    .set({ used_at: real })
    .where('contact_id', '=', contactId)
    .where('purpose', '=', 'confirm-contact')
    .where('used_at', 'is', null)
    .execute()
  return true
}

/**
 * Takes away all by which somebody could come back who registered an address that was not theirs: its owner has just
 * chosen another password (security requirement SEC-16).
 */
export async function removeOtherSignInMethods(
  trx: Transaction<Tables>,
  { userId, contactId }: { userId: string; contactId: string },
): Promise<void> {
  await trx.deleteFrom('contact').where('user_id', '=', userId).where('id', '!=', contactId).execute()
  for (const table of [
    'passkey',
    'user_totp',
    'recovery_code',
    'code_host_identity',
    'known_browser',
  ] as const)
    await trx.deleteFrom(table).where('user_id', '=', userId).execute()
}

/**
 * Whoever else registered with an address that now belongs to somebody loses what they got by it: their password and
 * sessions. Their code stays, so that it can be answered why it does not work any more.
 */
export async function disownAddress(
  trx: Transaction<Tables>,
  { emailKey, userId }: { emailKey: string; userId: string },
): Promise<void> {
  const others = trx
    .selectFrom('contact')
    .innerJoin('account_user', 'account_user.id', 'contact.user_id')
    .select('account_user.id')
    .where('contact.email_key', '=', emailKey)
    .where('contact.is_primary', '=', true)
    .where('contact.confirmed_at', 'is', null)
    .where('account_user.role', '=', 'owner')
    .where('account_user.id', '!=', userId)
  await trx.deleteFrom('session').where('user_id', 'in', others).execute()
  await trx.updateTable('account_user').set({ password_hash: null }).where('id', 'in', others).execute()
}

/** Whether an account is in its trial, or was: `until` says when it ends. */
export async function findTrialEnd(db: Kysely<Tables>, accountId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('subscription')
    .select('until')
    .where('account_id', '=', accountId)
    .where('status', '=', 'trial')
    .executeTakeFirst()
  return row?.until
}
