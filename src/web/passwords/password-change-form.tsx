import { type FormEvent, useRef, useState } from 'react'
import { shortestPassword } from '#domain/accounts/password.ts'
import { m } from '#messages/generated/messages.js'
import { CallProblem } from '#web/site/api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { newPasswordFaults } from './new-password-faults.ts'

type Fields = { current?: string; password?: string; confirmation?: string }

/** The present password and a new one, twice. Once it is done all three are empty again. */
export function PasswordChangeForm({
  className = '',
  currentLabel,
  currentMissing,
  button,
  differ,
  send,
}: {
  className?: string
  currentLabel: string
  /** The sentence for a present password that was left empty. */
  currentMissing: string
  button: string
  /** The sentence for a repetition that differs. */
  differ: () => string
  send: (body: { currentPassword: string; password: string }) => Promise<unknown>
}) {
  const [entered, setEntered] = useState(empty)
  const [faults, setFaults] = useState<Fields>({})
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const currentField = useRef<HTMLInputElement>(null)
  const enter = (field: keyof typeof empty) => (event: { target: { value: string } }) =>
    setEntered({ ...entered, [field]: event.target.value })

  const change = async () => {
    const { current: currentPassword, password } = entered
    const reply = await send({ currentPassword, password })
    if (!(reply instanceof CallProblem)) return setEntered(empty)
    const fault = reply.errors.password
    if (fault) return setFaults({ password: fault })
    setRefusal(reply.detail)
    if (reply.code !== 'wrong-password') return
    currentField.current?.focus()
    currentField.current?.select()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const { current, password, confirmation } = entered
    const found: Fields = {
      ...(current === '' && { current: currentMissing }),
      ...newPasswordFaults(password, confirmation, differ),
    }
    setFaults(found)
    setRefusal(undefined)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    await change()
    setBusy(false)
  }

  return (
    <form noValidate className={`grid gap-5 ${className}`} onSubmit={submit}>
      <PasswordField
        ref={currentField}
        label={currentLabel}
        autoComplete="current-password"
        error={faults.current}
        value={entered.current}
        onChange={enter('current')}
      />
      <PasswordField
        label={m.new_password()}
        autoComplete="new-password"
        hint={m.register_password_hint({ count: shortestPassword })}
        error={faults.password}
        value={entered.password}
        onChange={enter('password')}
      />
      <PasswordField
        label={m.confirm_new_password()}
        autoComplete="new-password"
        error={faults.confirmation}
        value={entered.confirmation}
        onChange={enter('confirmation')}
      />
      {refusal ? <Alert>{refusal}</Alert> : null}
      <Button type="submit" variant="primary" busy={busy} className="justify-self-start">
        {button}
      </Button>
    </form>
  )
}

const empty = { current: '', password: '', confirmation: '' }
