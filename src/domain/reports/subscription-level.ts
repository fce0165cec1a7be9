import type { SubscriptionState } from '#domain/billing/state.ts'
import { paidLicenses } from '#domain/billing/state.ts'
import { centsAMonth } from '#domain/pricing.ts'

/** What a subscription brings: net cents a month, and its seats. `none`: never had a subscription. */
export type SubscriptionLevel = {
  readonly phase: 'none' | 'trial' | 'granted' | 'paid' | 'over'
  readonly monthlyCents: number
  /** Paid users. */
  readonly paidSeats: number
  /** Users of a trial, a grant or a coupon. */
  readonly freeSeats: number
}

/**
 * The kinds of changes of monthly recurring revenue. `new`: paid from now on, for the first time or again. `price`: the same
 * seats at another price, such as for a longer interval. `free`: trials, grants and their ends, without money.
 */
export const levelSteps = ['new', 'more', 'fewer', 'price', 'lost', 'free'] as const
export type LevelStep = (typeof levelSteps)[number]

/**
 * Returns the level of a subscription. A cancelled one is paid until its end, an unpaid renewal until the end of its grace
 * period; a trial or a grant lasts until its first charge is paid or given up. The price is that of the running period's
 * payments, per month and rounded for each account.
 */
export function levelOf(state: SubscriptionState): SubscriptionLevel {
  const { status, licenseCount, includedLicenses, interval, payments, cycle, periodIndex } = state
  if (status === 'none' || status === 'cancelled')
    return { phase: status === 'none' ? 'none' : 'over', monthlyCents: 0, paidSeats: 0, freeSeats: 0 }
  // without a cycle the first charge is unpaid: before it a trial has neither an interval nor an earlier charge
  const isGrant = status === 'prepaid' || (status === 'active' && !cycle && (interval || periodIndex > 1))
  if (isGrant) return { phase: 'granted', monthlyCents: 0, paidSeats: 0, freeSeats: licenseCount }
  if (status === 'trial' || !cycle || !interval)
    return { phase: 'trial', monthlyCents: 0, paidSeats: 0, freeSeats: licenseCount }
  const cents = payments.reduce((sum, { levelCents }) => sum + levelCents, 0)
  return {
    phase: 'paid',
    monthlyCents: centsAMonth({ interval, cents: Math.max(cents, 0) }),
    paidSeats: paidLicenses(state),
    freeSeats: includedLicenses,
  }
}

/** Returns the kind of a change; undefined without one. Every subscription that is paid counts, also one that costs nothing. */
export function stepBetween(before: SubscriptionLevel, after: SubscriptionLevel): LevelStep | undefined {
  const wasPaid = before.phase === 'paid'
  if (after.phase === 'paid') {
    if (!wasPaid) return 'new'
    if (after.paidSeats !== before.paidSeats) return after.paidSeats > before.paidSeats ? 'more' : 'fewer'
    if (after.monthlyCents !== before.monthlyCents) return 'price'
  } else if (wasPaid) return 'lost'
  const isSame = before.phase === after.phase && before.freeSeats === after.freeSeats
  return isSame ? undefined : 'free'
}
