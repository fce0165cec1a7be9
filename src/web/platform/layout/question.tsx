import { type ReactNode, useRef, useState } from 'react'
import { m } from '#messages/generated/messages.js'
import { type Attempt, type CallOptions, useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Modal } from '#web/platform/ui/modal.tsx'

type Question<Made> = Pick<CallOptions<void, Made>, 'onDone' | 'onRefused'> & {
  readonly title: string
  readonly children?: ReactNode
  /** Labels of the buttons, if not Yes and No. */
  readonly yes?: string
  readonly no?: string
  /** A destructive action: Yes has the colour of danger. */
  readonly ends?: boolean
  /** Makes the confirmed call, as for `useCall`. After a refusal the dialog stays open with its message. */
  readonly make: (nothing: undefined, attempt: Attempt) => Promise<Made>
}

type Asked = Question<never>

/** Asks Yes or No before an action. `ask()` opens the dialog, which the caller must render. */
export function useQuestion(): {
  readonly ask: <Made>(question: Question<Made>) => void
  readonly dialog: ReactNode
} {
  const [question, setQuestion] = useState<Asked>()
  const no = useRef<HTMLButtonElement>(null)
  const { busy, refusal, send, forget } = useCall(
    (asked: Asked, attempt): Promise<unknown> => asked.make(undefined, attempt),
    {
      onDone: async (reply, asked) => {
        const outcome = await asked.onDone?.(reply as never)
        setQuestion((shown) => (shown === asked ? undefined : shown))
        return outcome
      },
      onRefused: (refused, asked) => asked.onRefused?.(refused),
    },
  )
  const close = () => setQuestion(undefined)
  const dialog = (
    <Modal title={question?.title ?? ''} onClose={close} initialFocus={no}>
      {question ? (
        <div className="grid gap-5">
          {question.children}
          {refusal ? <Alert>{refusal}</Alert> : null}
          <div className="flex justify-end gap-3">
            <Button ref={no} onClick={close}>
              {question.no ?? m.question_no()}
            </Button>
            <Button variant={question.ends ? 'danger' : 'primary'} busy={busy} onClick={() => send(question)}>
              {question.yes ?? m.question_yes()}
            </Button>
          </div>
        </div>
      ) : null}
    </Modal>
  )
  const ask = <Made,>(asked: Question<Made>) => {
    forget()
    setQuestion(asked as unknown as Asked)
  }
  return { ask, dialog }
}
