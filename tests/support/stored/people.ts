import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

type Person = { readonly userId: string; readonly accountId: string; readonly contactId: string }

/** Whose address it is. */
export function personAt(db: Kysely<Tables>, email: string): Promise<Person> {
  return db
    .selectFrom('contact')
    .select(['user_id as userId', 'account_id as accountId', 'id as contactId'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
}

/** A user's primary contact, and when it was confirmed. */
export function primaryContactOf(
  db: Kysely<Tables>,
  userId: string,
): Promise<{ id: string; email: string; confirmedAt: Date | null }> {
  return db
    .selectFrom('contact')
    .select(['id', 'email', 'confirmed_at as confirmedAt'])
    .where('user_id', '=', userId)
    .where('is_primary', '=', true)
    .executeTakeFirstOrThrow()
}

/** The ids of an account's users, removed ones too. */
export async function userIdsOf(db: Kysely<Tables>, accountId: string): Promise<string[]> {
  const rows = await db.selectFrom('account_user').select('id').where('account_id', '=', accountId).execute()
  return rows.map(({ id }) => id)
}

export async function userExists(db: Kysely<Tables>, userId: string): Promise<boolean> {
  const row = await db.selectFrom('account_user').select('id').where('id', '=', userId).executeTakeFirst()
  return row !== undefined
}

/** Takes a user out of their team at this moment, without what the team's page does beside it. */
export async function markRemoved(db: Kysely<Tables>, userId: string, at: Date): Promise<void> {
  await db.updateTable('account_user').set({ removed_at: at }).where('id', '=', userId).execute()
}

export async function markPresent(db: Kysely<Tables>, userId: string): Promise<void> {
  await db.updateTable('account_user').set({ removed_at: null }).where('id', '=', userId).execute()
}

export async function giveRole(
  db: Kysely<Tables>,
  userId: string,
  role: 'owner' | 'manager' | 'user',
): Promise<void> {
  await db.updateTable('account_user').set({ role }).where('id', '=', userId).execute()
}

/** As one who signed up by GitHub: without a password. */
export async function takePassword(db: Kysely<Tables>, userId: string): Promise<void> {
  await db.updateTable('account_user').set({ password_hash: null }).where('id', '=', userId).execute()
}

/** Confirms every contact of a user, or makes them unconfirmed: null. */
export async function markConfirmed(db: Kysely<Tables>, userId: string, at: Date | null): Promise<void> {
  await db.updateTable('contact').set({ confirmed_at: at }).where('user_id', '=', userId).execute()
}

export async function rename(db: Kysely<Tables>, userId: string, name: string): Promise<void> {
  await db.updateTable('account_user').set({ name }).where('id', '=', userId).execute()
}
