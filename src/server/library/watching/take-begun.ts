import { begunBefore } from '#domain/catalogue/viewing.ts'
import type { LibraryServices } from '#server/library/catalogue/library.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { findWatcher } from './watcher.store.ts'
import { replaceViewing } from './watching.store.ts'
import { writeAsWatcher } from './watching-right.ts'

/**
 * `POST /api/video-history`: imports the history that the viewer's browser recorded while signed out. Newer records of
 * the server are kept, and those of videos that the viewer may not watch; unknown videos are skipped.
 */
export const takeBegun: UseCase<'takeBegun', LibraryServices> = async (
  services,
  { body, viewer: { userId } },
) => {
  const { library, database, clock } = services
  for (const { videoId, ...begun } of body.begun) {
    const video = library.video(videoId)
    if (!video) continue
    const of = { userId, videoId: video.id }
    const visitors = { ...begun, viewedAt: new Date(begun.viewedAt) }
    await writeAsWatcher(
      services,
      { userId, video },
      () => findWatcher(database, userId, of),
      async ({ viewing: before }) => {
        const after = begunBefore(before, visitors, video.durationSeconds, clock.now())
        return (await replaceViewing(database, { ...of, before, after })) ? after : undefined
      },
    )
  }
  return { status: 200, body: { status: 'ok' } }
}
