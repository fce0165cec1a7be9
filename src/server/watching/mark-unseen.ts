import type { calls } from '#contract/calls.ts'
import { markedUnseen } from '#domain/catalogue/viewing.ts'
import type { CallAnswer, CallContext } from '#server/http/route.ts'
import type { LibraryServices } from '#server/library/library.ts'
import { Problem } from '#server/runtime/problem.ts'
import { changeViewing } from './change-viewing.ts'

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
