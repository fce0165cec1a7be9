import type { LibraryServices } from '#server/library/catalogue/library.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import {
  bookmarksOf,
  countOtherBookmarks,
  deleteBookmark,
  lockBookmarks,
  upsertBookmark,
} from './bookmark.store.ts'

/** Maximum number of a user's bookmarks, per video and in total. */
const maxInFilm = 100
const maxInTotal = 2_000

/** `GET /api/video/bookmarks/{id}`: the viewer's own bookmarks in a video. */
export const readBookmarks: UseCase<'bookmarks', LibraryServices> = async (
  { library, database: { db } },
  { params: { id }, viewer: { userId } },
) => {
  const video = library.video(id)
  if (!video) return new Problem('not-found')
  return { status: 200, body: { bookmarks: await bookmarksOf(db, userId, video.id) } }
}

/**
 * `PUT /api/video/bookmarks/{id}/{second}`: stores a bookmark with a label, replacing the former label. Needs no right
 * to watch the video. Returns all bookmarks of the video.
 */
export const setBookmark: UseCase<'setBookmark', LibraryServices> = async (
  { library, database: { db }, clock },
  { params: { id, second }, body, viewer: { userId } },
) => {
  const video = library.video(id)
  if (!video) return new Problem('not-found')
  const bookmark = { userId, videoId: video.id, second: Number(second), word: body.word.trim() }
  const isSet = await inTransaction(db, async (trx) => {
    await lockBookmarks(trx, userId)
    const { inFilm, inAll } = await countOtherBookmarks(trx, bookmark)
    if (inFilm >= maxInFilm || inAll >= maxInTotal) return false
    await upsertBookmark(trx, bookmark, clock.now())
    return true
  })
  if (!isSet) return new Problem('too-many-bookmarks')
  return { status: 200, body: { bookmarks: await bookmarksOf(db, userId, video.id) } }
}

/** `DELETE /api/video/bookmarks/{id}/{second}`. Idempotent. Returns the remaining bookmarks of the video. */
export const removeBookmark: UseCase<'removeBookmark', LibraryServices> = async (
  { library, database: { db } },
  { params: { id, second }, viewer: { userId } },
) => {
  const video = library.video(id)
  if (!video) return new Problem('not-found')
  await deleteBookmark(db, { userId, videoId: video.id, second: Number(second) })
  return { status: 200, body: { bookmarks: await bookmarksOf(db, userId, video.id) } }
}
