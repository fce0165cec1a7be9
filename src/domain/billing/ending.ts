import { isInFlight } from './charge-machine.ts'
import { type Decision, decided, type Effects, refused } from './decision.ts'
import type { OpenCharge, SubscriptionState } from './state.ts'

/**
 * Ends the subscription now. Users included by a coupon keep watching: a prepaid remainder stays. Credit is kept for a
 * later subscription. An open charge is cancelled at the provider first; one with unknown outcome prevents the ending.
 */
export function end(
  state: SubscriptionState,
  now: Date,
  changes: Partial<SubscriptionState> = {},
  effects: Partial<Effects> = {},
): Decision {
  if (state.openCharge && isInFlight(state.openCharge.state)) return refused('charge-in-flight')
  return decided(state, { ...ended(state, now), ...changes }, { ...voided(state.openCharge), ...effects })
}

/** Gives up the open charge, if any. */
export function voided(openCharge: OpenCharge | null): Partial<Effects> {
  return openCharge ? { voidCharge: openCharge.key } : {}
}

function ended(state: SubscriptionState, now: Date): Partial<SubscriptionState> {
  const { until, includedUntil, includedLicenses } = state
  const closed = {
    nextInterval: null,
    openCharge: null,
    payments: [],
    replacedPayments: [],
    periodCreditCents: 0,
    cycle: null,
    periodStart: null,
    term: 0,
    contractAt: null,
    pausedFrom: null,
    pausedUntil: null,
    move: undefined,
  }
  if (
    state.status !== 'prepaid' &&
    includedLicenses > 0 &&
    includedUntil &&
    now.getTime() < includedUntil.getTime()
  )
    return {
      ...closed,
      status: 'prepaid',
      until: includedUntil,
      licenseCount: includedLicenses,
      interval: null,
    }
  return {
    ...closed,
    status: 'cancelled',
    // mutant `until.getTime() < now.getTime() → until.getTime() <= now.getTime()`: the same moment either way
    until: until && until.getTime() < now.getTime() ? until : now,
    licenseCount: Math.max(state.licenseCount - includedLicenses, 1),
    includedLicenses: 0,
    includedUntil: null,
    coupon: null,
  }
}
