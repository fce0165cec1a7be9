import type { Kysely, Transaction } from 'kysely'
import type { Viewing } from '#domain/catalogue/viewing.ts'
import type { Database } from '#server/database/database.ts'
import type { Tables } from '#server/database/tables.ts'

/** The SQL of viewings, their history, and favourites. */

/** A user's record of a video; undefined where they never viewed it. */
export async function viewingOf(
  db: Kysely<Tables>,
  userId: string,
  videoId: string,
): Promise<Viewing | undefined> {
  const row = await db
    .selectFrom('viewing')
    .select(['viewed_at', 'seen', 'position_seconds'])
    .where('user_id', '=', userId)
    .where('video_id', '=', videoId)
    .executeTakeFirst()
  return row && { viewedAt: row.viewed_at, seen: row.seen, positionSeconds: row.position_seconds }
}

/** Makes changes of one user's history wait for each other until the transaction ends. */
export async function lockHistory(trx: Transaction<Tables>, userId: string): Promise<void> {
  await trx
    .insertInto('viewing_revision')
    .values({ user_id: userId, revision: 0 })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
  await trx
    .selectFrom('viewing_revision')
    .select('revision')
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

const replaceText = `
  with stored as (
    insert into viewing (user_id, video_id, viewed_at, seen, position_seconds) values ($1, $2, $3, $4, $5)
    on conflict (user_id, video_id) do update
      set viewed_at = excluded.viewed_at, seen = excluded.seen, position_seconds = excluded.position_seconds
      where date_trunc('milliseconds', viewing.viewed_at) = $6 and viewing.seen = $7 and viewing.position_seconds = $8
    returning user_id)
  insert into viewing_revision (user_id, revision) select user_id, 1 from stored
  on conflict (user_id) do update set revision = viewing_revision.revision + 1
  returning revision`

/** Stores a viewing in place of the one `before` it and counts the change; false where there is another by now. */
export async function replaceViewing(
  { pool }: Pick<Database, 'pool'>,
  { userId, videoId }: { userId: string; videoId: string },
  before: Viewing | undefined,
  after: Viewing,
): Promise<boolean> {
  const of = (one: Viewing | undefined) =>
    one ? [one.viewedAt, one.seen, one.positionSeconds] : [null, null, null]
  const values = [userId, videoId, ...of(after), ...of(before)]
  const { rows } = await pool.query({ name: 'replace-viewing', text: replaceText, values })
  return rows.length > 0
}

/** How often the user's history has changed; 0 where it never has. */
export async function historyRevision(db: Kysely<Tables>, userId: string): Promise<number> {
  const row = await db
    .selectFrom('viewing_revision')
    .select('revision')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.revision ?? 0
}

/** All videos that the user has viewed, newest first. */
export async function historyOf(
  db: Kysely<Tables>,
  userId: string,
): Promise<(Viewing & { videoId: string })[]> {
  const rows = await db
    .selectFrom('viewing')
    .select(['video_id', 'viewed_at', 'seen', 'position_seconds'])
    .where('user_id', '=', userId)
    .orderBy('viewed_at', 'desc')
    .orderBy('video_id')
    .execute()
  return rows.map((row) => ({
    videoId: row.video_id,
    viewedAt: row.viewed_at,
    seen: row.seen,
    positionSeconds: row.position_seconds,
  }))
}

/** Does nothing where the video is a favourite already. */
export async function insertFavourite(
  db: Kysely<Tables>,
  userId: string,
  videoId: string,
  at: Date,
): Promise<void> {
  await db
    .insertInto('favourite')
    .values({ user_id: userId, video_id: videoId, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Does nothing where the video is no favourite. */
export async function deleteFavourite(db: Kysely<Tables>, userId: string, videoId: string): Promise<void> {
  await db.deleteFrom('favourite').where('user_id', '=', userId).where('video_id', '=', videoId).execute()
}

/** Ids of the user's favourite videos, in the order in which they were added. */
export async function favouritesOf(db: Kysely<Tables>, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('favourite')
    .select('video_id')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('video_id')
    .execute()
  return rows.map((row) => row.video_id)
}
