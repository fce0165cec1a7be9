import { useState } from 'react'
import { billingCalls } from '#contract/billing/billing-calls.ts'
import { m } from '#messages/generated/messages.js'
import { call } from '#web/site/api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { useSubscriptionChange } from './change-subscription.ts'

/** Takes a cancellation back: nothing is charged before the date that stands. */
export function ResumeButton() {
  const { change, busy } = useSubscriptionChange()
  const [refusal, setRefusal] = useState<string>()
  const resume = async () => {
    setRefusal(undefined)
    setRefusal(await change(() => call(billingCalls.resumeSubscription), m.resume_done()))
  }
  return (
    <div className="grid justify-items-start gap-3">
      {refusal ? <Alert>{refusal}</Alert> : null}
      <Button variant="primary" busy={busy} onClick={resume}>
        {m.resume_button()}
      </Button>
    </div>
  )
}
