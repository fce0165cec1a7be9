import { planAfterPeriod } from '#domain/coupons/money-off.ts'
import type { Interval } from '#domain/interval.ts'
import { discountFor, type PricingPlan } from '#domain/pricing.ts'

/** Days between the mail that announces a new price and the first renewal that it may concern. */
export const noticeDays = 42

/** A new price that the operator has announced to one customer. Only renewals are concerned. */
export type PriceMove = {
  readonly id: string
  /** The new prices, as announced. */
  readonly plan: PricingPlan
  /** Renewals before this moment are not concerned. */
  readonly from: Date
  /** When the mail server had taken the mail. Null: not yet, and no renewal is concerned. */
  readonly mailedAt: Date | null
  /** When the customer agreed. */
  readonly acceptedAt: Date | null
  /** What happens without an agreement: the old price continues, or the subscription ends. */
  readonly otherwise: 'keep' | 'end'
}

type Moved = {
  readonly until: Date | null
  readonly plan: PricingPlan | null
  /** Null without a paid period: a trial or a grant keeps the price that was promised for what follows it. */
  readonly cycle: object | null
  readonly move?: PriceMove | undefined
}

/** Returns the first moment whose renewals are concerned; undefined before the mail was taken. */
export function concernedFrom({ from, mailedAt }: Pick<PriceMove, 'from' | 'mailedAt'>): Date | undefined {
  if (!mailedAt) return undefined
  return new Date(Math.max(from.getTime(), mailedAt.getTime() + noticeDays * 86_400_000))
}

/** Returns what the next renewal does because of an announced price; undefined where it is not concerned. */
export function effectOfMove({ until, cycle, move }: Moved): 'new-price' | 'old-price' | 'end' | undefined {
  const from = move && concernedFrom(move)
  if (!move || !from || !cycle || !until || until.getTime() < from.getTime()) return undefined
  if (move.acceptedAt) return 'new-price'
  return move.otherwise === 'end' ? 'end' : 'old-price'
}

/** Returns the plan of the running contract for its next period: a coupon counts each paid one. */
export function keptPlan({ plan, cycle }: Pick<Moved, 'plan' | 'cycle'>): PricingPlan | null {
  return plan && cycle ? planAfterPeriod(plan) : plan
}

/**
 * Returns the plan for an order that follows the running period: of the new price if that was agreed to, with the
 * coupon of the old one.
 */
export function planToOrder(state: Moved): PricingPlan | null {
  const kept = keptPlan(state)
  if (effectOfMove(state) !== 'new-price' || !state.move) return kept
  return { ...state.move.plan, ...(kept?.coupon && { coupon: kept.coupon }) }
}

/**
 * Returns the plan of the next period. An interval that the new prices do not offer keeps the old ones: it was ordered
 * at once, after the agreement.
 */
export function planOfNext(state: Moved, interval: Interval | null): PricingPlan | null {
  const plan = planToOrder(state)
  return plan && interval && discountFor(plan, interval) ? plan : keptPlan(state)
}

/** What became of an announced price: `stopped` by the operator. */
export type MoveOutcome = 'moved' | 'kept' | 'ended' | 'stopped'

type Compared = Moved & {
  readonly status: string
  readonly periodIndex: number
  readonly interval: Interval | null
  readonly nextInterval: Interval | null
}

/** Returns what became of an announced price with a change of the subscription; undefined while it is open. */
export function outcomeOfMove(before: Compared, after: Compared): MoveOutcome | undefined {
  if (!before.move || after.move) return undefined
  if (after.status !== 'active' && after.status !== 'pending-expiry') return 'ended'
  if (after.periodIndex === before.periodIndex) return 'stopped'
  const interval = before.nextInterval ?? before.interval
  const isSold = interval !== null && discountFor(before.move.plan, interval) !== undefined
  return isSold && effectOfMove(before) === 'new-price' ? 'moved' : 'kept'
}
