import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { m } from '#messages/generated/messages.js'
import { type Attempt, type CallOptions, type Replied, useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Modal } from '#web/platform/ui/modal.tsx'
import { PasswordField } from '#web/platform/ui/password-field.tsx'

type Question<Made> = {
  /** Titles the dialog: 'Please supply your current password when changing your email contacts.' */
  readonly message: string
  /** Further content above the field. */
  readonly children?: ReactNode | ((busy: boolean) => ReactNode)
  /** The call that needs the password, as for `useCall`. After a refusal the dialog stays open with its message. */
  readonly make: (password: string, attempt: Attempt) => Promise<Made>
  readonly onDone?: (reply: Replied<Made>) => unknown
  readonly sentenceOf?: CallOptions<string, unknown>['sentenceOf']
}

type Asked = Question<unknown>

/**
 * The password prompt of product.md section 2: `ask()` opens it, `dialog` has to be rendered. A wrong password keeps it
 * open with the server's message; on success it closes.
 */
export function usePasswordPrompt(): {
  readonly ask: <Made>(question: Question<Made>) => void
  readonly dialog: ReactNode
  readonly busy: boolean
  /** Whether the prompt is open. */
  readonly isAsking: boolean
} {
  const [question, setQuestion] = useState<Asked>()
  const field = useRef<HTMLInputElement>(null)
  const { busy, refusal, send, forget } = useCall(
    ({ asked, password }: { asked: Asked; password: string }, attempt) => asked.make(password, attempt),
    {
      check: ({ password }) => (password === '' ? m.prompt_password_missing() : undefined),
      sentenceOf: (problem) => (question?.sentenceOf ? question.sentenceOf(problem) : problem.detail),
      onDone: async (reply, { asked }) => {
        const outcome = await asked.onDone?.(reply as never)
        setQuestion((shown) => (shown === asked ? undefined : shown))
        return outcome
      },
      onRefused: () => field.current?.select(),
    },
  )
  const dialog = (
    <Modal title={question?.message ?? ''} onClose={() => setQuestion(undefined)} initialFocus={field}>
      {question ? (
        <Prompt
          field={field}
          busy={busy}
          refusal={refusal}
          onPassword={(password) => send({ asked: question, password })}
        >
          {typeof question.children === 'function' ? question.children(busy) : question.children}
        </Prompt>
      ) : null}
    </Modal>
  )
  const ask = <Made,>(asked: Question<Made>) => {
    forget()
    setQuestion(asked as Asked)
  }
  return { ask, dialog, busy, isAsking: question !== undefined }
}

function Prompt({
  field,
  busy,
  refusal,
  onPassword,
  children,
}: {
  field: RefObject<HTMLInputElement | null>
  busy: boolean
  refusal: string | undefined
  onPassword: (password: string) => void
  children: ReactNode
}) {
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onPassword(password)
  }
  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      {children}
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
