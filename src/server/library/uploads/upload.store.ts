import { type Selectable, sql } from 'kysely'
import type { OpenUpload } from '#domain/uploads/room-for-upload.ts'
import type { Db, Tables, Trx } from '#server/platform/database/tables.ts'

type Row = Selectable<Tables['upload']>
export type Upload = Pick<Row, 'id' | 'video_id' | 'length' | 'state'>

/** Has other beginnings of uploads wait until the transaction ends. */
export async function lockUploads(trx: Trx): Promise<void> {
  await sql`lock table upload in share row exclusive mode`.execute(trx)
}

/** Returns the uploads that still need room on the disk. */
export function openUploads(trx: Db): Promise<OpenUpload[]> {
  return trx.selectFrom('upload').select(['length', 'received']).execute()
}

export async function hasVideo(trx: Db, id: string): Promise<boolean> {
  const found = await trx.selectFrom('video').select('id').where('id', '=', id).executeTakeFirst()
  return found !== undefined
}

/** @param now when it was begun */
export async function insertUpload(
  trx: Db,
  row: Pick<Row, 'id' | 'user_id' | 'purpose' | 'video_id' | 'name' | 'length' | 'modified_at' | 'digest'>,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('upload')
    .values({ ...row, created_at: now, touched_at: now })
    .execute()
}

/** Returns the uploads of a user that are not complete, last begun first. */
export function uploadsOf(db: Db, userId: string) {
  return db
    .selectFrom('upload')
    .select(['id', 'video_id', 'name', 'length', 'modified_at', 'digest', 'received'])
    .where('user_id', '=', userId)
    .where('state', '=', 'receiving')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Returns an upload of this user. */
export function findUpload(
  db: Db,
  { id, userId }: { id: string; userId: string },
): Promise<Upload | undefined> {
  return db
    .selectFrom('upload')
    .select(['id', 'video_id', 'length', 'state'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Returns an upload of anybody. */
export function readUpload(db: Db, id: string) {
  return db
    .selectFrom('upload')
    .select(['length', 'name', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function noteReceived(
  db: Db,
  id: string,
  { received, now }: { received: number; now: Date },
): Promise<void> {
  await db.updateTable('upload').set({ received, touched_at: now }).where('id', '=', id).execute()
}

/** Returns whether the upload was incomplete. */
export async function markComplete(trx: Trx, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('upload')
    .set(({ ref }) => ({ state: 'complete', received: ref('length'), completed_at: now }))
    .where('id', '=', id)
    .where('state', '=', 'receiving')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function deleteUpload(db: Db, id: string): Promise<void> {
  await db.deleteFrom('upload').where('id', '=', id).execute()
}

/** Deletes the incomplete uploads that got their last part before an instant; returns their ids. */
export async function deleteStale(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .deleteFrom('upload')
    .where('state', '=', 'receiving')
    .where('touched_at', '<', before)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns which of these have no row. */
export async function withoutRow(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('upload').select('id').execute()
  const known = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !known.has(id))
}
