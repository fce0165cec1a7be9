import { cycleAfterPause, paidCycle } from '#domain/billing/corrections/pause.ts'
import { pauseLengths } from '#domain/billing/corrections/pause-lengths.ts'
import { keptPlan } from '#domain/billing/new-price/price-move.ts'
import { creditOfRest } from '#domain/billing/refunds/rest-of-period.ts'
import { planForInterval } from '#domain/coupons/money-off.ts'
import type { Interval } from '#domain/interval.ts'
import { amountOf } from '#domain/money.ts'
import type { PricingPlan } from '#domain/pricing.ts'
import { advanceCycle, type BillingCycle, cycleEnd, nextPeriod, startCycle } from './billing-period.ts'
import { advanceCharge, newCharge } from './charge-machine.ts'
import { type BillingContext, type Decision, decided, type Effects } from './decision.ts'
import { settle } from './settle.ts'
import { type ChargePurpose, isRunning, type OpenCharge, priceFor, type SubscriptionState } from './state.ts'

/** Smallest charge to a card, gross cents. A smaller amount is added to the next charge. */
export const smallestChargeCents = 50

/**
 * Charges a price with its tax. The account's balance is used first; the card pays the rest, plus an open amount, with
 * one attempt. A sum below the smallest charge is settled at once and stays open until the next charge. Without a card
 * the charge waits like a declined one.
 */
export function owe(
  state: SubscriptionState,
  purpose: ChargePurpose,
  context: BillingContext,
  changes: Partial<SubscriptionState> = {},
  effects: Partial<Effects> = {},
): Decision {
  const amount = amountOf(purpose.priceCents, context.vatBasisPoints)
  const creditCents = state.creditCents + creditOfRest(state, purpose).balanceCents
  const charge: OpenCharge = {
    ...newCharge,
    key: purpose.kind === 'period' ? `period-${purpose.index}` : `seats-${state.version}`,
    purpose,
    amount,
    dueCents: dueCents({ creditCents }, amount.grossCents),
  }
  const counted = purpose.kind === 'period' ? { ...changes, periodIndex: purpose.index } : changes
  if (charge.dueCents === 0)
    return settle({ ...state, ...counted, openCharge: charge }, charge, context, effects)
  return attempt({ ...state, ...counted }, charge, context, effects)
}

/** Returns the gross charge to the card for an invoice, after the account's balance. */
export function dueCents(
  { creditCents }: Pick<SubscriptionState, 'creditCents'>,
  invoiceGrossCents: number,
): number {
  const due = invoiceGrossCents - creditCents
  return due < smallestChargeCents ? 0 : due
}

/** Orders a new attempt of a charge. It keeps the card stored now, even if that changes later. */
export function attempt(
  state: SubscriptionState,
  charge: OpenCharge,
  { now }: BillingContext,
  effects: Partial<Effects> = {},
): Decision {
  const submitted = advanceCharge(charge, 'submitted', now)
  if (!submitted) throw new Error(`${charge.key} can not be tried again while it is ${charge.state}`)
  if (state.method === null)
    return decided(state, { openCharge: charge }, { mails: ['payment-refused'], ...effects })
  return decided(
    state,
    { openCharge: { ...charge, ...submitted } },
    {
      ...effects,
      charge: {
        key: charge.key,
        attempt: submitted.attempts,
        grossCents: charge.dueCents,
        method: state.method,
      },
    },
  )
}

/** Returns the next period of a cycle, and its price. */
export function periodPurpose(
  state: SubscriptionState,
  period: {
    readonly cycle: BillingCycle
    readonly plan: PricingPlan
    readonly interval: Interval
    readonly paidLicenses: number
    readonly starts: (ChargePurpose & { kind: 'period' })['starts']
    readonly term: number
  },
): ChargePurpose {
  const { cycle, interval, ...rest } = period
  const plan = planForInterval(period.plan, interval)
  return {
    kind: 'period',
    index: state.periodIndex + 1,
    ...rest,
    plan,
    interval,
    cycle: advanceCycle(cycle, interval),
    ...nextPeriod(cycle, interval),
    priceCents: priceFor(plan, period.paidLicenses, interval),
  }
}

/**
 * Returns the period of a longer interval that begins today and replaces the running one; undefined if nothing runs, or
 * the interval is not longer.
 */
export function purposeAtOnce(
  state: SubscriptionState,
  interval: Interval,
  paidLicenses: number,
  { now, zone }: Pick<BillingContext, 'now' | 'zone'>,
): ChargePurpose | undefined {
  // a period that begins today is at the present price
  const plan = keptPlan(state)
  // mutant `!plan → false`: what is active has a plan
  // mutant `!state.interval → false`: and an interval
  if (state.status !== 'active' || !isRunning(state, now) || !plan || !state.interval) return undefined
  const cycle = startCycle(now, zone)
  const lasts = (length: Interval) => nextPeriod(cycle, length).until.getTime()
  if (lasts(interval) <= lasts(state.interval)) return undefined
  return periodPurpose(state, { cycle, plan, interval, paidLicenses, starts: 'at-once', term: 1 })
}

/**
 * Returns the cycle that the next period extends. It follows the running period, or the pause after it, by its anchor. A renewal not attempted
 * within the grace period (after a long outage) begins today: the missed time is neither provided nor charged.
 */
export function cycleToExtend(
  state: SubscriptionState,
  { now, zone, graceDays }: BillingContext,
): BillingCycle {
  const { until, pausedFrom } = state
  if (!until || now.getTime() >= graceEnd(until, graceDays).getTime()) return startCycle(now, zone)
  const paid = paidCycle(state, zone)
  const possible = pausedFrom ? pauseLengths.map((months) => cycleAfterPause(paid, months)) : [paid]
  return possible.find((cycle) => cycleEnd(cycle).getTime() === until.getTime()) ?? startCycle(until, zone)
}

/** Returns until when an active subscription is honoured while its renewal is late. */
export function graceEnd(until: Date, graceDays: number): Date {
  return new Date(until.getTime() + graceDays * 86_400_000)
}
