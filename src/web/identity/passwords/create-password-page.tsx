import { credentialCalls } from '#contract/accounts/credential-calls.ts'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { call } from '#web/platform/site/api.ts'
import { Link } from '#web/platform/ui/link.tsx'
import { MailedPasswordPage } from './mailed-password-page.tsx'

/** The page of the link mailed to an added user: choosing the first password. */
export function Component() {
  return (
    <MailedPasswordPage
      title={m.create_password_title()}
      text={m.create_password_text}
      make={(body) => call(credentialCalls.createPassword, { body })}
      done={m.create_password_done()}
      otherLink={(contact) => (
        <p className="text-sm text-muted">
          {m.create_password_again()}{' '}
          <Link to={href('requestReset')} state={{ email: contact }} className="link">
            {m.request_reset_page()}
          </Link>
        </p>
      )}
    />
  )
}
