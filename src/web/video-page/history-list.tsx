import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import type { Library } from '#web/library/library.ts'
import type { ReturnPath } from '#web/library/return-path.ts'
import { shownCardDuration, shownViewedAt } from '#web/library/shown.ts'
import type { Viewer } from '#web/library/viewing.ts'
import { Link } from '#web/ui/link.tsx'

/** How many the list holds (product.md section 9). */
const recentlyViewed = 7

/** The 7 most recently viewed videos. */
export function HistoryList({
  library,
  viewer,
  listing,
}: {
  library: Library
  viewer: Viewer
  /** The listing that the viewer came from stays the one to go back to. */
  listing: string
}) {
  const viewed = viewer.history
    .flatMap((entry) => {
      const video = library.byId.get(entry.videoId)
      return video ? [{ ...entry, video }] : []
    })
    .slice(0, recentlyViewed)
  if (viewed.length === 0) return <p className="text-sm text-muted">{m.history_empty()}</p>
  return (
    <ol className="grid gap-1">
      {viewed.map(({ video, viewedAt }) => (
        <li key={video.id}>
          <Link
            to={href('video', { id: video.id })}
            state={{ listing } satisfies ReturnPath}
            className="history-entry"
          >
            {video.thumbnailUrl ? (
              <img src={video.thumbnailUrl} alt="" loading="lazy" width={640} height={360} />
            ) : (
              <span className="history-poster" />
            )}
            <span className="min-w-0">
              <span className="line-clamp-2 text-sm leading-snug font-medium">{video.title}</span>
              <span className="caption block font-normal">
                <span className="num">{shownCardDuration(video.durationSeconds)}</span> ·{' '}
                {shownViewedAt(viewedAt)}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ol>
  )
}
