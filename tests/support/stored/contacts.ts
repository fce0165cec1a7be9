import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Db, Tables } from '#server/platform/database/tables.ts'

/** A user's primary contact, and when it was confirmed. */
export function primaryContactOf(
  db: Db,
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
export async function markConfirmed(db: Db, userId: string, at: Date | null): Promise<void> {
  await db.updateTable('contact').set({ confirmed_at: at }).where('user_id', '=', userId).execute()
}

/** Confirms the contacts of all users at that instant. */
export async function markAllConfirmed(db: Db, at: Date): Promise<void> {
  await db.updateTable('contact').set({ confirmed_at: at }).execute()
}

type Contact = { readonly email: string; readonly primary?: boolean; readonly confirmedAt?: Date | null }

/** Stores a secondary contact of a user, as if just added. */
export async function storeContact(
  db: Db,
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

/** Sets the addresses of a user's secondary contacts. */
export async function readdressFurther(db: Db, userId: string, email: string): Promise<void> {
  await db
    .updateTable('contact')
    .set({ email, email_key: email.toLowerCase() })
    .where('user_id', '=', userId)
    .where('is_primary', '=', false)
    .execute()
}

/** Gives a user's secondary contact an address that belongs to another user too. */
export async function claimAddress(db: Db, userId: string, email: string): Promise<void> {
  await db
    .updateTable('contact')
    .set({ email_key: email.toLowerCase() })
    .where('user_id', '=', userId)
    .where('is_primary', '=', false)
    .execute()
}

type ContactCode = { readonly email: string; readonly purpose: string; readonly used: boolean }

/** Returns the stored codes of a user's contacts. */
export async function contactCodesOf(db: Db, userId: string): Promise<ContactCode[]> {
  const rows = await db
    .selectFrom('contact_code')
    .innerJoin('contact', 'contact.id', 'contact_code.contact_id')
    .select(['contact.email', 'contact_code.purpose', 'contact_code.used_at'])
    .where('contact.user_id', '=', userId)
    .execute()
  return rows.map(({ email, purpose, used_at }) => ({ email, purpose, used: used_at !== null }))
}

/** Stores a contact's address in another spelling. */
export async function readdress(db: Db, emailKey: string, email: string): Promise<void> {
  await db
    .updateTable('contact')
    .set({ email, email_key: email.toLowerCase() })
    .where('email_key', '=', emailKey)
    .execute()
}

/** Sets the address of all invite links, declarations and mails, as typed. */
export async function readdressPapers(db: Db, email: string): Promise<void> {
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

/** Returns all users with an address as a contact, in the order in which they added it. */
export function usersAt(db: Db, email: string): Promise<AtAddress[]> {
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

/** Returns the rows of all registrations with an address, in any spelling. */
export function registeredAt(db: Db, email: string): Promise<Registered[]> {
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

/** Removes an address from all users but one. */
export async function leaveAddressTo(db: Db, userId: string, email: string): Promise<void> {
  await db.deleteFrom('contact').where('email', '=', email).where('user_id', '!=', userId).execute()
}

/** Returns the contact with an address outside an account. */
export async function contactOutside(db: Db, accountId: string, email: string): Promise<string> {
  const { id } = await db
    .selectFrom('contact')
    .select('id')
    .where('email', '=', email)
    .where('account_id', '!=', accountId)
    .executeTakeFirstOrThrow()
  return id
}

/** Locks and counts the unlocked codes of a contact. */
export async function lockFreeCodes(trx: Db, contactId: string): Promise<number> {
  const codes = trx.selectFrom('contact_code').select('contact_id').where('contact_id', '=', contactId)
  return (await codes.forUpdate().skipLocked().execute()).length
}
