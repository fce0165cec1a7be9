import type { SubscriptionOffers } from '#contract/billing/billing.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { intervalName } from '#web/pricing/interval-name.ts'
import { priceText } from '#web/pricing/price-text.ts'

/** How the amount comes about: net, plus the tax, less the credit. */
export function PriceLines({
  vat,
  offer,
}: {
  vat: SubscriptionOffers['vat']
  offer: Pick<
    SubscriptionOffers['offers'][number],
    'interval' | 'priceCents' | 'vatCents' | 'creditCents' | 'grossCents'
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
  ]
  return (
    <>
      <table className="w-full tabular-nums">
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
      {vat.reverseCharge ? (
        <p className="mt-1.5 text-[0.8125rem] text-muted">{m.wizard_order_reverse_charge_note()}</p>
      ) : null}
    </>
  )
}

type Vat = SubscriptionOffers['vat']

/** '€10 plus 19 % VAT', or that the customer owes the tax. */
export function priceWithTax({ priceCents }: { priceCents: number }, vat: Vat): string {
  const price = priceText(priceCents)
  return vat.reverseCharge
    ? m.wizard_price_reverse_charge({ price })
    : m.wizard_price_plus_vat({ price, percent: percentText(vat.basisPoints) })
}

/** Hundredths of a percent as people write them: '19', '25.5'. */
function percentText(basisPoints: number): string {
  return new Intl.NumberFormat(getLocale(), { maximumFractionDigits: 2 }).format(basisPoints / 100)
}
