import type { calls } from '#contract/calls.ts'
import {
  fastestSpeed,
  markedUnseen,
  playbackStarted,
  secondsPlayed,
  stoppedAt,
  type Viewing,
} from '#domain/catalogue/viewing.ts'
import { dayIn } from '#domain/zone-days.ts'
import type { LibraryServices } from '#server/library/catalogue/library.ts'
import { filmCountsOf } from '#server/library/film-counts/film-counts.ts'
import type { CallAnswer, CallContext, UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { PlaybackGrants } from './playback-grants.ts'
import { countPlayed } from './watched.store.ts'
import { findWatcher } from './watcher.store.ts'
import { replaceViewing, replaceViewingAndMarkUsed, viewingOf } from './watching.store.ts'
import { refuseWatching, writeAsWatcher } from './watching-right.ts'

/**
 * `PUT /api/video/position/{id}`, sent about every 15 seconds while a video plays: stores a signed-in viewer's position
 * and extends the browser's grants. Time played since the last call counts as watched, limited by elapsed time. An
 * expired grant is not revived (`media-refused`: the player requests another), but the position is stored anyway, for a
 * viewer who returns from a long pause or closes the page in it. The statistics of the day count it, except the admin's.
 */
export async function keepPosition(
  services: LibraryServices,
  grants: PlaybackGrants,
  { params: { id }, body, visitor: { viewer, browserHash } }: CallContext<typeof calls.keepPosition>,
): Promise<CallAnswer<typeof calls.keepPosition>> {
  const { library, database, clock, config } = services
  const video = library.video(id)
  if (!video) return new Problem('not-found')
  const stop = (before: Viewing | undefined) =>
    stoppedAt(before, body.positionSeconds, video.durationSeconds, clock.now())
  const window = grants.window()
  const counts = filmCountsOf(database)
  const day = dayIn(clock.now(), config.seller.zone)
  const answer = ({ positionSeconds }: Viewing, isExtended: boolean) =>
    isExtended
      ? { status: 200 as const, body: { positionSeconds, expiresAt: window.until.toISOString() } }
      : new Problem('media-refused')

  if (!viewer || !browserHash) {
    const refusal = await refuseWatching(services, undefined, video)
    if (refusal) return new Problem(refusal)
    const report = browserHash && { browserHash, videoId: video.id, player: body.player }
    const marked = report && (await grants.extend(report, window))
    const after = stop(undefined)
    if (marked?.isFirst) counts.start(video.id, day)
    if (marked?.isUsed) counts.play(video, day, playedTo(after, body.playedSeconds ?? 0))
    return answer(after, marked?.isUsed === true)
  }
  const { userId } = viewer
  const report = { browserHash, userId, videoId: video.id, player: body.player }
  const kept = await writeAsWatcher(
    services,
    { userId, video },
    () => findWatcher(database, userId, report),
    async ({ viewing: before }) => {
      const change = { userId, videoId: video.id, before, after: stop(before) }
      const seconds = secondsPlayed(body.playedSeconds, before, change.after)
      const played = { seconds, fastest: fastestSpeed }
      const { isDone, isUsed } = await replaceViewingAndMarkUsed(database, change, report, window, played)
      return isDone ? { ...change, played, isUsed } : undefined
    },
  )
  if (kept instanceof Problem) return kept
  const isRevived = !kept.isUsed && (await grants.revive(report, window))
  if (isRevived) await countPlayed(database, report, kept.played, window.now)
  const isUsed = kept.isUsed || isRevived
  if (isUsed && !viewer.admin) counts.play(video, day, playedTo(kept.after, kept.played.seconds))
  return answer(kept.after, isUsed)
}

const playedTo = ({ positionSeconds }: Viewing, playedSeconds: number) => ({ positionSeconds, playedSeconds })

/** `POST /api/video/view/{id}`: playback has started, so the video is marked as seen. Needs the right to watch. */
export const markViewed: UseCase<'markViewed', LibraryServices> = async (
  services,
  { params: { id }, viewer: { userId, admin } },
) => {
  const { library, database, clock, config } = services
  const video = library.video(id)
  if (!video) return new Problem('not-found')
  const of = { userId, videoId: video.id }
  const viewed = await writeAsWatcher(
    services,
    { userId, video },
    () => findWatcher(database, userId, of),
    async ({ viewing: before }) => {
      const after = playbackStarted(before, clock.now())
      return (await replaceViewing(database, { ...of, before, after })) ? after : undefined
    },
  )
  if (viewed instanceof Problem) return viewed
  if (!admin) filmCountsOf(database).start(video.id, dayIn(viewed.viewedAt, config.seller.zone))
  return { status: 200, body: { seen: viewed.seen, viewedAt: viewed.viewedAt.toISOString() } }
}

/** `DELETE /api/video/view/{id}`: marks a video as unseen; it stays in the history. Needs no right to watch. */
export const markUnseen: UseCase<'markUnseen', LibraryServices> = async (
  { library, database },
  { params: { id }, viewer: { userId } },
) => {
  const video = library.video(id)
  if (!video) return new Problem('not-found')
  const of = { userId, videoId: video.id }
  for (;;) {
    const before = await viewingOf(database.db, userId, video.id)
    const after = markedUnseen(before)
    // of concurrent writers, one succeeds each round
    if (!(await replaceViewing(database, { ...of, before, after }))) continue
    return { status: 200, body: { seen: false, ...(after && { viewedAt: after.viewedAt.toISOString() }) } }
  }
}
