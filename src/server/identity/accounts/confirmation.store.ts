import { sql } from 'kysely'
import type { Language } from '#domain/language.ts'
import type { Db, Trx } from '#server/platform/database/tables.ts'

/** Confirms a contact and consumes its codes; false when it was confirmed or removed meanwhile. */
export async function confirmContactRow(
  trx: Trx,
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
 * Removes all ways to sign in that the user of a first contact did not set up: for users who were added by a manager
 * and have just chosen their password (security requirement SEC-16).
 * @param addedSince other contacts that were added before stay
 */
export async function removeOtherSignInMethods(
  trx: Trx,
  {
    userId,
    contactId,
    addedSince = null,
  }: { userId: string; contactId: string; addedSince?: Date | null | undefined },
): Promise<void> {
  let others = trx.deleteFrom('contact').where('user_id', '=', userId).where('id', '!=', contactId)
  if (addedSince !== null) others = others.where('created_at', '>=', addedSince)
  await others.execute()
  for (const table of [
    'passkey',
    'user_totp',
    'recovery_code',
    'code_host_identity',
    'known_browser',
  ] as const)
    await trx.deleteFrom(table).where('user_id', '=', userId).execute()
}

type Anew = { readonly name: string; readonly language: Language; readonly passwordHash: string }

/**
 * Replaces a user who registered someone else's address by its owner, who has just chosen another password (SEC-16).
 * The former user is deleted with everything except that contact.
 */
export async function replaceUser(
  trx: Trx,
  former: { readonly userId: string; readonly contactId: string },
  { userId, name, language, passwordHash, now }: Anew & { readonly userId: string; readonly now: Date },
): Promise<void> {
  await trx
    .insertInto('account_user')
    .columns(['id', 'account_id', 'name', 'role', 'password_hash', 'language', 'joining_by', 'created_at'])
    .expression((select) =>
      select
        .selectFrom('account_user')
        .select((row) => [
          sql<string>`${userId}::uuid`.as('id'),
          'account_id',
          row.val(name).as('name'),
          'role',
          row.val(passwordHash).as('password_hash'),
          row.val(language).as('language'),
          'joining_by',
          sql<Date>`${now}::timestamptz`.as('created_at'),
        ])
        .where('id', '=', former.userId),
    )
    .execute()
  await trx
    .updateTable('contact')
    .set({ user_id: userId, is_primary: true })
    .where('id', '=', former.contactId)
    .execute()
  await trx.deleteFrom('account_user').where('id', '=', former.userId).execute()
}

/**
 * Removes from an account what a stranger who registered it may have left: afterwards it is like a new account of
 * `userId`.
 */
export async function clearAccount(
  trx: Trx,
  accountId: string,
  { userId, name, language }: { readonly userId: string; readonly name: string; readonly language: Language },
): Promise<void> {
  await trx
    .updateTable('account')
    .set({
      name,
      language,
      newsletter: false,
      country: null,
      vat_id: null,
      vat_check: null,
      is_business: false,
      billing_address: null,
      deletion_at: null,
      deletion_asked_by: null,
      // the stranger may have read it
      contract_number: sql<string>`default`,
    })
    .where('id', '=', accountId)
    .execute()
  for (const table of ['invite', 'waiting_users', 'immediate_start', 'newsletter_consent'] as const)
    await trx.deleteFrom(table).where('account_id', '=', accountId).execute()
  await trx.deleteFrom('account_user').where('account_id', '=', accountId).where('id', '!=', userId).execute()
}

/**
 * Others who registered with an address that now has a confirmed owner lose their password and sessions. Their codes
 * stay, so that the reason of their failure can be reported.
 */
export async function disownAddress(
  trx: Trx,
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

/** Returns the end of an account's current or past trial. */
export async function findTrialEnd(db: Db, accountId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('subscription')
    .select('until')
    .where('account_id', '=', accountId)
    .where('status', '=', 'trial')
    .executeTakeFirst()
  return row?.until
}
