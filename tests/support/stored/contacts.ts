import { randomUUID } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'

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

/** Confirms every contact of a user, or makes them unconfirmed: null. */
export async function markConfirmed(db: Kysely<Tables>, userId: string, at: Date | null): Promise<void> {
  await db.updateTable('contact').set({ confirmed_at: at }).where('user_id', '=', userId).execute()
}

/** Has everybody have confirmed their contacts at that instant. */
export async function markAllConfirmed(db: Kysely<Tables>, at: Date): Promise<void> {
  await db.updateTable('contact').set({ confirmed_at: at }).execute()
}

type Contact = { readonly email: string; readonly primary?: boolean; readonly confirmedAt?: Date | null }

/** A further contact of a user, as it stands once they have added it. */
export async function storeContact(
  db: Kysely<Tables>,
  { accountId, userId }: { readonly accountId: string; readonly userId: string },
  { email, primary = false, confirmedAt = null }: Contact,
  createdAt: Date,
): Promise<void> {
  await db
    .insertInto('contact')
    .values({
      id: randomUUID(),
      account_id: accountId,
      user_id: userId,
      email,
      email_key: email.toLowerCase(),
      is_primary: primary,
      confirmed_at: confirmedAt,
      created_at: createdAt,
    })
    .execute()
}

/** Has a user's contacts that are not the primary one read like this. */
export async function readdressFurther(db: Kysely<Tables>, userId: string, email: string): Promise<void> {
  await db
    .updateTable('contact')
    .set({ email, email_key: email.toLowerCase() })
    .where('user_id', '=', userId)
    .where('is_primary', '=', false)
    .execute()
}

/** Has a user's further contact stand for an address that is somebody else's, too. */
export async function claimAddress(db: Kysely<Tables>, userId: string, email: string): Promise<void> {
  await db
    .updateTable('contact')
    .set({ email_key: email.toLowerCase() })
    .where('user_id', '=', userId)
    .where('is_primary', '=', false)
    .execute()
}

type ContactCode = { readonly email: string; readonly purpose: string; readonly used: boolean }

/** The codes that were mailed to a user's contacts and are still kept. */
export async function contactCodesOf(db: Kysely<Tables>, userId: string): Promise<ContactCode[]> {
  const rows = await db
    .selectFrom('contact_code')
    .innerJoin('contact', 'contact.id', 'contact_code.contact_id')
    .select(['contact.email', 'contact_code.purpose', 'contact_code.used_at'])
    .where('contact.user_id', '=', userId)
    .execute()
  return rows.map(({ email, purpose, used_at }) => ({ email, purpose, used: used_at !== null }))
}

/** Has a contact read as somebody else would have typed it. */
export async function readdress(db: Kysely<Tables>, emailKey: string, email: string): Promise<void> {
  await db
    .updateTable('contact')
    .set({ email, email_key: email.toLowerCase() })
    .where('email_key', '=', emailKey)
    .execute()
}

/** Has all invite links, declarations and mails name an address, as it was typed. */
export async function readdressPapers(db: Kysely<Tables>, email: string): Promise<void> {
  await db
    .updateTable('invite')
    .set({ domain: email.slice(email.indexOf('@') + 1) })
    .execute()
  await db.updateTable('declaration').set({ email, email_key: email.toLowerCase() }).execute()
  await db.updateTable('mail').set({ recipient: email }).execute()
}

type AtAddress = {
  readonly id: string
  readonly password_hash: string | null
  readonly confirmed_at: Date | null
}

/** Everybody who has an address as a contact, in the order in which they added it. */
export function usersAt(db: Kysely<Tables>, email: string): Promise<AtAddress[]> {
  return db
    .selectFrom('contact')
    .innerJoin('account_user', 'account_user.id', 'contact.user_id')
    .select(['account_user.id', 'account_user.password_hash', 'contact.confirmed_at'])
    .where('contact.email', '=', email)
    .orderBy('contact.created_at')
    .execute()
}

type Registered = Pick<Selectable<Tables['account_user']>, 'name' | 'role' | 'password_hash'> &
  Pick<Selectable<Tables['account']>, 'newsletter'> &
  Pick<Selectable<Tables['contact']>, 'email' | 'email_key'> & { readonly accountName: string }

/** What is kept of everybody who has registered with an address, however it was typed. */
export function registeredAt(db: Kysely<Tables>, email: string): Promise<Registered[]> {
  return db
    .selectFrom('contact')
    .innerJoin('account', 'account.id', 'contact.account_id')
    .innerJoin('account_user', 'account_user.id', 'contact.user_id')
    .select([
      'account.name as accountName',
      'account_user.name',
      'role',
      'password_hash',
      'newsletter',
      'email',
      'email_key',
    ])
    .where('email_key', '=', email.toLowerCase())
    .execute()
}

/** Takes an address from everybody but one user. */
export async function leaveAddressTo(db: Kysely<Tables>, userId: string, email: string): Promise<void> {
  await db.deleteFrom('contact').where('email', '=', email).where('user_id', '!=', userId).execute()
}

/** The contact with an address that somebody outside of an account has. */
export async function contactOutside(db: Kysely<Tables>, accountId: string, email: string): Promise<string> {
  const { id } = await db
    .selectFrom('contact')
    .select('id')
    .where('email', '=', email)
    .where('account_id', '!=', accountId)
    .executeTakeFirstOrThrow()
  return id
}

/** Locks the codes of a contact that nobody else holds at this moment, and counts them. */
export async function lockFreeCodes(trx: Kysely<Tables>, contactId: string): Promise<number> {
  const codes = trx.selectFrom('contact_code').select('contact_id').where('contact_id', '=', contactId)
  return (await codes.forUpdate().skipLocked().execute()).length
}
