import { sql } from 'kysely'
import { countAccountChange } from '#server/identity/accounts/profile.store.ts'
import type { Db, Trx } from '#server/platform/database/tables.ts'

/** Queries of joins by an invite link. */

type Address = { readonly accountId: string; readonly emailKey: string }

/**
 * Deletes earlier unconfirmed joins with that address, with their codes: only the latest one's password and browser
 * count. Returns their number.
 */
export async function deleteFormerJoiners(trx: Trx, { accountId, emailKey }: Address): Promise<number> {
  const former = unconfirmedJoiners(trx)
    .where('contact.account_id', '=', accountId)
    .where('contact.email_key', '=', emailKey)
  const gone = await trx.deleteFrom('account_user').where('id', 'in', former).returning('id').execute()
  return gone.length
}

/** Returns the contact of an added user who has not chosen a password yet. */
export async function findAddedContact(
  trx: Trx,
  { accountId, emailKey }: Address,
): Promise<string | undefined> {
  const row = await trx
    .selectFrom('contact')
    .innerJoin('account_user', 'account_user.id', 'contact.user_id')
    .select('contact.id')
    .where('contact.account_id', '=', accountId)
    .where('contact.email_key', '=', emailKey)
    .where('contact.is_primary', '=', true)
    .where('contact.confirmed_at', 'is', null)
    .where('account_user.removed_at', 'is', null)
    .where('account_user.joining_by', 'is', null)
    .where('account_user.role', '!=', 'owner')
    .executeTakeFirst()
  return row?.id
}

/** Stores a joining user with password and unconfirmed contact. Timestamps are business time. */
export async function insertJoiner(
  trx: Trx,
  joiner: Address & {
    readonly inviteId: string
    readonly userId: string
    readonly contactId: string
    readonly name: string
    readonly email: string
    readonly passwordHash: string
    readonly language: 'en' | 'de'
    readonly now: Date
  },
): Promise<void> {
  await trx
    .insertInto('account_user')
    .values({
      id: joiner.userId,
      account_id: joiner.accountId,
      name: joiner.name,
      role: 'user',
      password_hash: joiner.passwordHash,
      language: joiner.language,
      joining_by: joiner.inviteId,
      created_at: joiner.now,
    })
    .execute()
  await trx
    .insertInto('contact')
    .values({
      id: joiner.contactId,
      account_id: joiner.accountId,
      user_id: joiner.userId,
      email: joiner.email,
      email_key: joiner.emailKey,
      is_primary: true,
      created_at: joiner.now,
    })
    .execute()
}

/**
 * Deletes users who joined before `joinedBefore` and never confirmed, which frees their seats. Rows locked by a
 * confirmation in progress are skipped.
 */
export async function deleteUnconfirmedJoiners(trx: Trx, joinedBefore: Date): Promise<void> {
  const late = unconfirmedJoiners(trx)
    .where('contact.created_at', '<=', joinedBefore)
    .forUpdate('contact')
    .skipLocked()
  const gone = await trx
    .deleteFrom('account_user')
    .where('id', 'in', late)
    .returning('account_id as accountId')
    .execute()
  await countAccountChange(trx, ...new Set(gone.map(({ accountId }) => accountId)))
}

/** Deletes an unconfirmed joiner; false for any other user. */
export async function deleteJoiner(trx: Trx, userId: string): Promise<boolean> {
  const gone = await trx
    .deleteFrom('account_user')
    .where('id', 'in', unconfirmedJoiners(trx).where('account_user.id', '=', userId))
    .returning('id')
    .executeTakeFirst()
  return gone !== undefined
}

/** Records that a joiner has confirmed; false for other users, and the second time. */
export async function markJoined(trx: Trx, userId: string): Promise<boolean> {
  const joined = await trx
    .updateTable('account_user')
    .set({ joining_by: null })
    .where('id', '=', userId)
    .where('joining_by', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return joined !== undefined
}

/**
 * Merges a joiner into a former user of the account with the same address, if still stored: the former user gets name,
 * password and contact of the joiner, a seat at the end of the order, and keeps their history; the joiner is deleted.
 * Does nothing without such a former user.
 */
export async function becomeFormerUser(
  trx: Trx,
  { userId, accountId, emailKey, now }: Address & { userId: string; now: Date },
): Promise<void> {
  const former = await trx
    .selectFrom('account_user')
    .innerJoin('contact', 'contact.user_id', 'account_user.id')
    .select('account_user.id')
    .where('account_user.account_id', '=', accountId)
    .where('account_user.removed_at', 'is not', null)
    .where('account_user.forget_at', '>', now)
    .where('contact.email_key', '=', emailKey)
    .orderBy('account_user.removed_at', 'desc')
    .executeTakeFirst()
  if (!former) return
  const joiner = await trx
    .selectFrom('account_user')
    .select(['name', 'password_hash', 'language'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  await trx.deleteFrom('contact').where('user_id', '=', former.id).execute()
  await trx.updateTable('contact').set({ user_id: former.id }).where('user_id', '=', userId).execute()
  await trx
    .updateTable('account_user')
    .set({ ...joiner, role: 'user', removed_at: null, forget_at: null, position: sql<number>`default` })
    .where('id', '=', former.id)
    .execute()
  await trx.deleteFrom('account_user').where('id', '=', userId).execute()
  await countAccountChange(trx, accountId)
}

/** Returns the owner of an account with their confirmed primary address. */
export async function findOwner(
  trx: Trx,
  accountId: string,
): Promise<{ userId: string; name: string; email: string } | undefined> {
  return trx
    .selectFrom('account_user')
    .innerJoin('contact', 'contact.user_id', 'account_user.id')
    .select(['account_user.id as userId', 'account_user.name', 'contact.email'])
    .where('account_user.account_id', '=', accountId)
    .where('account_user.role', '=', 'owner')
    .where('account_user.removed_at', 'is', null)
    .where('contact.is_primary', '=', true)
    .where('contact.confirmed_at', 'is not', null)
    .executeTakeFirst()
}

/** Returns the ids of unconfirmed joiners. */
function unconfirmedJoiners(db: Db) {
  return db
    .selectFrom('contact')
    .innerJoin('account_user', 'account_user.id', 'contact.user_id')
    .select('account_user.id')
    .where('contact.is_primary', '=', true)
    .where('contact.confirmed_at', 'is', null)
    .where('account_user.joining_by', 'is not', null)
    .where('account_user.removed_at', 'is', null)
}
