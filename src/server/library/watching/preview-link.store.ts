import type { Selectable } from 'kysely'
import type { Db, Tables, Trx } from '#server/platform/database/tables.ts'

/** Returns the link by which a video can be seen before it is published; undefined without one that lives. */
export function readPreviewLink(
  db: Db,
  videoId: string,
  realNow: Date,
): Promise<{ readonly created_at: Date; readonly expires_at: Date } | undefined> {
  return db
    .selectFrom('preview_link')
    .select(['created_at', 'expires_at'])
    .where('video_id', '=', videoId)
    .where('expires_at', '>', realNow)
    .executeTakeFirst()
}

/** Stores the link of a video in place of the former one. */
export async function storePreviewLink(trx: Trx, link: Selectable<Tables['preview_link']>): Promise<void> {
  // of two that are made at the same time, the second is left
  await trx.selectFrom('video').select('id').where('id', '=', link.video_id).forUpdate().execute()
  await removePreviewLinks(trx, link.video_id)
  await trx.insertInto('preview_link').values(link).execute()
}

/** Ends the links of a video, and the playbacks that they opened. */
export async function removePreviewLinks(trx: Db, videoId: string): Promise<void> {
  await trx.deleteFrom('preview_link').where('video_id', '=', videoId).execute()
}

/** Ends the links that have expired by `realNow`. */
export async function removeExpiredPreviewLinks(db: Db, realNow: Date): Promise<void> {
  await db.deleteFrom('preview_link').where('expires_at', '<=', realNow).execute()
}

/** Whether the link under the hash is stored; the others that open or revive its streams wait. */
export async function lockPreviewLink(trx: Trx, keyHash: Buffer): Promise<boolean> {
  const link = await trx
    .selectFrom('preview_link')
    .select('video_id')
    .where('key_hash', '=', keyHash)
    .forUpdate()
    .executeTakeFirst()
  return link !== undefined
}

/** Returns the draft or planned video that a living link shows; undefined once it is published or withdrawn. */
export function findPreviewed(
  db: Db,
  keyHash: Buffer,
  { now, realNow }: { readonly now: Date; readonly realNow: Date },
): Promise<Selectable<Tables['video']> | undefined> {
  return db
    .selectFrom('video')
    .innerJoin('preview_link', 'preview_link.video_id', 'video.id')
    .selectAll('video')
    .where('key_hash', '=', keyHash)
    .where('expires_at', '>', realNow)
    .where('withdrawn_at', 'is', null)
    .where((row) => row.or([row('draft', '=', true), row('published_at', '>', now)]))
    .executeTakeFirst()
}
