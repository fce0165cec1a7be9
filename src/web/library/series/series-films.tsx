import { Check, Lock } from 'lucide-react'
import type { Series, Video } from '#contract/library/library.ts'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import type { ReturnPath } from '#web/library/videos/return-path.ts'
import { shownCardDuration } from '#web/library/videos/shown.ts'
import type { LibraryViewer } from '#web/library/videos/viewing.ts'
import { Link } from '#web/platform/ui/link.tsx'

type SeriesFilmsProps = {
  series: Series
  videos: readonly Video[]
  viewer: LibraryViewer
  /** The film of the current page. */
  currentId?: string
  className?: string
}

/** The films of a series in teaching order: number, title, duration, and the viewer's progress. */
export function SeriesFilms({ series, videos, viewer, currentId, className = '' }: SeriesFilmsProps) {
  const listing = href('series', { urlKey: series.urlKey })
  return (
    <ol className={`series-films ${className}`}>
      {videos.map((video, index) => (
        <li key={video.id}>
          <Link
            to={href('video', { id: video.id })}
            state={{ listing } satisfies ReturnPath}
            className="series-film"
            aria-current={video.id === currentId ? 'page' : undefined}
          >
            <SeenNumber number={index + 1} seen={viewer.seen.has(video.id)} />
            <span className="min-w-0">
              <bdi>{video.title}</bdi>
              <Position video={video} seconds={viewer.positions.get(video.id) ?? 0} />
            </span>
            <Access video={video} locked={viewer.locked} />
            <span className="num caption font-normal">{shownCardDuration(video.durationSeconds)}</span>
          </Link>
        </li>
      ))}
    </ol>
  )
}

function SeenNumber({ number, seen }: { number: number; seen: boolean }) {
  return (
    <span className="series-number num" data-seen={seen || undefined}>
      {seen ? <Check className="size-3.5" strokeWidth={3} aria-hidden /> : number}
      {seen ? <span className="sr-only">{m.card_seen()}</span> : null}
    </span>
  )
}

/** The viewer's position in an unfinished film. */
function Position({ video, seconds }: { video: Video; seconds: number }) {
  if (seconds <= 0) return null
  const percent = Math.min(100, (seconds / Math.max(1, video.durationSeconds)) * 100)
  return (
    <span aria-hidden className="video-card-progress relative mt-1 block">
      <span style={{ inlineSize: `${percent}%` }} />
    </span>
  )
}

function Access({ video, locked }: { video: Video; locked: boolean }) {
  if (!locked) return null
  if (video.free) return <span className="caption text-accent">{m.card_free()}</span>
  return (
    <span className="text-muted">
      <Lock className="size-3.5" aria-hidden />
      <span className="sr-only">{m.card_locked()}</span>
    </span>
  )
}
