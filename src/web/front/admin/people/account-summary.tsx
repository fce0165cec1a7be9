import type { ViewedAccount } from '#contract/admin/admin-accounts.ts'
import { m } from '#messages/generated/messages.js'
import { billingDay } from '#web/books/billing/billing-day.ts'
import { cardText } from '#web/books/cards/card-text.ts'
import { everyInterval } from '#web/books/pricing/interval-name.ts'
import { priceText } from '#web/platform/site/price-text.ts'

type Subscription = NonNullable<ViewedAccount['subscription']>

/** What an account has and pays, when next, by which card, and whether that works, in plain sentences. */
export function AccountSummary({ account }: { account: ViewedAccount }) {
  return (
    <p role="note" aria-label={m.account_summary()} className="max-w-[75ch]">
      {sentences(account.subscription).join(' ')}
    </p>
  )
}

function sentences(subscription: Subscription | null): readonly string[] {
  if (!subscription) return [m.account_sum_none()]
  const { status, nextCharge, overdue, health, card, paused } = subscription
  const until = subscription.until === null ? '' : billingDay(subscription.until)
  const count = subscription.licenseCount
  if (status === 'confirm-email') return [m.account_sum_confirm()]
  if (status === 'cancelled') return [m.account_sum_ended({ until })]
  const next = nextCharge
    ? [m.account_sum_next({ amount: priceText(nextCharge.grossCents), date: billingDay(nextCharge.at) })]
    : []
  const has = {
    trial: () => m.account_sum_trial({ until }),
    prepaid: () => m.account_sum_prepaid({ count, until }),
    'pending-expiry': () => m.account_sum_ending({ count, until }),
    active: () => paid(subscription),
  }[status]()
  const healthText = () => {
    if (overdue)
      return m.account_sum_late({
        amount: priceText(overdue.grossCents),
        date: billingDay(overdue.accessEndsAt),
      })
    return health === 'ok' ? m.account_sum_ok() : m.account_sum_trouble()
  }
  return [
    has,
    ...(paused
      ? [m.account_sum_paused({ from: billingDay(paused.from), until: billingDay(paused.until) })]
      : []),
    ...next,
    card ? m.account_sum_card({ card: cardText(card) }) : m.account_sum_no_card(),
    ...(status === 'active' || health !== 'ok' ? [healthText()] : []),
  ]
}

function paid({ interval, nextPeriodGrossCents, priceCents, licenseCount: count }: Subscription): string {
  const amount = priceText(nextPeriodGrossCents ?? priceCents ?? 0)
  return m.account_sum_active({ amount, every: interval ? everyInterval(interval) : '', count })
}
