import { type PricingPlan, plans } from '#domain/pricing.ts'
import { dayIn } from '#domain/zone-days.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Clock } from '#server/platform/runtime/clock.ts'
import { type PriceSets, productSets } from './prices-yaml.ts'
import type { WatchedSiteFiles } from './site-files.ts'

type Known = {
  readonly config: Pick<Config, 'priceSet' | 'seller'>
  readonly clock: Clock
  readonly siteFiles: WatchedSiteFiles
}

/**
 * Returns the plan on sale today: the price set that `PRICE_SET` names, or, before its first day, the set that it
 * replaces. Subscriptions keep the plan that they were sold with.
 */
export function planOnSale({ config, clock, siteFiles }: Known): PricingPlan {
  const today = dayOfMinute(clock.now(), config.seller.zone)
  const sets: PriceSets = { ...siteFiles.current.prices, ...productSets }
  let name = config.priceSet
  // validated: every step leads to a set with an earlier first day
  for (;;) {
    const set = sets[name]
    if (!set) throw new Error(`There is no set of prices ${name}`)
    if (set.from === undefined || set.from <= today) return set.plan
    name = set.before
  }
}

/** Returns every past, current and future plan of the price files. */
export function allPlans({ siteFiles }: Pick<Known, 'siteFiles'>): PricingPlan[] {
  return [...plans, ...Object.values(siteFiles.current.prices).map(({ plan }) => plan)]
}

/**
 * Every document needs the current day, and calendar arithmetic would dominate its cost. Days begin on whole minutes,
 * so one calculation a minute is enough.
 */
function dayOfMinute(now: Date, zone: string): string {
  const minute = Math.floor(now.getTime() / 60_000)
  if (minute !== known.minute || zone !== known.zone) known = { minute, zone, day: dayIn(now, zone) }
  return known.day
}
let known = { minute: Number.NaN, zone: '', day: '' }
