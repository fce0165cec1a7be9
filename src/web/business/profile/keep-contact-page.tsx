import { contactMoveCalls } from '#contract/accounts/contact-move-calls.ts'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { usePageTitle } from '#web/platform/layout/page-title.ts'
import { buttonClass } from '#web/platform/ui/button.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { LinkedAct, useLinkedAct } from './linked-act.tsx'

/** The page of the link by which the holder of the former address objects to its move. */
export function Component() {
  usePageTitle(m.keep_contact_page())
  const act = useLinkedAct(contactMoveCalls.objectToContactMove)
  const outcome = act.done?.outcome
  return (
    <LinkedAct
      title={outcome === undefined ? m.keep_contact_title() : m.keep_contact_done_title()}
      lead={m.keep_contact_lead()}
      button={m.keep_contact_button()}
      act={act}
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
