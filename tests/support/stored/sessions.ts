import type { Selectable } from 'kysely'
import type { Db, Tables } from '#server/platform/database/tables.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'

type Session = Selectable<Tables['session']>

/** The sessions of a user, or all. */
export async function sessionsOf(db: Db, userId?: string): Promise<Session[]> {
  const rows = await db.selectFrom('session').selectAll().orderBy('created_at').execute()
  return rows.filter((row) => userId === undefined || row.user_id === userId)
}

type Change = {
  readonly kind?: Session['kind']
  readonly userId?: string
  readonly createdAt?: Date
  readonly expiresAt?: Date
  readonly lastSeenAt?: Date
  readonly confirmedAt?: Date | null
}

/** Changes the sessions of a user, or of all, bypassing the product. */
export async function changeSessions(
  db: Db,
  { kind, userId, createdAt, expiresAt, lastSeenAt, confirmedAt }: Change,
  of?: string,
): Promise<void> {
  await db
    .updateTable('session')
    .set({
      ...(kind && { kind }),
      ...(userId && { user_id: userId }),
      ...(createdAt && { created_at: createdAt }),
      ...(expiresAt && { expires_at: expiresAt }),
      ...(lastSeenAt && { last_seen_at: lastSeenAt }),
      ...(confirmedAt !== undefined && { confirmed_at: confirmedAt }),
    })
    .where(({ eb, lit }) => (of === undefined ? eb(lit(1), '=', 1) : eb('user_id', '=', of)))
    .execute()
}

type NewSession = {
  readonly userId: string
  /** Value of the browser's cookie. */
  readonly token: string
  readonly kind?: Session['kind']
  readonly at: Date
  readonly minutes: number
}

/** A user's session in a browser, for so many minutes; signed in unless changed. */
export async function storeSession(
  db: Db,
  { userId, token, kind = 'full', at, minutes }: NewSession,
): Promise<void> {
  await db
    .insertInto('session')
    .values({
      token_hash: sha256(token),
      user_id: userId,
      kind,
      stay_signed_in: false,
      user_agent: null,
      created_at: at,
      last_seen_at: at,
      expires_at: new Date(at.getTime() + minutes * 60_000),
    })
    .execute()
}

/** Signs all users out. */
export async function endAllSessions(db: Db): Promise<void> {
  await db.deleteFrom('session').execute()
}

/** A browser in which a user was seen once, at that time. */
export async function storeKnownBrowser(db: Db, userId: string, at: Date): Promise<void> {
  await db
    .insertInto('known_browser')
    .values({ user_id: userId, browser_hash: Buffer.alloc(32), first_seen_at: at, last_seen_at: at })
    .execute()
}
