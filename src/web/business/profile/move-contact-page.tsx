import { useState } from 'react'
import { contactMoveCalls } from '#contract/accounts/contact-move-calls.ts'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { forgetLink, useLinkSecret } from '#web/identity/accounts/link-secret.ts'
import { usePageTitle } from '#web/platform/layout/page-title.ts'
import { call } from '#web/platform/site/api.ts'
import { renewSession } from '#web/platform/site/site.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { buttonClass } from '#web/platform/ui/button.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { LinkedAct } from './linked-act.tsx'

const parts = ['#'] as const

/** The page of the link that the admin has mailed to somebody's new address. */
export function Component() {
  usePageTitle(m.move_contact_page())
  const { '#': token = '' } = useLinkSecret(parts)
  const [email, setEmail] = useState<string>()
  const { busy, refusal, submit } = useCall(
    () => call(contactMoveCalls.proveContactMove, { body: { token } }),
    {
      onDone: ({ body }) => {
        forgetLink()
        setEmail(body.email)
        return renewSession()
      },
    },
  )
  return (
    <LinkedAct
      title={email === undefined ? m.move_contact_title() : m.move_contact_done_title()}
      lead={m.move_contact_lead()}
      button={m.move_contact_button()}
      token={token}
      act={{ busy, refusal, submit: submit() }}
      done={
        email === undefined ? null : (
          <>
            <p className="wrap-anywhere">{m.move_contact_done({ email })}</p>
            <Link to={href('login')} className={buttonClass({ variant: 'primary', size: 'large' })}>
              {m.move_contact_login()}
            </Link>
          </>
        )
      }
    />
  )
}
