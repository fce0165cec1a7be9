import { advanceCycle, cycleEnd } from '#domain/billing/billing-period.ts'
import { cycleToExtend } from '#domain/billing/charging.ts'
import { type BillingContext, type Decision, decided, refused, unchanged } from '#domain/billing/decision.ts'
import { renewedLicenses } from '#domain/billing/renewal.ts'
import { isRunning, isWaitedFor, priceFor, type SubscriptionState } from '#domain/billing/state.ts'
import type { Interval } from '#domain/interval.ts'
import { centsAMonth, discountFor, mostUsers, type PricingPlan } from '#domain/pricing.ts'
import { isClosed } from '#domain/service-mode.ts'
import { concernedFrom, keptPlan, noticeDays, type PriceMove } from './price-move.ts'

/** The old and the new price of one customer's period, net, without a coupon. */
export type PricesOfMove = {
  readonly interval: Interval
  /** Paid users. */
  readonly users: number
  readonly oldCents: number
  readonly newCents: number
}

/** Why a running paid subscription is left out of a move. */
type LeftOut = 'announced' | 'unpaid' | 'interval-not-sold' | 'same-price'

/**
 * Returns what new prices change for a customer at the next renewal, or why nothing is announced. Undefined for everybody
 * without a renewal of a paid period: a trial or a grant, also with a subscription that follows it, and after a
 * cancellation.
 * @param users in the account
 */
export function pricesOfMove(
  state: SubscriptionState,
  plan: PricingPlan,
  { users, now, serviceMode }: Pick<BillingContext, 'now' | 'serviceMode'> & { readonly users: number },
): PricesOfMove | LeftOut | undefined {
  const interval = state.nextInterval ?? state.interval
  const kept = keptPlan(state)
  if (state.status !== 'active' || !state.cycle || !kept || !interval || isClosed(serviceMode))
    return undefined
  if (state.move) return 'announced'
  if (!isRunning(state, now) || (state.openCharge && !isWaitedFor(state.openCharge.purpose))) return 'unpaid'
  if (!discountFor(plan, interval)) return 'interval-not-sold'
  const prices = pricesFor(kept, plan, interval, renewedLicenses(state, users))
  return isSamePrice(kept, plan, prices) ? 'same-price' : prices
}

/** Returns what a price of a move is per month, net cents. */
export function monthOf({ interval }: PricesOfMove, cents: number): number {
  return centsAMonth({ interval, cents })
}

/** Returns the present and the announced price, for the users that the next renewal is for; undefined without one. */
export function announcedPrices(state: SubscriptionState, users: number): PricesOfMove | undefined {
  const { move } = state
  const interval = state.nextInterval ?? state.interval
  const kept = keptPlan(state)
  if (!move || !interval || !kept || !discountFor(move.plan, interval)) return undefined
  return pricesFor(kept, move.plan, interval, renewedLicenses(state, users))
}

function pricesFor(kept: PricingPlan, plan: PricingPlan, interval: Interval, users: number): PricesOfMove {
  return {
    interval,
    users,
    oldCents: priceFor({ ...kept, coupon: undefined }, users, interval),
    newCents: priceFor(plan, users, interval),
  }
}

/** Whether nothing would change: for these users now, and for any other number of them. */
function isSamePrice(
  kept: PricingPlan,
  plan: PricingPlan,
  { interval, users, oldCents, newCents }: PricesOfMove,
) {
  if (oldCents !== newCents || kept.agreed) return false
  const withoutCoupon = { ...kept, coupon: undefined }
  return [1, users + 1, mostUsers].every(
    (count) => priceFor(withoutCoupon, count, interval) === priceFor(plan, count, interval),
  )
}

/** The operator announces a new price to a customer who is concerned. */
export type AnnouncePriceEvent = {
  readonly type: 'announce-price'
  readonly move: Pick<PriceMove, 'id' | 'plan' | 'from' | 'otherwise'>
  readonly users: number
}

/** For a mail server that does not take the mail at once, beside the notice. */
const mailDays = 1

/**
 * Notes the announcement, and mails it; nothing changes for anybody who is not concerned by now. Concerned is the first
 * renewal 43 days from now, or later.
 */
export function announcePrice(
  state: SubscriptionState,
  { move, users }: AnnouncePriceEvent,
  { now, serviceMode }: BillingContext,
): Decision {
  const prices = pricesOfMove(state, move.plan, { users, now, serviceMode })
  if (typeof prices !== 'object') return unchanged(state)
  const earliest = now.getTime() + (noticeDays + mailDays) * 86_400_000
  const from = new Date(Math.max(move.from.getTime(), earliest))
  return decided(
    state,
    { move: { ...move, from, mailedAt: null, acceptedAt: null } },
    { mails: [move.otherwise === 'end' ? 'new-price-or-end' : 'new-price'] },
  )
}

/**
 * Returns the first renewal that an announced price concerns; undefined without one. Until the mail server has taken the
 * mail, it is counted as if it had.
 */
export function concernedRenewal(state: SubscriptionState, context: BillingContext): Date | undefined {
  const { move, cycle, until } = state
  const interval = state.nextInterval ?? state.interval
  if (!move || !cycle || !until || !interval) return undefined
  const from = concernedFrom(move) ?? move.from
  let paid = cycleToExtend(state, context)
  while (cycleEnd(paid).getTime() < from.getTime()) paid = advanceCycle(paid, interval)
  return cycleEnd(paid)
}

/** The mail server has taken the announcement. */
export type PriceMailedEvent = { readonly type: 'price-mailed'; readonly id: string; readonly at: Date }

/** Notes from when the notice counts. */
export function notePriceMailed(state: SubscriptionState, { id, at }: PriceMailedEvent): Decision {
  const { move } = state
  if (move?.id !== id || move.mailedAt) return unchanged(state)
  return decided(state, { move: { ...move, mailedAt: at } })
}

/** The customer agrees to the announced price. */
export type AcceptPriceEvent = { readonly type: 'accept-price'; readonly id: string }

/**
 * Notes the agreement: it concerns the first renewal 42 days after the mail, or later. 409 `no-new-price` if none is
 * announced, or the subscription was cancelled or its renewal is due; `interval-not-sold` if another interval was ordered
 * since, for which there is no new price.
 */
export function acceptPrice(
  state: SubscriptionState,
  { id }: AcceptPriceEvent,
  { now, serviceMode }: BillingContext,
): Decision {
  const { move, openCharge } = state
  if (move?.id !== id || state.status !== 'active' || isClosed(serviceMode)) return refused('no-new-price')
  if (!isRunning(state, now) || (openCharge && !isWaitedFor(openCharge.purpose)))
    return refused('no-new-price')
  if (move.acceptedAt) return unchanged(state)
  const interval = state.nextInterval ?? state.interval
  if (!interval || !discountFor(move.plan, interval)) return refused('interval-not-sold')
  return decided(state, { move: { ...move, acceptedAt: now } }, { mails: ['new-price-agreed'] })
}

/** The operator stops a move, or its mail could not be delivered. `tells`: the customer gets a mail. */
export type DropPriceEvent = { readonly type: 'drop-price'; readonly id: string; readonly tells: boolean }

/** Takes the announcement back: the old price continues, also after an agreement. */
export function dropPrice(state: SubscriptionState, { id, tells }: DropPriceEvent): Decision {
  if (state.move?.id !== id) return unchanged(state)
  return decided(state, { move: undefined }, { mails: tells ? ['price-stays'] : [] })
}
