import { usualRefundDays } from '#domain/billing/refunds/refund-days.ts'
import { correcting, returnPayment } from '#domain/billing/refunds/refund-orders.ts'
import { creditOfRest } from '#domain/billing/refunds/rest-of-period.ts'
import { advanceCycle, nextPeriod, startCycle } from './billing-period.ts'
import { type BillingContext, type Decision, decided, type Effects, type MailKind } from './decision.ts'
import { paidBy } from './paid-by.ts'
import {
  type ChargePurpose,
  isRunning,
  type OpenCharge,
  type Payment,
  paidLicenses,
  priceFor,
  type SubscriptionState,
} from './state.ts'

/**
 * Applies the purpose of a paid charge. The period of a late renewal begins where the last one ended, so that late
 * payment neither gains nor loses time. A period that the customer waited for begins on the day of payment.
 */
export function settle(
  state: SubscriptionState,
  charge: OpenCharge,
  context: BillingContext,
  effects: Partial<Effects> = {},
): Decision {
  const { purpose } = charge
  if (purpose.kind === 'period') return settlePeriod(state, charge, purpose, context, effects)
  // bought for more time than is left: the subscription was shortened while the charge was on its way, or a pause began
  // mutant `state.until?.getTime → state.until.getTime`: what runs has an end
  // mutant `state.until?.getTime() ?? 0 → state.until?.getTime()`: what runs has an end
  // mutant `0 → 1`: what runs has an end
  const isShorter = (state.until?.getTime() ?? 0) < purpose.until.getTime()
  if (!isRunning(state, context.now) || isShorter || context.now.getTime() >= purpose.until.getTime())
    return returnPayment({ ...state, openCharge: null }, { key: charge.key, grossCents: charge.dueCents })
  return paid(state, charge, effects, {
    licenseCount: purpose.paidLicenses + state.includedLicenses,
    payments: [...state.payments, paymentOf(state, charge, context)],
  })
}

function settlePeriod(
  state: SubscriptionState,
  charge: OpenCharge,
  purpose: ChargePurpose & { kind: 'period' },
  context: BillingContext,
  effects: Partial<Effects>,
): Decision {
  const { now, zone } = context
  const { interval, plan, term, starts } = purpose
  // cancelled while the charge was pending: the longer period is no longer wanted
  if (starts === 'at-once' && state.status !== 'active')
    return returnPayment({ ...state, openCharge: null }, { key: charge.key, grossCents: charge.dueCents })
  const first = startCycle(now, zone)
  const period =
    starts === 'when-paid'
      ? { cycle: advanceCycle(first, interval), ...nextPeriod(first, interval) }
      : purpose
  const granted = state.includedUntil !== null && now.getTime() < state.includedUntil.getTime()
  const includedLicenses = granted ? state.includedLicenses : 0
  const rest = creditOfRest(state, purpose)
  const before = { ...state, creditCents: state.creditCents + rest.balanceCents }
  return paid(
    before,
    { ...charge, purpose: { ...purpose, ...period } },
    { ...effects, ...correcting(rest) },
    {
      // cancelled while the renewal was pending: the subscription runs out at the end of the paid period
      status: state.status === 'pending-expiry' ? 'pending-expiry' : 'active',
      until: period.until,
      periodStart: period.from,
      cycle: period.cycle,
      pausedFrom: null,
      pausedUntil: null,
      plan,
      interval,
      nextInterval: null,
      term,
      // mutant `term === 1 → true`: what a customer waits for is a first term
      contractAt: term === 1 && starts !== 'at-until' ? now : state.contractAt,
      licenseCount: purpose.paidLicenses + includedLicenses,
      includedLicenses,
      ...(!granted && { includedUntil: null, coupon: null }),
      payments: [paymentOf(state, charge, context)],
      replacedPayments: starts === 'at-once' ? replacedBy(state, rest.payments) : [],
      periodCreditCents: 0,
    },
  )
}

/** The payments of the ending period, less credits, and of the periods that it replaced. */
function replacedBy(
  { replacedPayments, contractAt }: SubscriptionState,
  payments: readonly Payment[],
): SubscriptionState['replacedPayments'] {
  return [...replacedPayments, ...payments.map((payment) => ({ ...payment, contractAt }))]
}

function paid(
  state: SubscriptionState,
  { key, purpose, amount, dueCents }: OpenCharge,
  effects: Partial<Effects>,
  changes: Partial<SubscriptionState>,
): Decision {
  return decided(
    state,
    { ...changes, openCharge: null, creditCents: state.creditCents + dueCents - amount.grossCents },
    {
      ...effects,
      bill: { key, purpose, amount, paidBy: paidBy(state, amount.grossCents, dueCents) },
      mails: [mailFor(state, purpose)],
    },
  )
}

/** The first term of another interval is not a new subscription. */
function mailFor({ term }: SubscriptionState, purpose: ChargePurpose): MailKind {
  if (purpose.kind === 'seats') return 'users-changed'
  return term === 0 ? 'subscription-started' : 'payment-received'
}

function paymentOf(
  state: SubscriptionState,
  { key, purpose, amount, dueCents, attempts }: OpenCharge,
  { now, refundDays }: BillingContext,
): Payment {
  return {
    ...(refundDays !== undefined && refundDays !== usualRefundDays && { refundDays }),
    key,
    attempt: attempts,
    kind: purpose.kind,
    at: now,
    amount,
    creditCents: amount.grossCents - dueCents,
    levelCents: levelOf(state, purpose),
    // mutant `purpose.kind === 'seats' → false`: nobody's users change while a charge is on its way
    paidBefore: purpose.kind === 'seats' ? purpose.paidBefore : paidLicenses(state),
    paidLicenses: purpose.paidLicenses,
    periodCreditCents: purpose.kind === 'seats' ? state.periodCreditCents : 0,
    creditedNetCents: 0,
    creditedVatCents: 0,
    refundedCents: 0,
  }
}

/** Returns the price increase for a whole period. */
function levelOf({ plan, interval }: SubscriptionState, purpose: ChargePurpose): number {
  if (purpose.kind === 'period') return purpose.priceCents
  // mutant `!plan || !interval → false`: users are added to what is paid for: it has a plan and an interval
  // mutant `!plan → false`: as above
  // mutant `!interval → false`: as above
  // mutant `0 → 1`: as above
  if (!plan || !interval) return 0
  return priceFor(plan, purpose.paidLicenses, interval) - priceFor(plan, purpose.paidBefore, interval)
}
