import { deleteSessionsOf } from '#server/identity/sessions/session.store.ts'
import type { Db, Trx } from '#server/platform/database/tables.ts'

export async function storePasswordHash(db: Db, userId: string, passwordHash: string): Promise<void> {
  await db.updateTable('account_user').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
}

/** Replaces the hash of the same password; false, with nothing changed, where the password was changed meanwhile. */
export async function exchangePasswordHash(
  db: Db,
  userId: string,
  { former, renewed }: { former: string; renewed: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account_user')
    .set({ password_hash: renewed })
    .where('id', '=', userId)
    .where('password_hash', '=', former)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns the hash of a user's password; null without a password or user. */
export async function readPasswordHash(db: Db, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('account_user')
    .select('password_hash')
    .where('id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row?.password_hash ?? null
}

/** Sets a user's password and ends every session opened with the old one. */
export async function replacePassword(trx: Trx, userId: string, passwordHash: string): Promise<void> {
  await storePasswordHash(trx, userId, passwordHash)
  await deleteSessionsOf(trx, userId)
}

/** A user who may sign in with an address, and their password hash. */
export type SignInCandidate = {
  readonly userId: string
  readonly accountId: string
  readonly passwordHash: string | null
}

/**
 * Returns the user for a sign-in with an address: the owner of the confirmed contact; else a user who registered with
 * it after `registeredAfter` without confirming it. Among several of those (strangers, maybe) this browser's
 * registration takes precedence, then the latest. Always one at most, so that every sign-in costs the same.
 */
export async function findSignInCandidate(
  db: Db,
  {
    emailKey,
    browserHash,
    registeredAfter,
  }: { emailKey: string; browserHash: Buffer | undefined; registeredAfter: Date },
): Promise<SignInCandidate | undefined> {
  return (
    db
      .selectFrom('contact')
      .innerJoin('account_user', 'account_user.id', 'contact.user_id')
      .select([
        'account_user.id as userId',
        'account_user.account_id as accountId',
        'account_user.password_hash as passwordHash',
      ])
      .where('contact.email_key', '=', emailKey)
      .where('account_user.removed_at', 'is', null)
      .where((where) =>
        where.or([
          where('contact.confirmed_at', 'is not', null),
          where.and([
            where('contact.is_primary', '=', true),
            where('account_user.role', '=', 'owner'),
            where('contact.created_at', '>', registeredAfter),
          ]),
        ]),
      )
      .orderBy('contact.confirmed_at', (order) => order.asc().nullsLast())
      .orderBy(
        (order) =>
          order.exists(
            order
              .selectFrom('contact_code')
              .select('contact_code.contact_id')
              .whereRef('contact_code.contact_id', '=', 'contact.id')
              // mutant `browserHash ?? null → browserHash`: without a value a parameter is null
              .where('contact_code.browser_hash', '=', browserHash ?? null),
          ),
        'desc',
      )
      .orderBy('contact.created_at', 'desc')
      // mutant `1 → 2`: the first row is taken
      .limit(1)
      .executeTakeFirst()
  )
}
