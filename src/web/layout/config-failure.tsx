import { m } from '#messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Without the public settings no page can be drawn. */
export function ConfigFailure() {
  return (
    <main role="alert">
      <EmptyState
        title={m.config_failure()}
        action={
          <Button variant="primary" onClick={() => location.reload()}>
            {m.reload()}
          </Button>
        }
      />
    </main>
  )
}
