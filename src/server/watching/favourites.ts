import type { calls } from '#contract/calls.ts'
import type { CallAnswer, CallContext } from '#server/http/route.ts'
import type { LibraryServices } from '#server/library/library.ts'
import { Problem } from '#server/runtime/problem.ts'
import { favouritesOf, removeFavourite, storeFavourite } from './watching.store.ts'

/**
 * `POST` and `DELETE /api/video/favorites/{id}`: favourites of a signed-in viewer, who need not be allowed to watch
 * them (yet). Repeating changes nothing. Answers all favourites.
 */
export async function favour(
  { params: { id }, viewer: { userId } }: CallContext<typeof calls.favour>,
  { library, database, clock }: LibraryServices,
): Promise<CallAnswer<typeof calls.favour>> {
  if (!library.video(id)) return new Problem('not-found')
  await storeFavourite(database.db, userId, id, clock.now())
  return { status: 200, body: { favourites: await favouritesOf(database.db, userId) } }
}

/** @see favour */
export async function unfavour(
  { params: { id }, viewer: { userId } }: CallContext<typeof calls.unfavour>,
  { library, database }: LibraryServices,
): Promise<CallAnswer<typeof calls.unfavour>> {
  if (!library.video(id)) return new Problem('not-found')
  await removeFavourite(database.db, userId, id)
  return { status: 200, body: { favourites: await favouritesOf(database.db, userId) } }
}
