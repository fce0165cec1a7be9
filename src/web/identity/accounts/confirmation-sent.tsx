import { useState } from 'react'
import { sessionCalls } from '#contract/accounts/session-calls.ts'
import { m } from '#messages/generated/messages.js'
import { call } from '#web/platform/site/api.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { MessageSent } from './message-sent.tsx'

/**
 * Shown after a form that created a user: asks to follow the mailed link, and helps if no mail arrives. `page` is the
 * title, `next` the page requested before.
 */
export function ConfirmationSent({
  email,
  page,
  next,
  onWrongAddress,
}: {
  email: string
  page: string
  next?: string | undefined
  onWrongAddress: () => void
}) {
  const [isSentAgain, setSentAgain] = useState(false)
  const { busy, refusal, send } = useCall(
    () => call(sessionCalls.resendRegistration, { body: { email, ...(next !== undefined && { next }) } }),
    { onDone: () => setSentAgain(true) },
  )
  return (
    <MessageSent
      email={email}
      page={page}
      title={m.register_done_title()}
      text={m.register_done({ email })}
      hint={m.register_done_hint()}
      loginLabel={m.register_login_link()}
    >
      <div className="mt-8 grid gap-3 border-t border-line pt-5">
        {refusal ? <Alert>{refusal}</Alert> : null}
        <p role="status" className="text-sm text-muted empty:hidden">
          {isSentAgain && !refusal ? m.register_sent_again() : null}
        </p>
        <p className="flex flex-wrap gap-3">
          <Button busy={busy} onClick={() => send()}>
            {m.register_send_again()}
          </Button>
          <Button variant="quiet" onClick={onWrongAddress}>
            {m.register_wrong_address()}
          </Button>
        </p>
      </div>
    </MessageSent>
  )
}
