import type { Interval } from '#domain/interval.ts'
import type { PricingPlan } from '#domain/pricing.ts'
import { seededRandom } from './seeded-random.ts'

/** An action of a customer on a day, possible or not. */
export type Move =
  | { readonly type: 'subscribe'; readonly months: number; readonly atOnce: boolean; readonly off?: Cut }
  | { readonly type: 'users'; readonly users: number }
  | { readonly type: 'coupon'; readonly users: number; readonly months: number }
  | { readonly type: 'free'; readonly days: number }
  | { readonly type: 'pause'; readonly months: 1 | 2 | 3 }
  | { readonly type: 'goodwill'; readonly of: number; readonly cents: number; readonly toCard: boolean }
  | { readonly type: 'announce'; readonly base: number; readonly days: number; readonly ends: boolean }
  | { readonly type: 'price-mail' | 'agree' | 'stop-price' }
  | { readonly type: 'cancel' | 'resume' | 'refund' | 'card' | 'confirm' | 'end-pause' }

/** A coupon: a percentage or an amount off, for some periods or all, for one interval or all. */
export type Cut = {
  readonly percent: number
  readonly cents: number
  readonly periods: number | null
  readonly months: number | null
}

/** The bank's reply to every charge of a day. `sca`: it asks the card holder, who answers if present. */
export type Mood = 'good' | 'soft' | 'hard' | 'sca'

/** Ten years of a customer, fixed in advance. */
export type Life = {
  readonly seed: number
  readonly days: number
  /** Tax of each day: people move, get a VAT id, or lose it. */
  readonly rates: readonly number[]
  readonly consumer: boolean
  readonly hadTrial: boolean
  readonly moves: ReadonlyMap<number, Move>
  readonly moods: readonly Mood[]
  /** Users in the account by day; at most that many licences are renewed or resumed. */
  readonly people: readonly number[]
}

export const zone = 'Europe/Berlin'
export const graceDays = 10
export const firstDay = '2026-11-21'

/** Prices with fractions of a cent that fall at a tier's start. */
export const oddPlan: PricingPlan = {
  id: 'odd',
  basePriceCents: 733,
  currency: 'EUR',
  userTiers: [
    { fromUsers: 1, percent: 100 },
    { fromUsers: 5, percent: 93 },
    { fromUsers: 15, percent: 81 },
    { fromUsers: 50, percent: 67 },
  ],
  intervals: [
    { interval: { value: 1, unit: 'm' }, percent: 100 },
    { interval: { value: 3, unit: 'm' }, percent: 91 },
    { interval: { value: 1, unit: 'y' }, percent: 83 },
  ],
}

export function intervalOf(months: number): Interval {
  return months === 12 ? { value: 1, unit: 'y' } : { value: months, unit: 'm' }
}

export function makeLife(seed: number, days: number): Life {
  const random = seededRandom(seed)
  const below = (count: number) => Math.floor(random() * count)
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T
  const restless = pick([8, 25, 60, 150])
  const moves = new Map<number, Move>()
  for (let day = 1 + below(20); day < days; day += 1 + below(restless)) moves.set(day, makeMove(below, pick))
  const moods: Mood[] = Array.from({ length: days }, () => 'good')
  for (let day = below(200); day < days; day += 10 + below(300))
    moods.fill(pick(['soft', 'soft', 'hard', 'sca']), day, day + 1 + below(14))
  const people: number[] = Array.from({ length: days }, () => 60)
  for (let day = 0; day < days; day += 5 + below(120)) people.fill(1 + below(8), day, day + 1 + below(40))
  const rates: number[] = Array.from({ length: days }, () => 1900)
  for (let day = below(400); day < days; day += 20 + below(400)) rates.fill(pick([0, 1900, 2550]), day)
  // drawn apart, so that the rest of a life does not depend on it
  const coupons = seededRandom(seed + 7919)
  for (const [day, move] of moves)
    if (move.type === 'subscribe' && coupons() < 0.5) moves.set(day, { ...move, off: makeCut(coupons) })
  const pauses = seededRandom(seed + 15_485_863)
  for (let day = 20; day < days; day += 1 + Math.floor(pauses() * restless * 5)) {
    const months = ([1, 2, 3] as const)[Math.floor(pauses() * 3)] ?? 1
    if (!moves.has(day)) moves.set(day, pauses() < 0.7 ? { type: 'pause', months } : { type: 'end-pause' })
  }
  addPriceMoves(seededRandom(seed + 32_452_843), days, moves)
  return {
    seed,
    days,
    rates,
    consumer: random() < 0.5,
    hadTrial: random() < 0.3,
    moves,
    moods,
    people,
  }
}

/** New prices are announced; their mail is taken on one of the next days, and the customer agrees or not. */
function addPriceMoves(random: () => number, days: number, moves: Map<number, Move>): void {
  const below = (count: number) => Math.floor(random() * count)
  const put = (day: number, move: Move) => {
    if (day < days && !moves.has(day)) moves.set(day, move)
  }
  for (let day = 10 + below(60); day < days; day += 20 + below(200)) {
    const base = [650, 733, 811, 999][below(4)] ?? 811
    put(day, { type: 'announce', base, days: below(80), ends: below(3) === 0 })
    put(day + 1 + below(3), { type: 'price-mail' })
    for (let n = below(3); n > 0; n -= 1) put(day + 1 + below(70), { type: 'agree' })
    if (below(6) === 0) put(day + 1 + below(70), { type: 'stop-price' })
  }
}

function makeCut(random: () => number): Cut {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const percent = pick([0, 0, 10, 33, 50, 95, 100])
  return {
    percent,
    cents: percent > 0 ? 0 : pick([1, 250, 700, 2000, 100_000]),
    periods: pick([null, 1, 1, 2, 3]),
    months: pick([null, null, 1, 12]),
  }
}

function makeMove(below: (count: number) => number, pick: <T>(list: readonly T[]) => T): Move {
  const type = pick([
    ...(['subscribe', 'subscribe', 'users', 'users', 'users', 'users'] as const),
    ...(['cancel', 'resume', 'refund', 'card', 'confirm', 'coupon', 'free', 'goodwill'] as const),
  ])
  switch (type) {
    case 'subscribe':
      return { type, months: pick([1, 1, 3, 12]), atOnce: below(2) === 1 }
    case 'users':
      return { type, users: 1 + below(pick([6, 20, 62])) }
    case 'coupon':
      return { type, users: 1 + below(6), months: 1 + below(14) }
    case 'goodwill':
      return { type, of: below(4), cents: pick([1, 500, 1000, 100_000]), toCard: below(3) > 0 }
    case 'free':
      return { type, days: 1 + below(pick([7, 40])) }
    default:
      return { type }
  }
}
