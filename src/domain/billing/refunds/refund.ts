import { startOfDayAfter } from '#domain/billing/billing-period.ts'
import { isInFlight } from '#domain/billing/charge-machine.ts'
import { withoutPause } from '#domain/billing/corrections/pause.ts'
import {
  type BillingContext,
  type Decision,
  decided,
  type RefundOrder,
  refused,
  unchanged,
} from '#domain/billing/decision.ts'
import { end, voided } from '#domain/billing/ending.ts'
import { usualRefundDays } from '#domain/billing/refunds/refund-days.ts'
import {
  changePayment,
  isWaitedFor,
  type Payment,
  paidLicenses,
  type ReplacedPayment,
  type SubscriptionState,
} from '#domain/billing/state.ts'
import { correcting, moneyLeft, takenBack, undoPayments } from './refund-orders.ts'

/** A consumer's right of withdrawal, counted from the day after the contract. */
export const withdrawalDays = 14

/**
 * Refunds a charge on request, within the refund period that it was paid with. Refunding the period's own charge returns all its payments and ends
 * the subscription. Later only the users added last can be returned, once in a period, and the subscription continues.
 */
export function refund(state: SubscriptionState, context: BillingContext): Decision {
  const { now } = context
  if (state.status !== 'active' && state.status !== 'pending-expiry') return refused('refund-too-late')
  const { openCharge } = state
  if (openCharge && isInFlight(openCharge.state)) return refused('charge-in-flight')
  if (openCharge && !isWaitedFor(openCharge.purpose)) return refused('payment-overdue')
  const refundable = refundableUntil(state)
  if (!refundable || now.getTime() >= refundable.getTime()) return refused('refund-too-late')
  const [period] = state.payments
  // mutant `period → true`: what is refundable was paid
  const whole = period && !isGivenBack(period) && now.getTime() < promisedUntil(period).getTime()
  return whole ? undo(state, context, 'promise') : undoSeats(state)
}

/** Returns until when a refund can be requested; undefined if nothing is refundable. */
function refundableUntil(state: SubscriptionState): Date | undefined {
  const [period] = state.payments
  const last = state.payments.at(-1)
  // mutant `!period → false`: without a first payment there is no last,
  // mutant `!last → false`: and without a last no first
  if (!period || !last) return undefined
  const untils = [
    ...(isGivenBack(period) ? [] : [promisedUntil(period)]),
    ...(areLastSeats(state, last) ? [promisedUntil(last)] : []),
  ]
  // users are bought after their period is paid, so the order is right already:
  // mutant `untils.toSorted((one, other) => one.getT …  other.getTime()) → untils`: the same order
  // mutant `one.getTime() - other.getTime() → one.getTime() + other.getTime()`: the same order
  return untils.toSorted((one, other) => one.getTime() - other.getTime()).at(-1)
}

/** What a refund on request returns now. */
export type RefundOffer = {
  /** Last moment for requesting it. */
  readonly until: Date
  /** Gross, to the cards that paid. */
  readonly grossCents: number
  /** Gross, the balance's share. */
  readonly creditCents: number
  /** The subscription ends too; otherwise only the users added last are removed. */
  readonly ends: boolean
}

/** Returns the amounts of a refund on request, of one or several payments; undefined while it is refused. */
export function refundOffer(state: SubscriptionState, context: BillingContext): RefundOffer | undefined {
  const decision = refund(state, context)
  if (!decision.ok) return undefined
  const { next, refunds = [] } = decision
  const ends = next.status === 'cancelled'
  const payment = ends ? state.payments[0] : state.payments.at(-1)
  // mutant `!payment → false`: what is refundable was paid
  if (!payment) return undefined
  return {
    until: promisedUntil(payment),
    grossCents: refunds.reduce((sum, { amount, alsoCents }) => sum + amount.grossCents + alsoCents, 0),
    creditCents: Math.max(next.creditCents - state.creditCents, 0),
    ends,
  }
}

/**
 * Handles a consumer's withdrawal within 14 days of the contract (German Civil Code, section 355): all payments are
 * refunded and the subscription ends. A trial has no payments, and none follow.
 */
export function withdraw(state: SubscriptionState, context: BillingContext): Decision {
  const { now, zone } = context
  const { consumer, contractAt } = state
  if (!consumer || !contractAt || now.getTime() >= withdrawableUntil(contractAt, zone).getTime())
    return refused('no-withdrawal')
  if (state.openCharge && isInFlight(state.openCharge.state)) return refused('charge-in-flight')
  // a paid period runs; anything else is only planned
  if (state.cycle !== null) return undo(state, context, 'withdrawal')
  // the time before the plan is over, and its first period was not paid: nothing is left to run
  if (state.status === 'active') return end(state, now, {}, { mails: ['withdrawal-confirmed'] })
  return decided(
    state,
    { nextInterval: null, contractAt: null, openCharge: null },
    { ...voided(state.openCharge), mails: ['withdrawal-confirmed'] },
  )
}

/** Returns the end of the fourteenth day after the contract. */
export function withdrawableUntil(contractAt: Date, zone: string): Date {
  return startOfDayAfter(contractAt, { value: withdrawalDays + 1, unit: 'd' }, zone)
}

/**
 * Undoes the period: refunds its payments, returns its credit and takes back the credit it gave. Payments of replaced
 * periods that are still refundable are undone too: their card payments are refunded, and only earlier payments stay
 * credit.
 */
export function undo(
  state: SubscriptionState,
  context: Pick<BillingContext, 'now' | 'zone'>,
  reason: 'promise' | 'withdrawal' | 'declared',
): Decision {
  const replaced = state.replacedPayments.filter((payment) => isRefundable(payment, context, reason))
  const undone = undoPayments([...replaced, ...state.payments], reason)
  return end(
    state,
    context.now,
    { creditCents: state.creditCents + undone.balanceCents },
    {
      ...correcting(undone),
      mails: [reason === 'withdrawal' ? 'withdrawal-confirmed' : 'subscription-refunded'],
    },
  )
}

/** Whether a payment would be refundable if no other period had replaced its period. */
function isRefundable(
  payment: ReplacedPayment,
  { now, zone }: Pick<BillingContext, 'now' | 'zone'>,
  reason: RefundOrder['reason'],
): boolean {
  const { contractAt } = payment
  const withdrawn =
    reason === 'withdrawal' && contractAt && now.getTime() < withdrawableUntil(contractAt, zone).getTime()
  return withdrawn || now.getTime() < promisedUntil(payment).getTime()
}

function undoSeats(state: SubscriptionState): Decision {
  const last = state.payments.at(-1)
  // mutant `!last → false`: what is refundable was paid,
  // mutant `'refund-too-late' → ''`: and never comes here
  if (!last) return refused('refund-too-late')
  const { payments, balanceCents, ...undone } = undoPayments([last], 'promise')
  return decided(
    state,
    {
      payments: [...state.payments.slice(0, -1), ...payments],
      licenseCount: last.paidBefore + state.includedLicenses,
      creditCents: state.creditCents + balanceCents,
    },
    { ...correcting(undone), mails: ['users-changed'] },
  )
}

/**
 * Whether the users of the last payment can be returned: all are still there, none was credited since, and nothing of the
 * period was returned before, by card or balance.
 */
function areLastSeats(state: SubscriptionState, last: Payment): boolean {
  const fresh = state.payments.every(
    ({ kind, refundedCents, returned }) => kind === 'period' || (refundedCents === 0 && !returned),
  )
  const there =
    paidLicenses(state) === last.paidLicenses && last.periodCreditCents === state.periodCreditCents
  return last.kind === 'seats' && fresh && there
}

function isGivenBack(payment: Payment): boolean {
  return payment.refundedCents > 0 && moneyLeft(payment) <= 0
}

function promisedUntil({ at, refundDays = usualRefundDays }: Payment): Date {
  return new Date(at.getTime() + refundDays * 86_400_000)
}

/** A refund in the provider's dashboard; `grossCents` are already booked. */
export type RefundedElsewhereEvent = {
  readonly type: 'refunded-elsewhere'
  readonly key: string
  readonly grossCents: number
  /** Gross, of its credit note; absent: as the payment states. */
  readonly creditedCents?: number
}

/**
 * Handles a refund in the provider's dashboard. A partial refund only changes the books. A full refund of the running
 * period's charge ends the subscription at once, like a refund on request, with the period's other payments; one of added
 * users removes those seats. A refund for an earlier period changes nothing. While a renewal is pending, which may be
 * paid any moment, the subscription runs out instead. The balance bears the difference between refund and credit note:
 * earlier credits, or a cent.
 */
export function refundElsewhere(
  before: SubscriptionState,
  { key, grossCents, creditedCents }: RefundedElsewhereEvent,
  context: BillingContext,
): Decision {
  const paymentOf = ({ payments, replacedPayments }: SubscriptionState) =>
    [...replacedPayments, ...payments].find((one) => one.key === key)
  const payment = paymentOf(before)
  if (!payment || isGivenBack(payment)) return onBalance(before, (creditedCents ?? grossCents) - grossCents)
  const changed = { ...before, ...changePayment(before, key, (one) => takenBack(one, grossCents)) }
  const overCents =
    creditedCents === undefined
      ? overCredited(payment, paymentOf(changed) ?? payment)
      : creditedCents - grossCents
  const state = { ...changed, creditCents: before.creditCents + overCents }
  const returned = state.payments.find((one) => one.key === key)
  const { status, openCharge } = state
  if (!returned || !isGivenBack(returned)) return decided(state, {})
  if (payment.kind === 'seats') return takeSeats(state, returned)
  if (openCharge && isInFlight(openCharge.state))
    return decided(
      withoutPause(state),
      { status: 'pending-expiry', nextInterval: null },
      { mails: status === 'active' ? ['subscription-cancelled'] : [] },
    )
  return undo(state, context, 'promise')
}

function onBalance(state: SubscriptionState, cents: number): Decision {
  return cents === 0 ? unchanged(state) : decided(state, { creditCents: state.creditCents + cents })
}

/** Returns by how much the credit note of a refund exceeds its money, gross. */
function overCredited(before: Payment, after: Payment): number {
  const over = (payment: Payment) =>
    payment.creditedNetCents + payment.creditedVatCents - payment.refundedCents
  return over(after) - over(before)
}

/** Removes the seats bought by a payment, if still there; seats bought later stay. */
function takeSeats(state: SubscriptionState, payment: Payment): Decision {
  const { key, paidBefore, paidLicenses: after } = payment
  const seats = after - paidBefore
  // the balance's share
  // mutant `'promise' → ''`: no money goes back that would need a reason
  const { payments, balanceCents, ...undone } = undoPayments([payment], 'promise')
  const left = Math.max(paidLicenses(state) - seats, 1)
  const at = state.payments.findIndex((payment) => payment.key === key)
  return decided(
    state,
    {
      payments: [
        ...state.payments.slice(0, at),
        ...payments,
        ...state.payments.slice(at + 1).map((later) => ({
          ...later,
          paidBefore: Math.max(later.paidBefore - seats, 1),
          paidLicenses: Math.max(later.paidLicenses - seats, 1),
        })),
      ],
      licenseCount: left + state.includedLicenses,
      creditCents: state.creditCents + balanceCents,
    },
    { ...correcting(undone), mails: ['users-changed'] },
  )
}
