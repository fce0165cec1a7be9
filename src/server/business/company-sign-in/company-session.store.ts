import { sql } from 'kysely'
import type { Db, Trx } from '#server/platform/database/tables.ts'

/** Queries of sessions opened by company sign-in, and of sign-ins in progress. Real time. */

export type CompanyAttempt = {
  readonly stateHash: Buffer
  readonly companyId: string
  readonly browserHash: Buffer
  readonly nonce: string
  readonly codeVerifier: string
  readonly nextPath: string | null
  readonly isTrial: boolean
  readonly expiresAt: Date
}

export async function insertCompanyAttempt(db: Db, attempt: CompanyAttempt): Promise<void> {
  await db
    .insertInto('company_attempt')
    .values({
      state_hash: attempt.stateHash,
      company_id: attempt.companyId,
      browser_hash: attempt.browserHash,
      nonce: attempt.nonce,
      code_verifier: attempt.codeVerifier,
      next_path: attempt.nextPath,
      is_trial: attempt.isTrial,
      expires_at: attempt.expiresAt,
    })
    .execute()
}

/** Consumes the attempt with that state, if this browser began it with that company in time. */
export function takeCompanyAttempt(
  db: Db,
  by: { stateHash: Buffer; companyId: string; browserHash: Buffer; now: Date },
): Promise<Pick<CompanyAttempt, 'nonce' | 'codeVerifier' | 'nextPath' | 'isTrial'> | undefined> {
  return db
    .deleteFrom('company_attempt')
    .where('state_hash', '=', by.stateHash)
    .where('company_id', '=', by.companyId)
    .where('browser_hash', '=', by.browserHash)
    .where('expires_at', '>', by.now)
    .returning(['nonce', 'code_verifier as codeVerifier', 'next_path as nextPath', 'is_trial as isTrial'])
    .executeTakeFirst()
}

export async function deleteExpiredCompanyAttempts(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('company_attempt').where('expires_at', '<=', now).execute()
}

export async function insertCompanySession(
  trx: Trx,
  row: {
    tokenHash: Buffer
    companyId: string
    issuer: string
    subject: string
    sid: string | null
    refreshToken: Buffer | null
    refreshAt: Date
  },
): Promise<void> {
  await trx
    .insertInto('company_session')
    .values({
      token_hash: row.tokenHash,
      company_id: row.companyId,
      issuer: row.issuer,
      subject: row.subject,
      sid: row.sid,
      refresh_token: row.refreshToken,
      refresh_at: row.refreshToken && row.refreshAt,
    })
    .execute()
}

/** A session whose refresh token is to be tried. */
export type DueSession = {
  readonly tokenHash: Buffer
  readonly companyId: string
  readonly refreshToken: Buffer
}

/** Takes up to 50 sessions that are due by `now`; other processes leave them alone until `again`. */
export async function takeDueSessions(
  db: Db,
  { now, again }: { now: Date; again: Date },
): Promise<DueSession[]> {
  const { rows } = await sql<DueSession>`
    update company_session set refresh_at = ${again}
    where token_hash in (
      select token_hash from company_session
      where refresh_token is not null and refresh_at <= ${now}
      order by refresh_at limit 50 for update skip locked)
    returning token_hash as "tokenHash", company_id as "companyId", refresh_token as "refreshToken"`.execute(
    db,
  )
  return rows
}

/** Stores the next refresh token of a session, unless it has ended meanwhile. */
export async function storeRefreshed(
  db: Db,
  tokenHash: Buffer,
  { refreshToken, refreshAt }: { refreshToken: Buffer; refreshAt: Date },
): Promise<void> {
  await db
    .updateTable('company_session')
    .set({ refresh_token: refreshToken, refresh_at: refreshAt })
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** Ends the sessions that a company's provider has opened. */
export async function endCompanySessions(db: Db, companyId: string): Promise<void> {
  await db
    .deleteFrom('session')
    .where('token_hash', 'in', (of) =>
      of.selectFrom('company_session').select('token_hash').where('company_id', '=', companyId),
    )
    .execute()
}

/**
 * Ends the sessions of a company that its provider reports as ended: those with that `sid`, else all of that subject. A
 * session that began after the message was issued stays, so a message sent twice ends nothing new.
 */
export async function endReportedSessions(
  db: Db,
  {
    companyId,
    sid,
    subject,
    issuedAt,
  }: { companyId: string; sid: string | undefined; subject: string | undefined; issuedAt: Date },
): Promise<void> {
  let named = db.selectFrom('company_session').select('token_hash').where('company_id', '=', companyId)
  if (sid !== undefined) named = named.where('sid', '=', sid)
  if (subject !== undefined) named = named.where('subject', '=', subject)
  if (sid === undefined && subject === undefined) return
  await db
    .deleteFrom('session')
    .where('token_hash', 'in', named)
    // the message has whole seconds
    .where('created_at', '<', new Date(issuedAt.getTime() + 1000))
    .execute()
}
