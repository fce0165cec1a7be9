import type { ReactNode } from 'react'
import type { SubscriptionOffers } from '#contract/billing/billing.ts'
import { type Interval, sameInterval } from '#domain/interval.ts'
import { centsAMonth, savedCents } from '#domain/pricing.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { intervalName } from '#web/books/pricing/interval-name.ts'
import { priceText } from '#web/platform/site/price-text.ts'
import { billingDay } from './billing-day.ts'

/** Breakdown of an amount: net, plus tax, less credit. */
export function PriceLines({
  vat,
  offer,
}: {
  vat: SubscriptionOffers['vat']
  offer: Pick<
    SubscriptionOffers['offers'][number],
    'interval' | 'priceCents' | 'vatCents' | 'creditCents' | 'openCents' | 'grossCents' | 'coupon'
  >
}) {
  const lines = [
    { what: m.wizard_order_net({ interval: intervalName(offer.interval) }), cents: offer.priceCents },
    {
      what: vat.reverseCharge
        ? m.wizard_order_reverse_charge()
        : m.wizard_order_vat({ percent: percentText(vat.basisPoints) }),
      cents: offer.vatCents,
    },
    ...(offer.creditCents === 0
      ? []
      : [
          {
            what: offer.creditCents > 0 ? m.wizard_order_credit() : m.wizard_order_open(),
            cents: -offer.creditCents,
          },
        ]),
    ...(offer.openCents ? [{ what: m.wizard_order_carried(), cents: -offer.openCents }] : []),
  ]
  return (
    <>
      <table className="w-full even-digits">
        <tbody>
          {lines.map(({ what, cents }) => (
            <tr key={what}>
              <th scope="row" className="py-0.5 pr-4 text-left font-normal text-muted">
                {what}
              </th>
              <td className="text-right">{priceText(cents)}</td>
            </tr>
          ))}
          <tr className="border-t border-line text-base font-semibold">
            <th scope="row" className="pt-1.5 pr-4 text-left">
              {m.wizard_order_total()}
            </th>
            <td className="pt-1.5 text-right">{priceText(offer.grossCents)}</td>
          </tr>
        </tbody>
      </table>
      <CouponNote {...offer} />
      {vat.reverseCharge ? (
        <p className="mt-1.5 text-[0.8125rem] text-muted">{m.wizard_order_reverse_charge_note()}</p>
      ) : null}
    </>
  )
}

/** What a coupon does to the price, and what it costs afterwards, with VAT. */
function CouponNote({ coupon }: Pick<Offer, 'coupon'>) {
  if (!coupon) return null
  const said = { code: coupon.code, list: priceText(coupon.listGrossCents) }
  return (
    <span className="mt-1.5 block text-[0.8125rem]">
      {coupon.until === null
        ? m.coupon_price_stays(said)
        : m.coupon_price_ends({ ...said, day: billingDay(coupon.until) })}
    </span>
  )
}

/** Returns the price of the next charge, gross: that of the coupon unless it has ended by then. */
export function nextChargeCents(
  { priceCents, vatCents }: Pick<Offer, 'priceCents' | 'vatCents'>,
  { coupon, extendedAt }: Pick<Offer, 'coupon' | 'extendedAt'>,
): number {
  const isOver = coupon && coupon.until !== null && coupon.until <= extendedAt
  return isOver ? coupon.listGrossCents : priceCents + vatCents
}

/**
 * Returns the label of an interval: its monthly price for the account's users, and the saving against the shortest one.
 * @param running the interval of the running period, if any
 */
export function intervalLabel(
  offer: Offer,
  { offers, vat }: SubscriptionOffers,
  running: Interval | null = null,
): { label: ReactNode; note: ReactNode } {
  const name = intervalName(offer.interval)
  const price = grossOf(offer)
  const monthly = centsAMonth(price)
  const saved = offers[0] ? savedCents(price, grossOf(offers[0])) : 0
  return {
    label: (
      <span className="grid py-1">
        <span className="flex flex-wrap items-center gap-x-2 font-medium">
          {sameInterval(offer.interval, running) ? m.interval_running({ interval: name }) : name}
          {saved > 0 ? (
            <span className="rounded-control bg-accent-soft px-1.5 text-[0.8125rem] text-accent">
              {m.wizard_interval_saves({ amount: priceText(saved) })}
            </span>
          ) : null}
        </span>
        <span className="text-[0.8125rem] text-muted">{priceWithTax(offer, vat)}</span>
        <CouponNote {...offer} />
      </span>
    ),
    note: (
      <span className="grid text-right">
        <span className="text-base font-medium text-ink">{priceText(price.cents)}</span>
        {monthly === price.cents ? null : (
          <span className="text-[0.8125rem]">
            {m.wizard_interval_monthly({ amount: priceText(monthly) })}
          </span>
        )}
      </span>
    ),
  }
}

function grossOf({ interval, priceCents, vatCents }: Offer) {
  return { interval, cents: priceCents + vatCents }
}

type Vat = SubscriptionOffers['vat']
type Offer = SubscriptionOffers['offers'][number]

/** '€10.00 plus 19 % VAT', or a note that the customer owes the tax. */
function priceWithTax({ priceCents }: { priceCents: number }, vat: Vat): string {
  const price = priceText(priceCents)
  return vat.reverseCharge
    ? m.wizard_price_reverse_charge({ price })
    : m.wizard_price_plus_vat({ price, percent: percentText(vat.basisPoints) })
}

/** Formats basis points as percent: '19', '25.5'. */
function percentText(basisPoints: number): string {
  return new Intl.NumberFormat(getLocale(), { maximumFractionDigits: 2 }).format(basisPoints / 100)
}
