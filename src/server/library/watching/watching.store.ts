import { sql } from 'kysely'
import type { HistoryPlace } from '#contract/library/library.ts'
import { sameViewing, type Viewing } from '#domain/catalogue/viewing.ts'
import { retryCollisions } from '#server/platform/database/collision.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Db, Trx } from '#server/platform/database/tables.ts'
import type { StreamWindow } from './stream.store.ts'
import { countingText, type Played } from './watched.store.ts'

/** Queries of viewings, the history, and favourites. */

/** Returns a user's record of a video; undefined where they never viewed it. */
export async function viewingOf(db: Db, userId: string, videoId: string): Promise<Viewing | undefined> {
  const row = await db
    .selectFrom('viewing')
    .select(['viewed_at', 'seen', 'position_seconds'])
    .where('user_id', '=', userId)
    .where('video_id', '=', videoId)
    .executeTakeFirst()
  return row && { viewedAt: row.viewed_at, seen: row.seen, positionSeconds: row.position_seconds }
}

/** Locks a user's history until the transaction ends: changes are serialised. */
export async function lockHistory(trx: Trx, userId: string): Promise<void> {
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

/** A change of a user's record of a video, and the state it is based on. */
export type ViewingChange = {
  readonly userId: string
  readonly videoId: string
  readonly before: Viewing | undefined
  /** An unchanged record is not stored, and does not change the history's ETag. */
  readonly after: Viewing | undefined
}

/* $1 and $2 are the user and the video, $3 to $5 the new record (none if $3 is null), $6 to $8 the one it replaces. */
const replacing = `
  stored as (
    insert into viewing (user_id, video_id, viewed_at, seen, position_seconds)
      select $1::uuid, $2::text, $3::timestamptz, $4::boolean, $5::float8
      where $3 is not null
    on conflict (user_id, video_id) do update
      set viewed_at = excluded.viewed_at, seen = excluded.seen, position_seconds = excluded.position_seconds
      where date_trunc('milliseconds', viewing.viewed_at) = $6 and viewing.seen = $7 and viewing.position_seconds = $8
    returning user_id),
  revised as (
    insert into viewing_revision (user_id, revision) select user_id, 1 from stored
    on conflict (user_id) do update set revision = viewing_revision.revision + 1
    returning user_id)`

const isDone = '($3 is null or exists(select from revised))'

const replace = { name: 'replace-viewing', text: `with ${replacing} select ${isDone} as "isDone"` }

/** Stores a change and counts it; false, with nothing stored, where the state it is based on has changed. */
export async function replaceViewing(
  { pool }: Pick<Database, 'pool'>,
  change: ViewingChange,
): Promise<boolean> {
  const values = valuesOf(change)
  const { rows } = await retryCollisions(() => pool.query<{ isDone: boolean }>({ ...replace, values }))
  // mutant `rows[0]?.isDone → rows[0].isDone`: without a table there is always one row
  return rows[0]?.isDone === true
}

// a grant that counts as a stream has not expired: it lives five minutes from its last use
// locks the history before the grants, and these in a fixed order, like the opening of a stream: no deadlock
const replaceAndMarkText = `
  with ${replacing},
  done as (select where ${isDone}),
  own as (
    select grant_hash, coalesce(counted_at, opened_at, $10) as counted_from from playback_grant
    where browser_hash = $9 and video_id = $2 and ($11::text is null or player = $11)
      and (user_id is null or last_used_at > $12)
      and (select count(*) from revised) >= 0
    order by grant_hash for update),
  used as (
    update playback_grant set last_used_at = $10, expires_at = $13,
      counted_at = case when exists(select from done) then $10 else counted_at end
    from own where playback_grant.grant_hash = own.grant_hash
    returning case when exists(select from done) then own.counted_from end as counted_from),
  counted as (${countingText({ now: '$10', seconds: '$14', fastest: '$15' })})
  select exists(select from done) as "isDone", exists(select from used) as "isUsed"`
const replaceAndMark = { name: 'replace-viewing-and-mark-used', text: replaceAndMarkText }
type Done = { readonly isDone: boolean; readonly isUsed: boolean }

/**
 * Does `replaceViewing`, and `markUsed` for the grants of a browser and a video, in one query. With such a grant, the
 * time played since the last call is counted.
 */
export async function replaceViewingAndMarkUsed(
  { pool }: Pick<Database, 'pool'>,
  change: ViewingChange,
  { browserHash, player }: { browserHash: Buffer; player: string | undefined },
  { now, since, until }: Required<StreamWindow>,
  { seconds, fastest }: Played,
): Promise<Done> {
  const values = [...valuesOf(change), browserHash, now, player, since, until, seconds, fastest]
  const { rows } = await retryCollisions(() => pool.query<Done>({ ...replaceAndMark, values }))
  return rows[0] as Done
}

function valuesOf({ userId, videoId, before, after }: ViewingChange) {
  const stored = sameViewing(before, after) ? undefined : after
  return [userId, videoId, ...columnsOf(stored), ...columnsOf(before)]
}

function columnsOf(viewing: Viewing | undefined) {
  return viewing ? [viewing.viewedAt, viewing.seen, viewing.positionSeconds] : [null, null, null]
}

/** Returns the revision of a user's history; 0 if it never changed. */
export async function historyRevision(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom('viewing_revision')
    .select('revision')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.revision ?? 0
}

/**
 * Returns the videos that a user has viewed, newest first, after a cursor; `next` if there are more than the limit. The
 * cursor has the database's microseconds, which a `Date` would lose.
 */
export async function historyOf(
  db: Db,
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
    // mutant `1 → 2`: any further one tells that there are more
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

/** Adds a favourite. Idempotent. */
export async function insertFavourite(db: Db, userId: string, videoId: string, at: Date): Promise<void> {
  await db
    .insertInto('favourite')
    .values({ user_id: userId, video_id: videoId, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Removes a favourite. Idempotent. */
export async function deleteFavourite(db: Db, userId: string, videoId: string): Promise<void> {
  await db.deleteFrom('favourite').where('user_id', '=', userId).where('video_id', '=', videoId).execute()
}

/** Returns a user's favourite videos that are not withdrawn, in the order of addition. */
export async function favouritesOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('favourite')
    .innerJoin('video', 'video.id', 'favourite.video_id')
    .select('video_id')
    .where('user_id', '=', userId)
    .where('video.withdrawn_at', 'is', null)
    .where('video.draft', '=', false)
    .orderBy('created_at')
    .orderBy('video_id')
    .execute()
  return rows.map((row) => row.video_id)
}
