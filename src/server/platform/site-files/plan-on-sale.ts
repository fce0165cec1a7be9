import { parsePublishingDate, publishingInstant } from '#domain/catalogue/publishing-date.ts'
import { type PricingPlan, plans } from '#domain/pricing.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Clock } from '#server/platform/runtime/clock.ts'
import { type PriceSet, type PriceSets, type Prices, productSets } from './prices-yaml.ts'
import type { WatchedSiteFiles } from './site-files.ts'

type Known = {
  readonly config: Pick<Config, 'priceSet' | 'seller'>
  readonly clock: Clock
  readonly siteFiles: Pick<WatchedSiteFiles, 'current'>
}

/** The price set that is sold where nobody names one. */
export const usualSet = 'launch'

/**
 * Returns the plan on sale now: the price set that `PRICE_SET` names, else the one that the prices name, or, before its
 * beginning, the set that it replaces. Subscriptions keep the plan that they were sold with.
 */
export function planOnSale({ config, clock, siteFiles }: Known): PricingPlan {
  const { prices } = siteFiles.current
  return setOnSale(prices, config.priceSet, clock.now(), config.seller.zone).plan
}

/** The same for any prices. */
export function setOnSale(
  prices: Prices,
  priceSet: string | undefined,
  now: Date,
  zone: string,
): PriceSet & { readonly name: string } {
  const sets: PriceSets = { ...prices.sets, ...productSets }
  let name = priceSet ?? prices.onSale ?? usualSet
  // validated: every step leads to a set with an earlier beginning
  for (;;) {
    const set = sets[name]
    if (!set) throw new Error(`There is no set of prices ${name}`)
    if (beginning(set, zone) <= now.getTime()) return { ...set, name }
    name = set.before
  }
}

/** Returns every past, current and future plan of the price files. */
export function allPlans({ siteFiles }: Pick<Known, 'siteFiles'>): PricingPlan[] {
  return [...plans, ...Object.values(siteFiles.current.prices.sets).map(({ plan }) => plan)]
}

/** Every document needs the plan on sale, and calendar arithmetic would dominate its cost. */
const beginnings = new WeakMap<PriceSet, { readonly zone: string; readonly at: number }>()

/** Milliseconds since 1970. */
function beginning(set: PriceSet, zone: string): number {
  const date = set.from === undefined ? undefined : parsePublishingDate(set.from)
  if (!date) return Number.NEGATIVE_INFINITY
  const known = beginnings.get(set)
  if (known?.zone === zone) return known.at
  const at = publishingInstant(date, zone).getTime()
  beginnings.set(set, { zone, at })
  return at
}
