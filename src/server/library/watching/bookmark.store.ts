import type { Bookmark } from '#contract/library/library.ts'
import type { Db, Trx } from '#server/platform/database/tables.ts'

/** Returns a user's bookmarks in a video, by time. */
export async function bookmarksOf(db: Db, userId: string, videoId: string): Promise<Bookmark[]> {
  return db
    .selectFrom('bookmark')
    .select(['second', 'word'])
    .where('user_id', '=', userId)
    .where('video_id', '=', videoId)
    .orderBy('second')
    .execute()
}

/** Locks a user's bookmarks until the transaction ends: counting is serialised. */
export async function lockBookmarks(trx: Trx, userId: string): Promise<void> {
  await trx.selectFrom('account_user').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

/** Counts a user's other bookmarks, in the video and in all videos. */
export async function countOtherBookmarks(
  trx: Trx,
  { userId, videoId, second }: { userId: string; videoId: string; second: number },
): Promise<{ inFilm: number; inAll: number }> {
  const row = await trx
    .selectFrom('bookmark')
    .select(({ fn }) => [
      fn.countAll<string>().as('inAll'),
      fn.countAll<string>().filterWhere('video_id', '=', videoId).as('inFilm'),
    ])
    .where('user_id', '=', userId)
    .where(({ not, and, eb }) => not(and([eb('video_id', '=', videoId), eb('second', '=', second)])))
    .executeTakeFirstOrThrow()
  return { inFilm: Number(row.inFilm), inAll: Number(row.inAll) }
}

/** Stores a bookmark, replacing the label of an existing one. */
export async function upsertBookmark(
  trx: Trx,
  bookmark: { userId: string; videoId: string; second: number; word: string },
  at: Date,
): Promise<void> {
  const { userId, videoId, second, word } = bookmark
  await trx
    .insertInto('bookmark')
    .values({ user_id: userId, video_id: videoId, second, word, created_at: at })
    .onConflict((conflict) => conflict.columns(['user_id', 'video_id', 'second']).doUpdateSet({ word }))
    .execute()
}

/** Deletes a bookmark, if it exists. */
export async function deleteBookmark(
  db: Db,
  { userId, videoId, second }: { userId: string; videoId: string; second: number },
): Promise<void> {
  await db
    .deleteFrom('bookmark')
    .where('user_id', '=', userId)
    .where('video_id', '=', videoId)
    .where('second', '=', second)
    .execute()
}
