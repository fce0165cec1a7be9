import { useId } from 'react'
import type { Video } from '#contract/library/library.ts'
import { cardSizes } from '#contract/library/poster.ts'
import { href } from '#contract/pages.ts'
import { isoDuration, minutesAndSeconds } from '#domain/durations.ts'
import { m } from '#messages/generated/messages.js'
import { Poster } from '#web/library/videos/poster.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { firstLine } from './landing-topics.tsx'

/** Maximum number of free videos. */
const most = 4

type FreeVideosProps = {
  videos: readonly Video[] | undefined
  hero: Video | undefined
}

/** A few videos that need no account, for trying before buying. Without `hero`, which is shown already. */
export function FreeVideos({ videos, hero }: FreeVideosProps) {
  const id = useId()
  const free = videos?.filter((video) => video.free && video.id !== hero?.id).slice(0, most) ?? []
  if (free.length === 0) return null
  return (
    <section aria-labelledby={id} className="mt-16">
      <h2 id={id}>{m.landing_free()}</h2>
      <ul className="mt-5 grid gap-4 lg:grid-cols-2">
        {free.map((video) => (
          <FreeVideo key={video.id} video={video} />
        ))}
      </ul>
    </section>
  )
}

function FreeVideo({ video }: { video: Video }) {
  const { id, title, description, durationSeconds } = video
  return (
    <li className="card relative grid overflow-hidden hover:border-control sm:grid-cols-[14rem_minmax(0,1fr)] lg:last:odd:col-span-2">
      <div className="aspect-video border-b border-line bg-raised sm:border-r sm:border-b-0">
        <Poster video={video} sizes={cardSizes} className="size-full object-cover" />
      </div>
      <div className="flex min-w-0 flex-col gap-1 px-4 py-3">
        <h3 className="text-base">
          <Link to={href('video', { id })} className="after:absolute after:inset-0 after:rounded-card">
            <bdi>{title}</bdi>
          </Link>
        </h3>
        <p className="line-clamp-2 text-[0.8125rem] text-muted">{firstLine(description)}</p>
        <time dateTime={isoDuration(durationSeconds)} className="num mt-auto pt-1 text-muted">
          {minutesAndSeconds(durationSeconds)}
        </time>
      </div>
    </li>
  )
}
