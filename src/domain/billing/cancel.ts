import { withoutPause } from '#domain/billing/corrections/pause.ts'
import { correcting, giveBackParts, partsOf } from '#domain/billing/refunds/refund-orders.ts'
import { prorate } from '#domain/proration.ts'
import { startOfDayAfter } from './billing-period.ts'
import { isInFlight } from './charge-machine.ts'
import { type BillingContext, type Decision, decided, type Effects, refused, unchanged } from './decision.ts'
import { end, voided } from './ending.ts'
import {
  isRunning,
  isWaitedFor,
  paidLicenses,
  paidPeriod,
  priceFor,
  type SubscriptionState,
} from './state.ts'

/**
 * Cancels: the subscription runs until its end and is not renewed. An unpaid one ends at once, as one that is
 * paused; a pause that has not begun is dropped. A consumer may leave with
 * a month's notice after the first term (German Civil Code, section 309 No. 9); the payment for the time after the notice
 * is refunded.
 * @param notBefore the earliest end that the customer wants
 */
export function cancel(state: SubscriptionState, context: BillingContext, notBefore?: Date): Decision {
  const { status, openCharge } = state
  switch (status) {
    case 'none':
      return refused('not-cancellable')
    case 'cancelled':
    case 'pending-expiry':
      return unchanged(state)
    case 'prepaid':
      if (state.nextInterval === null) return refused('not-cancellable')
      if (openCharge && isInFlight(openCharge.state)) return refused('charge-in-flight')
      return decided(
        state,
        { nextInterval: null, contractAt: null, openCharge: null },
        { ...voided(openCharge), mails: ['subscription-cancelled'] },
      )
    case 'trial':
      return decided(state, { status: 'pending-expiry' }, { mails: ['subscription-cancelled'] })
    case 'active':
      return cancelActive(withoutPause(state), context, notBefore)
  }
}

function cancelActive(
  state: SubscriptionState,
  context: BillingContext,
  notBefore: Date | undefined,
): Decision {
  const { openCharge } = state
  const renewing = openCharge !== null && !isWaitedFor(openCharge.purpose)
  // the renewal may already be paid: then the new period runs out
  if (renewing && isInFlight(openCharge.state))
    return decided(state, { status: 'pending-expiry' }, { mails: ['subscription-cancelled'] })
  if (renewing || !isRunning(state, context.now))
    return end(state, context.now, {}, { mails: ['subscription-ended'] })
  const { changes, effects } = shorten(state, context, notBefore)
  return decided(
    state,
    { status: 'pending-expiry', nextInterval: null, ...changes },
    { mails: ['subscription-cancelled'], ...effects },
  )
}

/** Returns the end of a consumer's month of notice given at `now`, but not before their wanted end. */
export function noticeEndOf(now: Date, zone: string, notBefore = now): Date {
  const noticeEnd = startOfDayAfter(now, { value: 1, unit: 'm' }, zone)
  return new Date(Math.max(noticeEnd.getTime(), notBefore.getTime()))
}

type Shortened = { readonly changes: Partial<SubscriptionState>; readonly effects: Partial<Effects> }

/** The earlier end after a consumer's first term. */
function shorten(
  state: SubscriptionState,
  { now, zone }: BillingContext,
  notBefore: Date | undefined,
): Shortened {
  const { until, consumer, term } = state
  const noticeEnd = noticeEndOf(now, zone, notBefore)
  // mutant `!until → false`: what has no end does not run, and never comes here
  // mutant `until.getTime() <= noticeEnd.getTime() → until.getTime() < noticeEnd.getTime()`: nothing is left at that moment
  const held = !consumer || term < 2 || !until || until.getTime() <= noticeEnd.getTime()
  return held ? { changes: {}, effects: {} } : leaveAt(state, noticeEnd, 'notice')
}

/**
 * Ends the running period early and returns the payment for the rest: as a refund up to the card's share, the remainder
 * as credit.
 */
export function leaveAt(state: SubscriptionState, at: Date, reason: 'notice' | 'declared'): Shortened {
  const { until, plan, interval } = state
  const period = paidPeriod(state)
  // mutant `!until || !plan || !interval || !period → false`: what runs and is paid has all four:
  // mutant `!until → false`: an end,
  // mutant `!plan → false`: a plan,
  // mutant `!interval → false`: an interval
  // mutant `!period → false`: and a period
  if (!until || !plan || !interval || !period) return { changes: {}, effects: {} }
  const price = priceFor(plan, paidLicenses(state), interval)
  const unused = partsOf(state.payments, price, prorate(price, period, at, until))
  const { refunds, credits, payments, balanceCents } = giveBackParts(unused, reason)
  const changes = {
    until: at,
    payments,
    creditCents: state.creditCents + balanceCents,
    periodCreditCents: state.periodCreditCents + balanceCents,
  }
  return { changes, effects: correcting({ refunds, credits }) }
}
