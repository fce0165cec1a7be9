import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { HistoryPlace } from '#contract/library/library.ts'
import type { Viewing } from '#domain/catalogue/viewing.ts'
import { retryCollisions } from '#server/database/collision.ts'
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

// nothing is stored where there is no $3
const replacing = `
  stored as (
    insert into viewing (user_id, video_id, viewed_at, seen, position_seconds)
      select $1::uuid, $2::text, $3::timestamptz, $4::boolean, $5::float8 where $3 is not null
    on conflict (user_id, video_id) do update
      set viewed_at = excluded.viewed_at, seen = excluded.seen, position_seconds = excluded.position_seconds
      where date_trunc('milliseconds', viewing.viewed_at) = $6 and viewing.seen = $7 and viewing.position_seconds = $8
    returning user_id),
  revised as (
    insert into viewing_revision (user_id, revision) select user_id, 1 from stored
    on conflict (user_id) do update set revision = viewing_revision.revision + 1
    returning user_id)`

const replaceText = `with ${replacing} select user_id from revised`

/** Stores a viewing in place of the one `before` it and counts the change; false where there is another by now. */
export async function replaceViewing(
  { pool }: Pick<Database, 'pool'>,
  { userId, videoId }: { userId: string; videoId: string },
  before: Viewing | undefined,
  after: Viewing,
): Promise<boolean> {
  const values = [userId, videoId, ...columnsOf(after), ...columnsOf(before)]
  const { rows } = await retryCollisions(() =>
    pool.query({ name: 'replace-viewing', text: replaceText, values }),
  )
  return rows.length === 1
}

// like whoever opens a stream, it locks the history before grants, and these in one order: nobody waits in a circle
const replaceAndMarkText = `
  with ${replacing},
  own as (
    select grant_hash from playback_grant
    where browser_hash = $9 and video_id = $2 and expires_at > $10 and ($11::text is null or player = $11)
      and (user_id is null or last_used_at > $12) and (select count(*) from revised) >= 0
    order by grant_hash for update),
  used as (
    update playback_grant set last_used_at = $10, expires_at = $13 from own
    where playback_grant.grant_hash = own.grant_hash returning own.grant_hash)
  select exists(select from revised) as "isReplaced", exists(select from used) as "isUsed"`

/**
 * What `replaceViewing` does, where there is a change, and what `markUsed` does to the grants of a browser and a video,
 * by one question.
 */
export async function replaceViewingAndMarkUsed(
  { pool }: Pick<Database, 'pool'>,
  { browserHash, videoId, player }: { browserHash: Buffer; videoId: string; player: string | undefined },
  { now, since, until }: { now: Date; since: Date; until: Date },
  change: { userId: string; before: Viewing | undefined; after: Viewing } | undefined,
): Promise<{ isReplaced: boolean; isUsed: boolean }> {
  const viewing = [change?.userId ?? null, videoId, ...columnsOf(change?.after), ...columnsOf(change?.before)]
  const values = [...viewing, browserHash, now, player ?? null, since, until]
  const { rows } = await retryCollisions(() =>
    pool.query<{ isReplaced: boolean; isUsed: boolean }>({
      name: 'replace-viewing-and-mark-used',
      text: replaceAndMarkText,
      values,
    }),
  )
  return rows[0] ?? { isReplaced: false, isUsed: false }
}

function columnsOf(viewing: Viewing | undefined) {
  return viewing ? [viewing.viewedAt, viewing.seen, viewing.positionSeconds] : [null, null, null]
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

/**
 * Videos that the user has viewed, newest first, from behind a place on; `next` where there are more than the limit. A
 * program sees milliseconds of an instant, so the place has what the database has.
 */
export async function historyOf(
  db: Kysely<Tables>,
  userId: string,
  { from, limit }: { readonly from?: HistoryPlace | undefined; readonly limit: number },
): Promise<{ entries: (Viewing & { videoId: string })[]; next: HistoryPlace | undefined }> {
  let query = db
    .selectFrom('viewing')
    .select(['video_id', 'viewed_at', 'seen', 'position_seconds'])
    .select(sql<string>`to_char(viewed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as('instant'))
    .where('user_id', '=', userId)
  if (from) {
    const at = sql<Date>`${from.viewedBefore}::timestamptz`
    query = query
      .where('viewed_at', '<=', at)
      .where((or) => or.or([or('viewed_at', '<', at), or('video_id', '>', from.videoId)]))
  }
  const rows = await query
    .orderBy('viewed_at', 'desc')
    .orderBy('video_id')
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    entries: shown.map((row) => ({
      videoId: row.video_id,
      viewedAt: row.viewed_at,
      seen: row.seen,
      positionSeconds: row.position_seconds,
    })),
    next: last && { viewedBefore: last.instant, videoId: last.video_id },
  }
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
