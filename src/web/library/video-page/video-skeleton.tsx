import { m } from '#messages/generated/messages.js'
import { Button } from '#web/platform/ui/button.tsx'
import { EmptyState } from '#web/platform/ui/empty-state.tsx'
import { Skeleton } from '#web/platform/ui/skeleton.tsx'

/** Placeholder of a video's page, while the video is unknown. */
export function VideoSkeleton() {
  return (
    <div className="watch min-h-dvh" role="status">
      <span className="sr-only">{m.loading()}</span>
      <div className="video-header">
        <div className="grid gap-2.5 py-1">
          <Skeleton className="h-3.5 w-40" />
          <Skeleton className="h-7 w-72 max-w-full" />
        </div>
      </div>
      <div className="watch-stage">
        <div className="watch-film">
          <div className="player" />
        </div>
      </div>
    </div>
  )
}

/** Shown if neither the video nor the listing can be loaded. */
export function VideoUnavailable({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        title={m.video_load_failure()}
        action={
          <Button variant="primary" onClick={onRetry}>
            {m.try_again()}
          </Button>
        }
      />
    </div>
  )
}
