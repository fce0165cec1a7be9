import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { m } from '#messages/generated/messages.js'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'

type Question = {
  /** Titles the dialog: 'Please supply your current password when changing your email contacts.' */
  readonly message: string
  /** Does what the password is asked for. The sentence that it answers is shown, and the dialog stays open. */
  readonly submit: (password: string) => Promise<string | undefined>
  /** More to say or to ask, above the field. */
  readonly children?: ReactNode
}

/**
 * The password prompt of product.md section 2: `ask()` opens it, `dialog` is to be drawn somewhere. A wrong password
 * keeps it open with the server's sentence; done, it closes.
 */
export function usePasswordPrompt(): { ask: (question: Question) => void; dialog: ReactNode } {
  const [question, setQuestion] = useState<Question>()
  const field = useRef<HTMLInputElement>(null)
  const close = () => setQuestion(undefined)
  const dialog = (
    <Modal title={question?.message ?? ''} onClose={close} initialFocus={field}>
      {question ? <Prompt question={question} field={field} onDone={close} /> : null}
    </Modal>
  )
  return { ask: setQuestion, dialog }
}

function Prompt({
  question,
  field,
  onDone,
}: {
  question: Question
  field: React.RefObject<HTMLInputElement | null>
  onDone: () => void
}) {
  const [password, setPassword] = useState('')
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (password === '') {
      setRefusal(m.prompt_password_missing())
      return
    }
    setBusy(true)
    setRefusal(undefined)
    const refused = await question.submit(password)
    setBusy(false)
    if (refused === undefined) onDone()
    else {
      setRefusal(refused)
      field.current?.select()
    }
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      {question.children}
      <PasswordField
        ref={field}
        label={m.current_password()}
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {refusal ? <Alert>{refusal}</Alert> : null}
      <Button type="submit" variant="primary" busy={busy} className="justify-self-end">
        {m.prompt_submit()}
      </Button>
    </form>
  )
}
