import { useState } from 'react'
import { sessionCalls } from '#contract/accounts/session-calls.ts'
import { href } from '#contract/pages.ts'
import { checkPassword } from '#domain/accounts/password.ts'
import { m } from '#messages/generated/messages.js'
import { bringBegun } from '#web/identity/accounts/begun-as-visitor.ts'
import { faultSentence } from '#web/identity/accounts/fault-sentence.ts'
import { forgetLink } from '#web/identity/accounts/link-secret.ts'
import { CallProblem, call } from '#web/platform/site/api.ts'
import { useNavigate, useSearchParams } from '#web/platform/site/router.tsx'
import { renewSession, useSession } from '#web/platform/site/site.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { PasswordField } from '#web/platform/ui/password-field.tsx'

/**
 * A button, and a password field if another browser registered. It asks for the user's own password if the contact was
 * added to a confirmed account, and also for a name if the password is a new one.
 */
export function ConfirmForm({ contact, code }: { contact: string; code: string }) {
  const { busy, refusal, faults, given, asked, change, submit } = useConfirmation({ contact, code })
  return (
    <form noValidate className="mt-6 grid gap-5" onSubmit={submit(given)}>
      {asked === undefined ? null : (
        <>
          <p role="status">{explanations[asked]()}</p>
          {/* for password managers: the user of the password */}
          <input type="email" name="username" autoComplete="username" value={contact} readOnly hidden />
          <PasswordField
            label={m.account_password()}
            autoComplete={asked === 'own' ? 'current-password' : 'new-password'}
            autoFocus
            value={given.password}
            error={faults.password}
            onChange={(event) => change({ password: event.target.value })}
          />
          {asked === 'name' ? (
            <Field
              label={m.register_name()}
              autoComplete="name"
              autoFocus
              maxLength={200}
              value={given.name}
              error={faults.name}
              onChange={(event) => change({ name: event.target.value })}
            />
          ) : null}
        </>
      )}
      {refusal ? <Alert>{refusal}</Alert> : null}
      <Button type="submit" variant="primary" size="large" busy={busy}>
        {m.confirm_button()}
      </Button>
    </form>
  )
}

/** What the server requires besides the code: the first password, a new one with a name, or the user's own. */
type Asked = 'first' | 'name' | 'own'

const explanations = {
  first: m.confirm_password_needed,
  name: m.confirm_name_needed,
  own: m.confirm_own_password_needed,
} as const

const askedBy: Readonly<Record<string, Asked>> = {
  'password-required': 'first',
  'name-required': 'name',
  'own-password-required': 'own',
}

type Given = { readonly password: string; readonly name: string }

/** The confirmation and its requirement; `asked` is undefined until the server requires one. */
function useConfirmation({ contact, code }: { contact: string; code: string }) {
  const navigate = useNavigate()
  const next = useSearchParams()[0].get('next') ?? undefined
  const wasSignedIn = useSession()?.authenticated !== false
  const [given, setGiven] = useState<Given>({ password: '', name: '' })
  const [asked, setAsked] = useState<Asked>()
  const { busy, refusal, faults, submit } = useCall(
    ({ password, name }: Given) => {
      const body = { contact, code, ...(asked && { password }), ...(asked === 'name' && { name }) }
      return call(sessionCalls.confirmContact, { body })
    },
    {
      check: (values) => faultsOf(values, asked),
      fields: ['password', 'name'],
      sentenceOf: (problem) => (isWorthAnotherTry(problem) ? problem.detail : undefined),
      onDone: async ({ body: { contact: confirmed, trialStarted } }) => {
        forgetLink()
        const session = await renewSession()
        // from signed out to signed in: only confirming a registration of this browser does that
        if (!wasSignedIn && !(session instanceof CallProblem) && session.authenticated) await bringBegun()
        const to = href('confirmContactSuccess', {}, { contact: confirmed, next })
        return navigate(to, { replace: true, state: { confirmed, trialStarted } })
      },
      onRefused: (problem) => {
        const wanted = askedBy[problem.code]
        if (wanted) return setAsked(wanted)
        if (isWorthAnotherTry(problem) || problem.errors.password) return
        if (problem.status >= 500) return navigate(href('confirmContactError'), { replace: true })
        forgetLink()
        const to = href('confirmContactFailure', {}, { contact })
        return navigate(to, { replace: true, state: { message: problem.detail } })
      },
    },
  )
  const change = (part: Partial<Given>) => setGiven((before) => ({ ...before, ...part }))
  return { busy, refusal, faults, given, asked, change, submit }
}

/** Whether the same button may still succeed, here. */
function isWorthAnotherTry({ code, status }: CallProblem): boolean {
  return code === 'wrong-password' || status === 0 || status === 429 || status === 503
}

function faultsOf({ password, name }: Given, asked: Asked | undefined) {
  if (asked === undefined) return {}
  if (asked === 'own') return { password: password === '' ? m.prompt_password_missing() : undefined }
  const fault = checkPassword(password)
  return {
    password: fault && faultSentence(fault),
    name: asked === 'name' && name.trim() === '' ? faultSentence('name-missing') : undefined,
  }
}
