import type { SubscriptionOffers } from '#contract/billing/billing.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { priceText } from '#web/pricing/price-text.ts'

type Vat = SubscriptionOffers['vat']

/** '€10 plus 19 % VAT', or that the customer owes the tax. */
export function priceWithTax({ netCents }: { netCents: number }, vat: Vat): string {
  const price = priceText(netCents)
  return vat.reverseCharge
    ? m.wizard_price_reverse_charge({ price })
    : m.wizard_price_plus_vat({ price, percent: percentText(vat.basisPoints) })
}

/** Hundredths of a percent as people write them: '19', '25.5'. */
export function percentText(basisPoints: number): string {
  return new Intl.NumberFormat(getLocale(), { maximumFractionDigits: 2 }).format(basisPoints / 100)
}
