import type { SignedInSession } from '#contract/accounts/accounts.ts'
import { billingCalls } from '#contract/billing/billing-calls.ts'
import { m } from '#messages/generated/messages.js'
import { call } from '#web/platform/site/api.ts'
import { renewSession } from '#web/platform/site/site.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import type { TeamAction } from './team-draft.ts'

/** Users who are added once a payment arrives. Empty without any. */
export function WaitingUsers({
  session: { account, permissions },
  dispatch,
}: {
  session: SignedInSession
  dispatch: (action: TeamAction) => void
}) {
  const pays = permissions.includes('subscription.manage')
  const { busy, send: check } = useCall(async () => {
    if (pays) await call(billingCalls.checkPayment)
    await renewSession()
  })
  const users = account.waitingUsers
  if (!users) return null
  return (
    <section aria-labelledby="waiting-users" className="card grid gap-3 p-4">
      <h2 id="waiting-users" className="text-base">
        {m.users_waiting_title()}
      </h2>
      <p className="max-w-[65ch] text-sm text-muted">{m.users_waiting()}</p>
      <ul className="grid gap-1 text-sm">
        {users.map(({ name, email }) => (
          <li key={email} className="wrap-anywhere">
            <bdi>{name}</bdi> <span className="text-muted">{email}</span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <Button busy={busy} onClick={() => check()}>
          {m.users_waiting_check()}
        </Button>
        <Button variant="quiet" disabled={busy} onClick={() => dispatch({ type: 'add', users })}>
          {m.users_waiting_again()}
        </Button>
        {pays ? (
          <Link to="/account/subscription" className="link text-sm">
            {m.users_waiting_subscription()}
          </Link>
        ) : null}
      </div>
    </section>
  )
}
