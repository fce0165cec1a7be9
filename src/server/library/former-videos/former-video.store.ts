import { sql } from 'kysely'
import { moveFilmCounts } from '#server/library/film-counts/film-counts.store.ts'
import type { Db } from '#server/platform/database/tables.ts'

/** A former name of a video's folder: the video's id at that time. */
export type FormerName = { readonly formerId: string; readonly videoId: string }

/** Returns video ids by former id. */
export async function readFormerIds(db: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('former_video').select(['former_id', 'video_id']).execute()
  return new Map(rows.map(({ former_id, video_id }) => [former_id, video_id]))
}

/** Returns the former ids of a video, the newest last. */
export async function formerIdsOf(db: Db, videoId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('former_video')
    .select('former_id')
    .where('video_id', '=', videoId)
    .orderBy('since')
    .orderBy('former_id')
    .execute()
  return rows.map(({ former_id }) => former_id)
}

/** Returns the former names that were stored after a moment of the real clock. */
export async function formerNamesSince(db: Db, since: Date): Promise<FormerName[]> {
  const rows = await db.selectFrom('former_video').selectAll().where('since', '>', since).execute()
  return rows.map(({ former_id, video_id }) => ({ formerId: former_id, videoId: video_id }))
}

/** Deletes former names that are names of videos again. */
export async function forgetFormerNames(trx: Db, videoIds: readonly string[]): Promise<void> {
  await trx.deleteFrom('former_video').where(sql<boolean>`former_id = any(${videoIds}::text[])`).execute()
}

/**
 * Stores a former name, replacing its previous target; names that led to it now lead to the video, and so do its
 * comments. Both are rows of `video`, or the former one is unknown.
 */
export async function storeFormerName(
  trx: Db,
  { formerId, videoId }: FormerName,
  since: Date,
): Promise<void> {
  await trx.updateTable('former_video').set({ video_id: videoId }).where('video_id', '=', formerId).execute()
  await trx
    .insertInto('former_video')
    .values({ former_id: formerId, video_id: videoId, since })
    .onConflict((conflict) => conflict.column('former_id').doUpdateSet({ video_id: videoId, since }))
    .execute()
  await sql`
    update video set comments_id = nullif(
      coalesce(video.comments_id, (select comments_id from video where id = ${formerId}), ${formerId}), id)
    where id = ${videoId}`.execute(trx)
}

/**
 * Moves users' data from a video to another: history with positions and marks, favourites, bookmarks, open playbacks
 * and watched time, the counts of both, preview links, and the films that are being processed for it. Where a user has both, one remains: the later position, seen if either is, the sum of watched time.
 * Data from the video's files, transcripts and code, is left to the import.
 */
export async function moveMarks(trx: Db, { formerId, videoId }: FormerName): Promise<void> {
  // locks in the same order as viewers take them: history, its revision, playbacks
  await sql`
    with former as (delete from viewing where video_id = ${formerId} returning *),
    moved as (
      insert into viewing (user_id, video_id, viewed_at, seen, position_seconds)
        select user_id, ${videoId}, viewed_at, seen, position_seconds from former
      on conflict (user_id, video_id) do update set
        viewed_at = greatest(viewing.viewed_at, excluded.viewed_at),
        seen = viewing.seen or excluded.seen,
        position_seconds = case when excluded.viewed_at > viewing.viewed_at
          then excluded.position_seconds else viewing.position_seconds end
      returning user_id)
    insert into viewing_revision (user_id, revision) select user_id, 1 from moved
    on conflict (user_id) do update set revision = viewing_revision.revision + 1`.execute(trx)
  await trx
    .updateTable('playback_grant')
    .set({ video_id: videoId })
    .where('video_id', '=', formerId)
    .execute()
  await sql`
    with former as (delete from watched where video_id = ${formerId} returning *)
    insert into watched (user_id, video_id, played_seconds, estimated_seconds)
      select user_id, ${videoId}, played_seconds, estimated_seconds from former
    on conflict (user_id, video_id) do update set
      played_seconds = watched.played_seconds + excluded.played_seconds,
      estimated_seconds = watched.estimated_seconds + excluded.estimated_seconds`.execute(trx)
  await sql`
    with former as (delete from favourite where video_id = ${formerId} returning *)
    insert into favourite (user_id, video_id, created_at) select user_id, ${videoId}, created_at from former
    on conflict (user_id, video_id) do update set created_at = least(favourite.created_at, excluded.created_at)`.execute(
    trx,
  )
  await sql`
    with former as (delete from bookmark where video_id = ${formerId} returning *)
    insert into bookmark (user_id, video_id, second, word, created_at)
      select user_id, ${videoId}, second, word, created_at from former
    on conflict (user_id, video_id, second) do nothing`.execute(trx)
  await moveFilmCounts(trx, formerId, videoId)
  await trx.updateTable('preview_link').set({ video_id: videoId }).where('video_id', '=', formerId).execute()
  await trx.updateTable('upload').set({ video_id: videoId }).where('video_id', '=', formerId).execute()
  // webhooks announce a video once, whatever its name
  await sql`
    insert into announced_video select ${videoId} where exists (select from announced_video where video_id = ${formerId})
    on conflict do nothing`.execute(trx)
  await trx.updateTable('film_job').set({ video_id: videoId }).where('video_id', '=', formerId).execute()
}
