import { sql } from 'kysely'
import type { Db } from '#server/platform/database/tables.ts'

type Watched = {
  readonly userId: string
  readonly videoId: string
  readonly at: Date
  readonly seen?: boolean
  readonly seconds?: number
}

type Played = { readonly played?: number; readonly estimated?: number }

/** A user's viewing of a video, its position and time; replaces the stored one. */
export async function storeViewing(
  db: Db,
  { userId, videoId, at, seen = false, seconds = 0, played, estimated }: Watched & Played,
): Promise<void> {
  await db
    .insertInto('viewing')
    .values({ user_id: userId, video_id: videoId, viewed_at: at, seen, position_seconds: seconds })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'video_id'])
        .doUpdateSet({ viewed_at: at, seen, position_seconds: seconds }),
    )
    .execute()
  if (!played && !estimated) return
  const watched = { played_seconds: played ?? 0, estimated_seconds: estimated ?? 0 }
  await db
    .insertInto('watched')
    .values({ user_id: userId, video_id: videoId, ...watched })
    .onConflict((conflict) => conflict.columns(['user_id', 'video_id']).doUpdateSet(watched))
    .execute()
}

/** The counted seconds that a user has played of a film; undefined without any. */
export async function playedSecondsOf(db: Db, userId: string, videoId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('watched')
    .select('played_seconds')
    .where('user_id', '=', userId)
    .where('video_id', '=', videoId)
    .executeTakeFirst()
  return row?.played_seconds
}

/** A user's viewing, latest first. */
export async function viewingsOf(db: Db, userId: string): Promise<Required<Watched>[]> {
  const rows = await db
    .selectFrom('viewing')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('viewed_at', 'desc')
    .execute()
  return rows.map((row) => ({
    userId,
    videoId: row.video_id,
    at: row.viewed_at,
    seen: row.seen,
    seconds: row.position_seconds,
  }))
}

/** As if a user had watched some of their videos at an instant, `2026-11-01T10:00:00.000900Z`, finer than a Date. */
export async function watchedAt(
  db: Db,
  { userId, videoIds, at }: { userId: string; videoIds: readonly string[]; at: string },
): Promise<void> {
  await db
    .updateTable('viewing')
    .set({ viewed_at: sql<Date>`${at}::timestamptz` })
    .where('user_id', '=', userId)
    .where('video_id', 'in', videoIds)
    .execute()
}

/** The videos of which a user has a playback open, one for each. */
export async function openVideosOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('playback_grant')
    .select('video_id')
    .where('user_id', '=', userId)
    .execute()
  return rows.map(({ video_id }) => video_id)
}

/** Sets the last request of a user's players. */
export async function grantsLastUsed(db: Db, userId: string, at: Date): Promise<void> {
  await db.updateTable('playback_grant').set({ last_used_at: at }).where('user_id', '=', userId).execute()
}

/** Sets the end of a user's playbacks, whenever they were last used. */
export async function grantsExpire(db: Db, userId: string, at: Date): Promise<void> {
  await db.updateTable('playback_grant').set({ expires_at: at }).where('user_id', '=', userId).execute()
}

/** Playbacks of a signed-out browser, stored in the order of these hashes. */
export async function storeGrants(
  db: Db,
  hashes: readonly Buffer[],
  { browserHash, videoId, now }: { browserHash: Buffer; videoId: string; now: Date },
): Promise<void> {
  const expires = new Date(now.getTime() + 60_000)
  for (const hash of hashes)
    await db
      .insertInto('playback_grant')
      .values({
        grant_hash: hash,
        browser_hash: browserHash,
        video_id: videoId,
        user_id: null,
        expires_at: expires,
        opened_at: now,
        last_used_at: now,
      })
      .execute()
}

/** Locks a playback until the transaction ends. */
export async function lockGrant(db: Db, hash: Buffer): Promise<void> {
  await db
    .selectFrom('playback_grant')
    .select('grant_hash')
    .where('grant_hash', '=', hash)
    .forUpdate()
    .execute()
}

/** Returns the unlocked playbacks of a browser or a user. */
export async function unlockedGrants(
  db: Db,
  of: { browserHash: Buffer } | { userId: string },
): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('playback_grant')
    .select('grant_hash')
    .where(({ eb }) =>
      'userId' in of ? eb('user_id', '=', of.userId) : eb('browser_hash', '=', of.browserHash),
    )
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(({ grant_hash }) => grant_hash)
}

/** How often a user's history has changed; undefined where it never did. */
export async function historyRevision(db: Db, userId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('viewing_revision')
    .select('revision')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.revision
}

export async function storeHistoryRevision(db: Db, userId: string, revision: number): Promise<void> {
  await db.insertInto('viewing_revision').values({ user_id: userId, revision }).execute()
}

/** So many bookmarks of a user in a film, one for each second. */
export async function fillBookmarks(
  db: Db,
  { userId, videoId, count, at }: { userId: string; videoId: string; count: number; at: Date },
): Promise<void> {
  const bookmark = { user_id: userId, video_id: videoId, word: 'x', created_at: at }
  await db
    .insertInto('bookmark')
    .values(Array.from({ length: count }, (_, second) => ({ ...bookmark, second })))
    .execute()
}

export async function storeFavourite(db: Db, userId: string, videoId: string, at: Date): Promise<void> {
  await db.insertInto('favourite').values({ user_id: userId, video_id: videoId, created_at: at }).execute()
}
