import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Subscription } from '#contract/accounts/accounts.ts'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { priceText } from '#web/platform/site/price-text.ts'
import { buttonClass } from '#web/platform/ui/button.tsx'
import { Icon } from '#web/platform/ui/icon.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { openPaymentQuery } from './billing-queries.ts'
import { useSettling } from './settling.ts'

/** A pending payment: waiting for the network, or for the bank's confirmation. */
export function PaymentNotice({ subscription }: { subscription: Subscription | null }) {
  const { data: payment } = useQuery(openPaymentQuery)
  useSettling(payment?.state === 'processing')
  const runs = subscription?.status === 'active'

  if (payment?.state === 'processing') {
    return (
      <Notice tone="calm">
        <p role="status">{m.subscription_pending({ amount: priceText(payment.grossCents) })}</p>
      </Notice>
    )
  }
  if (payment?.state === 'action-required' || (runs && subscription.health === 'action-required')) {
    return (
      <Notice
        tone="urgent"
        action={
          <Link to={href('subscriptionPayment')} className={buttonClass({ variant: 'primary' })}>
            {m.subscription_action_link()}
          </Link>
        }
      >
        <p>{m.subscription_action_alert()}</p>
      </Notice>
    )
  }
  return null
}

function Notice({
  tone,
  action,
  children,
}: {
  tone: 'calm' | 'urgent'
  action?: ReactNode
  children: ReactNode
}) {
  const urgent = tone === 'urgent'
  return (
    <div
      className={`flex flex-wrap items-center gap-x-6 gap-y-3 rounded-card px-4 py-3.5 ${urgent ? 'bg-danger-soft' : 'bg-accent-soft'}`}
    >
      <div className="flex min-w-0 flex-1 basis-72 gap-3">
        <Icon
          name={urgent ? 'alert' : 'info'}
          className={`mt-1 size-4 shrink-0 ${urgent ? 'text-danger' : 'text-accent'}`}
        />
        <div className="min-w-0">{children}</div>
      </div>
      {action}
    </div>
  )
}
