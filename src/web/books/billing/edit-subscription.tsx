import type { SignedInSession } from '#contract/accounts/accounts.ts'
import { isClosed, sells } from '#domain/service-mode.ts'
import { m } from '#messages/generated/messages.js'
import { useConfig } from '#web/platform/site/site.ts'
import { BillingDetails } from './billing-details.tsx'
import { ChangeInterval, mayChangeInterval } from './change-interval.tsx'
import { RedeemCoupon } from './redeem-coupon.tsx'

/** Edit Subscription (product.md section 2): billing details, interval, and a coupon. */
export function EditSubscription({ session: { account, subscription } }: { session: SignedInSession }) {
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
