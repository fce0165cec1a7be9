import type { Video } from '#contract/library.ts'
import { href } from '#contract/pages.ts'
import { isoDuration, minutesAndSeconds } from '#domain/durations.ts'
import { m } from '#messages/generated/messages.js'
import { Link } from '#web/ui/link.tsx'

/** A few videos that need no account, so that nobody buys unseen. */
export function FreeVideos({ videos }: { videos: readonly Video[] | undefined }) {
  const free = videos?.filter((video) => video.free).slice(0, mostShown) ?? []
  if (free.length === 0) return null
  return (
    <section aria-labelledby="free-videos" className="mt-16 border-t border-line pt-8">
      <h2 id="free-videos">{m.landing_free()}</h2>
      <ul className="mt-5 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {free.map((video) => (
          <FreeVideo key={video.id} video={video} />
        ))}
      </ul>
    </section>
  )
}

const mostShown = 3

function FreeVideo({ video: { id, title, thumbnailUrl, durationSeconds } }: { video: Video }) {
  return (
    <li className="card relative overflow-hidden hover:border-control">
      <div className="aspect-video border-b border-line bg-raised">
        {thumbnailUrl ? (
          <img src={thumbnailUrl} alt="" loading="lazy" className="size-full object-cover" />
        ) : null}
      </div>
      <div className="flex items-baseline justify-between gap-4 px-4 py-3">
        <Link
          to={href('video', { id })}
          className="font-medium after:absolute after:inset-0 after:rounded-card"
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
