import { effectOfMove, keptPlan, planToOrder } from '#domain/billing/new-price/price-move.ts'
import { creditOfRest } from '#domain/billing/refunds/rest-of-period.ts'
import { planForInterval } from '#domain/coupons/money-off.ts'
import type { Interval } from '#domain/interval.ts'
import { amountOf } from '#domain/money.ts'
import { discountFor, type PricingPlan } from '#domain/pricing.ts'
import { advanceCycle, type BillingCycle, cycleEnd, nextPeriod, startCycle } from './billing-period.ts'
import { cycleToExtend, dueCents, purposeAtOnce } from './charging.ts'
import type { BillingContext } from './decision.ts'
import { paidBy } from './paid-by.ts'
import { releaseFreeSeats, usedLicenses } from './seats.ts'
import { isRunning, priceFor, type SubscriptionState } from './state.ts'

/** The price of a subscription for an interval, and when it is charged. The order is charged exactly as shown. */
export type Offer = {
  readonly interval: Interval
  /** Paid users. */
  readonly users: number
  /** Net. */
  readonly priceCents: number
  readonly vatCents: number
  /** Gross, paid from the balance. Negative: an open amount, also charged. */
  readonly creditCents: number
  /** Gross, below the smallest charge: open until the next charge. */
  readonly openCents: number
  /** Gross, the charge to the card. */
  readonly dueCents: number
  /** Null: at once. */
  readonly chargedAt: Date | null
  /** End of the first paid period, when it is extended. */
  readonly extendedAt: Date
  /**
   * The coupon that lowers the price. `until`: end of the last period at the lower price; null: it never ends. `listCents`:
   * net price of a period afterwards.
   */
  readonly coupon?: Lowered
}

/** The input of an offer. `plan`: on sale today. `users`: in the account. */
type Order = { readonly plan: PricingPlan; readonly users: number; readonly interval: Interval }

/**
 * Returns the current price of an order; undefined if the plan is not sold for that interval. During a trial or grant it
 * is charged when that ends, otherwise at once; a paid subscription keeps its plan.
 */
export function offerFor(
  state: SubscriptionState,
  { plan: onSale, users: inAccount, interval }: Order,
  context: BillingContext,
): Offer | undefined {
  const running = isRunning(state, context.now) || state.status === 'active'
  const paidNow = running && state.cycle !== null
  // it ends without an agreement: nothing follows that could be ordered
  if (paidNow && effectOfMove(state) === 'end') return undefined
  const plan = (paidNow && planToOrder(state)) || onSale
  if (!discountFor(plan, interval)) return undefined
  const keepsUsers = running && state.status !== 'prepaid'
  const users = Math.max(keepsUsers ? usedLicenses(state, inAccount) : inAccount, 1)
  const priceCents = priceFor(plan, users, interval)
  const { changes: released } =
    state.status === 'pending-expiry' ? releaseFreeSeats(state, inAccount, context) : { changes: {} }
  const amount = amountOf(priceCents, context.vatBasisPoints)
  const cycle = running ? cycleToExtend(state, context) : startCycle(context.now, context.zone)
  return {
    interval,
    users,
    priceCents,
    vatCents: amount.vatCents,
    ...paymentOf({ ...state, ...released }, amount.grossCents),
    chargedAt: running ? state.until : null,
    extendedAt: nextPeriod(cycle, interval).until,
    ...lowered(plan, { users, interval, cycle }),
  }
}

/** What a coupon does to a price, and from when on it costs what. Absent where no coupon lowers it. */
export type Lowered = { readonly code: string; readonly listCents: number; readonly until: Date | null }

/** Returns what follows a period at a coupon's price. `cycle`: with that period. */
export function loweredBy({
  plan,
  paidLicenses,
  interval,
  cycle,
}: {
  readonly plan: PricingPlan
  readonly paidLicenses: number
  readonly interval: Interval
  readonly cycle: BillingCycle
}): Lowered | undefined {
  const { coupon } = planForInterval(plan, interval)
  if (!coupon) return undefined
  const { code, periods } = coupon
  const listCents = priceFor({ ...plan, coupon: undefined }, paidLicenses, interval)
  const until = periods === null ? null : cycleEnd(advanceCycle(cycle, interval, periods - 1))
  return { code, listCents, until }
}

function lowered(
  plan: PricingPlan,
  { users: paidLicenses, interval, cycle }: { users: number; interval: Interval; cycle: BillingCycle },
): Pick<Offer, 'coupon'> {
  const coupon = loweredBy({ plan, paidLicenses, interval, cycle: advanceCycle(cycle, interval) })
  return coupon ? { coupon } : {}
}

/** A longer interval that replaces the running period today. */
export type OfferAtOnce = Offer & {
  /** Gross, credited for the rest of the running period; included in `creditCents`. */
  readonly restCents: number
}

/** Returns the price of a longer interval from today on; undefined if it is not sold, or not longer. */
export function offerAtOnce(
  state: SubscriptionState,
  { users: inAccount, interval }: Pick<Order, 'users' | 'interval'>,
  context: BillingContext,
): OfferAtOnce | undefined {
  const plan = keptPlan(state)
  if (!plan || !discountFor(plan, interval)) return undefined
  const users = usedLicenses(state, inAccount)
  const purpose = purposeAtOnce(state, interval, users, context)
  if (!purpose) return undefined
  const { balanceCents: restCents } = creditOfRest(state, purpose)
  const amount = amountOf(purpose.priceCents, context.vatBasisPoints)
  return {
    interval,
    users,
    priceCents: purpose.priceCents,
    vatCents: amount.vatCents,
    restCents,
    ...paymentOf({ creditCents: state.creditCents + restCents }, amount.grossCents),
    chargedAt: null,
    extendedAt: purpose.until,
    ...lowered(plan, { users, interval, cycle: startCycle(context.now, context.zone) }),
  }
}

function paymentOf(
  state: Pick<SubscriptionState, 'creditCents'>,
  grossCents: number,
): Pick<Offer, 'creditCents' | 'openCents' | 'dueCents'> {
  const due = dueCents(state, grossCents)
  const { creditCents, openCents, alsoCents } = paidBy(state, grossCents, due)
  return { creditCents: creditCents - alsoCents, openCents, dueCents: due }
}

/** Whether the shown price differs from the one that would be charged. */
export function isStale(offer: Offer | undefined, shownGrossCents: number | undefined): boolean {
  return shownGrossCents !== undefined && shownGrossCents !== offer?.dueCents
}
