import { planToOrder } from '#domain/billing/new-price/price-move.ts'
import { type Interval, sameInterval } from '#domain/interval.ts'
import { discountFor, mostUsers, type PricingPlan } from '#domain/pricing.ts'
import { whyNotSold } from '#domain/service-mode.ts'
import { startCycle } from './billing-period.ts'
import { updateCard } from './card.ts'
import { changeInterval } from './change-interval.ts'
import { isInFlight } from './charge-machine.ts'
import { owe, periodPurpose } from './charging.ts'
import { type BillingContext, type Decision, decided, refused, unchanged } from './decision.ts'
import { voided } from './ending.ts'
import { isStale, offerFor } from './offer.ts'
import { releaseFreeSeats } from './seats.ts'
import { isOverdue, isRunning, type SubscriptionState } from './state.ts'

/** The order of the wizard's step 5, or a change of interval. */
export type SubscribeEvent = {
  readonly type: 'subscribe'
  readonly interval: Interval
  /** On sale today; a running subscription keeps its plan. */
  readonly plan: PricingPlan
  /** A card confirmed by the provider to belong to this customer; absent: the stored card is used. */
  readonly method?: string | undefined
  readonly provider?: string | undefined
  /** Users in the account: a new subscription is charged for them. */
  readonly users: number
  /** The owner's email is confirmed. */
  readonly confirmed: boolean
  /** Billing country, VAT id and address are stored. */
  readonly billingComplete: boolean
  /**
   * Starts a longer interval of a paid subscription today instead of after the running period. Refused during a trial, a
   * grant or after cancellation; a new subscription always begins at once.
   */
  readonly atOnce?: boolean | undefined
  /** The gross price that was shown, if any. */
  readonly shownGrossCents?: number | undefined
}

/**
 * Subscribes. During a trial or a prepaid grant the choice is stored and charged when that ends. A cancelled subscription
 * that still runs continues without a charge. A running one changes its interval. Otherwise the first period is charged
 * now. An order of the current choice only changes the card, if it brings another one.
 */
export function subscribe(
  state: SubscriptionState,
  event: SubscribeEvent,
  context: BillingContext,
): Decision {
  const decision = subscribeWith(withCard(state, event), event, context)
  const isChosen = !decision.ok && decision.problem === 'already-subscribed'
  if (isChosen) return changeCardAlone(state, event, context) ?? decision
  const replaced = state.method !== null && event.method !== undefined && event.method !== state.method
  return decision.ok && replaced ? { ...decision, detach: state.method } : decision
}

function subscribeWith(state: SubscriptionState, event: SubscribeEvent, context: BillingContext): Decision {
  const paysOverdue = event.confirmed && state.status === 'active' && payOverdue(state, event, context)
  if (paysOverdue) return paysOverdue
  const notSold = whyNotSold(context.serviceMode)
  if (notSold) return refused(notSold)
  if (!event.confirmed) return refused('confirmation-required')
  if (state.status === 'active') return changeInterval(state, event, context)
  if (event.atOnce && isRunning(state, context.now)) return refused('interval-not-at-once')
  if (!event.billingComplete) return refused('billing-incomplete')
  if (state.method === null) return refused('payment-method-needed')
  const goesOn = isRunning(state, context.now) && state.cycle !== null
  // mutant `state.plan → true`: what was paid for has a plan
  const plan = (goesOn && planToOrder(state)) || event.plan
  if (!discountFor(plan, event.interval)) return refused('interval-not-sold')
  if (isStale(offerFor(state, event, context), event.shownGrossCents)) return refused('quote-stale')
  if (goesOn) return resumeWith(state, event, context)
  return isRunning(state, context.now)
    ? planAhead(state, plan, event, context)
    : begin(state, plan, event, context)
}

/**
 * Changes the card of the plan chosen to follow a trial or a grant; undefined if the order brings no card. A running paid
 * subscription has its own call for that.
 */
function changeCardAlone(
  state: SubscriptionState,
  { method, provider }: SubscribeEvent,
  context: BillingContext,
): Decision | undefined {
  if (state.status === 'active' || method === undefined || method === state.method) return undefined
  if (provider === undefined) return undefined
  // mutant `'update-card' → ''`: the called function knows it
  return updateCard(state, { type: 'update-card', method, provider }, context)
}

/** The new card is stored, whatever the event's other effects. */
function withCard(state: SubscriptionState, { method, provider }: SubscribeEvent): SubscriptionState {
  return method === undefined ? state : { ...state, method, provider: provider ?? state.provider }
}

/**
 * Pays an overdue renewal by ordering the same interval with a card; undefined for any other order, or if another price
 * was shown.
 */
function payOverdue(
  state: SubscriptionState,
  { method, provider, interval, shownGrossCents }: SubscribeEvent,
  context: BillingContext,
): Decision | undefined {
  if (!isOverdue(state) || method === undefined || provider === undefined) return undefined
  const { openCharge } = state
  // what follows a trial, a grant or an order of another interval is not for the interval that ran
  // mutant `openCharge?.purpose → openCharge.purpose`: what is overdue has a charge,
  // mutant `openCharge?.purpose.kind !== 'period' → false`: and is a period
  if (openCharge?.purpose.kind !== 'period' || !sameInterval(interval, openCharge.purpose.interval))
    return undefined
  if (shownGrossCents !== undefined && shownGrossCents !== openCharge.dueCents) return undefined
  // mutant `'update-card' → ''`: the called function knows it
  return updateCard(state, { type: 'update-card', method, provider }, context)
}

function resumeWith(
  state: SubscriptionState,
  { interval, users }: Pick<SubscribeEvent, 'interval' | 'users'>,
  context: BillingContext,
): Decision {
  const nextInterval = sameInterval(interval, state.interval) ? null : interval
  return goOn(state, users, context, { status: 'active', nextInterval })
}

/**
 * Takes the cancellation back. Users removed since then are no longer charged; pending additions are dropped, because
 * their agreed price has changed.
 */
function goOn(
  state: SubscriptionState,
  users: number,
  context: BillingContext,
  goesOn: Partial<SubscriptionState>,
): Decision {
  const { openCharge } = state
  const { changes, credits } = releaseFreeSeats(state, users, context)
  const mails = ['subscription-resumed'] as const
  if (changes.licenseCount === undefined) return decided(state, goesOn, { mails })
  if (openCharge && isInFlight(openCharge.state)) return refused('charge-in-flight')
  return decided(
    state,
    { ...changes, ...goesOn, openCharge: null },
    { ...voided(openCharge), ...(credits.length > 0 && { credits }), mails },
  )
}

/** Nothing is charged before the trial or the grant ends. */
function planAhead(
  state: SubscriptionState,
  plan: PricingPlan,
  { interval }: SubscribeEvent,
  { now }: BillingContext,
): Decision {
  const status = state.status === 'pending-expiry' ? 'trial' : state.status
  // mutant `state.plan?.id → state.plan.id`: what was chosen has a plan
  const samePlan = state.plan?.id === plan.id && state.plan.coupon?.code === plan.coupon?.code
  const same = sameInterval(state.nextInterval, interval) && samePlan
  if (same && status === state.status) return refused('already-subscribed')
  return decided(
    state,
    { status, plan, nextInterval: interval, contractAt: state.contractAt ?? now },
    { mails: ['subscription-planned'] },
  )
}

function begin(
  state: SubscriptionState,
  plan: PricingPlan,
  event: SubscribeEvent,
  context: BillingContext,
): Decision {
  const { openCharge } = state
  if (openCharge && isInFlight(openCharge.state)) return refused('charge-in-flight')
  const paidLicenses = Math.max(event.users, 1)
  if (paidLicenses > mostUsers) return refused('too-many-users')
  const fresh = { ...state, openCharge: null, includedLicenses: 0, includedUntil: null, coupon: null }
  const purpose = periodPurpose(fresh, {
    cycle: startCycle(context.now, context.zone),
    plan,
    interval: event.interval,
    paidLicenses,
    starts: 'when-paid',
    term: 1,
  })
  return owe(fresh, purpose, context, {}, voided(openCharge))
}

/** The cancellation is taken back. `users`: in the account. */
export type ResumeEvent = { readonly type: 'resume'; readonly users: number }

/** Takes a cancellation back before the end, for the current users. Nothing is charged; a trial becomes a trial again. */
export function resume(state: SubscriptionState, { users }: ResumeEvent, context: BillingContext): Decision {
  if (state.status === 'active') return unchanged(state)
  if (state.status !== 'pending-expiry' || !isRunning(state, context.now)) return refused('not-resumable')
  const notSold = whyNotSold(context.serviceMode)
  if (notSold) return refused(notSold)
  if (state.cycle === null) return goOn(state, users, context, { status: 'trial' })
  if (state.method === null) return refused('payment-method-needed')
  return goOn(state, users, context, { status: 'active' })
}
