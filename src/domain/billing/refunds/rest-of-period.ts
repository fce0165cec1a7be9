import {
  type ChargePurpose,
  paidLicenses,
  paidPeriod,
  paidUntil,
  priceFor,
  type SubscriptionState,
} from '#domain/billing/state.ts'
import { prorate } from '#domain/proration.ts'
import { type Corrections, creditParts, partsOf } from './refund-orders.ts'

/**
 * Returns the credit of the running period when a new one begins at once: its payment for the time from the new period's
 * first day on. Zero for any other charge.
 */
export function creditOfRest(state: SubscriptionState, purpose: ChargePurpose): Corrections {
  const { plan, interval, payments } = state
  const until = paidUntil(state)
  const period = paidPeriod(state)
  // mutant `purpose.kind === 'period' → true`: users have no other start
  const isAtOnce = purpose.kind === 'period' && purpose.starts === 'at-once'
  // mutant `!plan → false`: what runs has a plan,
  // mutant `!interval → false`: an interval,
  // mutant `!until → false`: an end
  // mutant `!period → false`: and a period
  if (!isAtOnce || !plan || !interval || !until || !period)
    return { refunds: [], credits: [], payments, balanceCents: 0 }
  const price = priceFor(plan, paidLicenses(state), interval)
  return creditParts(partsOf(payments, price, prorate(price, period, purpose.from, until)))
}
