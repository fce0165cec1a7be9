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

/** Step 5 of the wizard, or choosing another interval. */
export type SubscribeEvent = {
  readonly type: 'subscribe'
  readonly interval: Interval
  /** On sale today; a running subscription keeps its own. */
  readonly plan: PricingPlan
  /** A card that the provider confirmed to belong to this customer; without it the stored one is used. */
  readonly method?: string | undefined
  readonly provider?: string | undefined
  /** Users in the account: what a new subscription is paid for. */
  readonly users: number
  /** The owner's email is confirmed. */
  readonly confirmed: boolean
  /** Billing country, VAT id and address are stored. */
  readonly billingComplete: boolean
  /**
   * A longer interval for a paid subscription: from today on, instead of after the running period. Refused while a trial, a
   * grant or what was cancelled runs; where nothing runs, every subscription begins at once.
   */
  readonly atOnce?: boolean | undefined
  /** The gross price that was shown, where one was. */
  readonly shownGrossCents?: number | undefined
}

/**
 * Subscribes. During a trial or a prepaid grant the choice is stored and charged when that ends; a cancelled
 * subscription that is still running continues without a charge; otherwise the first period is charged now. A running
 * one changes its interval. An order of what is chosen already changes the card alone, where it brings another one.
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
  const plan = goesOn && state.plan ? state.plan : event.plan
  if (!discountFor(plan, event.interval)) return refused('interval-not-sold')
  if (isStale(offerFor(state, event, context), event.shownGrossCents)) return refused('quote-stale')
  if (goesOn) return resumeWith(state, event, context)
  return isRunning(state, context.now)
    ? planAhead(state, plan, event, context)
    : begin(state, plan, event, context)
}

/**
 * Another card for the plan that was chosen to follow a trial or a grant; undefined where the order brings none. What runs as
 * a paid subscription is not ordered again: its card is changed for itself.
 */
function changeCardAlone(
  state: SubscriptionState,
  { method, provider }: SubscribeEvent,
  context: BillingContext,
): Decision | undefined {
  if (state.status === 'active' || method === undefined || method === state.method) return undefined
  if (provider === undefined) return undefined
  // mutant `'update-card' → ''`: whoever is called knows
  return updateCard(state, { type: 'update-card', method, provider }, context)
}

/** A new card is the card from now on, whatever else comes of the event. */
function withCard(state: SubscriptionState, { method, provider }: SubscribeEvent): SubscriptionState {
  return method === undefined ? state : { ...state, method, provider: provider ?? state.provider }
}

/**
 * Pays an unpaid renewal by an order of the same interval with a card; undefined for any other order, or where another price was
 * shown.
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
  // mutant `'update-card' → ''`: whoever is called knows
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
 * The cancellation is taken back. Users removed since then are not paid for any longer; users that were to be bought
 * before that are not, because the price that was agreed to is another one now.
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
  const same = sameInterval(state.nextInterval, interval) && state.plan?.id === plan.id
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

/** Takes a cancellation back before the end, for the users there are. Nothing is charged; a trial is a trial again. */
export function resume(state: SubscriptionState, { users }: ResumeEvent, context: BillingContext): Decision {
  if (state.status === 'active') return unchanged(state)
  if (state.status !== 'pending-expiry' || !isRunning(state, context.now)) return refused('not-resumable')
  const notSold = whyNotSold(context.serviceMode)
  if (notSold) return refused(notSold)
  if (state.cycle === null) return goOn(state, users, context, { status: 'trial' })
  if (state.method === null) return refused('payment-method-needed')
  return goOn(state, users, context, { status: 'active' })
}
