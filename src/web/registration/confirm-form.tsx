import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { sessionCalls } from '#contract/accounts/session-calls.ts'
import { href } from '#contract/pages.ts'
import { checkPassword } from '#domain/accounts/password.ts'
import { m } from '#messages/generated/messages.js'
import { faultSentence } from '#web/accounts/fault-sentence.ts'
import { CallProblem, call } from '#web/site/api.ts'
import { renewSession } from '#web/site/site.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'

/**
 * One button; and a password field, if the server finds that this is not the browser that registered. It asks for the
 * user's own password where the contact was added to an account that has been confirmed already.
 */
export function ConfirmForm({ contact, code }: { contact: string; code: string }) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [password, setPassword] = useState<string>()
  const [asked, setAsked] = useState<'first' | 'own'>('first')
  const [fault, setFault] = useState<string>()
  const [refusal, setRefusal] = useState<string>()

  const confirm = async () => {
    const body = { contact, code, ...(password !== undefined && { password }) }
    const reply = await call(sessionCalls.confirmContact, { body })
    if (!(reply instanceof CallProblem)) {
      await renewSession()
      const { trialStarted } = reply.body
      const to = href('confirmContactSuccess', {}, { contact: reply.body.contact })
      return navigate(to, { replace: true, state: { trialStarted } })
    }
    if (reply.code === 'password-required' || reply.code === 'own-password-required') {
      setAsked(reply.code === 'password-required' ? 'first' : 'own')
      return setPassword('')
    }
    if (reply.code === 'wrong-password') return setRefusal(reply.detail)
    if (reply.errors.password) return setFault(reply.errors.password)
    // worth a second try with the same button
    if (reply.status === 0 || reply.status === 429 || reply.status === 503) return setRefusal(reply.detail)
    if (reply.status >= 500) return navigate(href('confirmContactError'), { replace: true })
    const to = href('confirmContactFailure', {}, { contact })
    return navigate(to, { replace: true, state: { message: reply.detail } })
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = faultOf(password, asked)
    setFault(wrong)
    setRefusal(undefined)
    if (wrong || busy) return
    setBusy(true)
    await confirm()
    setBusy(false)
  }

  return (
    <form noValidate className="mt-6 grid gap-5" onSubmit={submit}>
      {password === undefined ? null : (
        <>
          <p role="status">
            {asked === 'own' ? m.confirm_own_password_needed() : m.confirm_password_needed()}
          </p>
          {/* so that password managers know whose password it is */}
          <input type="email" name="username" autoComplete="username" value={contact} readOnly hidden />
          <PasswordField
            label={m.account_password()}
            autoComplete={asked === 'own' ? 'current-password' : 'new-password'}
            autoFocus
            value={password}
            error={fault}
            onChange={(event) => setPassword(event.target.value)}
          />
        </>
      )}
      {refusal ? <Alert>{refusal}</Alert> : null}
      <Button type="submit" variant="primary" size="large" busy={busy}>
        {m.confirm_button()}
      </Button>
    </form>
  )
}

function faultOf(password: string | undefined, asked: 'first' | 'own'): string | undefined {
  if (asked === 'own') return password === '' ? m.prompt_password_missing() : undefined
  const fault = password === undefined ? undefined : checkPassword(password)
  return fault && faultSentence(fault)
}
