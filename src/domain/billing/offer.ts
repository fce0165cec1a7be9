import { creditOfRest } from '#domain/billing/refunds/rest-of-period.ts'
import type { Interval } from '#domain/interval.ts'
import { amountOf } from '#domain/money.ts'
import { discountFor, type PricingPlan } from '#domain/pricing.ts'
import { nextPeriod, startCycle } from './billing-period.ts'
import { cycleToExtend, dueCents, purposeAtOnce } from './charging.ts'
import type { BillingContext } from './decision.ts'
import { paidBy } from './paid-by.ts'
import { releaseFreeSeats, usedLicenses } from './seats.ts'
import { isRunning, priceFor, type SubscriptionState } from './state.ts'

/** What subscribing for an interval costs, and when: what is shown before the order is what is charged. */
export type Offer = {
  readonly interval: Interval
  /** Paid for. */
  readonly users: number
  /** Net. */
  readonly priceCents: number
  readonly vatCents: number
  /** Gross, paid by the balance; below zero: open of before, and charged as well. */
  readonly creditCents: number
  /** Gross, too little to be charged: it stays open until the next charge. */
  readonly openCents: number
  /** Gross, what the card is charged with. */
  readonly dueCents: number
  /** Null: at once. */
  readonly chargedAt: Date | null
  /** The end of the period that it pays for: then it is extended. */
  readonly extendedAt: Date
}

/** What an order depends on. `plan`: on sale today. `users`: in the account. */
type Order = { readonly plan: PricingPlan; readonly users: number; readonly interval: Interval }

/**
 * The current price of an order; undefined if the plan is not sold for that interval. If a trial or grant is running,
 * it is charged when that ends, otherwise at once; a paid subscription keeps the plan it was subscribed to.
 */
export function offerFor(
  state: SubscriptionState,
  { plan: onSale, users: inAccount, interval }: Order,
  context: BillingContext,
): Offer | undefined {
  const running = isRunning(state, context.now) || state.status === 'active'
  const paidNow = running && state.cycle !== null
  // mutant `state.plan → true`: what is paid has one
  const plan = paidNow && state.plan ? state.plan : onSale
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
  }
}

/** A longer interval instead of the running period, from today on. */
export type OfferAtOnce = Offer & {
  /** Gross, credited for the rest of the running period; `creditCents` includes it. */
  readonly restCents: number
}

/** The price of a longer interval from today on; undefined where that is not sold or is no longer than what runs. */
export function offerAtOnce(
  state: SubscriptionState,
  { users: inAccount, interval }: Pick<Order, 'users' | 'interval'>,
  context: BillingContext,
): OfferAtOnce | undefined {
  if (!state.plan || !discountFor(state.plan, interval)) return undefined
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

/** Whether the price that somebody saw is no longer the one that would be charged. */
export function isStale(offer: Offer | undefined, shownGrossCents: number | undefined): boolean {
  return shownGrossCents !== undefined && shownGrossCents !== offer?.dueCents
}
