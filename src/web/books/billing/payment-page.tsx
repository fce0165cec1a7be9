import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OpenPayment } from '#contract/billing/billing.ts'
import { billingCalls } from '#contract/billing/billing-calls.ts'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { CardConfirmation } from '#web/books/cards/card-confirmation.tsx'
import type { ConfirmationProps } from '#web/books/cards/card-provider.ts'
import { CallProblem, call } from '#web/platform/site/api.ts'
import { priceText } from '#web/platform/site/price-text.ts'
import { useSession } from '#web/platform/site/site.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'
import { Spinner } from '#web/platform/ui/spinner.tsx'
import { BillingPage } from './billing-page.tsx'
import { openPaymentQuery, renewBilling } from './billing-queries.ts'
import { Cancel } from './leaving.tsx'
import { useSettling } from './settling.ts'

/** The page of the mail about a bank's confirmation of a charge: the card holder confirms it, and it is settled. */
export function Component() {
  return (
    <BillingPage title={m.payment_page()} signedOut={m.payment_signed_out()}>
      <ConfirmPayment />
    </BillingPage>
  )
}

function ConfirmPayment() {
  const client = useQueryClient()
  const { data: payment, error, isFetching, refetch } = useQuery(openPaymentQuery)
  const [outcome, setOutcome] = useState<{ done: string } | { refusal: string }>()
  useSettling(payment?.state === 'processing')

  const answered = async (refusal: string | undefined) => {
    const reply = await call(billingCalls.checkPayment)
    const isPaid =
      !(reply instanceof CallProblem) && reply.status === 200 && reply.body.subscription.health === 'ok'
    const isOpen = !(reply instanceof CallProblem) && reply.status === 202
    const done = payment ? m.payment_done_amount({ amount: priceText(payment.grossCents) }) : m.payment_done()
    if (isPaid) notify(done, 'success')
    if (isPaid) setOutcome({ done })
    else if (reply instanceof CallProblem && reply.code === 'unreachable')
      setOutcome({ refusal: reply.detail })
    else if (refusal !== undefined || !isOpen) setOutcome({ refusal: refusal ?? m.payment_declined() })
    await renewBilling(client)
  }

  if (error && payment === undefined)
    return <FailedRead error={error} busy={isFetching} again={() => refetch()} />
  if (payment === undefined) return <Spinner />
  return (
    <>
      {outcome && 'refusal' in outcome ? <Alert>{outcome.refusal}</Alert> : null}
      {payment ? <Waiting payment={payment} onAnswered={answered} /> : <Nothing outcome={outcome} />}
    </>
  )
}

function Nothing({ outcome }: { outcome: { done: string } | { refusal: string } | undefined }) {
  if (outcome && 'refusal' in outcome) {
    return (
      <Link to={href('subscriptionCard')} className="link justify-self-start">
        {m.subscription_change_card()}
      </Link>
    )
  }
  return <p role="status">{outcome ? outcome.done : m.payment_none()}</p>
}

function Waiting({
  payment,
  onAnswered,
}: {
  payment: NonNullable<OpenPayment['payment']>
  onAnswered: ConfirmationProps['onAnswered']
}) {
  const amount = priceText(payment.grossCents)
  const { clientSecret } = payment
  if (payment.state !== 'action-required' || clientSecret === undefined)
    return <p role="status">{m.payment_pending({ amount })}</p>
  return (
    <>
      <div>
        <p>{m.payment_asks({ amount })}</p>
        <p className="mt-1 text-sm text-muted">{m.payment_asks_hint()}</p>
      </div>
      <CardConfirmation
        provider={payment.provider}
        clientSecret={clientSecret}
        paymentMethod={payment.paymentMethod}
        onAnswered={onAnswered}
      />
      <OtherWays />
    </>
  )
}

/** Alternatives to confirming: another card, or cancelling. */
function OtherWays() {
  const session = useSession()
  const subscription = session?.authenticated ? session.subscription : null
  if (subscription?.status === 'active' && subscription.health === 'action-required')
    return (
      <section aria-labelledby="other-ways" className="grid gap-6 border-t border-line pt-6">
        <h2 id="other-ways" className="text-base">
          {m.payment_other_ways()}
        </h2>
        <Link to={href('subscriptionCard')} className="link justify-self-start">
          {m.payment_other_card()}
        </Link>
        <Cancel subscription={subscription} />
      </section>
    )
  // the payment of an addition or change to a running subscription has no alternative
  if (subscription?.status === 'active') return null
  return <p className="border-t border-line pt-6 text-sm text-muted">{m.payment_order_lead()}</p>
}
