import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/** Replaces whatever recovery codes a user had. */
export async function replaceRecoveryCodes(
  trx: Transaction<Tables>,
  { userId, hashes, now }: { userId: string; hashes: readonly Buffer[]; now: Date },
): Promise<void> {
  await deleteRecoveryCodes(trx, userId)
  await trx
    .insertInto('recovery_code')
    .values(hashes.map((hash) => ({ code_hash: hash, user_id: userId, created_at: now, used_at: null })))
    .execute()
}

export async function deleteRecoveryCodes(trx: Transaction<Tables>, userId: string): Promise<void> {
  await trx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
}

/** Uses a recovery code up; false when it is not this user's or was used before. */
export async function takeRecoveryCode(
  db: Kysely<Tables>,
  { userId, hash, now }: { userId: string; hash: Buffer; now: Date },
): Promise<boolean> {
  const taken = await db
    .updateTable('recovery_code')
    .set({ used_at: now })
    .where('code_hash', '=', hash)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return taken !== undefined
}
