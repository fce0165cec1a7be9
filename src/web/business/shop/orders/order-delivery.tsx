import { type ReactNode, useId } from 'react'
import type { Order } from '#contract/shop/shop.ts'
import { m } from '#messages/generated/messages.js'
import { billingDay } from '#web/books/billing/billing-day.ts'
import { countryName } from '#web/books/billing/country-name.ts'

type Delivery = NonNullable<Order['delivery']>

/** The shipping address of an order, and the progress of its delivery. */
export function OrderDelivery({ state, delivery }: { state: Order['state']; delivery: Delivery }) {
  const id = useId()
  const { recipient, address, country, trackingNumber } = delivery
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="text-base">
        {m.order_delivery()}
      </h2>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[auto_1fr]">
        <Row name={m.order_delivery_state()}>
          {stateText(state, delivery)}
          {trackingNumber === null ? null : (
            <span className="block">{m.order_tracking({ number: trackingNumber })}</span>
          )}
        </Row>
        <Row name={m.order_delivery_address()}>
          <span className="block">{recipient}</span>
          <span className="block whitespace-pre-line">{address}</span>
          <span className="block">{countryName(country)}</span>
        </Row>
      </dl>
    </section>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="caption sm:pt-0.5">{name}</dt>
      <dd className="min-w-0 break-words max-sm:-mt-3">{children}</dd>
    </div>
  )
}

function stateText(state: Order['state'], { shippedAt, deliveredAt }: Delivery): string {
  if (deliveredAt !== null) return m.order_delivered_on({ day: billingDay(deliveredAt) })
  if (shippedAt !== null) return m.order_shipped_on({ day: billingDay(shippedAt) })
  if (state === 'packed') return m.order_packed()
  return state === 'placed' || state === 'paid' ? m.order_not_shipped() : m.order_never_shipped()
}
