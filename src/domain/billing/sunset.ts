import { isInFlight } from './charge-machine.ts'
import { type BillingContext, type Decision, decided, unchanged } from './decision.ts'
import { end } from './ending.ts'
import { isRunning, isWaitedFor, type SubscriptionState } from './state.ts'

/**
 * The service closes (product.md section 1): nothing is renewed any more. Active subscriptions run out at the end of what is
 * paid, unpaid ones end; trials and grants run out, and what was chosen to follow them does not.
 */
export function announceSunset(state: SubscriptionState, { now }: BillingContext): Decision {
  const { status, nextInterval, openCharge } = state
  const mails = ['sunset-announced'] as const
  if (status === 'trial' || status === 'prepaid')
    return nextInterval === null ? unchanged(state) : decided(state, { nextInterval: null }, { mails })
  if (status !== 'active') return unchanged(state)
  const renewing = openCharge !== null && !isWaitedFor(openCharge.purpose)
  if (renewing ? !isInFlight(openCharge.state) : !isRunning(state, now)) return end(state, now, {}, { mails })
  return decided(state, { status: 'pending-expiry', nextInterval: null }, { mails })
}
