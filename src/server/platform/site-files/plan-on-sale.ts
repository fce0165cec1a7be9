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
 * The plan that is sold today: that of the set which `PRICE_SET` names, or, before that set's first day, that of the one
 * it names as sold before. A subscription keeps the plan that it was sold with, whatever becomes of the set.
 */
export function planOnSale({ config, clock, siteFiles }: Known): PricingPlan {
  const today = dayOfMinute(clock.now(), config.seller.zone)
  const sets: PriceSets = { ...siteFiles.current.prices, ...productSets }
  let name = config.priceSet
  // the files were checked: every step leads to a set with an earlier day
  for (;;) {
    const set = sets[name]
    if (!set) throw new Error(`There is no set of prices ${name}`)
    if (set.from === undefined || set.from <= today) return set.plan
    name = set.before
  }
}

/** Every plan that is sold now, was or will be, as far as the files tell. */
export function allPlans({ siteFiles }: Pick<Known, 'siteFiles'>): PricingPlan[] {
  return [...plans, ...Object.values(siteFiles.current.prices).map(({ plan }) => plan)]
}

/** Every document asks which day it is, and to ask a calendar takes longer than all the rest: days begin on whole minutes. */
function dayOfMinute(now: Date, zone: string): string {
  const minute = Math.floor(now.getTime() / 60_000)
  if (minute !== known.minute || zone !== known.zone) known = { minute, zone, day: dayIn(now, zone) }
  return known.day
}
let known = { minute: Number.NaN, zone: '', day: '' }
