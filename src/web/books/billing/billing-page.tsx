import type { ReactNode } from 'react'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { askTeam } from '#web/platform/layout/ask-team.ts'
import { NarrowPage } from '#web/platform/layout/narrow-page.tsx'
import { UnknownSession } from '#web/platform/layout/unknown-session.tsx'
import { useSession } from '#web/platform/site/site.ts'
import { Link } from '#web/platform/ui/link.tsx'

/** A page of the subscription, with a link back to its details; signed-out visitors get a message. */
export function BillingPage({
  title,
  signedOut,
  children,
}: {
  title: string
  signedOut: string
  children: ReactNode
}) {
  const session = useSession()
  if (!session) {
    return (
      <NarrowPage page={title} title={title}>
        <UnknownSession />
      </NarrowPage>
    )
  }
  const next = location.pathname + location.search
  const mine = session.authenticated && session.permissions.includes('subscription.manage')
  return (
    <NarrowPage page={title} title={title}>
      <div className="mt-5 grid gap-6">
        {mine ? (
          <Link to={href('subscription')} className="link -mt-3 justify-self-start text-sm">
            {m.card_page_back()}
          </Link>
        ) : null}
        {session.authenticated ? null : (
          <>
            <p className="text-muted">{signedOut}</p>
            <Link to={href('login', {}, { next })} className="link justify-self-start">
              {m.login_page()}
            </Link>
          </>
        )}
        {session.authenticated && !mine ? (
          <p>
            {m.subscription_not_yours_title()}. {askTeam(session)}
          </p>
        ) : null}
        {mine ? children : null}
      </div>
    </NarrowPage>
  )
}
