import { useId, useRef, useState } from 'react'
import { credentialCalls } from '#contract/accounts/credential-calls.ts'
import { m } from '#messages/generated/messages.js'
import type { AfterSignIn } from '#web/identity/accounts/after-sign-in.ts'
import { call } from '#web/platform/site/api.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'

/** Asks for a code of the authenticator app, which the browser may fill in, or for a recovery code. */
export function CodeForm({
  method,
  afterSignIn,
  onEnded,
}: {
  method: 'totp' | 'recovery-code'
  afterSignIn: AfterSignIn
  /** The sign-in in progress ended: expired, or too many wrong codes. */
  onEnded: () => void
}) {
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const lead = useId()
  const byApp = method === 'totp'

  const { busy, refusal, faults, submit } = useCall(
    (typed: string) => call(credentialCalls.secondFactor, { body: { code: typed } }),
    {
      check: (typed) => {
        if (typed.trim() !== '') return undefined
        field.current?.focus()
        return { code: m.second_step_missing() }
      },
      // when the sign-in ended, the password form shows the reason
      sentenceOf: ({ code: reason, detail }) => (reason === 'login-required' ? undefined : detail),
      onDone: afterSignIn,
      onRefused: (problem) => {
        if (problem.code === 'login-required') return onEnded()
        field.current?.focus()
        field.current?.select()
      },
    },
  )

  return (
    <form noValidate className="grid gap-5" onSubmit={submit(code)} aria-describedby={lead}>
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
        error={faults.code}
      />
      {refusal ? <Alert>{refusal}</Alert> : null}
      <Button type="submit" variant="primary" size="large" busy={busy}>
        {m.login_button()}
      </Button>
    </form>
  )
}
