import { m } from '#messages/generated/messages.js'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'

/** Replaces content that could not be loaded. */
export function FailedRead({
  error,
  busy = false,
  again,
}: {
  error: Error
  busy?: boolean
  again: () => void
}) {
  return (
    <div className="grid justify-items-start gap-3">
      <Alert>{error.message}</Alert>
      <Button busy={busy} onClick={again}>
        {m.try_again()}
      </Button>
    </div>
  )
}
