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
 * Cancels: the subscription runs until its end and is not extended. An unpaid one ends at once. A consumer may leave
 * with a month's notice once the first term is over (German Civil Code, section 309 No. 9): what was paid for the time
 * after that is refunded.
 */
export function cancel(state: SubscriptionState, context: BillingContext): Decision {
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
      return cancelActive(state, context)
  }
}

function cancelActive(state: SubscriptionState, context: BillingContext): Decision {
  const { openCharge } = state
  const renewing = openCharge !== null && !isWaitedFor(openCharge.purpose)
  // the renewal may be paid already: then it is the new period that runs out
  if (renewing && isInFlight(openCharge.state))
    return decided(state, { status: 'pending-expiry' }, { mails: ['subscription-cancelled'] })
  if (renewing || !isRunning(state, context.now))
    return end(state, context.now, {}, { mails: ['subscription-ended'] })
  const { changes, effects } = shorten(state, context)
  return decided(
    state,
    { status: 'pending-expiry', nextInterval: null, ...changes },
    { mails: ['subscription-cancelled'], ...effects },
  )
}

/**
 * The earlier end after a consumer's first term, and what was paid beyond it: refunded as money as far as it was paid
 * with money, the rest as credit.
 */
function shorten(
  state: SubscriptionState,
  { now, zone }: BillingContext,
): { readonly changes: Partial<SubscriptionState>; readonly effects: Partial<Effects> } {
  const { until, plan, interval, consumer, term } = state
  const period = paidPeriod(state)
  const noticeEnd = startOfDayAfter(now, { value: 1, unit: 'm' }, zone)
  // mutant `!until → false`: what has no end does not run, and never comes here
  // mutant `until.getTime() <= noticeEnd.getTime() → until.getTime() < noticeEnd.getTime()`: nothing is left at that moment
  const held = !consumer || term < 2 || !until || until.getTime() <= noticeEnd.getTime()
  // mutant `!plan → false`: what is paid has a plan,
  // mutant `!interval → false`: an interval
  // mutant `!period → false`: and a period
  if (held || !plan || !interval || !period) return { changes: {}, effects: {} }
  const price = priceFor(plan, paidLicenses(state), interval)
  const unused = partsOf(state.payments, price, prorate(price, period, noticeEnd, until))
  const { refunds, credits, payments, balanceCents } = giveBackParts(unused, 'notice')
  const changes = {
    until: noticeEnd,
    payments,
    creditCents: state.creditCents + balanceCents,
    periodCreditCents: state.periodCreditCents + balanceCents,
  }
  return { changes, effects: correcting({ refunds, credits }) }
}
