import { useState } from 'react'
import { m } from '#messages/generated/messages.js'
import { Form } from '#web/front/desk/fields/form.tsx'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { PasswordField } from '#web/platform/ui/password-field.tsx'

type ProofFormProps = {
  hint?: string
  submit: string
  danger?: boolean
  busy: boolean
  refusal: string | undefined
  onProof: (proof: { password: string; code: string }) => void
}

/** Asks for the password and a code of the second factor. */
export function ProofForm({ hint, submit, danger = false, busy, refusal, onProof }: ProofFormProps) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const send = () => {
    if (password !== '' && code.trim() !== '') onProof({ password, code })
  }
  return (
    <Form className="grid gap-5" onSubmit={send}>
      {hint === undefined ? null : <p>{hint}</p>}
      <PasswordField
        label={m.current_password()}
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Field
        label={m.backups_code()}
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      {refusal ? <Alert>{refusal}</Alert> : null}
      <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy} className="justify-self-end">
        {submit}
      </Button>
    </Form>
  )
}
