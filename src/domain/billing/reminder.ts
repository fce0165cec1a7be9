import { effectOfMove } from '#domain/billing/new-price/price-move.ts'
import type { ServiceMode } from '#domain/service-mode.ts'
import { localDate } from './billing-period.ts'
import { graceEnd } from './charging.ts'
import { isExtended } from './renewal.ts'
import { healthOf, isRunning, type SubscriptionState } from './state.ts'

/** A reminder mail. It is sent once: kind, days and `about` are its key. */
export type Reminder = {
  readonly kind:
    | 'trial-ends'
    | 'subscription-begins'
    | 'prepaid-ends'
    | 'included-ends'
    | 'renewal-comes'
    | 'new-price-waits'
    | 'new-price-or-end-waits'
    | 'grace-ends'
    | 'card-expires'
  readonly days: number
  /** Date of the announced event. */
  readonly about: Date
}

/**
 * Returns the reminders due at `now`, only the last of each kind, so that a long outage does not cause several at once. A
 * trial: 3 days before its end. A prepaid grant: 14 and 3 days, or 3 if a subscription follows. A coupon's users: 3 days.
 * A renewal of three months or more: 30 days, since it is easily forgotten; any other after a pause: 7 days. A new price without an
 * answer: 7 days before the renewal that it concerns. The grace
 * period: 3 days before its end.
 */
export function dueReminders(
  state: SubscriptionState,
  { now, graceDays, serviceMode }: { now: Date; graceDays: number; serviceMode: ServiceMode },
): Reminder[] {
  const { status, until, includedUntil } = state
  const due = (kind: Reminder['kind'], about: Date | null, ...days: number[]): Reminder[] => {
    if (!about || now.getTime() >= about.getTime()) return []
    const last = days.filter((before) => now.getTime() >= about.getTime() - before * 86_400_000).at(-1)
    return last === undefined ? [] : [{ kind, days: last, about }]
  }
  if (healthOf(state) !== 'ok')
    // mutant `until → true`: what is late had an end
    return until ? due('grace-ends', graceEnd(until, graceDays), 3) : []
  if (!isRunning(state, now)) return []
  if (status !== 'active' && isExtended(state, { serviceMode })) return due('subscription-begins', until, 3)
  if (status === 'trial') return due('trial-ends', until, 3)
  if (status === 'prepaid') return due('prepaid-ends', until, 14, 3)
  const renewed = isExtended(state, { serviceMode }) && (isLong(state) || state.pausedUntil !== null)
  const before = isLong(state) ? 30 : 7
  return [
    ...due('included-ends', includedUntil, 3),
    ...(renewed ? due('renewal-comes', until, before) : []),
    ...(status === 'active' ? answerWaits(state, due) : []),
  ]
}

/** The reminder of a new price that the customer has not answered. */
function answerWaits(
  state: SubscriptionState,
  due: (kind: Reminder['kind'], about: Date | null, ...days: number[]) => Reminder[],
): Reminder[] {
  const effect = effectOfMove(state)
  if (effect === 'end') return due('new-price-or-end-waits', state.until, 7)
  return effect === 'old-price' ? due('new-price-waits', state.until, 7) : []
}

function isLong({ interval, nextInterval }: SubscriptionState): boolean {
  const next = nextInterval ?? interval
  // mutant `next !== null → true`: what is extended has an interval
  return next !== null && (next.unit === 'y' || (next.unit === 'm' && next.value >= 3))
}

/** Days before a charge from which an expiring card is mentioned. */
const cardDays = 14

/**
 * Returns a reminder if the stored card expires before the next charge, from 14 days before the charge on. A card is
 * valid until the end of its month (`expires` is `2029-08`).
 */
export function dueCardReminder(
  state: SubscriptionState,
  expires: string | undefined,
  { now, serviceMode, zone }: { now: Date; serviceMode: ServiceMode; zone: string },
): Reminder | undefined {
  const { until } = state
  // mutant `!until → false`: what runs has an end
  // mutant `expires === undefined → false`: no month is after an unknown one
  if (!until || expires === undefined || !isRunning(state, now)) return undefined
  if (!isExtended(state, { serviceMode })) return undefined
  const near = now.getTime() >= until.getTime() - cardDays * 86_400_000
  return near && localDate(until, zone).slice(0, 7) > expires
    ? { kind: 'card-expires', days: cardDays, about: until }
    : undefined
}
