import { sql } from 'kysely'
import type { Language } from '#domain/language.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Db } from '#server/platform/database/tables.ts'
import { askTogether } from '#server/platform/services/ask-together.ts'

/** A live session with the facts about its user that requests need. */
export type SessionRow = {
  readonly userId: string
  readonly accountId: string
  readonly role: 'owner' | 'manager' | 'user'
  readonly kind: 'full' | 'two-factor-pending' | 'password-change'
  readonly staySignedIn: boolean
  readonly mustChangePassword: boolean
  readonly language: Language
  readonly createdAt: Date
  readonly lastSeenAt: Date
  /** Hash of the admin's own session, if this one is the admin's in another account; else null. */
  readonly switchedFrom: Buffer | null
  readonly switchedBy: string | null
  readonly adminSince: Date | null
  /** Its expiry unless it is used; not later than that of the admin's own session below it. */
  readonly endsAt: Date
}

// used by every request of a signed-in user: prepared once per connection
const findSessionText = `
  select asked.place, s.user_id as "userId", u.account_id as "accountId", u.role, s.kind, s.stay_signed_in as "staySignedIn",
         s.must_change_password as "mustChangePassword", coalesce(u.language, a.language) as language,
         s.created_at as "createdAt", s.last_seen_at as "lastSeenAt",
         s.switched_from as "switchedFrom", below.user_id as "switchedBy", below.created_at as "adminSince",
         least(s.expires_at, below.expires_at) as "endsAt"
  from unnest($1::bytea[], $2::timestamptz[]) with ordinality as asked (token_hash, now, place)
  join session s on s.token_hash = asked.token_hash join account_user u on u.id = s.user_id join account a on a.id = u.account_id
  left join session below on below.token_hash = s.switched_from and below.expires_at > asked.now
  where s.expires_at > asked.now and u.removed_at is null
    and (s.switched_from is null or below.user_id is not null)`

/** Returns the live session with that hash, unless its user was removed. Concurrent lookups are batched. */
export function findSession(
  { pool }: Pick<Database, 'pool'>,
  tokenHash: Buffer,
  now: Date,
): Promise<SessionRow | undefined> {
  const find = finders.get(pool) ?? askTogether((asked: readonly Asked[]) => findSessions(pool, asked))
  finders.set(pool, find)
  return find({ tokenHash, now })
}

type Asked = { readonly tokenHash: Buffer; readonly now: Date }

const finders = new WeakMap<Database['pool'], (asked: Asked) => Promise<SessionRow | undefined>>()

async function findSessions(
  pool: Database['pool'],
  asked: readonly Asked[],
): Promise<(SessionRow | undefined)[]> {
  const values = [asked.map(({ tokenHash }) => tokenHash), asked.map(({ now }) => now)]
  const { rows } = await pool.query<SessionRow & { place: number }>({
    name: 'find-session',
    text: findSessionText,
    values,
  })
  const found = new Map(rows.map(({ place, ...row }) => [place, row]))
  return asked.map((_, index) => found.get(index + 1))
}

export async function insertSession(
  db: Db,
  row: {
    tokenHash: Buffer
    userId: string
    kind: SessionRow['kind']
    staySignedIn: boolean
    userAgent: string | null
    network: string
    mustChangePassword: boolean
    now: Date
    expiresAt: Date
    /** The session ends then, however much it is used. */
    endsBy?: Date | null
  },
): Promise<void> {
  const { endsBy = null } = row
  await db
    .insertInto('session')
    .values({
      token_hash: row.tokenHash,
      user_id: row.userId,
      kind: row.kind,
      stay_signed_in: row.staySignedIn,
      user_agent: row.userAgent,
      network: row.network,
      must_change_password: row.mustChangePassword,
      created_at: row.now,
      last_seen_at: row.now,
      confirmed_at: row.kind === 'full' ? row.now : null,
      expires_at: earlier(row.expiresAt, endsBy),
      ends_by: endsBy,
    })
    .execute()
}

function earlier(one: Date, other: Date | null): Date {
  return other && other < one ? other : one
}

export async function touchSession(
  { db }: Database,
  tokenHash: Buffer,
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<void> {
  await db
    .updateTable('session')
    .set({ last_seen_at: now, expires_at: sql<Date>`least(${expiresAt}::timestamptz, ends_by)` })
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** Changes a session's cookie; returns its lifetime, or undefined when it has ended meanwhile. */
export async function changeSessionHash(
  { db }: Database,
  former: Buffer,
  tokenHash: Buffer,
): Promise<{ staySignedIn: boolean; createdAt: Date } | undefined> {
  return db
    .updateTable('session')
    .set({ token_hash: tokenHash })
    .where('token_hash', '=', former)
    .returning(['stay_signed_in as staySignedIn', 'created_at as createdAt'])
    .executeTakeFirst()
}

/** Counts an attempt at the second factor; returns its number, or undefined when the session has ended. */
export async function countSessionFailure({ db }: Database, tokenHash: Buffer): Promise<number | undefined> {
  const row = await db
    .updateTable('session')
    .set((set) => ({ failures: set('failures', '+', 1) }))
    .where('token_hash', '=', tokenHash)
    .returning('failures')
    .executeTakeFirst()
  return row?.failures
}

/** Returns whether a session still exists; call it with its user locked. */
export async function isSessionThere(db: Db, tokenHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('session')
    .select('kind')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes a session; for one in another account also the admin's own, whose cookie is lost. */
export async function deleteSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db
    .deleteFrom('session')
    .where((session) =>
      session.or([
        session('token_hash', '=', tokenHash),
        session(
          'token_hash',
          '=',
          session
            .selectFrom('session as above')
            .select(sql<Buffer>`above.switched_from`.as('below'))
            .where('above.token_hash', '=', tokenHash),
        ),
      ]),
    )
    .execute()
}

/** Records that the user has authenticated again. */
export async function confirmSession({ db }: Database, tokenHash: Buffer, now: Date): Promise<void> {
  await db.updateTable('session').set({ confirmed_at: now }).where('token_hash', '=', tokenHash).execute()
}

/** Returns when the user last authenticated. */
export async function readConfirmedAt({ db }: Database, tokenHash: Buffer): Promise<Date | undefined> {
  const row = await db
    .selectFrom('session')
    .select('confirmed_at')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row?.confirmed_at ?? undefined
}

/** Deletes all sessions of a user, pending ones included, except `kept`. */
export async function deleteSessionsOf(db: Db, userId: string, kept?: Buffer): Promise<void> {
  let query = db.deleteFrom('session').where('user_id', '=', userId)
  if (kept) query = query.where('token_hash', '!=', kept)
  await query.execute()
}

/** Deletes sessions that ended by `now`, with the browser names kept in them. */
export async function deleteExpiredSessions({ db }: Database, now: Date): Promise<void> {
  await db.deleteFrom('session').where('expires_at', '<=', now).execute()
}

/** A live session of a user, for display. */
export type ListedSession = {
  readonly id: string
  readonly tokenHash: Buffer
  readonly createdAt: Date
  readonly lastSeenAt: Date
  readonly userAgent: string | null
  readonly network: string | null
  /** It belongs to the admin, switched into the account. */
  readonly switched: boolean
}

/** Returns a user's complete sign-ins, last used first, without those that wait for a second step. */
export async function readSessions(
  db: Db,
  { userId, now }: { userId: string; now: Date },
): Promise<ListedSession[]> {
  return db
    .selectFrom('session')
    .select([
      'id',
      'token_hash as tokenHash',
      'created_at as createdAt',
      'last_seen_at as lastSeenAt',
      'user_agent as userAgent',
      'network',
    ])
    .select(sql<boolean>`switched_from is not null`.as('switched'))
    .where('user_id', '=', userId)
    .where('kind', '=', 'full')
    .where('expires_at', '>', now)
    .where((session) =>
      session.or([
        session('switched_from', 'is', null),
        session.exists(
          session
            .selectFrom('session as below')
            .select('below.id')
            .whereRef('below.token_hash', '=', 'session.switched_from')
            .where('below.expires_at', '>', now),
        ),
      ]),
    )
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute()
}
