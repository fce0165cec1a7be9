import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

type Session = Selectable<Tables['session']>

/** The sessions of a user, or of everybody. */
export async function sessionsOf(db: Kysely<Tables>, userId?: string): Promise<Session[]> {
  const rows = await db.selectFrom('session').selectAll().orderBy('created_at').execute()
  return rows.filter((row) => userId === undefined || row.user_id === userId)
}

type Change = {
  readonly kind?: Session['kind']
  readonly userId?: string
  readonly createdAt?: Date
  readonly expiresAt?: Date
  readonly confirmedAt?: Date | null
}

/** Changes the sessions of a user, or of everybody, past what the product would do. */
export async function changeSessions(
  db: Kysely<Tables>,
  { kind, userId, createdAt, expiresAt, confirmedAt }: Change,
  of?: string,
): Promise<void> {
  await db
    .updateTable('session')
    .set({
      ...(kind && { kind }),
      ...(userId && { user_id: userId }),
      ...(createdAt && { created_at: createdAt }),
      ...(expiresAt && { expires_at: expiresAt }),
      ...(confirmedAt !== undefined && { confirmed_at: confirmedAt }),
    })
    .where(({ eb, lit }) => (of === undefined ? eb(lit(1), '=', 1) : eb('user_id', '=', of)))
    .execute()
}

/** Signs everybody out. */
export async function endAllSessions(db: Kysely<Tables>): Promise<void> {
  await db.deleteFrom('session').execute()
}

/** A browser in which a user was seen once, at that time. */
export async function storeKnownBrowser(db: Kysely<Tables>, userId: string, at: Date): Promise<void> {
  await db
    .insertInto('known_browser')
    .values({ user_id: userId, browser_hash: Buffer.alloc(32), first_seen_at: at, last_seen_at: at })
    .execute()
}
