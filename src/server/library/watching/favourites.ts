import type { calls } from '#contract/calls.ts'
import type { LibraryServices } from '#server/library/catalogue/library.ts'
import type { CallAnswer, CallContext } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { deleteFavourite, favouritesOf, insertFavourite } from './watching.store.ts'

/**
 * `POST` and `DELETE /api/video/favorites/{id}`: a signed-in viewer's favourites, which need no right to watch.
 * Idempotent. Returns all favourites.
 */
export async function addFavourite(
  { params: { id }, viewer: { userId } }: CallContext<typeof calls.addFavourite>,
  { library, database, clock }: LibraryServices,
): Promise<CallAnswer<typeof calls.addFavourite>> {
  const video = library.video(id)
  if (!video) return new Problem('not-found')
  await insertFavourite(database.db, userId, video.id, clock.now())
  return { status: 200, body: { favourites: await favouritesOf(database.db, userId) } }
}

/** @see addFavourite */
export async function removeFavourite(
  { params: { id }, viewer: { userId } }: CallContext<typeof calls.removeFavourite>,
  { library, database }: LibraryServices,
): Promise<CallAnswer<typeof calls.removeFavourite>> {
  const video = library.video(id)
  if (!video) return new Problem('not-found')
  await deleteFavourite(database.db, userId, video.id)
  return { status: 200, body: { favourites: await favouritesOf(database.db, userId) } }
}
