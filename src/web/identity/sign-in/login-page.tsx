import { sessionCalls } from '#contract/accounts/session-calls.ts'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { safePath, secondStepIn, useAfterSignIn } from '#web/identity/accounts/after-sign-in.ts'
import { CodeHostButton } from '#web/identity/code-host/code-host-button.tsx'
import { CodeHostProblem } from '#web/identity/code-host/code-host-problem.tsx'
import { NarrowPage } from '#web/platform/layout/narrow-page.tsx'
import { call } from '#web/platform/site/api.ts'
import { Navigate, useLocation, useNavigate, useSearchParams } from '#web/platform/site/router.tsx'
import { useSession } from '#web/platform/site/site.ts'
import { Link } from '#web/platform/ui/link.tsx'
import { LoginForm } from './login-form.tsx'
import { SecondStep } from './second-step.tsx'

/** The login, in one or two steps. Logged-in users are sent on to the requested page, or to the content. */
export function Component() {
  const session = useSession()
  const [search] = useSearchParams()
  const { state } = useLocation() as { state: { email?: string; ended?: true } | null }
  const afterSignIn = useAfterSignIn()
  const startAgain = useStartAgain()
  const next = safePath(search.get('next'))
  if (session?.authenticated) return <Navigate to={next ?? href('content')} replace />
  const methods = secondStepIn(search)
  if (methods) {
    return (
      <NarrowPage page={m.login_page()} title={m.second_step_title()}>
        <SecondStep {...{ methods, afterSignIn, startAgain }} />
      </NarrowPage>
    )
  }
  return (
    <NarrowPage page={m.login_page()} title={m.login_title()}>
      <CodeHostProblem className="mt-6" />
      <LoginForm email={state?.email ?? ''} afterSignIn={afterSignIn} ended={state?.ended} />
      <CodeHostButton email={state?.email} next={next} className="mt-3 w-full" />
      <p className="mt-5 text-sm">
        <Link to={href('companyLogin', {}, { next })} className="link">
          {m.company_login_link()}
        </Link>
      </p>
      <p className="mt-5 text-sm">
        <Link to={href('requestReset')} className="link">
          {m.forgot_password()}
        </Link>
      </p>
      <p className="mt-5 border-t border-line pt-5 text-sm text-muted">
        {m.login_register_question()}{' '}
        <Link to={href('register', {}, { next })} className="link">
          {m.login_register_link()}
        </Link>
      </p>
    </NarrowPage>
  )
}

function useStartAgain(): (state?: { ended: true }) => void {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  return (state) => {
    call(sessionCalls.logout)
    navigate(href('login', {}, { next: search.get('next') ?? undefined }), { replace: true, state })
  }
}
