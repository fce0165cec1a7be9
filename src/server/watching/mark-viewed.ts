import type { calls } from '#contract/calls.ts'
import { markedUnseen, playbackStarted } from '#domain/catalogue/viewing.ts'
import type { CallAnswer, CallContext } from '#server/http/route.ts'
import type { LibraryServices } from '#server/library/library.ts'
import { Problem } from '#server/runtime/problem.ts'
import { changeViewing } from './change-viewing.ts'
import { refuseWatching } from './watching-right.ts'

/** `POST /api/video/view/{id}`: playback has started, so the video is seen. Only who may watch it can have seen it. */
export async function markViewed(
  { params: { id }, viewer: { userId } }: CallContext<typeof calls.markViewed>,
  services: LibraryServices,
): Promise<CallAnswer<typeof calls.markViewed>> {
  const video = services.library.video(id)
  if (!video) return new Problem('not-found')
  const refusal = await refuseWatching(services, userId, video)
  if (refusal) return new Problem(refusal)
  const { seen, viewedAt } = await changeViewing(services, { userId, videoId: id }, (before) =>
    playbackStarted(before, services.clock.now()),
  )
  return { status: 200, body: { seen, viewedAt: viewedAt.toISOString() } }
}

/**
 * `DELETE /api/video/view/{id}`: marks a video as unseen; the history keeps it. It is the viewer's own note, so it
 * needs no right to watch.
 */
export async function markUnseen(
  { params: { id }, viewer: { userId } }: CallContext<typeof calls.markUnseen>,
  services: LibraryServices,
): Promise<CallAnswer<typeof calls.markUnseen>> {
  if (!services.library.video(id)) return new Problem('not-found')
  const viewing = await changeViewing(services, { userId, videoId: id }, markedUnseen)
  return { status: 200, body: { seen: false, ...(viewing && { viewedAt: viewing.viewedAt.toISOString() }) } }
}
