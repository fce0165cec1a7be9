import type { calls } from '#contract/calls.ts'
import { stoppedAt } from '#domain/catalogue/viewing.ts'
import type { CallAnswer, CallContext } from '#server/http/route.ts'
import type { LibraryServices } from '#server/library/library.ts'
import { Problem } from '#server/runtime/problem.ts'
import { changeViewing } from './change-viewing.ts'
import type { PlaybackGrants } from './playback-grants.ts'
import { refuseWatching } from './watching-right.ts'

/**
 * `PUT /api/video/position/{id}`, sent about every 15 seconds while a video plays: keeps where a signed-in viewer is and
 * lets the browser's grants live on. A grant that has run out is not revived (`media-refused`: the player asks for
 * another), but the position of whoever comes back from a long pause, or closes the page in it, is kept all the same.
 */
export async function keepPosition(
  { params: { id }, body, visitor }: CallContext<typeof calls.keepPosition>,
  services: LibraryServices,
  grants: PlaybackGrants,
): Promise<CallAnswer<typeof calls.keepPosition>> {
  const video = services.library.video(id)
  if (!video) return new Problem('not-found')
  const userId = visitor.viewer?.userId
  const refusal = await refuseWatching(services, userId, video)
  if (refusal) return new Problem(refusal)

  const stop = (before: Parameters<typeof stoppedAt>[0]) =>
    stoppedAt(before, body.positionSeconds, video.durationSeconds, services.clock.now())
  const { positionSeconds } =
    userId === undefined ? stop(undefined) : await changeViewing(services, { userId, videoId: id }, stop)
  const { browserHash } = visitor
  const extended = browserHash && (await grants.extend({ browserHash, videoId: id }))
  if (!extended) return new Problem('media-refused')
  return { status: 200, body: { positionSeconds, expiresAt: extended.expiresAt.toISOString() } }
}
