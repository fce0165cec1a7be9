import { sql } from 'kysely'
import type { Proof } from '#server/identity/sessions/sessions.ts'
import type { Db, Trx } from '#server/platform/database/tables.ts'

/** A sign-in in progress at the code host. */
type Attempt = {
  readonly stateHash: Buffer
  /** The session, or, signed out, the pre-session that began it. */
  readonly browserHash: Buffer
  readonly codeVerifier: string
  readonly nextPath: string | undefined
  /** Real time. */
  readonly expiresAt: Date
}

export async function insertSignInAttempt(db: Db, attempt: Attempt): Promise<void> {
  await db
    .insertInto('code_host_attempt')
    .values({
      state_hash: attempt.stateHash,
      browser_hash: attempt.browserHash,
      code_verifier: attempt.codeVerifier,
      // mutant `attempt.nextPath ?? null → attempt.nextPath`: without a value a column is null
      next_path: attempt.nextPath ?? null,
      expires_at: attempt.expiresAt,
    })
    .execute()
}

/** Consumes the attempt with that state, if this browser began it in time. Other browsers change nothing. */
export async function takeAttempt(
  db: Db,
  { stateHash, browserHash, now }: { stateHash: Buffer; browserHash: Buffer; now: Date },
): Promise<{ codeVerifier: string; nextPath: string | null } | undefined> {
  return db
    .deleteFrom('code_host_attempt')
    .where('state_hash', '=', stateHash)
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', now)
    .returning(['code_verifier as codeVerifier', 'next_path as nextPath'])
    .executeTakeFirst()
}

/** Locks a code host user until the transaction ends. */
export async function lockSubject(trx: Trx, subject: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`code host ${subject}`}, 0))`.execute(trx)
}

export type KnownUser = { readonly userId: string; readonly accountId: string }

/** Returns the user that is linked to a code host user. */
export async function findUserOfSubject(
  db: Db,
  subject: string,
): Promise<(KnownUser & { readonly removed: boolean }) | undefined> {
  const row = await db
    .selectFrom('code_host_identity')
    .innerJoin('account_user', 'account_user.id', 'code_host_identity.user_id')
    .select(['account_user.id', 'account_user.account_id', 'account_user.removed_at'])
    .where('code_host_identity.subject', '=', subject)
    .executeTakeFirst()
  return row && { userId: row.id, accountId: row.account_id, removed: row.removed_at !== null }
}

/** The code host user is still linked to the user, who is not removed. */
export const isStillLinked =
  (subject: string, userId: string): Proof =>
  async (trx) => {
    const linked = await findUserOfSubject(trx, subject)
    return linked !== undefined && linked.userId === userId && !linked.removed
  }

/** Returns the user with one of these confirmed addresses (as `emailKey`); the first match wins. */
export async function findUserOfAddresses(
  db: Db,
  emailKeys: readonly string[],
): Promise<KnownUser | undefined> {
  if (emailKeys.length === 0) return undefined
  return db
    .selectFrom('contact')
    .innerJoin('account_user', 'account_user.id', 'contact.user_id')
    .select(['account_user.id as userId', 'account_user.account_id as accountId'])
    .where('contact.email_key', 'in', emailKeys)
    .where('contact.confirmed_at', 'is not', null)
    .where('account_user.removed_at', 'is', null)
    .orderBy(sql`array_position(${emailKeys}::text[], contact.email_key)`)
    .executeTakeFirst()
}

/** Links a code host user to a user; false where either is linked already. */
export async function insertIdentity(
  trx: Trx,
  identity: { subject: string; userId: string; login: string; now: Date },
): Promise<boolean> {
  const { subject, userId, login, now } = identity
  const inserted = await trx
    .insertInto('code_host_identity')
    .values({ subject, user_id: userId, login, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('subject')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Updates the name, which code host users may change. */
export async function renameIdentity(db: Db, subject: string, login: string): Promise<void> {
  await db.updateTable('code_host_identity').set({ login }).where('subject', '=', subject).execute()
}

export async function deleteIdentity(db: Db, subject: string): Promise<void> {
  await db.deleteFrom('code_host_identity').where('subject', '=', subject).execute()
}

/** Returns a user's code host identity, and whether the user could sign in without it. */
export async function findIdentityOfUser(
  db: Db,
  userId: string,
): Promise<{ subject: string; login: string; createdAt: Date; hasPassword: boolean } | undefined> {
  return db
    .selectFrom('code_host_identity')
    .innerJoin('account_user', 'account_user.id', 'code_host_identity.user_id')
    .select([
      'code_host_identity.subject',
      'code_host_identity.login',
      'code_host_identity.created_at as createdAt',
    ])
    .select((select) =>
      select('account_user.password_hash', 'is not', null).$castTo<boolean>().as('hasPassword'),
    )
    .where('code_host_identity.user_id', '=', userId)
    .executeTakeFirst()
}

/** Deletes expired sign-ins and arrivals. */
export async function deleteExpiredAttempts(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('code_host_attempt').where('expires_at', '<=', now).execute()
  await db.deleteFrom('code_host_arrival').where('expires_at', '<=', now).execute()
}
