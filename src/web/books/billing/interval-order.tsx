import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Subscription } from '#contract/accounts/accounts.ts'
import type { SubscriptionChange, SubscriptionOffers } from '#contract/billing/billing.ts'
import { billingCalls } from '#contract/billing/billing-calls.ts'
import { m } from '#messages/generated/messages.js'
import { cardProvider } from '#web/books/cards/card-provider.ts'
import { cardText } from '#web/books/cards/card-text.ts'
import { everyInterval, intervalName } from '#web/books/pricing/interval-name.ts'
import { call } from '#web/platform/site/api.ts'
import { priceText } from '#web/platform/site/price-text.ts'
import { useConfig } from '#web/platform/site/site.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Checkbox } from '#web/platform/ui/checkbox.tsx'
import { billingDay } from './billing-day.ts'
import { offersQuery } from './billing-queries.ts'
import { useShowChange } from './change-subscription.ts'
import { OrderTerms } from './order-terms.tsx'
import { nextChargeCents, PriceLines } from './price-lines.tsx'

type Offer = SubscriptionOffers['offers'][number]

/** Cost, time and terms of a change of interval, then its order (German Civil Code, section 312j). */
export function IntervalOrder({
  offers,
  offer,
  atOnce,
  subscription: { until, paymentProvider, card },
  onDone,
}: {
  offers: SubscriptionOffers
  offer: Offer
  atOnce: boolean
  subscription: Subscription
  onDone: () => void
}) {
  const provider = cardProvider(useConfig(), paymentProvider)
  const [agreed, setAgreed] = useState(false)
  const mustAgree = atOnce && offers.consumer
  const { busy, refusal, faults, send, forgetFaults } = useOrder(mustAgree && !agreed, onDone)
  const due = dueOf(offer, atOnce)
  const order = () => {
    if (!provider) return
    send({
      interval: offer.interval,
      paymentProvider: provider,
      shownGrossCents: due.grossCents,
      ...(atOnce && { atOnce }),
      ...(mustAgree && { immediateStart: true }),
    })
  }
  return (
    <div className="grid gap-5 border-t border-line pt-5 text-sm">
      <PriceLines vat={offers.vat} offer={{ ...offer, ...due, openCents: due.openCents ?? 0 }} />
      {card ? (
        <p>
          {m.wizard_order_card()}: {cardText(card)}
        </p>
      ) : null}
      <WhatChanges offers={offers} offer={offer} atOnce={atOnce} until={until} />
      {mustAgree ? (
        <Checkbox
          label={m.wizard_immediate_start()}
          error={faults.immediateStart}
          checked={agreed}
          onChange={(event) => {
            setAgreed(event.target.checked)
            forgetFaults()
          }}
        />
      ) : null}
      <OrderTerms />
      {refusal ? <Alert>{refusal}</Alert> : null}
      <Button variant="primary" size="large" busy={busy} onClick={order}>
        {m.wizard_order_button()}
      </Button>
    </div>
  )
}

/** Returns the amount charged with the change. */
function dueOf(offer: Offer, atOnce: boolean) {
  return (atOnce && offer.atOnce) || offer
}

/** Start, price and minimum term of the new interval. */
function WhatChanges({
  offers: { consumer },
  offer,
  atOnce,
  until,
}: {
  offers: SubscriptionOffers
  offer: Offer
  atOnce: boolean
  until: string | null
}) {
  const interval = intervalName(offer.interval)
  const { unit, value } = offer.interval
  const isLong = unit === 'y' || (unit === 'm' && value > 1)
  return (
    <div className="grid gap-2">
      <p>
        {atOnce && offer.atOnce
          ? m.interval_at_once_note({
              date: until ? billingDay(until) : '',
              amount: priceText(offer.atOnce.restCents),
            })
          : m.interval_at_end_note({ date: until ? billingDay(until) : '' })}
      </p>
      <p>
        {m.interval_next({
          price: priceText(nextChargeCents(offer, dueOf(offer, atOnce))),
          day: billingDay(dueOf(offer, atOnce).extendedAt),
          every: everyInterval(offer.interval),
        })}
      </p>
      <p className="text-muted">
        {m.interval_new_term({ interval })} {m.wizard_order_term_text({ interval })}
      </p>
      {consumer && isLong ? <p className="text-muted">{m.wizard_order_term_consumer({ interval })}</p> : null}
    </div>
  )
}

/** Sends the order. After a refusal the prices are refetched: the next one shown is binding. */
function useOrder(isMissing: boolean, onDone: () => void) {
  const queries = useQueryClient()
  const showChange = useShowChange(m.interval_done())
  return useCall((body: SubscriptionChange) => call(billingCalls.changeSubscription, { body }), {
    check: () => ({ immediateStart: isMissing ? m.wizard_immediate_start_missing() : undefined }),
    fields: ['immediateStart'],
    onRefused: async (problem) => {
      await showChange.onRefused(problem)
      await queries.invalidateQueries({ queryKey: offersQuery.queryKey })
    },
    onDone: async (reply) => {
      await showChange.onDone(reply)
      onDone()
    },
  })
}
