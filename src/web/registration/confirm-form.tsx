import { useState } from 'react'
import { useNavigate } from 'react-router'
import { sessionCalls } from '#contract/accounts/session-calls.ts'
import { href } from '#contract/pages.ts'
import { checkPassword } from '#domain/accounts/password.ts'
import { m } from '#messages/generated/messages.js'
import { faultSentence } from '#web/accounts/fault-sentence.ts'
import { type CallProblem, call } from '#web/site/api.ts'
import { renewSession } from '#web/site/site.ts'
import { useCall } from '#web/site/use-call.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'

/**
 * One button; and a password field, if the server finds that this is not the browser that registered. It asks for the
 * user's own password where the contact was added to an account that has been confirmed already.
 */
export function ConfirmForm({ contact, code }: { contact: string; code: string }) {
  const { busy, refusal, faults, password, asked, setPassword, submit } = useConfirmation({ contact, code })
  return (
    <form noValidate className="mt-6 grid gap-5" onSubmit={submit(password)}>
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
            error={faults.password}
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

/** The confirmation, with the password that the server may ask for; undefined until it does. */
function useConfirmation({ contact, code }: { contact: string; code: string }) {
  const navigate = useNavigate()
  const [password, setPassword] = useState<string>()
  const [asked, setAsked] = useState<'first' | 'own'>('first')
  const { busy, refusal, faults, submit } = useCall(
    (given: string | undefined) => {
      const body = { contact, code, ...(given !== undefined && { password: given }) }
      return call(sessionCalls.confirmContact, { body })
    },
    {
      check: (given) => ({ password: faultOf(given, asked) }),
      fields: ['password'],
      sentenceOf: (problem) => (isWorthAnotherTry(problem) ? problem.detail : undefined),
      onDone: async ({ body: { contact: confirmed, trialStarted } }) => {
        await renewSession()
        const to = href('confirmContactSuccess', {}, { contact: confirmed })
        return navigate(to, { replace: true, state: { trialStarted } })
      },
      onRefused: (problem) => {
        if (problem.code === 'password-required' || problem.code === 'own-password-required') {
          setAsked(problem.code === 'password-required' ? 'first' : 'own')
          return setPassword('')
        }
        if (isWorthAnotherTry(problem) || problem.errors.password) return
        if (problem.status >= 500) return navigate(href('confirmContactError'), { replace: true })
        const to = href('confirmContactFailure', {}, { contact })
        return navigate(to, { replace: true, state: { message: problem.detail } })
      },
    },
  )
  return { busy, refusal, faults, password, asked, setPassword, submit }
}

/** Whether the same button may do it yet, here. */
function isWorthAnotherTry({ code, status }: CallProblem): boolean {
  return code === 'wrong-password' || status === 0 || status === 429 || status === 503
}

function faultOf(password: string | undefined, asked: 'first' | 'own'): string | undefined {
  if (asked === 'own') return password === '' ? m.prompt_password_missing() : undefined
  const fault = password === undefined ? undefined : checkPassword(password)
  return fault && faultSentence(fault)
}
