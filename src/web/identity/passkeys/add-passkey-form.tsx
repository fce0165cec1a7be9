import { type RefObject, useState } from 'react'
import { credentialCalls } from '#contract/accounts/credential-calls.ts'
import type { CallReply } from '#contract/call.ts'
import { m } from '#messages/generated/messages.js'
import { CallProblem, call, forgetCsrfToken } from '#web/platform/site/api.ts'
import { Refusal, useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { PasswordField } from '#web/platform/ui/password-field.tsx'
import { type AuthenticatorFailure, makePasskey } from './ask-authenticator.ts'

type Added = CallReply<typeof credentialCalls.addPasskey>['body']

const failures: Record<AuthenticatorFailure, () => string> = {
  declined: m.passkeys_not_made,
  known: m.passkeys_known_here,
  failed: m.problem_passkey_refused,
}

/** Asks for a name and the password, then for a new passkey from the browser. */
export function AddPasskeyForm({
  first,
  onAdded,
}: {
  /** The field that gets the focus. */
  first: RefObject<HTMLInputElement | null>
  onAdded: (added: Added) => void
}) {
  const [name, setName] = useState(platformName())
  const [currentPassword, setCurrentPassword] = useState('')
  const { busy, refusal, submit } = useCall(addPasskey, {
    check: (entered) => {
      if (entered.name.trim() === '') return m.field_passkey_name_missing()
      return entered.currentPassword === '' ? m.prompt_password_missing() : undefined
    },
    onDone: ({ body }) => {
      forgetCsrfToken()
      onAdded(body)
    },
  })

  return (
    <form noValidate className="grid gap-5" onSubmit={submit({ name, currentPassword })}>
      <Field
        ref={first}
        label={m.passkeys_name()}
        hint={m.passkeys_name_hint()}
        autoComplete="off"
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <PasswordField
        label={m.current_password()}
        autoComplete="current-password"
        value={currentPassword}
        onChange={(event) => setCurrentPassword(event.target.value)}
      />
      <p className="text-sm text-muted">{m.passkeys_add_text()}</p>
      {refusal ? <Alert>{refusal}</Alert> : null}
      <Button type="submit" variant="primary" busy={busy} className="justify-self-end">
        {m.passkeys_continue()}
      </Button>
    </form>
  )
}

async function addPasskey({ name, currentPassword }: { name: string; currentPassword: string }) {
  const started = await call(credentialCalls.startPasskey, { body: { currentPassword } })
  if (started instanceof CallProblem) return started
  const response = await makePasskey(started.body.options)
  if (typeof response === 'string') return new Refusal(failures[response]())
  const reply = await call(credentialCalls.addPasskey, { body: { name, response } })
  return reply instanceof CallProblem && reply.errors.name ? new Refusal(reply.errors.name) : reply
}

/** Returns the likely name of this device. */
function platformName(): string {
  const known = [/iPhone/, /iPad/, /Android/, /Windows/, /Mac/, /CrOS/, /Linux/]
  return known.find((platform) => platform.test(navigator.userAgent))?.source ?? ''
}
