import { useNavigate } from 'react-router'
import { credentialCalls } from '#contract/accounts/credential-calls.ts'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { NarrowPage } from '#web/layout/narrow-page.tsx'
import { call } from '#web/site/api.ts'
import { Link } from '#web/ui/link.tsx'
import { notify } from '#web/ui/notifications-store.ts'
import { LinkMissing } from './link-missing.tsx'
import { useMailedLink } from './mailed-link.ts'
import { NewPasswordForm } from './new-password-form.tsx'

/** Where the link of an added user leads: their first password, then the login. */
export function Component() {
  const navigate = useNavigate()
  const link = useMailedLink()
  if (!link) return <LinkMissing />
  const { contact, code } = link
  return (
    <NarrowPage page={m.new_password_page()} title={m.create_password_title()}>
      <p className="mt-2 break-words text-muted">{m.create_password_text({ contact })}</p>
      <NewPasswordForm
        contact={contact}
        send={(password) => call(credentialCalls.createPassword, { body: { contact, code, password } })}
        onDone={async () => {
          notify(m.create_password_done(), 'success')
          navigate(href('login'), { replace: true, state: { email: contact } })
        }}
        otherLink={
          <p className="text-sm text-muted">
            {m.create_password_again()}{' '}
            <Link to={href('requestReset')} state={{ email: contact }} className="link">
              {m.request_reset_page()}
            </Link>
          </p>
        }
      />
    </NarrowPage>
  )
}
