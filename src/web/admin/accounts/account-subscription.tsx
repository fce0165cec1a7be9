import { useId } from 'react'
import type { ViewedAccount } from '#contract/admin/admin-accounts.ts'
import { m } from '#messages/generated/messages.js'
import { adminTime } from '#web/admin/admin-time.ts'
import { Fact, Facts } from '#web/admin/facts.tsx'
import { intervalName } from '#web/pricing/interval-name.ts'
import { AssignCoupon } from './assign-coupon.tsx'
import { AssignPrepaid } from './assign-prepaid.tsx'

/** The subscription of an account, and what may be added to it (product.md section 2, Account or contact view). */
export function AccountSubscription({ account }: { account: ViewedAccount }) {
  const id = useId()
  const { subscription } = account
  const { status, until, interval } = subscription ?? {}
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
      <h2 id={id}>{m.admin_subscription()}</h2>
      <Facts>
        <Fact name={m.admin_subscription_status()}>{status}</Fact>
        <Fact name={m.admin_subscription_until()}>
          {until ? <time dateTime={until}>{adminTime(until)}</time> : null}
        </Fact>
        <Fact name={m.admin_subscription_pricing()}>{subscription?.pricingId}</Fact>
        <Fact name={m.admin_subscription_licenses()}>{subscription?.licenseCount}</Fact>
        <Fact name={m.admin_subscription_included()}>{subscription?.includedLicenses}</Fact>
        <Fact name={m.admin_subscription_included_count()}>{subscription?.includedLicenseCount}</Fact>
        <Fact name={m.admin_subscription_interval()}>{interval ? intervalName(interval) : null}</Fact>
        <Fact name={m.admin_subscription_coupon()}>{subscription?.coupon}</Fact>
        <Fact name={m.admin_subscription_provider()}>{subscription?.paymentProvider}</Fact>
        <Fact name={m.admin_subscription_version()}>{subscription?.version}</Fact>
      </Facts>
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-8">
        {status === 'trial' || status === 'active' ? null : <AssignPrepaid account={account} />}
        {status !== undefined && subscription?.coupon === undefined ? (
          <AssignCoupon account={account} />
        ) : null}
      </div>
    </section>
  )
}
