import type { Video } from '#contract/library/library.ts'
import { href } from '#contract/pages.ts'
import { isoDuration, minutesAndSeconds } from '#domain/durations.ts'
import { m } from '#messages/generated/messages.js'
import { Link } from '#web/ui/link.tsx'

/** A few videos that need no account, so that visitors can try before they buy. */
export function FreeVideos({ videos }: { videos: readonly Video[] | undefined }) {
  const free = videos?.filter((video) => video.free).slice(0, mostShown) ?? []
  if (free.length === 0) return null
  return (
    <section aria-labelledby="free-videos" className="mt-12 max-w-[34rem]">
      <h2 id="free-videos" className="text-sm font-medium tracking-normal">
        {m.landing_free()}
      </h2>
      <ul className="mt-3 grid gap-4 sm:grid-cols-2">
        {free.map((video) => (
          <FreeVideo key={video.id} video={video} />
        ))}
      </ul>
    </section>
  )
}

const mostShown = 2

function FreeVideo({ video: { id, title, thumbnailUrl, durationSeconds } }: { video: Video }) {
  return (
    <li className="card relative overflow-hidden hover:border-control">
      <div className="aspect-video border-b border-line bg-raised">
        {thumbnailUrl ? (
          <img src={thumbnailUrl} alt="" loading="lazy" className="size-full object-cover" />
        ) : null}
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
