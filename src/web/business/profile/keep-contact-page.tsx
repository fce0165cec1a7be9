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

/** The page of the link by which the holder of the former address objects to its move. */
export function Component() {
  usePageTitle(m.keep_contact_page())
  const { '#': token = '' } = useLinkSecret(parts)
  const [outcome, setOutcome] = useState<'restored' | 'told'>()
  const { busy, refusal, submit } = useCall(
    () => call(contactMoveCalls.objectToContactMove, { body: { token } }),
    {
      onDone: ({ body }) => {
        forgetLink()
        setOutcome(body.outcome)
        return renewSession()
      },
    },
  )
  return (
    <LinkedAct
      title={outcome === undefined ? m.keep_contact_title() : m.keep_contact_done_title()}
      lead={m.keep_contact_lead()}
      button={m.keep_contact_button()}
      token={token}
      act={{ busy, refusal, submit: submit() }}
      done={
        outcome === undefined ? null : (
          <>
            <p>{outcome === 'restored' ? m.keep_contact_restored() : m.keep_contact_told()}</p>
            {outcome === 'restored' ? (
              <Link to={href('requestReset')} className={buttonClass({ variant: 'primary', size: 'large' })}>
                {m.keep_contact_password()}
              </Link>
            ) : null}
          </>
        )
      }
    />
  )
}
