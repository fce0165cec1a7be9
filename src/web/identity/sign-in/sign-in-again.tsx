import { useState } from 'react'
import type { SignedInSession } from '#contract/accounts/accounts.ts'
import { sessionCalls } from '#contract/accounts/session-calls.ts'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import type { AfterSignIn, Method } from '#web/identity/accounts/after-sign-in.ts'
import { CallProblem, call } from '#web/platform/site/api.ts'
import { noticeSession } from '#web/platform/site/ended-session.ts'
import { renewSession } from '#web/platform/site/site.ts'
import { Refusal } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { LoginForm } from './login-form.tsx'
import { SecondStep } from './second-step.tsx'

type User = SignedInSession['user']

/**
 * The full sign-in in a dialog, on a page rendered for `person`. If that user signs in, the page continues. For any
 * other user nothing is saved; the input can be copied or discarded.
 */
export function SignInAgain({ person, other }: { person: User; other: User | undefined }) {
  const [methods, setMethods] = useState<readonly Method[]>()
  const [ended, setEnded] = useState<true>()
  const afterSignIn: AfterSignIn = async ({ status, body }) => {
    if (status === 200) {
      const session = await noticeSession()
      return session instanceof CallProblem ? session : undefined
    }
    if (body.status === 'password-change-required') return new Refusal(m.signed_out_choose_password())
    setMethods(body.methods)
    return undefined
  }
  const startAgain = (state?: { ended: true }) => {
    call(sessionCalls.logout)
    setEnded(state?.ended)
    setMethods(undefined)
  }
  if (methods) return <SecondStep {...{ methods, afterSignIn, startAgain }} />
  return (
    <>
      {other ? (
        <div className="grid justify-items-start gap-3">
          <Alert>{m.signed_out_other_text({ name: person.name, other: other.name })}</Alert>
          <Button onClick={() => renewSession()}>{m.signed_out_discard()}</Button>
        </div>
      ) : (
        <p>{m.signed_out_text({ name: person.name })}</p>
      )}
      <LoginForm email={person.email} {...{ afterSignIn, ended }} />
      {other ? null : (
        <p className="mt-5 border-t border-line pt-5 text-sm">
          {/* for a forgotten password, or a login without one: the other tab reports its sign-in to this one */}
          <a href={href('login')} target="_blank" rel="noopener" className="link">
            {m.signed_out_elsewhere()}
          </a>
        </p>
      )}
    </>
  )
}
