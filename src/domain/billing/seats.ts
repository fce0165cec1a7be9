import { type Corrections, creditParts, partsOf } from '#domain/billing/refunds/refund-orders.ts'
import { type Amount, amountOf } from '#domain/money.ts'
import { mostUsers } from '#domain/pricing.ts'
import { prorate } from '#domain/proration.ts'
import { whyNotSold } from '#domain/service-mode.ts'
import { startCycle } from './billing-period.ts'
import { isInFlight } from './charge-machine.ts'
import { dueCents, owe, periodPurpose } from './charging.ts'
import {
  type BillingContext,
  type BillingProblem,
  type Decision,
  decided,
  refused,
  unchanged,
} from './decision.ts'
import { voided } from './ending.ts'
import {
  isRunning,
  isWaitedFor,
  nextPlan,
  paidLicenses,
  paidPeriod,
  paidUntil,
  priceChange,
  priceFor,
  type SubscriptionState,
} from './state.ts'

/** Sets the number of users. `quote`: the price shown and accepted. */
export type SetUsersEvent = {
  readonly type: 'set-users'
  readonly users: number
  readonly quote?: SeatQuote | undefined
}

/** A price that is valid for ten minutes, as long as the subscription does not change. */
type SeatQuote = {
  readonly version: number
  readonly users: number
  /** Net; positive: charged, negative: credited. */
  readonly netCents: number
  readonly expiresAt: Date
}

const quoteMinutes = 10

/**
 * Changes the number of users. On a paid subscription the price of the rest of the period is charged at once, and users
 * are added when it is paid; a lower price applies at once and is credited to the next charge. During a trial a stored
 * card suffices. During a prepaid grant users beyond the grant begin a paid subscription beside it.
 */
export function setUsers(state: SubscriptionState, event: SetUsersEvent, context: BillingContext): Decision {
  const change = seatChange(state, event.users, context)
  if ('problem' in change) return refused(change.problem)
  const { paidAfter, netCents, kind } = change
  const paidBefore = paidLicenses(state)
  if (kind === 'none') return unchanged(state)
  if (kind === 'free') return decided(state, { licenseCount: paidAfter }, { mails: ['users-changed'] })
  const agreed = agreedCents(state, event, netCents, context.now)
  if (agreed === undefined) return refused('quote-stale')
  if (kind === 'begin') return beginBeside(state, paidAfter, context)
  if (agreed <= 0) {
    const { changes, credits } = lowerPrice(state, change, -agreed)
    return decided(
      state,
      { ...changes, openCharge: null },
      { ...voided(state.openCharge), ...(credits.length > 0 && { credits }), mails: ['users-changed'] },
    )
  }
  if (state.method === null) return refused('card-needed')
  const purpose = {
    kind: 'seats',
    paidBefore,
    paidLicenses: paidAfter,
    from: context.now,
    // mutant `paidUntil(state) ?? context.now → paidUntil(state)`: what is paid has an end
    until: paidUntil(state) ?? context.now,
    priceCents: agreed,
  } as const
  return owe({ ...state, openCharge: null }, purpose, context, {}, voided(state.openCharge))
}

/** Fewer paid users, or a cheaper number of users: corrects the period's invoices and increases the balance. */
function lowerPrice(
  state: SubscriptionState,
  { paidAfter, periodCents }: Pick<SeatChange, 'paidAfter' | 'periodCents'>,
  netCents: number,
): Released & { readonly balanceCents: number } {
  // at an equal or higher price the payments stay
  const levelCents = Math.max(-periodCents, 0)
  const { payments, credits, balanceCents } = creditParts(partsOf(state.payments, levelCents, netCents))
  return {
    balanceCents,
    changes: {
      licenseCount: paidAfter + state.includedLicenses,
      payments,
      creditCents: state.creditCents + balanceCents,
      periodCreditCents: state.periodCreditCents + balanceCents,
    },
    credits,
  }
}

/** Returns the price of another number of users, shown before the customer agrees. */
export function quoteUsers(
  state: SubscriptionState,
  users: number,
  context: BillingContext,
): UsersQuote | { readonly problem: BillingProblem } {
  const change = seatChange(state, users, context)
  if ('problem' in change) return change
  const { netCents, paidAfter, nextCents } = change
  const withVat = (cents: number) => amountOf(cents, context.vatBasisPoints)
  return {
    version: state.version,
    users,
    netCents,
    paidBefore: paidLicenses(state),
    paidAfter,
    dueNowCents: dueCents(state, withVat(netCents).grossCents),
    // a price increase credits nothing
    creditCents: lowerPrice(state, change, -netCents).balanceCents,
    nextTotal: withVat(nextCents),
    expiresAt: new Date(context.now.getTime() + quoteMinutes * 60_000),
  }
}

export type UsersQuote = SeatQuote & {
  readonly paidBefore: number
  readonly paidAfter: number
  /** Gross, after using the balance. */
  readonly dueNowCents: number
  /** Gross, at the tax rate paid. */
  readonly creditCents: number
  /** Price of the next period, before credit. */
  readonly nextTotal: Amount
}

type SeatChange = {
  readonly kind: 'none' | 'free' | 'paid' | 'begin'
  readonly paidAfter: number
  readonly netCents: number
  readonly nextCents: number
  /** Price increase for a whole period. */
  readonly periodCents: number
}

function seatChange(
  state: SubscriptionState,
  users: number,
  context: BillingContext,
): SeatChange | { readonly problem: BillingProblem } {
  const { status, includedLicenses, method, plan, nextInterval, openCharge, cycle } = state
  const before = paidLicenses(state)
  const none = { kind: 'none', paidAfter: before, netCents: 0, nextCents: 0, periodCents: 0 } as const
  const inFlight = openCharge !== null && isInFlight(openCharge.state)
  const notSold = whyNotSold(context.serviceMode)
  if (!isRunning(state, context.now) && status !== 'active') {
    if (users <= state.licenseCount) return none
    return { problem: inFlight ? 'charge-in-flight' : 'card-needed' }
  }
  if (status === 'trial' || (status === 'pending-expiry' && cycle === null)) {
    const paidAfter = Math.max(users, 1)
    if (paidAfter === before) return none
    // mutant `paidAfter > before → paidAfter >= before`: as many are no change
    if (paidAfter > before && method === null) return { problem: 'card-needed' }
    // mutant `paidAfter > before → paidAfter >= before`: as many are no change
    if (paidAfter > before && notSold) return { problem: notSold }
    if (paidAfter > mostUsers) return { problem: 'too-many-users' }
    return { ...none, kind: 'free', paidAfter }
  }
  if (inFlight) return { problem: 'charge-in-flight' }
  if (status === 'prepaid') {
    const paidAfter = users - includedLicenses
    if (paidAfter <= 0) return none
    if (notSold) return { problem: notSold }
    // mutant `!plan → false`: what was chosen has a plan
    if (method === null || !plan || !nextInterval) return { problem: 'card-needed' }
    if (paidAfter > mostUsers) return { problem: 'too-many-users' }
    const price = priceFor(plan, paidAfter, nextInterval)
    return { kind: 'begin', paidAfter, netCents: price, nextCents: price, periodCents: price }
  }
  if (openCharge && !isWaitedFor(openCharge.purpose)) return { problem: 'payment-overdue' }
  if (!isRunning(state, context.now)) return { problem: 'charge-in-flight' }
  return paidChange(state, users, context)
}

function paidChange(
  state: SubscriptionState,
  users: number,
  { now, serviceMode }: BillingContext,
): SeatChange | { readonly problem: BillingProblem } {
  const { plan, interval, nextInterval } = state
  const until = paidUntil(state)
  const period = paidPeriod(state)
  // mutant `!until → false`: what runs has an end
  if (!plan || !interval || !period || !until) throw new Error('a paid subscription has a plan and a period')
  const before = paidLicenses(state)
  const paidAfter = Math.max(users - state.includedLicenses, 1)
  const nextCents = priceFor(nextPlan(state) ?? plan, paidAfter, nextInterval ?? interval)
  if (paidAfter === before) return { kind: 'none', paidAfter, netCents: 0, nextCents, periodCents: 0 }
  // mutant `paidAfter > before → paidAfter >= before`: as many are no change
  if (paidAfter > before && paidAfter > mostUsers) return { problem: 'too-many-users' }
  const notSold = whyNotSold(serviceMode)
  // mutant `paidAfter > before → paidAfter >= before`: as many are no change
  if (paidAfter > before && notSold) return { problem: notSold }
  const periodCents = priceChange(state, { plan, interval, before, after: paidAfter })
  return {
    // mutant `'paid' → ''`: it is what the others are not
    kind: 'paid',
    paidAfter,
    netCents: prorate(periodCents, period, now, until),
    nextCents,
    periodCents,
  }
}

/** Returns the accepted price to be charged; undefined without a valid one. */
function agreedCents(
  { version }: SubscriptionState,
  { quote, users }: SetUsersEvent,
  netCents: number,
  now: Date,
): number | undefined {
  if (!quote) return netCents <= 0 ? netCents : undefined
  const holds =
    quote.version === version && quote.users === users && now.getTime() < quote.expiresAt.getTime()
  return holds ? quote.netCents : undefined
}

/** Users beyond a prepaid grant: they are charged from today, beside the grant. */
function beginBeside(state: SubscriptionState, paid: number, context: BillingContext): Decision {
  const { plan, nextInterval, openCharge } = state
  // mutant `!plan || !nextInterval → false`: what begins was chosen: it has a plan and an interval
  // mutant `!plan → false`: as above
  // mutant `!nextInterval → false`: as above
  // mutant `'card-needed' → ''`: as above
  if (!plan || !nextInterval) return refused('card-needed')
  const fresh = { ...state, openCharge: null }
  const purpose = periodPurpose(fresh, {
    cycle: startCycle(context.now, context.zone),
    plan,
    interval: nextInterval,
    paidLicenses: paid,
    starts: 'when-paid',
    term: 1,
  })
  return owe(fresh, purpose, context, {}, voided(openCharge))
}

/**
 * Returns the paid licences that continue: at most the number of users, at least one. Licences become free while a
 * cancelled plan runs out, or when users delete themselves. A coupon's seats are additional and free none.
 * @param users in the account
 */
export function usedLicenses(state: SubscriptionState, users: number): number {
  return Math.min(paidLicenses(state), Math.max(users, 1))
}

/**
 * Releases unused licences when a cancelled subscription is resumed, and credits the rest of their payment. Nothing is
 * charged where fewer users cost more.
 */
export function releaseFreeSeats(
  state: SubscriptionState,
  users: number,
  { now }: Pick<BillingContext, 'now'>,
): Released {
  const { plan, interval, until } = state
  const [before, after] = [paidLicenses(state), usedLicenses(state, users)]
  if (after >= before) return { changes: {}, credits: [] }
  const period = paidPeriod(state)
  // a trial is free and includes no users
  // mutant `!plan → false`: what has a paid period has a plan,
  // mutant `!interval → false`: an interval,
  // mutant `!until → false`: an end
  // mutant `!period → false`: and what has an interval has a period
  if (!plan || !interval || !period || !until) return { changes: { licenseCount: after }, credits: [] }
  const periodCents = priceChange(state, { plan, interval, before, after })
  const saved = Math.max(prorate(-periodCents, period, now, until), 0)
  const { changes, credits } = lowerPrice(state, { paidAfter: after, periodCents }, saved)
  return { changes, credits }
}

type Released = {
  readonly changes: Partial<SubscriptionState>
  readonly credits: Corrections['credits']
}
