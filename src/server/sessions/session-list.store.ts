import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/** A living sign-in of a user. */
export type ListedSession = {
  readonly id: string
  readonly tokenHash: Buffer
  readonly createdAt: Date
  readonly lastSeenAt: Date
  readonly userAgent: string | null
  readonly network: string | null
}

/** The sessions in which a user is signed in, the one used last first. Those that wait for a second step are not. */
export async function readSessions(
  db: Kysely<Tables>,
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
    .where('user_id', '=', userId)
    .where('kind', '=', 'full')
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Ends every session of a user, half-open ones too, but for the one that is kept. */
export async function deleteOtherSessions(
  trx: Transaction<Tables>,
  { userId, kept }: { userId: string; kept: Buffer | undefined },
): Promise<void> {
  let query = trx.deleteFrom('session').where('user_id', '=', userId)
  if (kept) query = query.where('token_hash', '!=', kept)
  await query.execute()
}
