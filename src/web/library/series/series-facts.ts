import type { Series, Video } from '#contract/library/library.ts'
import type { Level } from '#domain/catalogue/series.ts'
import { m } from '#messages/generated/messages.js'
import type { Library } from '#web/library/videos/library.ts'
import { shownTotalDuration } from '#web/library/videos/shown.ts'

/** Returns the videos of a series in teaching order. */
export function seriesVideos({ videoIds }: Series, { byId }: Library): Video[] {
  return videoIds.flatMap((id) => byId.get(id) ?? [])
}

/** Returns level, number of videos and duration in one line. */
export function seriesFacts({ level }: Series, videos: readonly Video[]): string {
  return m.series_facts({
    level: levelNames[level](),
    videos: m.video_count({ count: videos.length }),
    duration: shownTotalDuration(videos.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0)),
  })
}

const levelNames: Readonly<Record<Level, () => string>> = {
  beginner: m.level_beginner,
  intermediate: m.level_intermediate,
  advanced: m.level_advanced,
}
