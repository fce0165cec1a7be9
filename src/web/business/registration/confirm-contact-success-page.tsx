import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { safePath } from '#web/identity/accounts/after-sign-in.ts'
import { NarrowPage } from '#web/platform/layout/narrow-page.tsx'
import { useLocation, useSearchParams } from '#web/platform/site/router.tsx'
import { useSession } from '#web/platform/site/site.ts'
import { buttonClass } from '#web/platform/ui/button.tsx'
import { Link } from '#web/platform/ui/link.tsx'

/** What this browser has just confirmed, from the navigation state: a link cannot forge it. */
type Confirmed = { readonly confirmed?: string; readonly trialStarted?: boolean }

export function Component() {
  const session = useSession()
  const next = safePath(useSearchParams()[0].get('next'))
  const { confirmed, trialStarted } = (useLocation().state ?? {}) as Confirmed
  return (
    <NarrowPage
      page={m.confirm_page()}
      title={confirmed === undefined ? m.confirm_page() : m.confirm_success_title()}
    >
      <p role="status" className="mt-4 text-[1.0625rem]">
        {confirmed === undefined ? m.confirm_success_none() : m.confirm_success({ contact: confirmed })}
      </p>
      {trialStarted ? <p className="mt-2 text-muted">{m.confirm_success_trial()}</p> : null}
      <p className="mt-6 flex flex-wrap gap-3">
        {session?.authenticated ? (
          <>
            {next === undefined ? null : (
              <Link to={next} className={buttonClass({ variant: 'primary', size: 'large' })}>
                {m.confirm_success_next()}
              </Link>
            )}
            <Link
              to={href('profile')}
              className={buttonClass({ variant: next === undefined ? 'primary' : 'plain', size: 'large' })}
            >
              {m.confirm_success_profile()}
            </Link>
            {next === undefined ? (
              <Link to={href('content')} className={buttonClass({ size: 'large' })}>
                {m.confirm_success_content()}
              </Link>
            ) : null}
          </>
        ) : (
          <Link
            to={href('login', {}, { next })}
            state={confirmed === undefined ? undefined : { email: confirmed }}
            className={buttonClass({ variant: 'primary', size: 'large' })}
          >
            {m.confirm_success_login()}
          </Link>
        )}
      </p>
    </NarrowPage>
  )
}
