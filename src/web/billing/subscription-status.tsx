import { useId } from 'react'
import type { SignedInSession, Subscription } from '#contract/accounts/accounts.ts'
import { billingCalls } from '#contract/billing/billing-calls.ts'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { subscribePath } from '#web/pricing/subscribe-path.ts'
import { call } from '#web/site/api.ts'
import { useConfig } from '#web/site/site.ts'
import { useCall } from '#web/site/use-call.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { useShowChange } from './change-subscription.ts'
import { statusText } from './status-text.ts'
import { SubscriptionFacts } from './subscription-facts.tsx'

/** How the subscription stands, what comes next, and the one step that is due. */
export function SubscriptionStatus({ session }: { session: SignedInSession }) {
  const config = useConfig()
  const { sentence, more } = statusText(session, config)
  const { subscription } = session
  const id = useId()
  return (
    <section aria-labelledby={id} className="card grid gap-5 p-5 sm:p-6">
      <div>
        <h2 id={id} className="sr-only">
          {m.subscription_status()}
        </h2>
        <p className="text-lg leading-snug font-medium">{sentence}</p>
        {more.map((text) => (
          <p key={text} className="mt-1 text-muted">
            {text}
          </p>
        ))}
      </div>
      {subscription ? <SubscriptionFacts subscription={subscription} /> : null}
      <NextStep session={session} isOpen={config.serviceMode === 'open'} />
    </section>
  )
}

function NextStep({ session, isOpen }: { session: SignedInSession; isOpen: boolean }) {
  const { user, subscription } = session
  if (subscription?.status === 'confirm-email' || !user.confirmed) {
    return (
      <Link to={href('profile')} className="link justify-self-start">
        {m.subscription_confirm_link()}
      </Link>
    )
  }
  if (!isOpen) return null
  if (subscription?.status === 'pending-expiry') return <ResumeButton session={session} />
  return isSubscribed(subscription) ? null : (
    <Link to={subscribePath()} className={`${buttonClass({ variant: 'primary' })} justify-self-start`}>
      {m.subscription_subscribe()}
    </Link>
  )
}

/** Whether something is charged without another order. */
function isSubscribed(subscription: Subscription | null): boolean {
  return subscription?.status === 'active' || subscription?.nextCharge !== undefined
}

/** Takes a cancellation back: nothing is charged before the date that stands. Says so where licences end by it. */
function ResumeButton({ session: { account, subscription } }: { session: SignedInSession }) {
  const users = account.users?.length
  const { licenseCount = 0, includedLicenses = 0, priceCents = null } = subscription ?? {}
  const hasFree = users !== undefined && priceCents !== null && users < licenseCount - includedLicenses
  const { busy, refusal, send } = useCall(
    () => call(billingCalls.resumeSubscription),
    useShowChange(m.resume_done()),
  )
  return (
    <div className="grid justify-items-start gap-3">
      {hasFree ? (
        <p className="max-w-prose text-sm text-muted">
          {m.resume_free_seats({ users: m.pricing_users_value({ users }) })}
        </p>
      ) : null}
      {refusal ? <Alert>{refusal}</Alert> : null}
      <Button variant="primary" busy={busy} onClick={() => send()}>
        {m.resume_button()}
      </Button>
    </div>
  )
}
