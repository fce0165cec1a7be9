import type { PricesShown } from '#contract/desk/price-calls.ts'
import { setOnSale, usualSet } from '#server/platform/site-files/plan-on-sale.ts'
import { type PriceSets, type Prices, productSets } from '#server/platform/site-files/prices-yaml.ts'

/** Returns all sets, with what is on sale now and planned. */
export function shownPrices(
  prices: Prices,
  { priceSet, now, zone }: { priceSet: string | undefined; now: Date; zone: string },
): PricesShown {
  const sets: PriceSets = { ...prices.sets, ...productSets }
  const { name: current } = setOnSale(prices, priceSet, now, zone)
  const last = priceSet ?? prices.onSale ?? usualSet
  const planned = new Set<string>()
  for (let name = last; name !== current; name = sets[name]?.before ?? current) planned.add(name)
  return {
    now: current,
    last,
    sets: Object.entries(sets).map(([name, { plan, from }]) => ({
      name,
      plan,
      from: from ?? null,
      state: name === current ? 'now' : planned.has(name) ? 'planned' : 'other',
    })),
  }
}
