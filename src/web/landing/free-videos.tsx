import { useId } from 'react'
import type { Video } from '#contract/library/library.ts'
import { cardSizes } from '#contract/library/poster.ts'
import { href } from '#contract/pages.ts'
import { isoDuration, minutesAndSeconds } from '#domain/durations.ts'
import { m } from '#messages/generated/messages.js'
import { Poster } from '#web/library/poster.tsx'
import { Link } from '#web/ui/link.tsx'

/** Of the free videos that there are. */
const most = 4

/** A few videos that need no account, so that visitors can try before they buy; `hero` is shown already. */
export function FreeVideos({
  videos,
  hero,
}: {
  videos: readonly Video[] | undefined
  hero: Video | undefined
}) {
  const id = useId()
  const free = videos?.filter((video) => video.free && video.id !== hero?.id).slice(0, most) ?? []
  if (free.length === 0) return null
  return (
    <section aria-labelledby={id} className="mt-16">
      <h2 id={id}>{m.landing_free()}</h2>
      <ul className="mt-5 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {free.map((video) => (
          <FreeVideo key={video.id} video={video} />
        ))}
      </ul>
    </section>
  )
}

function FreeVideo({ video }: { video: Video }) {
  const { id, title, durationSeconds } = video
  return (
    <li className="card relative overflow-hidden hover:border-control">
      <div className="aspect-video border-b border-line bg-raised">
        <Poster video={video} sizes={cardSizes} className="size-full object-cover" />
      </div>
      <div className="flex items-baseline justify-between gap-4 px-3.5 py-2.5">
        <Link
          to={href('video', { id })}
          className="text-sm font-medium after:absolute after:inset-0 after:rounded-card"
        >
          {title}
        </Link>
        <time dateTime={isoDuration(durationSeconds)} className="num text-muted">
          {minutesAndSeconds(durationSeconds)}
        </time>
      </div>
    </li>
  )
}
