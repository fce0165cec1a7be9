import type { SignedInSession } from '#contract/accounts/accounts.ts'
import { m } from '#messages/generated/messages.js'
import { useConfig } from '#web/site/site.ts'
import { BillingAddress } from './billing-address.tsx'
import { BillingCountry } from './billing-country.tsx'
import { CancelSubscription } from './cancel-subscription.tsx'
import { RedeemCoupon } from './redeem-coupon.tsx'
import { RefundSubscription } from './refund-subscription.tsx'

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
