import type { calls } from '#contract/calls.ts'
import type { LibraryServices } from '#server/library/catalogue/library.ts'
import type { CallAnswer, CallContext } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { deleteFavourite, favouritesOf, insertFavourite } from './watching.store.ts'

/**
 * `POST` and `DELETE /api/video/favorites/{id}`: favourites of a signed-in viewer, who need not be allowed to watch
 * them (yet). Repeating changes nothing. Answers all favourites.
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
