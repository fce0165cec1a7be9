import { m } from '#messages/generated/messages.js'
import { AccountPage } from '#web/platform/layout/account-page.tsx'
import { askTeam } from '#web/platform/layout/ask-team.ts'
import { EmptyState } from '#web/platform/ui/empty-state.tsx'
import { TeamEditor } from './team-editor.tsx'

/** The users of an account (product.md section 2, Account users). */
export function Component() {
  return (
    <AccountPage title={m.users_page()} signedOut={m.users_signed_out()}>
      {(session) =>
        session.permissions.includes('users.manage') ? (
          <TeamEditor key={session.account.id} session={session} />
        ) : (
          <EmptyState level={2} title={m.users_not_yours_title()}>
            {askTeam(session) ?? m.users_not_yours()}
          </EmptyState>
        )
      }
    </AccountPage>
  )
}
