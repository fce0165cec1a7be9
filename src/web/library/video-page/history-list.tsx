import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import type { Library } from '#web/library/videos/library.ts'
import { Poster } from '#web/library/videos/poster.tsx'
import type { ReturnPath } from '#web/library/videos/return-path.ts'
import { shownCardDuration, shownViewedAt } from '#web/library/videos/shown.ts'
import type { HistoryFailure, LibraryViewer } from '#web/library/videos/viewing.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { Skeleton } from '#web/platform/ui/skeleton.tsx'
import './history-list.css'

/** Maximum number of videos (product.md section 9). */
const recentlyViewed = 7

type HistoryListProps = {
  library: Library
  viewer: LibraryViewer
  /** Stays the listing to go back to. */
  listing: string
}

/** The 7 most recently viewed videos. An empty history is reported only once it is loaded. */
export default function HistoryList({ library, viewer, listing }: HistoryListProps) {
  if (viewer.historyFailure) return <Failed {...viewer.historyFailure} />
  if (!viewer.known) return <Loading />
  if (viewer.history.length === 0) return <p className="text-sm text-muted">{m.history_empty()}</p>
  const viewed = viewer.history
    .flatMap((entry) => {
      const video = library.byId.get(entry.videoId)
      return video ? [{ ...entry, video }] : []
    })
    .slice(0, recentlyViewed)
  if (viewed.length === 0) return <p className="text-sm text-muted">{m.history_gone()}</p>
  return (
    <ol className="grid gap-1">
      {viewed.map(({ video, viewedAt }) => (
        <li key={video.id}>
          <Link
            to={href('video', { id: video.id })}
            state={{ listing } satisfies ReturnPath}
            className="history-entry"
          >
            <Poster video={video} sizes="6.5rem" />
            <span className="min-w-0">
              <bdi className="line-clamp-2 text-sm leading-snug font-medium">{video.title}</bdi>
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

function Failed({ busy, again }: HistoryFailure) {
  return (
    <div className="grid justify-items-start gap-2">
      <p role="alert" className="text-sm">
        {m.history_failure()}
      </p>
      <Button busy={busy} onClick={again}>
        {m.try_again()}
      </Button>
    </div>
  )
}

function Loading() {
  return (
    <div role="status" className="grid gap-2">
      <span className="sr-only">{m.loading()}</span>
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-12 w-full" />
    </div>
  )
}
