import { type ReactNode, useRef, useState } from 'react'
import { m } from '#messages/generated/messages.js'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'

type Question = {
  readonly title: string
  readonly children?: ReactNode
  /** Does what was asked. The sentence that it answers is shown, and the dialog stays open. */
  readonly yes: () => Promise<string | undefined>
}

/** Asks before something is done, Yes or No: `ask()` opens the dialog, which is to be drawn somewhere. */
export function useQuestion(): { readonly ask: (question: Question) => void; readonly dialog: ReactNode } {
  const [question, setQuestion] = useState<Question>()
  const no = useRef<HTMLButtonElement>(null)
  const close = () => setQuestion(undefined)
  const dialog = (
    <Modal title={question?.title ?? ''} onClose={close} initialFocus={no}>
      {question ? <Answer question={question} no={no} onClose={close} /> : null}
    </Modal>
  )
  return { ask: setQuestion, dialog }
}

function Answer({
  question,
  no,
  onClose,
}: {
  question: Question
  no: React.RefObject<HTMLButtonElement | null>
  onClose: () => void
}) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()

  const yes = async () => {
    setBusy(true)
    setRefusal(undefined)
    const refused = await question.yes()
    setBusy(false)
    if (refused === undefined) onClose()
    else setRefusal(refused)
  }

  return (
    <div className="grid gap-5">
      {question.children}
      {refusal ? <Alert>{refusal}</Alert> : null}
      <div className="flex justify-end gap-3">
        <Button ref={no} onClick={onClose}>
          {m.question_no()}
        </Button>
        <Button variant="primary" busy={busy} onClick={yes}>
          {m.question_yes()}
        </Button>
      </div>
    </div>
  )
}
