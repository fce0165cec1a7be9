import { randomUUID } from 'node:crypto'
import type { Insertable, Selectable } from 'kysely'
import type { Db, Tables } from '#server/platform/database/tables.ts'
import { storeContact } from './contacts.ts'

type Person = { readonly userId: string; readonly accountId: string; readonly contactId: string }

/** Whose address it is. */
export function personAt(db: Db, email: string): Promise<Person> {
  return db
    .selectFrom('contact')
    .select(['user_id as userId', 'account_id as accountId', 'id as contactId'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
}

/** The ids of an account's users, removed ones too. */
export async function userIdsOf(db: Db, accountId: string): Promise<string[]> {
  const rows = await db.selectFrom('account_user').select('id').where('account_id', '=', accountId).execute()
  return rows.map(({ id }) => id)
}

export async function userExists(db: Db, userId: string): Promise<boolean> {
  const row = await db.selectFrom('account_user').select('id').where('id', '=', userId).executeTakeFirst()
  return row !== undefined
}

/** Removes a user from their team at this moment, without the other effects of the team's page. */
export async function markRemoved(db: Db, userId: string, at: Date): Promise<void> {
  await db.updateTable('account_user').set({ removed_at: at }).where('id', '=', userId).execute()
}

export async function markPresent(db: Db, userId: string): Promise<void> {
  await db.updateTable('account_user').set({ removed_at: null }).where('id', '=', userId).execute()
}

export async function giveRole(db: Db, userId: string, role: 'owner' | 'manager' | 'user'): Promise<void> {
  await db.updateTable('account_user').set({ role }).where('id', '=', userId).execute()
}

/** Removes a user's password, as after signing up by GitHub. */
export async function takePassword(db: Db, userId: string): Promise<void> {
  await db.updateTable('account_user').set({ password_hash: null }).where('id', '=', userId).execute()
}

export async function rename(db: Db, userId: string, name: string): Promise<void> {
  await db.updateTable('account_user').set({ name }).where('id', '=', userId).execute()
}

/** Version of an account's team, which every change of it names. */
export async function accountVersion(db: Db, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('account')
    .select('version')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return row.version
}

type Going = { readonly removedAt?: Date | null; readonly forgetAt?: Date; readonly deletionAt?: Date }

/** When a user was removed, is to be forgotten, or has asked to be deleted. */
export async function letGo(
  db: Db,
  userId: string,
  { removedAt, forgetAt, deletionAt }: Going,
): Promise<void> {
  await db
    .updateTable('account_user')
    .set({
      ...(removedAt !== undefined && { removed_at: removedAt }),
      ...(forgetAt && { forget_at: forgetAt }),
      ...(deletionAt && { deletion_at: deletionAt }),
    })
    .where('id', '=', userId)
    .execute()
}

/** When an account is to be deleted. */
export async function deleteAccountAt(db: Db, accountId: string, at: Date): Promise<void> {
  await db.updateTable('account').set({ deletion_at: at }).where('id', '=', accountId).execute()
}

type NewOwner = { readonly name: string; readonly email: string } & Partial<Omit<Person, 'contactId'>>

/** Accounts of one person each, who owns it; of any ids unless they are given. Returns the accounts' ids, in that order. */
export async function storeOwners(db: Db, people: readonly NewOwner[], at: Date): Promise<string[]> {
  const rows = people.map((person) => ({ accountId: randomUUID(), userId: randomUUID(), ...person }))
  await db
    .insertInto('account')
    .values(rows.map(({ accountId: id, name }) => ({ id, name, created_at: at })))
    .execute()
  await db
    .insertInto('account_user')
    .values(
      rows.map(({ accountId, userId: id, name }) => ({
        id,
        account_id: accountId,
        name,
        role: 'owner' as const,
        created_at: at,
      })),
    )
    .execute()
  await db
    .insertInto('contact')
    .values(
      rows.map(({ accountId, userId, email }) => ({
        id: randomUUID(),
        account_id: accountId,
        user_id: userId,
        email,
        email_key: email.toLowerCase(),
        is_primary: true,
        created_at: at,
      })),
    )
    .execute()
  return rows.map(({ accountId }) => accountId)
}

type NewUser = Partial<Insertable<Tables['account_user']>> & {
  readonly email?: string
  readonly confirmedAt?: Date | null
}

/** A user of an account without a password unless one is given, with a primary contact where there is an address. Returns the id. */
export async function storeUser(
  db: Db,
  accountId: string,
  { email, confirmedAt = null, ...change }: NewUser,
  at: Date,
): Promise<string> {
  const userId = change.id ?? randomUUID()
  const row = { account_id: accountId, name: 'Somebody', role: 'user' as const, created_at: at, ...change }
  await db
    .insertInto('account_user')
    .values({ ...row, id: userId })
    .execute()
  if (email) await storeContact(db, { accountId, userId }, { email, primary: true, confirmedAt }, at)
  return userId
}

/** Moves a user to another account, which no call does. */
export async function moveUser(db: Db, userId: string, accountId: string): Promise<void> {
  await db.updateTable('account_user').set({ account_id: accountId }).where('id', '=', userId).execute()
}

/** Lets a user sign in by the code host too. */
export async function linkCodeHost(db: Db, userId: string, at: Date): Promise<void> {
  await db
    .insertInto('code_host_identity')
    .values({ subject: userId, user_id: userId, login: 'somebody', created_at: at })
    .execute()
}

/** Gives a user a picture that is stored already. */
export async function storeAvatar(db: Db, userId: string, key: string, at: Date): Promise<void> {
  await db
    .insertInto('avatar')
    .values({ user_id: userId, key, mime_type: 'image/png', created_at: at })
    .execute()
}

/** Has a user's picture be one that is stored already. */
export async function giveAvatar(db: Db, userId: string, key: string): Promise<void> {
  await db.updateTable('avatar').set({ key }).where('user_id', '=', userId).execute()
}

/** The language in which a user reads; the browser's where it is null. */
export async function speak(db: Db, userId: string, language: 'en' | 'de' | null): Promise<void> {
  await db.updateTable('account_user').set({ language }).where('id', '=', userId).execute()
}

/** Takes users out of their teams, or puts them back: null. The name is a pattern of SQL's `like`. */
export async function markRemovedByName(db: Db, name: string, at: Date | null): Promise<void> {
  await db.updateTable('account_user').set({ removed_at: at }).where('name', 'like', name).execute()
}

/** Deletes the accounts whose names end like this, with all their data. */
export async function forgetAccounts(db: Db, ending: string): Promise<void> {
  await db.deleteFrom('account').where('name', 'like', `%${ending}`).execute()
}

/** The row of a user. */
export function userRowOf(db: Db, userId: string): Promise<Selectable<Tables['account_user']>> {
  return db.selectFrom('account_user').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
}

/** The row of an account. */
export function accountRowOf(db: Db, accountId: string): Promise<Selectable<Tables['account']>> {
  return db.selectFrom('account').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow()
}

type Planted = {
  readonly accountId: string
  readonly owner: string
  readonly invite: string
  readonly at: Date
}

/** Stores rows of a user in another account: wishes, a link, and a user. */
export async function plantInto(db: Db, { accountId, owner, invite, at }: Planted): Promise<void> {
  await db
    .updateTable('account')
    .set({ is_business: true, vat_check: '{}', deletion_at: at, deletion_asked_by: owner })
    .where('id', '=', accountId)
    .execute()
  await db
    .updateTable('account_user')
    .set({ deletion_at: at, temporary_password_hash: 'x' })
    .where('id', '=', owner)
    .execute()
  await db
    .insertInto('invite')
    .values({ id: randomUUID(), account_id: accountId, code: invite, created_at: at, expires_at: at })
    .execute()
  await db
    .insertInto('account_user')
    .values({ id: randomUUID(), account_id: accountId, name: 'Accomplice', role: 'manager', created_at: at })
    .execute()
}

/** Removes the passwords of all users. */
export async function takeAllPasswords(db: Db): Promise<void> {
  await db.updateTable('account_user').set({ password_hash: null }).execute()
}

/** Sets the password hash of all users. */
export async function giveAllPassword(db: Db, hash: string): Promise<void> {
  await db.updateTable('account_user').set({ password_hash: hash }).execute()
}
