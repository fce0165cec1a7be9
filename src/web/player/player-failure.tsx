import { m } from '#messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'

/** The film cannot be played, and trying again did not help. */
export function PlayerFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="player-cover">
      <p>{m.video_load_failure()}</p>
      <Button variant="primary" onClick={onRetry}>
        {m.try_again()}
      </Button>
    </div>
  )
}
