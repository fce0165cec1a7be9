import type { Db, Trx } from '#server/platform/database/tables.ts'

/** Sets the picture of a user who is linked to the code host; returns the key of the one it replaces, if any. */
export async function replaceAvatar(
  trx: Trx,
  { userId, key, mimeType, now }: { userId: string; key: string; mimeType: string; now: Date },
): Promise<{ formerKey: string | undefined } | 'not-linked'> {
  const linked = await trx
    .selectFrom('code_host_identity')
    .select('subject')
    .where('user_id', '=', userId)
    // a concurrent unlinking waits, and deletes the picture
    .forUpdate()
    .executeTakeFirst()
  if (!linked) return 'not-linked'
  const former = await trx.selectFrom('avatar').select('key').where('user_id', '=', userId).executeTakeFirst()
  const row = { key, mime_type: mimeType, created_at: now }
  await trx
    .insertInto('avatar')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
  return { formerKey: former?.key }
}

/** Removes a user's picture; returns its key, if any. */
export async function deleteAvatar(db: Db, userId: string): Promise<string | undefined> {
  const deleted = await db
    .deleteFrom('avatar')
    .where('user_id', '=', userId)
    .returning('key')
    .executeTakeFirst()
  return deleted?.key
}

export async function isAvatar(db: Db, key: string): Promise<boolean> {
  const found = await db.selectFrom('avatar').select('user_id').where('key', '=', key).executeTakeFirst()
  return found !== undefined
}
