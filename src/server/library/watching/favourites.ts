import type { LibraryServices } from '#server/library/catalogue/library.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { deleteFavourite, favouritesOf, insertFavourite } from './watching.store.ts'

/**
 * `POST` and `DELETE /api/video/favorites/{id}`: a signed-in viewer's favourites, which need no right to watch.
 * Idempotent. Returns all favourites.
 */
export const addFavourite: UseCase<'addFavourite', LibraryServices> = async (
  { library, database, clock },
  { params: { id }, viewer: { userId } },
) => {
  const video = library.video(id)
  if (!video) return new Problem('not-found')
  await insertFavourite(database.db, userId, video.id, clock.now())
  return { status: 200, body: { favourites: await favouritesOf(database.db, userId) } }
}

/** @see addFavourite */
export const removeFavourite: UseCase<'removeFavourite', LibraryServices> = async (
  { library, database },
  { params: { id }, viewer: { userId } },
) => {
  const video = library.video(id)
  if (!video) return new Problem('not-found')
  await deleteFavourite(database.db, userId, video.id)
  return { status: 200, body: { favourites: await favouritesOf(database.db, userId) } }
}
