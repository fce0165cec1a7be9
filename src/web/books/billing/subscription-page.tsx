import type { SignedInSession, Subscription } from '#contract/accounts/accounts.ts'
import { href } from '#contract/pages.ts'
import { isClosed, type ServiceMode, saysClosing, saysPaused, sells } from '#domain/service-mode.ts'
import { m } from '#messages/generated/messages.js'
import { AccountPage } from '#web/platform/layout/account-page.tsx'
import { askTeam } from '#web/platform/layout/ask-team.ts'
import { useConfig } from '#web/platform/site/site.ts'
import { EmptyState } from '#web/platform/ui/empty-state.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { billingDay } from './billing-day.ts'
import { BillingDetails } from './billing-details.tsx'
import { ChangeInterval, mayChangeInterval } from './change-interval.tsx'
import { InvoiceList } from './invoice-list.tsx'
import { Leaving } from './leaving.tsx'
import { PaymentNotice } from './payment-notice.tsx'
import { RedeemCoupon } from './redeem-coupon.tsx'
import { SubscriptionStatus } from './subscription-status.tsx'

/** The subscription of an account (product.md section 2, Subscription page). */
export function Component() {
  return (
    <AccountPage title={m.subscription_page()} signedOut={m.subscription_signed_out()}>
      {(session) =>
        session.permissions.includes('subscription.manage') ? (
          <Details key={session.account.id} session={session} />
        ) : (
          <EmptyState level={2} title={m.subscription_not_yours_title()}>
            {askTeam(session) ?? m.subscription_not_yours()}
          </EmptyState>
        )
      }
    </AccountPage>
  )
}

/** The effect of the service's mode on the user. Running subscriptions are renewed until the service closes. */
function ServiceNotice({
  serviceMode,
  subscription,
}: {
  serviceMode: ServiceMode
  subscription: Subscription | null
}) {
  const next = isClosed(serviceMode) ? undefined : subscription?.nextCharge
  if (saysPaused(serviceMode)) return <p className="running-text">{m.service_paused()}</p>
  if (!saysClosing(serviceMode)) return null
  return (
    <p className="running-text">
      {m.subscription_sunset()}
      {next ? ` ${m.subscription_sunset_renews({ date: billingDay(next.at) })}` : null}
    </p>
  )
}

/** Leads to a new price that was announced. */
function NewPriceNotice({ agreed }: { agreed: boolean }) {
  return (
    <p className="rounded-card bg-accent-soft px-4 py-3.5">
      {agreed ? m.new_price_notice_agreed() : m.new_price_notice()}{' '}
      <Link to={href('newPrice')} className="link">
        {m.new_price_see()}
      </Link>
    </p>
  )
}

function Details({ session }: { session: SignedInSession }) {
  const { serviceMode } = useConfig()
  const isConfirmed = session.user.confirmed && session.subscription?.status !== 'confirm-email'
  return (
    <>
      <div className="grid gap-4">
        <ServiceNotice serviceMode={serviceMode} subscription={session.subscription} />
        <PaymentNotice subscription={session.subscription} />
        {session.subscription?.newPrice ? (
          <NewPriceNotice agreed={session.subscription.newPrice.agreed} />
        ) : null}
        <SubscriptionStatus session={session} />
      </div>
      {isConfirmed ? (
        <>
          <EditSubscription session={session} />
          <InvoiceList />
          {session.subscription ? <Leaving subscription={session.subscription} /> : null}
        </>
      ) : null}
    </>
  )
}

/** Edit Subscription (product.md section 2): billing details, interval, and a coupon. */
function EditSubscription({ session: { account, subscription } }: { session: SignedInSession }) {
  const { serviceMode } = useConfig()
  return (
    <section aria-labelledby="edit-subscription" className="grid gap-8">
      <h2 id="edit-subscription">{m.subscription_edit()}</h2>
      <BillingDetails account={account} />
      {sells(serviceMode) && subscription && mayChangeInterval(subscription) ? (
        <ChangeInterval subscription={subscription} />
      ) : null}
      {isClosed(serviceMode) ? null : <RedeemCoupon />}
    </section>
  )
}
