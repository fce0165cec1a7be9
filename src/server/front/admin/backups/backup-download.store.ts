import type { Db, Tables, Trx } from '#server/platform/database/tables.ts'

/** Stores the address of a download for one session, and deletes those that have ended. */
export async function storeDownload(trx: Trx, download: Tables['backup_download'], now: Date): Promise<void> {
  await trx.deleteFrom('backup_download').where('expires_at', '<=', now).execute()
  await trx.insertInto('backup_download').values(download).execute()
}

/** Uses up an address: returns its file, once, for its session and before its end. */
export async function takeDownload(
  db: Db,
  { tokenHash, sessionHash, now }: { tokenHash: Buffer; sessionHash: Buffer; now: Date },
): Promise<string | undefined> {
  const row = await db
    .deleteFrom('backup_download')
    .where('token_hash', '=', tokenHash)
    .where('session_hash', '=', sessionHash)
    .where('expires_at', '>', now)
    .returning('file')
    .executeTakeFirst()
  return row?.file
}
