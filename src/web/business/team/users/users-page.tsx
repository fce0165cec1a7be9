import type { SignedInSession } from '#contract/accounts/accounts.ts'
import { href } from '#contract/pages.ts'
import { moneyDay } from '#domain/zone-days.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { TeamSection } from '#web/business/team/team-section.tsx'
import { AccountPage } from '#web/platform/layout/account-page.tsx'
import { askTeam } from '#web/platform/layout/ask-team.ts'
import { sellerZone } from '#web/platform/site/site-clock.ts'
import { EmptyState } from '#web/platform/ui/empty-state.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { TeamEditor } from './team-editor.tsx'

/** The users of an account (product.md section 2, Account users). */
export function Component() {
  return (
    <AccountPage title={m.users_page()} signedOut={m.users_signed_out()}>
      {(session) =>
        session.permissions.includes('users.manage') ? (
          <>
            <Paused of={session.subscription} />
            <TeamEditor key={session.account.id} session={session} />
            {session.permissions.includes('account.manage') ? <CompanySignIn /> : null}
          </>
        ) : (
          <EmptyState level={2} title={m.users_not_yours_title()}>
            {askTeam(session) ?? m.users_not_yours()}
          </EmptyState>
        )
      }
    </AccountPage>
  )
}

/** The way to company sign-in, which the owner sets up. */
function CompanySignIn() {
  return (
    <TeamSection title={m.company_page()} lead={m.company_lead()}>
      <p>
        <Link to={href('companySignIn')} className="link">
          {m.company_open()}
        </Link>
      </p>
    </TeamSection>
  )
}

/** A pause that is ahead or has begun. */
function Paused({ of }: { of: SignedInSession['subscription'] }) {
  if (!of?.paused) return null
  const day = (at: string) => moneyDay(new Date(at), sellerZone(), getLocale())
  const { from, until } = of.paused
  return <p className="running-text">{m.users_paused({ from: day(from), until: day(until) })}</p>
}
