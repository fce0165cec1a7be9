import type { SignedInSession, Subscription } from '#contract/accounts/accounts.ts'
import { billingCalls } from '#contract/billing/billing-calls.ts'
import { m } from '#messages/generated/messages.js'
import { useQuestion } from '#web/layout/question.tsx'
import { call } from '#web/site/api.ts'
import { useConfig } from '#web/site/site.ts'
import { Button } from '#web/ui/button.tsx'
import { BillingAddress } from './billing-address.tsx'
import { BillingCountry } from './billing-country.tsx'
import { billingDay } from './billing-day.ts'
import { ChangeInterval, mayChangeInterval } from './change-interval.tsx'
import { useShowChange } from './change-subscription.ts'
import { RedeemCoupon } from './redeem-coupon.tsx'

/** Edit Subscription (product.md section 2): the facts of the invoices, and the ways out. */
export function EditSubscription({ session: { account, subscription } }: { session: SignedInSession }) {
  const { serviceMode } = useConfig()
  return (
    <section aria-labelledby="edit-subscription" className="grid gap-6">
      <h2 id="edit-subscription">{m.subscription_edit()}</h2>
      <BillingAddress stored={account.billingAddress ?? ''} />
      <BillingCountry
        country={account.country ?? ''}
        vatId={account.vatId ?? ''}
        business={account.business === true}
      />
      {serviceMode === 'open' && subscription && mayChangeInterval(subscription) ? (
        <ChangeInterval subscription={subscription} />
      ) : null}
      {serviceMode === 'open' ? <RedeemCoupon /> : null}
      {subscription?.refundableUntil ? <RefundSubscription until={subscription.refundableUntil} /> : null}
      {subscription && mayCancel(subscription) ? <CancelSubscription subscription={subscription} /> : null}
    </section>
  )
}

/** What is extended or followed by a charge can be cancelled. */
function mayCancel({ status, nextCharge }: NonNullable<SignedInSession['subscription']>): boolean {
  return status === 'active' || ((status === 'trial' || status === 'prepaid') && nextCharge !== undefined)
}

/** Cancels after a question, Yes or No (product.md section 4). */
function CancelSubscription({ subscription: { health, until } }: { subscription: Subscription }) {
  const { ask, dialog } = useQuestion()
  const showChange = useShowChange(m.cancel_done())
  const unpaid = health === 'past-due' || health === 'action-required'
  const consequence = unpaid || !until ? m.cancel_lead_unpaid() : m.cancel_lead({ date: billingDay(until) })
  return (
    <div className="grid max-w-prose justify-items-start gap-3">
      <div>
        <h3 className="text-sm font-medium">{m.cancel_heading()}</h3>
        <p className="text-sm text-muted">{consequence}</p>
      </div>
      <Button
        onClick={() =>
          ask({
            title: m.cancel_question(),
            children: <p>{consequence}</p>,
            make: () => call(billingCalls.cancelSubscription),
            ...showChange,
          })
        }
      >
        {m.cancel_button()}
      </Button>
      {dialog}
    </div>
  )
}

/** Gives the last charge back within seven days, after a question (product.md section 9, Refund period). */
function RefundSubscription({ until }: { until: string }) {
  const { ask, dialog } = useQuestion()
  const showChange = useShowChange(m.refund_done())
  const lead = m.refund_lead({ date: billingDay(until) })
  return (
    <div className="grid max-w-prose justify-items-start gap-3">
      <div>
        <h3 className="text-sm font-medium">{m.refund_heading()}</h3>
        <p className="text-sm text-muted">{lead}</p>
      </div>
      <Button
        onClick={() =>
          ask({
            title: m.refund_question(),
            children: <p>{lead}</p>,
            make: () => call(billingCalls.refundSubscription),
            ...showChange,
          })
        }
      >
        {m.refund_button()}
      </Button>
      {dialog}
    </div>
  )
}
