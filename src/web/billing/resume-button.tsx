import { billingCalls } from '#contract/billing/billing-calls.ts'
import { m } from '#messages/generated/messages.js'
import { call } from '#web/site/api.ts'
import { useCall } from '#web/site/use-call.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { useShowChange } from './change-subscription.ts'

/** Takes a cancellation back: nothing is charged before the date that stands. */
export function ResumeButton() {
  const { busy, refusal, send } = useCall(
    () => call(billingCalls.resumeSubscription),
    useShowChange(m.resume_done()),
  )
  return (
    <div className="grid justify-items-start gap-3">
      {refusal ? <Alert>{refusal}</Alert> : null}
      <Button variant="primary" busy={busy} onClick={() => send()}>
        {m.resume_button()}
      </Button>
    </div>
  )
}
