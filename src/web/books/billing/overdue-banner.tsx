import type { SignedInSession } from '#contract/accounts/accounts.ts'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { cardText } from '#web/books/cards/card-text.ts'
import { priceText } from '#web/platform/site/price-text.ts'
import { Link } from '#web/platform/ui/link.tsx'
import { billingDay, lastDay } from './billing-day.ts'

/**
 * Shown on every page to users with `subscription.manage` while a renewal is unpaid: amount, card, next retry and last
 * day.
 */
export default function OverdueBanner({ session: { subscription } }: { session: SignedInSession }) {
  const overdue = subscription?.overdue
  if (!overdue) return null
  const { card, health } = subscription
  const asks = health === 'action-required'
  const amount = priceText(overdue.grossCents)
  const sentences = [
    asks
      ? m.overdue_banner_asks({ amount })
      : card
        ? m.overdue_banner_card({ amount, card: cardText(card) })
        : m.overdue_banner({ amount }),
    ...(overdue.nextTryAt ? [m.overdue_banner_try({ date: billingDay(overdue.nextTryAt) })] : []),
    m.overdue_banner_last({ date: lastDay(overdue.accessEndsAt) }),
  ]
  return (
    <aside
      aria-label={m.overdue_banner_label()}
      className="flex flex-wrap items-center justify-center gap-x-3 border-b border-line bg-danger-soft px-4 py-1.5 text-center text-[0.8125rem]"
    >
      <span>{sentences.join(' ')}</span>
      <Link to={href(asks ? 'subscriptionPayment' : 'subscriptionCard')} className="link py-0.5 font-medium">
        {asks ? m.subscription_action_link() : m.subscription_change_card()}
      </Link>
    </aside>
  )
}
