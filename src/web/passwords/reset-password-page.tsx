import { useNavigate } from 'react-router'
import { credentialCalls } from '#contract/accounts/credential-calls.ts'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { NarrowPage } from '#web/layout/narrow-page.tsx'
import { call } from '#web/site/api.ts'
import { renewSession } from '#web/site/site.ts'
import { Link } from '#web/ui/link.tsx'
import { notify } from '#web/ui/notifications-store.ts'
import { LinkMissing } from './link-missing.tsx'
import { useMailedLink } from './mailed-link.ts'
import { NewPasswordForm } from './new-password-form.tsx'

/** Where the link of a reset leads: a new password, then the login. */
export function Component() {
  const navigate = useNavigate()
  const link = useMailedLink()
  if (!link) return <LinkMissing />
  const { contact, code } = link
  return (
    <NarrowPage page={m.new_password_page()} title={m.reset_password_title()}>
      <p className="mt-2 break-words text-muted">{m.reset_password_text({ contact })}</p>
      <NewPasswordForm
        contact={contact}
        send={(password) => call(credentialCalls.resetPassword, { body: { contact, code, password } })}
        onDone={async () => {
          await renewSession()
          notify(m.reset_password_done(), 'success')
          navigate(href('login'), { replace: true, state: { email: contact } })
        }}
        otherLink={
          <Link to={href('requestReset')} state={{ email: contact }} className="link text-sm">
            {m.reset_password_again()}
          </Link>
        }
      />
    </NarrowPage>
  )
}
