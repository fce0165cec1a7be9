import { useState } from 'react'
import { credentialCalls } from '#contract/accounts/credential-calls.ts'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { UnlinkAnyChoice } from '#web/identity/code-host/unlink-choice.tsx'
import { call } from '#web/platform/site/api.ts'
import { renewSession } from '#web/platform/site/site.ts'
import { Link } from '#web/platform/ui/link.tsx'
import { MailedPasswordPage } from './mailed-password-page.tsx'

/** The page of a reset link: a new password, which ends all sessions. */
export function Component() {
  const [unlinkCodeHost, setUnlinkCodeHost] = useState(false)
  return (
    <MailedPasswordPage
      title={m.reset_password_title()}
      text={m.reset_password_text}
      make={(chosen) => {
        const body = { ...chosen, ...(unlinkCodeHost && { unlinkCodeHost }) }
        return call(credentialCalls.resetPassword, { body })
      }}
      choices={<UnlinkAnyChoice checked={unlinkCodeHost} onChange={setUnlinkCodeHost} />}
      done={m.reset_password_done()}
      afterwards={renewSession}
      otherLink={(contact) => (
        <Link to={href('requestReset')} state={{ email: contact }} className="link text-sm">
          {m.reset_password_again()}
        </Link>
      )}
    />
  )
}
