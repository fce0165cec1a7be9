import type { DeskPrices, TypedPriceSet } from '#contract/desk/price-calls.ts'
import { siteToday } from '#web/platform/site/site-clock.ts'

type Unit = 'day' | 'week' | 'month' | 'year'
export type TierRow = { readonly key: number; readonly from: string; readonly percent: string }
export type IntervalRow = {
  readonly key: number
  readonly count: string
  readonly unit: Unit
  readonly percent: string
}

/** New prices as typed into the form. */
export type PriceDraft = {
  readonly name: string
  readonly basePrice: string
  readonly users: readonly TierRow[]
  readonly intervals: readonly IntervalRow[]
  readonly tiers: 'volume' | 'graduated'
  /** `YYYY-MM-DD`; empty for at once. */
  readonly day: string
  /** `HH:MM`. */
  readonly time: string
}

const units = { d: 'day', w: 'week', m: 'month', y: 'year' } as const

/** Begins with the prices that are on sale last, under a new name. */
export function draftOf({ shown }: DeskPrices): PriceDraft {
  const plan = shown.sets.find(({ name }) => name === shown.last)?.plan
  return {
    name: newName(shown.sets.map(({ name }) => name)),
    basePrice: ((plan?.basePriceCents ?? 0) / 100).toFixed(2),
    users: (plan?.userTiers ?? []).map(({ fromUsers, percent }, key) => ({
      key,
      from: String(fromUsers),
      percent: String(percent),
    })),
    intervals: (plan?.intervals ?? []).map(({ interval, percent }, key) => ({
      key,
      count: String(interval.value),
      unit: units[interval.unit],
      percent: String(percent),
    })),
    tiers: plan?.tiers ?? 'volume',
    day: '',
    time: '',
  }
}

/** What the server reads. */
export function typedSet(draft: PriceDraft): TypedPriceSet {
  const { name, basePrice, users, intervals, tiers, day, time } = draft
  return {
    name: name.trim(),
    basePrice,
    tiers,
    users: users.map(({ from, percent }) => ({ from, percent })),
    intervals: intervals.map(({ count, unit, percent }) => ({
      interval: `${count} ${unit}${count === '1' ? '' : 's'}`,
      percent,
    })),
    from: day === '' || time === '' ? day : `${day} ${time}`,
  }
}

function newName(taken: readonly string[]): string {
  const today = `prices-${siteToday()}`
  let name = today
  for (let count = 2; taken.includes(name); count += 1) name = `${today}-${count}`
  return name
}
