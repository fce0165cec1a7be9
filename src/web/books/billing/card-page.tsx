import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Subscription } from '#contract/accounts/accounts.ts'
import { billingCalls } from '#contract/billing/billing-calls.ts'
import { href } from '#contract/pages.ts'
import { sells } from '#domain/service-mode.ts'
import { m } from '#messages/generated/messages.js'
import { CardForm } from '#web/books/cards/card-form.tsx'
import { cardProvider } from '#web/books/cards/card-provider.ts'
import { cardText } from '#web/books/cards/card-text.ts'
import { subscribePath } from '#web/books/pricing/subscribe-path.ts'
import { CallProblem, call } from '#web/platform/site/api.ts'
import { priceText } from '#web/platform/site/price-text.ts'
import { useNavigate } from '#web/platform/site/router.tsx'
import { useConfig, useSession } from '#web/platform/site/site.ts'
import { Link } from '#web/platform/ui/link.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'
import { BillingPage } from './billing-page.tsx'
import { renewBilling } from './billing-queries.ts'

/** Replaces the card of a subscription (product.md section 2, Update Card page). */
export function Component() {
  const session = useSession()
  return (
    <BillingPage title={m.card_page()} signedOut={m.card_page_signed_out()}>
      <UpdateCard subscription={session?.authenticated ? session.subscription : null} />
    </BillingPage>
  )
}

function UpdateCard({ subscription }: { subscription: Subscription | null }) {
  const config = useConfig()
  const provider = cardProvider(config, subscription?.paymentProvider)
  const updateCard = useUpdateCard(subscription?.overdue?.grossCents)
  if (!subscription || subscription.status === 'confirm-email')
    return <NoSubscription>{m.card_page_no_subscription()}</NoSubscription>
  if (subscription.status === 'cancelled') return <NoSubscription>{m.card_page_no_active()}</NoSubscription>
  if (!provider) return <p>{m.card_page_no_provider()}</p>
  return (
    <>
      <div className="grid gap-1 text-muted">
        <p>{m.card_page_lead()}</p>
        {subscription.overdue ? (
          <p>{m.card_page_overdue({ amount: priceText(subscription.overdue.grossCents) })}</p>
        ) : null}
        {subscription.card ? <p>{m.card_page_current({ card: cardText(subscription.card) })}</p> : null}
      </div>
      <CardForm provider={provider} submitLabel={m.card_page_submit()} onRegistered={updateCard} />
    </>
  )
}

function NoSubscription({ children }: { children: ReactNode }) {
  const { serviceMode } = useConfig()
  const session = useSession()
  const isConfirmed = session?.authenticated && session.user.confirmed
  return (
    <>
      <p>{children}</p>
      {sells(serviceMode) && isConfirmed ? (
        <Link to={subscribePath()} className="link justify-self-start">
          {m.subscription_subscribe()}
        </Link>
      ) : null}
    </>
  )
}

/**
 * Uses the stored card. Returns why it could not be used.
 * @param overdueCents gross, charged to it at once
 */
function useUpdateCard(
  overdueCents: number | undefined,
): (setupIntentId: string) => Promise<string | undefined> {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (setupIntentId) => {
    const reply = await call(billingCalls.changeSubscription, { body: { paymentMethod: setupIntentId } })
    // an accepted card may still be declined for the overdue amount
    await renewBilling(client)
    if (reply instanceof CallProblem) return reply.detail
    notify(m.card_page_done(), 'success')
    if (overdueCents !== undefined && reply.status === 200)
      notify(m.overdue_paid({ amount: priceText(overdueCents) }), 'success')
    navigate(href('subscription'))
    return undefined
  }
}
