import type { Trx } from '#server/platform/database/tables.ts'

/** Opens a session in another account on top of the admin's own. */
export async function insertSwitchedSession(
  trx: Trx,
  row: {
    tokenHash: Buffer
    userId: string
    /** Hash of the admin's own session. */
    from: Buffer
    userAgent: string | null
    network: string
    now: Date
    expiresAt: Date
  },
): Promise<void> {
  await trx
    .insertInto('session')
    .values({
      token_hash: row.tokenHash,
      user_id: row.userId,
      kind: 'full',
      stay_signed_in: false,
      user_agent: row.userAgent,
      network: row.network,
      created_at: row.now,
      last_seen_at: row.now,
      expires_at: row.expiresAt,
      switched_from: row.from,
    })
    .execute()
}

/** Ends it, and gives the admin's own session a new cookie. */
export async function deleteSwitchedSession(trx: Trx, switched: Buffer, tokenHash: Buffer): Promise<void> {
  const removed = await trx
    .deleteFrom('session')
    .where('token_hash', '=', switched)
    .where('switched_from', 'is not', null)
    .returning('switched_from')
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('session')
    .set({ token_hash: tokenHash })
    .where('token_hash', '=', removed.switched_from)
    .execute()
}
