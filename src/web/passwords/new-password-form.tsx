import { type FormEvent, type ReactNode, useState } from 'react'
import { shortestPassword } from '#domain/accounts/password.ts'
import { m } from '#messages/generated/messages.js'
import { CallProblem } from '#web/site/api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { newPasswordFaults } from './new-password-faults.ts'

/** A new password, twice, behind a link. What the server refuses stays on the page, with a way on where there is one. */
export function NewPasswordForm<Reply>({
  contact,
  send,
  onDone,
  otherLink,
}: {
  contact: string
  send: (password: string) => Promise<Reply | CallProblem>
  onDone: (reply: Reply) => Promise<void>
  /** What helps whoever came with a link that is used or too old. */
  otherLink: ReactNode
}) {
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [faults, setFaults] = useState<{ password?: string; confirmation?: string }>({})
  const [refusal, setRefusal] = useState<CallProblem>()
  const [busy, setBusy] = useState(false)

  const save = async () => {
    const reply = await send(password)
    if (!(reply instanceof CallProblem)) return onDone(reply)
    const fault = reply.errors.password
    if (fault) setFaults({ password: fault })
    else setRefusal(reply)
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const found = newPasswordFaults(password, confirmation, m.field_passwords_differ)
    setFaults(found)
    setRefusal(undefined)
    if (found.password || found.confirmation) return
    setBusy(true)
    await save()
    setBusy(false)
  }

  return (
    <form noValidate className="mt-6 grid gap-5" onSubmit={submit}>
      {/* so that password managers know whose password it is */}
      <input type="email" name="username" autoComplete="username" value={contact} readOnly hidden />
      <PasswordField
        label={m.new_password()}
        autoComplete="new-password"
        autoFocus
        hint={m.register_password_hint({ count: shortestPassword })}
        error={faults.password}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <PasswordField
        label={m.confirm_new_password()}
        autoComplete="new-password"
        error={faults.confirmation}
        value={confirmation}
        onChange={(event) => setConfirmation(event.target.value)}
      />
      {refusal ? <Alert>{refusal.detail}</Alert> : null}
      {refusal?.code.startsWith('code-') ? otherLink : null}
      <Button type="submit" variant="primary" size="large" busy={busy}>
        {m.reset_password_button()}
      </Button>
    </form>
  )
}
