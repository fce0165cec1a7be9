import { type RefObject, useState } from 'react'
import { credentialCalls } from '#contract/accounts/credential-calls.ts'
import type { SignInMethods } from '#contract/accounts/credentials.ts'
import { m } from '#messages/generated/messages.js'
import { call, forgetCsrfToken } from '#web/platform/site/api.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { PasswordField } from '#web/platform/ui/password-field.tsx'

/** Switches the authenticator app off, with the password and a code. */
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
  const { busy, refusal, submit } = useCall(
    (body: { currentPassword: string; code: string }) => call(credentialCalls.removeTotp, { body }),
    {
      check: (entered) => {
        if (entered.currentPassword === '') return m.prompt_password_missing()
        return entered.code.trim() === '' ? m.second_step_missing() : undefined
      },
      onDone: ({ body }) => {
        forgetCsrfToken()
        onDone(body)
      },
    },
  )

  return (
    <form noValidate className="grid gap-5" onSubmit={submit({ currentPassword, code })}>
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
