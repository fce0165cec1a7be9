import { useId, useLayoutEffect, useRef } from 'react'
import type { SignedInSession, Subscription } from '#contract/accounts/accounts.ts'
import { billingCalls } from '#contract/billing/billing-calls.ts'
import { href } from '#contract/pages.ts'
import { sells } from '#domain/service-mode.ts'
import { m } from '#messages/generated/messages.js'
import { subscribePath } from '#web/books/pricing/subscribe-path.ts'
import { call } from '#web/platform/site/api.ts'
import { priceText } from '#web/platform/site/price-text.ts'
import { useConfig } from '#web/platform/site/site.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button, buttonClass } from '#web/platform/ui/button.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { useShowChange } from './change-subscription.ts'
import { statusText } from './status-text.ts'
import { SubscriptionFacts } from './subscription-facts.tsx'

/** The subscription's status, what comes next, and the one step that is due. */
export function SubscriptionStatus({ session }: { session: SignedInSession }) {
  const config = useConfig()
  const { sentence, more } = statusText(session, config)
  const { subscription } = session
  const id = useId()
  const heading = useHeadingOf(`${subscription?.status} ${subscription?.nextCharge?.at}`)
  return (
    <section aria-labelledby={id} className="card grid gap-5 p-5 sm:p-6">
      <div>
        <h2 id={id} ref={heading} tabIndex={-1} className="sr-only">
          {m.subscription_status()}
        </h2>
        <StateBadge session={session} />
        <p className="mt-3 text-lg leading-snug font-medium">{sentence}</p>
        {more.map((text) => (
          <p key={text} className="mt-1 text-muted">
            {text}
          </p>
        ))}
      </div>
      {subscription?.health === 'past-due' ? <PastDue overdue={subscription.overdue} /> : null}
      <SubscriptionFacts session={session} />
      <NextStep session={session} isOpen={sells(config.serviceMode)} />
    </section>
  )
}

/** Returns the ref of a state's heading. It gets the focus when a new state removed the button that caused it. */
function useHeadingOf(state: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(state)
  useLayoutEffect(() => {
    if (before.current !== state && document.activeElement === document.body) heading.current?.focus()
    before.current = state
  }, [state])
  return heading
}

/** The state as a coloured badge. */
function StateBadge({ session: { user, subscription } }: { session: SignedInSession }) {
  const { text, tone } = stateOf(user.confirmed ? subscription : null, user.confirmed)
  return (
    <span className={`inline-block rounded-control px-2 py-0.5 text-[0.8125rem] font-medium ${tones[tone]}`}>
      {text}
    </span>
  )
}

type State = { readonly text: string; readonly tone: 'good' | 'quiet' | 'bad' }

const tones: Record<State['tone'], string> = {
  good: 'bg-accent-soft text-accent',
  quiet: 'bg-raised text-muted',
  bad: 'bg-danger-soft text-danger',
}

function stateOf(subscription: Subscription | null, confirmed: boolean): State {
  if (!confirmed || subscription?.status === 'confirm-email')
    return { text: m.subscription_state_unconfirmed(), tone: 'quiet' }
  switch (subscription?.status) {
    case 'trial':
      return { text: m.subscription_state_trial(), tone: 'good' }
    case 'prepaid':
      return { text: m.subscription_state_prepaid(), tone: 'good' }
    case 'active':
      if (subscription.paused) return { text: m.subscription_state_paused(), tone: 'quiet' }
      return subscription.health === 'past-due' || subscription.health === 'action-required'
        ? { text: m.subscription_state_past_due(), tone: 'bad' }
        : { text: m.subscription_state_active(), tone: 'good' }
    case 'pending-expiry':
      return { text: m.subscription_state_cancelled(), tone: 'quiet' }
    default:
      return { text: m.subscription_state_none(), tone: 'quiet' }
  }
}

/** A failed renewal and its remedies: retry the same card, which the bank may accept now, or use another. */
function PastDue({ overdue }: { overdue: Subscription['overdue'] }) {
  const amount = priceText(overdue?.grossCents ?? 0)
  const { busy, refusal, send } = useCall(
    () => call(billingCalls.tryPaymentAgain),
    useShowChange(m.overdue_paid({ amount })),
  )
  return (
    <div className="grid justify-items-start gap-3 rounded-card bg-danger-soft px-4 py-3.5">
      <span>{m.subscription_past_due_alert()}</span>
      {refusal ? <Alert>{refusal}</Alert> : null}
      {overdue?.mayTryAgain ? (
        <Button variant="primary" busy={busy} onClick={() => send()}>
          {m.overdue_try_again()}
        </Button>
      ) : null}
      <Link
        to={href('subscriptionCard')}
        className={buttonClass({ variant: overdue?.mayTryAgain ? 'plain' : 'primary' })}
      >
        {m.subscription_change_card()}
      </Link>
    </div>
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

/** Whether charges will follow without another order. */
function isSubscribed(subscription: Subscription | null): boolean {
  return subscription?.status === 'active' || subscription?.nextCharge !== undefined
}

/** Revokes a cancellation: nothing is charged before the date shown. Announces licences that end by it. */
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
