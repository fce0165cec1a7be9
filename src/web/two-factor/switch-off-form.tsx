import { type FormEvent, type RefObject, useState } from 'react'
import { credentialCalls } from '#contract/accounts/credential-calls.ts'
import type { SignInMethods } from '#contract/accounts/credentials.ts'
import { m } from '#messages/generated/messages.js'
import { CallProblem, call, forgetCsrfToken } from '#web/site/api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'

/** Asks for both that switching the authenticator app off needs: the password, and a code. */
export function SwitchOffForm({
  first,
  onDone,
}: {
  /** The field that gets the focus. */
  first: RefObject<HTMLInputElement | null>
  onDone: (left: SignInMethods) => void
}) {
  const [currentPassword, setCurrentPassword] = useState('')
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (currentPassword === '') return setRefusal(m.prompt_password_missing())
    if (code.trim() === '') return setRefusal(m.second_step_missing())
    setRefusal(undefined)
    setBusy(true)
    const reply = await call(credentialCalls.removeTotp, { body: { currentPassword, code } })
    setBusy(false)
    if (reply instanceof CallProblem) return setRefusal(reply.detail)
    forgetCsrfToken()
    onDone(reply.body)
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      <PasswordField
        ref={first}
        label={m.current_password()}
        autoComplete="current-password"
        value={currentPassword}
        onChange={(event) => setCurrentPassword(event.target.value)}
      />
      <Field
        label={m.two_factor_switch_off_code()}
        autoComplete="one-time-code"
        spellCheck={false}
        maxLength={40}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      {refusal ? <Alert>{refusal}</Alert> : null}
      <Button type="submit" variant="primary" busy={busy} className="justify-self-end">
        {m.two_factor_switch_off()}
      </Button>
    </form>
  )
}
