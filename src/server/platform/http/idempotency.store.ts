import type { Database } from '#server/platform/database/database.ts'
import type { Db } from '#server/platform/database/tables.ts'

export type KeptAnswer = { readonly requestHash: Buffer; readonly status: number; readonly body: unknown }

/** Returns the answer stored under a key since `since`. */
export async function findAnswer(
  { db }: Database,
  keyHash: Buffer,
  since: Date,
): Promise<KeptAnswer | undefined> {
  const row = await db
    .selectFrom('idempotent_reply')
    .select(['request_hash', 'status', 'body'])
    .where('key_hash', '=', keyHash)
    .where('created_at', '>', since)
    .executeTakeFirst()
  return row && { requestHash: row.request_hash, status: row.status, body: row.body }
}

/** Stores an answer, in the transaction of its effect. False when another request has taken the key. */
export async function insertAnswer(
  trx: Db,
  keyHash: Buffer,
  { requestHash, status, body }: KeptAnswer,
  { now, since }: { now: Date; since: Date },
): Promise<boolean> {
  const kept = {
    request_hash: requestHash,
    status,
    body: JSON.stringify(body),
    created_at: now,
  }
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('idempotent_reply')
    .values({ key_hash: keyHash, ...kept })
    // an expired key can be reused
    .onConflict((conflict) =>
      conflict.column('key_hash').doUpdateSet(kept).where('idempotent_reply.created_at', '<=', since),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Replaces the answer stored under a key. */
export async function replaceAnswer(
  db: Db,
  keyHash: Buffer,
  { status, body }: Pick<KeptAnswer, 'status' | 'body'>,
): Promise<void> {
  await db
    .updateTable('idempotent_reply')
    .set({ status, body: JSON.stringify(body) })
    .where('key_hash', '=', keyHash)
    .execute()
}

/** Deletes expired answers. */
export async function deleteAnswersBefore({ db }: Database, since: Date): Promise<void> {
  await db.deleteFrom('idempotent_reply').where('created_at', '<=', since).execute()
}
