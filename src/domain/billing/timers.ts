import { isInFlight } from './charge-machine.ts'
import { graceEnd } from './charging.ts'
import { retryAt } from './dunning.ts'
import { isWaitedFor, type SubscriptionState } from './state.ts'

/** Events caused by time alone. */
type TimerType = 'included-ended' | 'until-reached' | 'retry-due' | 'grace-over'

export type Timer = { readonly type: TimerType; readonly at: Date }

/**
 * Returns the next timed event of a subscription; undefined if it waits for a person. The job sends the event once `at`
 * has passed, and asks again. The right to watch never depends on that.
 */
export function nextTimer(state: SubscriptionState, graceDays: number): Timer | undefined {
  return timersOf(state, graceDays).reduce<Timer | undefined>(
    (first, timer) => (first && first.at.getTime() <= timer.at.getTime() ? first : timer),
    undefined,
  )
}

function timersOf(state: SubscriptionState, graceDays: number): Timer[] {
  const { status, until, includedUntil, openCharge } = state
  const timers: Timer[] = []
  const add = (type: TimerType, at: Date | null | undefined) => at && timers.push({ type, at })
  // mutant `!until → false`: what has no end waits for nothing
  if (status === 'cancelled' || !until) return timers
  const beside = status === 'active' || status === 'pending-expiry'
  if (beside) add('included-ended', includedUntil)
  // a pending charge is settled by its reply
  if (openCharge && isInFlight(openCharge.state)) return timers
  const late = status === 'active' && openCharge && !isWaitedFor(openCharge.purpose)
  if (!late) add('until-reached', until)
  else {
    add('retry-due', retryAt(state, graceDays))
    add('grace-over', graceEnd(until, graceDays))
  }
  return timers
}
