import { useId } from 'react'
import type { Shop } from '#contract/shop/shop.ts'
import { weightText } from '#domain/shop/weight-text.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { countryName } from '#web/books/billing/country-name.ts'
import { priceText } from '#web/platform/site/price-text.ts'
import { shippingId } from './price.tsx'

/** The target of "plus shipping": each shipping method with its price (PAngV, section 6). */
export function ShippingCosts({ shipping }: Pick<Shop, 'shipping'>) {
  const heading = useId()
  return (
    <section id={shippingId} aria-labelledby={heading} className="mt-10 max-w-2xl border-t border-line pt-6">
      <h2 id={heading} className="text-base">
        {m.shipping_costs()}
      </h2>
      <p className="mt-2 text-sm text-muted">{m.product_shipping()}</p>
      <ul className="mt-4 grid gap-3 text-sm">
        {shipping.map(({ id, name, weightUpToGrams, countries, grossCents }) => (
          <li key={id} className="flex items-baseline justify-between gap-6">
            <span>
              {name}, {m.shipping_up_to({ weight: weightText(weightUpToGrams, getLocale()) })}
              <span className="caption block">{countries.map(countryName).join(', ')}</span>
            </span>
            <span className="num">{priceText(grossCents)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
