import { adminSystemCalls } from '#contract/desk/system-calls.ts'
import { m } from '#messages/generated/messages.js'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'

/** Runs a step of the upkeep, or the waiting jobs of a name, at once. */
export function RunNowButton({ kind, name }: { kind: 'step' | 'job'; name: string }) {
  const { busy, refusal, send, dialog } = useDeskChange(adminSystemCalls.runNow, {
    message: m.system_run_prompt({ name }),
    onDone: () => notify(m.system_run_ordered({ name }), 'success'),
  })
  return (
    <>
      <Button busy={busy} aria-label={m.system_run_of({ name })} onClick={() => send({ kind, name })}>
        {m.system_run()}
      </Button>
      {refusal ? <Alert>{refusal}</Alert> : null}
      {dialog}
    </>
  )
}
