import type { calls } from '#contract/calls.ts'
import {
  markedUnseen,
  playbackStarted,
  sameViewing,
  stoppedAt,
  type Viewing,
} from '#domain/catalogue/viewing.ts'
import type { CallAnswer, CallContext } from '#server/http/route.ts'
import type { LibraryServices } from '#server/library/library.ts'
import { Problem } from '#server/runtime/problem.ts'
import type { Services } from '#server/services/services.ts'
import type { PlaybackGrants } from './playback-grants.ts'
import { findWatcher } from './watcher.store.ts'
import { replaceViewing, replaceViewingAndMarkUsed, viewingOf } from './watching.store.ts'
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
  const { library, database, clock } = services
  const video = library.video(id)
  if (!video) return new Problem('not-found')
  const userId = visitor.viewer?.userId
  const watcher = userId === undefined ? undefined : await findWatcher(database, userId, { videoId: id })
  const refusal = await refuseWatching(services, userId, video, async () => watcher)
  if (refusal) return new Problem(refusal)
  const { browserHash } = visitor
  if (!browserHash) return new Problem('media-refused')

  const stop = (before: Viewing | undefined) =>
    stoppedAt(before, body.positionSeconds, video.durationSeconds, clock.now())
  const before = watcher?.viewing
  const after = stop(before)
  const change = userId === undefined || sameViewing(before, after) ? undefined : { userId, before, after }
  const report = { browserHash, userId, videoId: id, player: body.player }
  let isKept = change === undefined
  const extended = await grants.extend(report, async (using) => {
    const done = await replaceViewingAndMarkUsed(database, report, using, change)
    isKept ||= done.isReplaced
    return done.isUsed
  })
  if (!isKept && userId !== undefined) await changeViewing(services, { userId, videoId: id }, stop)
  if (!extended) return new Problem('media-refused')
  const expiresAt = extended.expiresAt.toISOString()
  return { status: 200, body: { positionSeconds: after.positionSeconds, expiresAt } }
}

/** `POST /api/video/view/{id}`: playback has started, so the video is seen. Only who may watch it can have seen it. */
export async function markViewed(
  { params: { id }, viewer: { userId } }: CallContext<typeof calls.markViewed>,
  services: LibraryServices,
): Promise<CallAnswer<typeof calls.markViewed>> {
  const video = services.library.video(id)
  if (!video) return new Problem('not-found')
  const watcher = await findWatcher(services.database, userId, { videoId: id })
  const refusal = await refuseWatching(services, userId, video, async () => watcher)
  if (refusal) return new Problem(refusal)
  const start = (before: Viewing | undefined) => playbackStarted(before, services.clock.now())
  const of = { userId, videoId: id }
  const { seen, viewedAt } = await changeViewing(services, of, start, watcher)
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

/**
 * Applies a decision of `domain/catalogue/viewing.ts` to a user's record of a video, `read` a moment ago or now, and
 * answers the record after it. Where somebody else has changed it meanwhile the decision is taken anew, so that a
 * position and a seen mark that arrive together are both kept. What changes nothing is not stored, and leaves the
 * history's ETag alone.
 */
async function changeViewing<After extends Viewing | undefined>(
  { database }: Pick<Services, 'database'>,
  of: { userId: string; videoId: string },
  decide: (before: Viewing | undefined) => After,
  read?: { readonly viewing: Viewing | undefined },
): Promise<After> {
  const readNow = () => viewingOf(database.db, of.userId, of.videoId)
  let before = read ? read.viewing : await readNow()
  for (;;) {
    const after = decide(before)
    if (!after || sameViewing(before, after)) return after
    // of those that collide one is done each time
    if (await replaceViewing(database, of, before, after)) return after
    before = await readNow()
  }
}
