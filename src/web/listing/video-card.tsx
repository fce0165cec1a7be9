import { Check, Lock } from 'lucide-react'
import { memo } from 'react'
import type { Video } from '#contract/library/library.ts'
import { href } from '#contract/pages.ts'
import { isoDuration } from '#domain/durations.ts'
import { m } from '#messages/generated/messages.js'
import type { ReturnPath } from '#web/library/return-path.ts'
import { shownCardDuration, shownDay } from '#web/library/shown.ts'
import { Link } from '#web/ui/link.tsx'

/** A video in a listing: one link with poster, title, duration and date, and the mark of what was seen. */
export const VideoCard = memo(function VideoCard({
  video,
  listing,
  category,
  seen,
  locked,
  positionSeconds,
  onUnseen,
}: {
  video: Video
  /** Address of the listing that it stands in. */
  listing: string
  /** Shown where no heading says it. */
  category?: string | undefined
  seen: boolean
  locked: boolean
  positionSeconds: number
  onUnseen: (videoId: string) => void
}) {
  return (
    <li className="video-card" data-seen={seen || undefined}>
      <div className="video-card-poster">
        {video.thumbnailUrl ? (
          <img src={video.thumbnailUrl} alt="" loading="lazy" decoding="async" width={640} height={360} />
        ) : null}
        <Badge video={video} locked={locked} />
        <time dateTime={isoDuration(video.durationSeconds)} className="video-card-chip num right-2 bottom-2">
          {shownCardDuration(video.durationSeconds)}
        </time>
        <Progress positionSeconds={positionSeconds} durationSeconds={video.durationSeconds} />
      </div>
      <div className="flex gap-2 px-3.5 pt-3 pb-3.5">
        <div className="min-w-0 flex-1">
          {category ? <p className="caption truncate pb-0.5">{category}</p> : null}
          <p className="line-clamp-2 text-[0.9375rem] leading-snug font-medium tracking-[-0.006em]">
            <Link
              to={href('video', { id: video.id })}
              state={{ listing } satisfies ReturnPath}
              className="video-card-link"
            >
              {video.title}
            </Link>
          </p>
          <p className="caption mt-1.5 font-normal">
            {m.published_on()} <span className="num text-[0.71875rem]">{shownDay(video.publishedOn)}</span>
          </p>
        </div>
        {seen ? <SeenMarker title={video.title} onUnseen={() => onUnseen(video.id)} /> : null}
      </div>
    </li>
  )
})

/** Clickable because it is seen: only playback makes a video seen (product.md section 2). */
function SeenMarker({ title, onUnseen }: { title: string; onUnseen: () => void }) {
  return (
    <button type="button" className="seen-marker" title={m.card_mark_unseen()} onClick={onUnseen}>
      <Check className="size-3.5" strokeWidth={3} aria-hidden />
      <span className="sr-only">
        {m.card_seen()}: {title}, {m.card_mark_unseen()}
      </span>
    </button>
  )
}

function Badge({ video, locked }: { video: Video; locked: boolean }) {
  if (video.free) return <span className="video-card-chip video-card-free top-2 left-2">{m.card_free()}</span>
  if (!locked) return null
  return (
    <span className="video-card-chip top-2 left-2 px-1.5">
      <Lock className="size-3" strokeWidth={2.5} aria-hidden />
      <span className="sr-only">{m.card_locked()}</span>
    </span>
  )
}

function Progress({
  positionSeconds,
  durationSeconds,
}: {
  positionSeconds: number
  durationSeconds: number
}) {
  if (positionSeconds <= 0 || durationSeconds <= 0) return null
  const percent = Math.min(100, (positionSeconds / durationSeconds) * 100)
  return (
    <span aria-hidden className="video-card-progress">
      <span style={{ inlineSize: `${percent}%` }} />
    </span>
  )
}
