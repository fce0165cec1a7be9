import { sql } from 'kysely'
import type { Db, Trx } from '#server/platform/database/tables.ts'

/** A contact, as the profile's rules need it. */
export type ContactRow = {
  readonly id: string
  readonly email: string
  readonly emailKey: string
  readonly primary: boolean
  readonly confirmed: boolean
  readonly createdAt: Date
}

/** Returns a user's name and contacts, the primary one first. */
export async function readOwnContacts(
  db: Db,
  userId: string,
): Promise<{ name: string; contacts: ContactRow[] }> {
  const user = await db.selectFrom('account_user').select('name').where('id', '=', userId).executeTakeFirst()
  const contacts = await db
    .selectFrom('contact')
    .select(['id', 'email', 'email_key as emailKey', 'is_primary as primary', 'created_at as createdAt'])
    .select(sql<boolean>`confirmed_at is not null`.as('confirmed'))
    .where('user_id', '=', userId)
    .orderBy('is_primary', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return { name: user?.name ?? '', contacts }
}

/** Returns whether an account has an address, confirmed or not. */
export async function accountHasAddress(trx: Trx, accountId: string, emailKey: string): Promise<boolean> {
  const found = await trx
    .selectFrom('contact')
    .select('id')
    .where('account_id', '=', accountId)
    .where('email_key', '=', emailKey)
    .executeTakeFirst()
  return found !== undefined
}

export async function insertContact(
  trx: Trx,
  contact: { id: string; accountId: string; userId: string; email: string; emailKey: string; now: Date },
): Promise<void> {
  await trx
    .insertInto('contact')
    .values({
      id: contact.id,
      account_id: contact.accountId,
      user_id: contact.userId,
      email: contact.email,
      email_key: contact.emailKey,
      is_primary: false,
      created_at: contact.now,
    })
    .execute()
}

export async function deleteContact(trx: Trx, contactId: string): Promise<void> {
  await trx.deleteFrom('contact').where('id', '=', contactId).execute()
}

/** Replaces the user's primary contact. */
export async function storePrimaryContact(trx: Trx, userId: string, contactId: string): Promise<void> {
  // in two statements: a unique index allows one primary contact
  await trx.updateTable('contact').set({ is_primary: false }).where('user_id', '=', userId).execute()
  await trx.updateTable('contact').set({ is_primary: true }).where('id', '=', contactId).execute()
}

/** Restarts the seven days of an unconfirmed contact. */
export async function renewPendingContact(trx: Trx, contactId: string, now: Date): Promise<void> {
  await trx.updateTable('contact').set({ created_at: now }).where('id', '=', contactId).execute()
}

/**
 * Deletes contacts that were added before `addedBefore` and never confirmed. Primary ones stay: they are the only way
 * to sign in, and are deleted with their account or user.
 */
export async function deleteExpiredContacts(db: Db, addedBefore: Date, accountId?: string): Promise<void> {
  let query = db
    .deleteFrom('contact')
    .where('confirmed_at', 'is', null)
    .where('is_primary', '=', false)
    .where('created_at', '<=', addedBefore)
  if (accountId !== undefined) query = query.where('account_id', '=', accountId)
  await query.execute()
}
