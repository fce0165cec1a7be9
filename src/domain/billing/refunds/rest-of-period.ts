import {
  type ChargePurpose,
  paidLicenses,
  paidPeriod,
  priceFor,
  type SubscriptionState,
} from '#domain/billing/state.ts'
import { prorate } from '#domain/proration.ts'
import { type Corrections, creditParts, partsOf } from './refund-orders.ts'

/**
 * What a period that begins at once credits of the running one: all that it was paid for from the new one's first day on.
 * Nothing for any other charge.
 */
export function creditOfRest(state: SubscriptionState, purpose: ChargePurpose): Corrections {
  const { plan, interval, until, payments } = state
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
