import { memo, type ReactNode, Suspense, useState } from 'react'
import type { Video } from '#contract/library/library.ts'
import { cardSizes } from '#contract/library/poster.ts'
import { href } from '#contract/pages.ts'
import { isNew } from '#domain/dates.ts'
import { isoDuration } from '#domain/durations.ts'
import { m } from '#messages/generated/messages.js'
import type { Found, Reason } from '#web/library/videos/library-search.ts'
import { plainDescription } from '#web/library/videos/plain-description.ts'
import { Poster } from '#web/library/videos/poster.tsx'
import type { ReturnPath } from '#web/library/videos/return-path.ts'
import { publishedLabel, shownCardDuration, shownDay } from '#web/library/videos/shown.ts'
import { useSwitched } from '#web/platform/site/site.ts'
import { siteToday } from '#web/platform/site/site-clock.ts'
import { Link } from '#web/platform/ui/link.tsx'
import { MatchReason } from './lazy-match-reason.ts'

type VideoCardProps = {
  video: Video
  /** URL of the listing. */
  listing: string
  /** The search, for which the card shows its match. */
  found: Found | undefined
  /** Shows the description without hovering. */
  withText: boolean
  /** Its category, for a drawn poster. */
  topic?: string | undefined
  /** Shown if no heading names it. */
  category?: string | undefined
  seen: boolean
  locked: boolean
  positionSeconds: number
  /** In the first row. */
  first: boolean
  onUnseen: (videoId: string) => void
}

/** A video in a listing: one link with poster, title, duration, date and seen mark. */
export const VideoCard = memo(function VideoCard(props: VideoCardProps) {
  const { video, found, withText, seen, onUnseen } = props
  const reason = found?.reason(video)
  const [isLookedAt, setLookedAt] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only shows more of the link's target
    <div
      className="video-card"
      data-seen={seen || undefined}
      onPointerEnter={({ pointerType }) => setLookedAt(pointerType === 'mouse')}
      onPointerLeave={() => setLookedAt(false)}
      onFocus={() => setLookedAt(true)}
      onBlur={() => setLookedAt(false)}
      onKeyDown={({ key }) => key === 'Escape' && setLookedAt(false)}
    >
      <CardPoster {...props}>
        {isLookedAt && !withText && video.description ? (
          <p className="video-card-about">
            <span className="line-clamp-4">{plainDescription(video.description)}</span>
          </p>
        ) : null}
      </CardPoster>
      <div className="flex gap-2 px-3.5 pt-3 pb-3.5">
        <CardWords {...props} reason={reason} />
        {withText && !reason ? (
          <div className="flex-1 self-center max-lg:hidden">
            <p className="line-clamp-2 text-[0.8125rem] text-muted">{plainDescription(video.description)}</p>
          </div>
        ) : null}
        {seen ? <SeenMarker title={video.title} onUnseen={() => onUnseen(video.id)} /> : null}
      </div>
    </div>
  )
})

function CardPoster(props: VideoCardProps & { children: ReactNode }) {
  const { video, first, topic, seen, locked, positionSeconds, children } = props
  return (
    <div className="video-card-poster">
      <Poster video={video} sizes={cardSizes} first={first} topic={topic} />
      {children}
      <div className="absolute top-2 left-2 flex gap-1">
        {!seen && isNew(video.publishedOn, siteToday()) ? (
          <span className="video-card-chip video-card-new">{m.card_new()}</span>
        ) : null}
        <Badge video={video} locked={locked} />
      </div>
      <time
        dateTime={isoDuration(video.durationSeconds)}
        className="video-card-chip num absolute right-2 bottom-2"
      >
        {shownCardDuration(video.durationSeconds)}
      </time>
      <Progress positionSeconds={positionSeconds} durationSeconds={video.durationSeconds} />
    </div>
  )
}

function CardWords({ video, listing, category, reason }: VideoCardProps & { reason: Reason | undefined }) {
  return (
    <div className="min-w-0 flex-1">
      {category ? (
        <p className="caption truncate pb-0.5">
          <bdi>{category}</bdi>
        </p>
      ) : null}
      <p className="line-clamp-2 text-[0.9375rem] leading-snug font-medium tracking-[-0.006em]">
        <Link
          to={href('video', { id: video.id })}
          state={{ listing } satisfies ReturnPath}
          className="video-card-link"
        >
          <bdi>
            {reason ? (
              <Suspense fallback={video.title}>
                <MatchReason pieces={reason.title} />
              </Suspense>
            ) : (
              video.title
            )}
          </bdi>
        </Link>
      </p>
      <p className="caption mt-1.5 font-normal">
        {publishedLabel(video.publishedOn)}{' '}
        <span className="num text-[0.71875rem]">{shownDay(video.publishedOn)}</span>
      </p>
      {reason ? (
        <Suspense>
          <MatchReason reason={reason} />
        </Suspense>
      ) : null}
    </div>
  )
}

/**
 * Marks a seen video; a click makes it unseen (only playback makes it seen: product.md section 2). Not clickable for an
 * admin switched into the account.
 */
function SeenMarker({ title, onUnseen }: { title: string; onUnseen: () => void }) {
  const sign = <Sign outline="M20 6 9 17l-5-5" className="size-3.5" />
  if (useSwitched())
    return (
      <span className="seen-marker">
        {sign}
        <span className="sr-only">
          {m.card_seen()}: <bdi>{title}</bdi>
        </span>
      </span>
    )
  return (
    <button type="button" className="seen-marker" title={m.card_mark_unseen()} onClick={onUnseen}>
      {sign}
      <span className="sr-only">
        {m.card_seen()}: <bdi>{title}</bdi>, {m.card_mark_unseen()}
      </span>
    </button>
  )
}

/** Draws an icon without Lucide's code, which would be part of each first visit. */
function Sign({ outline, className }: { outline: string; className: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={3}
      className={className}
      aria-hidden
    >
      <path d={outline} />
    </svg>
  )
}

function Badge({ video, locked }: { video: Video; locked: boolean }) {
  if (video.free) return <span className="video-card-chip video-card-free">{m.card_free()}</span>
  if (!locked) return null
  return (
    <span className="video-card-chip px-1.5">
      <Sign outline="M5 11h14v10H5zM7 11V7a5 5 0 0 1 10 0v4" className="size-3" />
      <span className="sr-only">{m.card_locked()}</span>
    </span>
  )
}

type ProgressProps = {
  positionSeconds: number
  durationSeconds: number
}

function Progress({ positionSeconds, durationSeconds }: ProgressProps) {
  if (positionSeconds <= 0 || durationSeconds <= 0) return null
  const percent = Math.min(100, (positionSeconds / durationSeconds) * 100)
  return (
    <span aria-hidden className="video-card-progress">
      <span style={{ inlineSize: `${percent}%` }} />
    </span>
  )
}
