import type { Video } from '#contract/library.ts'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { VideoCard } from '#web/library/video-card.tsx'
import '#web/library/library.css'

/** A few videos that need no account, so that nobody buys unseen. */
export function FreeVideos({ videos }: { videos: readonly Video[] | undefined }) {
  const free = videos?.filter((video) => video.free).slice(0, mostShown) ?? []
  if (free.length === 0) return null
  return (
    <section aria-labelledby="free-videos" className="listing mt-16 border-t border-line pt-8">
      <h2 id="free-videos">{m.landing_free()}</h2>
      <ul className="card-grid mt-5">
        {free.map((video) => (
          <VideoCard
            key={video.id}
            video={video}
            listing={href('content')}
            seen={false}
            locked={false}
            positionSeconds={0}
            onUnseen={() => undefined}
          />
        ))}
      </ul>
    </section>
  )
}

const mostShown = 3
