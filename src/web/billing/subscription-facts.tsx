import type { ReactNode } from 'react'
import type { Subscription } from '#contract/accounts/accounts.ts'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { cardText } from '#web/cards/card-text.ts'
import { priceText } from '#web/pricing/price-text.ts'
import { Link } from '#web/ui/link.tsx'
import { billingDay } from './billing-day.ts'

/** What is charged next and with which card, the balance and the coupon of a subscription that runs. */
export function SubscriptionFacts({ subscription }: { subscription: Subscription }) {
  const { status, health, card, nextCharge, creditCents, coupon } = subscription
  const takesCards = status !== 'cancelled' && status !== 'confirm-email'
  // what is overdue has been tried already
  const next = health === 'ok' ? nextCharge : undefined
  const withCard = takesCards && (card !== undefined || status === 'active')
  if (!next && !withCard && creditCents === 0 && coupon === undefined) return null
  return (
    <dl className="grid gap-x-8 gap-y-3 border-t border-line pt-4 text-sm sm:grid-cols-[max-content_1fr]">
      {next ? (
        <Fact name={m.subscription_next_charge()}>
          {m.subscription_next_charge_value({
            amount: priceText(next.grossCents),
            date: billingDay(next.at),
          })}
        </Fact>
      ) : null}
      {withCard ? (
        <Fact name={m.subscription_card()}>
          {card ? cardText(card) : m.subscription_card_none()}{' '}
          <Link to={href('subscriptionCard')} className="link whitespace-nowrap">
            {m.subscription_change_card()}
          </Link>
        </Fact>
      ) : null}
      {creditCents !== 0 ? <Fact name={m.subscription_credit()}>{creditText(creditCents)}</Fact> : null}
      {coupon !== undefined ? (
        <Fact name={m.subscription_coupon()}>
          <span className="num">{coupon}</span>
        </Fact>
      ) : null}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-muted max-sm:-mb-2.5">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function creditText(cents: number): string {
  return cents > 0
    ? m.subscription_credit_note({ amount: priceText(cents) })
    : m.subscription_owed({ amount: priceText(-cents) })
}
