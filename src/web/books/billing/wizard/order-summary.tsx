import type { ReactNode } from 'react'
import type { SignedInSession } from '#contract/accounts/accounts.ts'
import type { SubscriptionOffers } from '#contract/billing/billing.ts'
import { m } from '#messages/generated/messages.js'
import { billingDay } from '#web/books/billing/billing-day.ts'
import { countryName } from '#web/books/billing/country-name.ts'
import { nextChargeCents, PriceLines } from '#web/books/billing/price-lines.tsx'
import { everyInterval, intervalName } from '#web/books/pricing/interval-name.ts'
import { priceText } from '#web/platform/site/price-text.ts'
import { Link } from '#web/platform/ui/link.tsx'
import { cardName, type Draft } from './draft.ts'
import { type Step, stepHref } from './steps.ts'

type Props = {
  session: SignedInSession
  draft: Draft
  offers: SubscriptionOffers
  offer: SubscriptionOffers['offers'][number]
}

/** The order: recipient, price with tax, time of the charge, renewal and cancellation. */
export function OrderSummary({ session: { account, subscription }, draft, offers, offer }: Props) {
  const interval = intervalName(offer.interval)
  const later = nextChargeCents(offer, offer)
  const isLong = offer.interval.unit === 'y' || (offer.interval.unit === 'm' && offer.interval.value > 1)
  return (
    <dl className="grid gap-x-6 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <Row name={m.wizard_order_product()} change={3}>
        <p className="font-medium">{m.wizard_order_users({ count: offers.users })}</p>
        <p>{interval}</p>
      </Row>
      <Row name={m.wizard_order_billed()} change={2}>
        <p className="whitespace-pre-line">{account.billingAddress}</p>
        <p>{account.country && countryName(account.country)}</p>
        {account.vatId ? <p>{m.wizard_order_vat_id({ vatId: account.vatId })}</p> : null}
      </Row>
      <Row name={m.wizard_order_card()} change={4}>
        {cardName(draft, { card: subscription?.card, stored: offers.card })}
      </Row>
      <Row name={m.wizard_order_total()}>
        <PriceLines vat={offers.vat} offer={offer} />
      </Row>
      <Row name={m.wizard_order_charged()}>{chargedText(offers, subscription?.status)}</Row>
      <Row name={m.wizard_order_next()}>
        {m.wizard_order_next_text({
          price: priceText(later),
          day: billingDay(offer.extendedAt),
          every: everyInterval(offer.interval),
        })}
      </Row>
      <Row name={m.wizard_order_term()}>
        <p>{m.wizard_order_term_text({ interval })}</p>
        {offers.consumer && isLong ? (
          <p className="mt-2">{m.wizard_order_term_consumer({ interval })}</p>
        ) : null}
      </Row>
    </dl>
  )
}

function Row({ name, change, children }: { name: string; change?: Step; children: ReactNode }) {
  return (
    <div className="border-t border-line py-3 text-sm sm:col-span-2 sm:grid sm:grid-cols-subgrid">
      <dt className="font-medium">{name}</dt>
      <dd className="flex items-start justify-between gap-4 pt-0.5 sm:pt-0">
        <div className="min-w-0 flex-1">{children}</div>
        {change ? (
          <Link to={stepHref(change)} className="link shrink-0">
            {m.wizard_order_change()}
            <span className="sr-only"> {name}</span>
          </Link>
        ) : null}
      </dd>
    </div>
  )
}

function chargedText({ chargedAt }: SubscriptionOffers, status: string | undefined): string {
  if (chargedAt === null) return m.wizard_order_charged_now()
  const day = billingDay(chargedAt)
  return status === 'trial' ? m.wizard_order_charged_trial({ day }) : m.wizard_order_charged_later({ day })
}
