import { type ReactNode, useState } from 'react'
import { billingCalls } from '#contract/billing/billing-calls.ts'
import { m } from '#messages/generated/messages.js'
import { call } from '#web/platform/site/api.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Modal } from '#web/platform/ui/modal.tsx'

type Question = {
  readonly clientSecret: string
  readonly answered: (refusal: string | undefined) => void
}

/**
 * The sandbox's bank. `ask` shows its dialog for a setup or a charge; it resolves to undefined once the card holder has
 * confirmed, else to the message of the failure. Closing the dialog leaves the confirmation pending.
 */
export function useSandboxBank(): {
  readonly ask: (clientSecret: string) => Promise<string | undefined>
  readonly dialog: ReactNode
} {
  const [question, setQuestion] = useState<Question>()
  const ask = (clientSecret: string) =>
    new Promise<string | undefined>((answered) => {
      setQuestion({ clientSecret, answered })
    })
  const end = (refusal: string | undefined) => {
    setQuestion(undefined)
    question?.answered(refusal)
  }
  const dialog = (
    <Modal title={m.bank_title()} onClose={() => end(m.bank_unanswered())}>
      {question ? <Answer clientSecret={question.clientSecret} onEnd={end} /> : null}
    </Modal>
  )
  return { ask, dialog }
}

function Answer({
  clientSecret,
  onEnd,
}: {
  clientSecret: string
  onEnd: (refusal: string | undefined) => void
}) {
  const { refusal, sending, send } = useCall(
    (approve: boolean) => call(billingCalls.answerSandboxBank, { body: { clientSecret, approve } }),
    { onDone: ({ body }) => onEnd(body.status === 'succeeded' ? undefined : m.bank_refused()) },
  )

  return (
    <div className="grid gap-5">
      <p>{m.bank_question()}</p>
      {refusal ? <Alert>{refusal}</Alert> : null}
      <div className="flex flex-wrap justify-end gap-3">
        <Button busy={sending === false} onClick={() => send(false)}>
          {m.bank_no()}
        </Button>
        <Button variant="primary" busy={sending === true} onClick={() => send(true)}>
          {m.bank_yes()}
        </Button>
      </div>
    </div>
  )
}
