import type { calls } from '#contract/calls.ts'
import type { LibraryServices } from '#server/library/catalogue/library.ts'
import type { OpenFilms } from '#server/library/watching/films/open-films.ts'
import type { OpenStreams } from '#server/library/watching/films/open-streams.ts'
import { sendMediaFile } from '#server/library/watching/films/send-media-file.ts'
import { readWholeVideo } from '#server/library/write/video-write.store.ts'
import type { CallAnswer, CallContext } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'

/** Sends the film of a video in any state to the admin, who is checked at each range request; no grant, no stream. */
export async function sendDeskFilm(
  services: LibraryServices,
  senders: { readonly streams: OpenStreams; readonly films: OpenFilms },
  { params: { id }, viewer, request, reply }: CallContext<typeof calls.deskFilm>,
): Promise<CallAnswer<typeof calls.deskFilm>> {
  const video = await readWholeVideo(services.database.db, id)
  if (!video?.film_key) return new Problem('not-found')
  reply.header('cache-control', 'private, no-store')
  const sent = await sendMediaFile(services, { request, reply, ...senders }, video.film_key, {
    viewer: viewer.userId,
    mayGoOn: async () => true,
  })
  return sent instanceof Problem ? sent : 'sent'
}
