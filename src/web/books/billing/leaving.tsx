import { type ReactNode, useId } from 'react'
import type { Subscription } from '#contract/accounts/accounts.ts'
import { billingCalls } from '#contract/billing/billing-calls.ts'
import { m } from '#messages/generated/messages.js'
import { useQuestion } from '#web/platform/layout/question.tsx'
import { call } from '#web/platform/site/api.ts'
import { priceText } from '#web/platform/site/price-text.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { billingDay } from './billing-day.ts'
import { useShowChange } from './change-subscription.ts'

/** Refund and cancellation, at the foot of the page (product.md sections 4 and 9). */
export function Leaving({ subscription }: { subscription: Subscription }) {
  const { refund } = subscription
  const cancels = mayCancel(subscription)
  if (!refund && !cancels) return null
  return (
    <section aria-labelledby="leaving" className="grid gap-6 border-t border-line pt-8">
      <h2 id="leaving">{m.subscription_leaving()}</h2>
      {refund ? <Refund refund={refund} /> : null}
      {cancels ? <Cancel subscription={subscription} /> : null}
    </section>
  )
}

/** Whether a subscription can be cancelled: it is renewed, or followed by a charge. */
function mayCancel({ status, nextCharge }: Subscription): boolean {
  return status === 'active' || ((status === 'trial' || status === 'prepaid') && nextCharge !== undefined)
}

/** Cancels after a confirmation, Yes or No (product.md section 4). */
export function Cancel({ subscription }: { subscription: Subscription }) {
  const { ask, dialog } = useQuestion()
  const showChange = useShowChange(m.cancel_done())
  const consequence = consequenceOf(subscription)
  return (
    <Way heading={m.cancel_heading()} lead={consequence}>
      <Button
        onClick={() =>
          ask({
            title: m.cancel_question(),
            ends: true,
            children: <p>{consequence}</p>,
            make: () => call(billingCalls.cancelSubscription),
            ...showChange,
          })
        }
      >
        {m.cancel_button()}
      </Button>
      {dialog}
    </Way>
  )
}

/** A pause is dropped: before it the paid time is left, in it nothing is. */
function consequenceOf({ health, until, paused }: Subscription): string {
  if (paused?.begun) return m.cancel_lead_paused()
  const unpaid = health === 'past-due' || health === 'action-required'
  return unpaid || !until
    ? m.cancel_lead_unpaid()
    : m.cancel_lead({ date: billingDay(paused?.from ?? until) })
}

/** Refunds what is refundable within seven days, after a confirmation (product.md section 9, Refund period). */
function Refund({ refund }: { refund: NonNullable<Subscription['refund']> }) {
  const { ask, dialog } = useQuestion()
  const showChange = useShowChange(m.refund_done())
  const said = { date: billingDay(refund.until), amount: amountOf(refund) }
  const lead = refund.ends ? m.refund_lead_period(said) : m.refund_lead_users(said)
  return (
    <Way heading={m.refund_heading()} lead={lead}>
      <Button
        onClick={() =>
          ask({
            title: m.refund_question(),
            ends: refund.ends,
            children: <p>{lead}</p>,
            make: () => call(billingCalls.refundSubscription),
            ...showChange,
          })
        }
      >
        {m.refund_button()}
      </Button>
      {dialog}
    </Way>
  )
}

function amountOf({ grossCents, creditCents }: NonNullable<Subscription['refund']>): string {
  const amount = priceText(grossCents)
  if (creditCents === 0) return amount
  const credit = priceText(creditCents)
  return grossCents === 0 ? m.refund_credit({ credit }) : m.refund_amount_and_credit({ amount, credit })
}

function Way({ heading, lead, children }: { heading: string; lead: string; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 max-sm:grid max-sm:justify-items-start"
    >
      <div className="max-w-prose">
        <h3 id={id} className="text-sm font-medium">
          {heading}
        </h3>
        <p className="text-sm text-muted">{lead}</p>
      </div>
      {children}
    </section>
  )
}
