import { m } from '#messages/generated/messages.js'
import { usePageTitle } from '#web/layout/page-title.ts'
import { useSession } from '#web/site/site.ts'
import { NotForYou, reasonAgainst } from './not-for-you.tsx'
import { Wizard } from './wizard.tsx'

/** The subscription wizard (product.md section 2): five steps to a subscription. */
export function Component() {
  usePageTitle(m.wizard_page())
  const session = useSession()
  if (!session) return null
  return (
    <div className="mx-auto max-w-2xl py-4 sm:py-8">
      <h1>{m.wizard_title()}</h1>
      {session.authenticated && session.permissions.includes('subscription.manage') ? (
        <Wizard key={session.account.id} session={session} />
      ) : (
        <NotForYou reason={reasonAgainst(session) ?? 'not-yours'} />
      )}
    </div>
  )
}
