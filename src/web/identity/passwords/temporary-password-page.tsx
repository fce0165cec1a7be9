import { useState } from 'react'
import { credentialCalls } from '#contract/accounts/credential-calls.ts'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { safePath } from '#web/identity/accounts/after-sign-in.ts'
import { NarrowPage } from '#web/platform/layout/narrow-page.tsx'
import { call } from '#web/platform/site/api.ts'
import { Navigate, useLocation, useNavigate } from '#web/platform/site/router.tsx'
import { renewSession, useSession } from '#web/platform/site/site.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'
import { PasswordChangeForm } from './password-change-form.tsx'

/**
 * Replaces a temporary password; nothing else works until then. The temporary one is typed again, because the browser
 * stores it nowhere.
 */
export function Component() {
  const navigate = useNavigate()
  const session = useSession()
  const { state } = useLocation() as { state: { next?: string } | null }
  const [done, setDone] = useState(false)
  const [ended, setEnded] = useState<string>()
  if (session?.authenticated && !done) return <Navigate to={href('password')} replace />

  const goOn = async () => {
    setDone(true)
    await renewSession()
    notify(m.temporary_password_done(), 'success')
    navigate(safePath(state?.next ?? null) ?? href('content'), { replace: true })
  }

  return (
    <NarrowPage page={m.new_password_page()} title={m.temporary_password_title()}>
      {ended === undefined ? (
        <>
          <p className="mt-2 text-muted">{m.temporary_password_text()}</p>
          <PasswordChangeForm
            className="mt-6"
            currentLabel={m.temporary_password()}
            currentMissing={m.temporary_password_missing()}
            button={m.reset_password_button()}
            differ={m.field_passwords_differ}
            make={(body) => call(credentialCalls.changePassword, { body })}
            onDone={goOn}
            onRefused={({ code, detail }) => code === 'login-required' && setEnded(detail)}
          />
        </>
      ) : (
        <div className="mt-6 grid justify-items-start gap-5">
          <Alert>{ended}</Alert>
          <Link to={href('login')} className="link">
            {m.temporary_password_login()}
          </Link>
        </div>
      )}
    </NarrowPage>
  )
}
