import { contactMoveCalls } from '#contract/accounts/contact-move-calls.ts'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { usePageTitle } from '#web/platform/layout/page-title.ts'
import { buttonClass } from '#web/platform/ui/button.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { LinkedAct, useLinkedAct } from './linked-act.tsx'

/** The page of the link that the admin has mailed to somebody's new address. */
export function Component() {
  usePageTitle(m.move_contact_page())
  const act = useLinkedAct(contactMoveCalls.proveContactMove)
  const email = act.done?.email
  return (
    <LinkedAct
      title={email === undefined ? m.move_contact_title() : m.move_contact_done_title()}
      lead={m.move_contact_lead()}
      button={m.move_contact_button()}
      act={act}
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
