import { type FormEvent, useId, useRef, useState } from 'react'
import { credentialCalls } from '#contract/accounts/credential-calls.ts'
import { m } from '#messages/generated/messages.js'
import { useAfterSignIn } from '#web/accounts/after-sign-in.ts'
import { CallProblem, call } from '#web/site/api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'

/** Asks for a code of the authenticator app, which the browser may fill in, or for a recovery code. */
export function CodeForm({
  method,
  onEnded,
}: {
  method: 'totp' | 'recovery-code'
  /** The sign-in under way is over: by time, or by too many wrong codes. */
  onEnded: () => void
}) {
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const afterSignIn = useAfterSignIn()
  const lead = useId()
  const byApp = method === 'totp'

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setMissing(code.trim() === '')
    setRefusal(undefined)
    if (code.trim() === '') return field.current?.focus()
    setBusy(true)
    const reply = await call(credentialCalls.secondFactor, { body: { code } })
    if (reply instanceof CallProblem && reply.code === 'login-required') return onEnded()
    const refused = reply instanceof CallProblem ? reply.detail : await afterSignIn(reply)
    setBusy(false)
    setRefusal(refused)
    if (refused === undefined) return
    field.current?.focus()
    field.current?.select()
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={submit} aria-describedby={lead}>
      <p id={lead} className="text-muted">
        {byApp ? m.second_step_totp() : m.second_step_recovery()}
      </p>
      <Field
        ref={field}
        label={byApp ? m.second_step_code() : m.second_step_recovery_code()}
        autoComplete={byApp ? 'one-time-code' : 'off'}
        inputMode={byApp ? 'numeric' : 'text'}
        autoCapitalize={byApp ? 'none' : 'characters'}
        spellCheck={false}
        maxLength={40}
        autoFocus
        value={code}
        onChange={(event) => setCode(event.target.value)}
        error={missing ? m.second_step_missing() : undefined}
      />
      {refusal ? <Alert>{refusal}</Alert> : null}
      <Button type="submit" variant="primary" size="large" busy={busy}>
        {m.login_button()}
      </Button>
    </form>
  )
}
