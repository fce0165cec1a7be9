import type { calls } from '#contract/calls.ts'
import type { LibraryServices } from '#server/library/catalogue/library.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { CallAnswer, CallContext } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import {
  bookmarksOf,
  countOtherBookmarks,
  deleteBookmark,
  lockBookmarks,
  upsertBookmark,
} from './bookmark.store.ts'

/** How many bookmarks somebody may have, in one film and in all. */
const mostInFilm = 100
const mostInAll = 2_000

/** `GET /api/video/bookmarks/{id}`: what the viewer has marked in a film, for nobody else to read. */
export async function readBookmarks(
  { params: { id }, viewer: { userId } }: CallContext<typeof calls.bookmarks>,
  { library, database: { db } }: LibraryServices,
): Promise<CallAnswer<typeof calls.bookmarks>> {
  const video = library.video(id)
  if (!video) return new Problem('not-found')
  return { status: 200, body: { bookmarks: await bookmarksOf(db, userId, video.id) } }
}

/**
 * `PUT /api/video/bookmarks/{id}/{second}`: marks a moment with a word, in place of the word that it has. The viewer need
 * not be allowed to watch the film (any more). Answers all bookmarks of the film.
 */
export async function setBookmark(
  { params: { id, second }, body, viewer: { userId } }: CallContext<typeof calls.setBookmark>,
  { library, database: { db }, clock }: LibraryServices,
): Promise<CallAnswer<typeof calls.setBookmark>> {
  const video = library.video(id)
  if (!video) return new Problem('not-found')
  const bookmark = { userId, videoId: video.id, second: Number(second), word: body.word.trim() }
  const isSet = await inTransaction(db, async (trx) => {
    await lockBookmarks(trx, userId)
    const { inFilm, inAll } = await countOtherBookmarks(trx, bookmark)
    if (inFilm >= mostInFilm || inAll >= mostInAll) return false
    await upsertBookmark(trx, bookmark, clock.now())
    return true
  })
  if (!isSet) return new Problem('too-many-bookmarks')
  return { status: 200, body: { bookmarks: await bookmarksOf(db, userId, video.id) } }
}

/** `DELETE /api/video/bookmarks/{id}/{second}`. Repeating changes nothing. Answers what is left in the film. */
export async function removeBookmark(
  { params: { id, second }, viewer: { userId } }: CallContext<typeof calls.removeBookmark>,
  { library, database: { db } }: LibraryServices,
): Promise<CallAnswer<typeof calls.removeBookmark>> {
  const video = library.video(id)
  if (!video) return new Problem('not-found')
  await deleteBookmark(db, { userId, videoId: video.id, second: Number(second) })
  return { status: 200, body: { bookmarks: await bookmarksOf(db, userId, video.id) } }
}
