import { undo, withdraw } from '#domain/billing/refunds/refund.ts'
import { takenBack } from '#domain/billing/refunds/refund-orders.ts'
import { cancel } from './cancel.ts'
import { isInFlight } from './charge-machine.ts'
import { type BillingContext, type Decision, decided, refused, unchanged } from './decision.ts'
import { end } from './ending.ts'
import { isRunning, isWaitedFor, type Payment, type SubscriptionState } from './state.ts'

/** What ends a subscription that its holder has not ended here themselves. */

/** The bank reversed a charge at the card holder's request. */
export type ChargedBackEvent = { readonly type: 'charged-back'; readonly key: string }

/**
 * A chargeback: the operator is notified and decides. Until then nothing more is charged and the subscription runs out;
 * the money counts as refunded, so that it is not refunded a second time.
 */
export function chargeBack(
  state: SubscriptionState,
  { key }: ChargedBackEvent,
  context: BillingContext,
): Decision {
  const payments = state.payments.map((payment) => (payment.key === key ? takenBack(payment) : payment))
  return stopCharging({ ...state, payments }, context)
}

/**
 * Nothing more is charged, because the card holder's bank has doubts: at a chargeback, and already at an early fraud warning,
 * when the money is still here and can be given back before it is disputed.
 */
export function stopCharging(state: SubscriptionState, { now }: BillingContext): Decision {
  const alert = 'charged-back'
  if (state.status !== 'active') return decided(state, { nextInterval: null }, { alert })
  const { openCharge } = state
  const renewing = openCharge !== null && !isWaitedFor(openCharge.purpose)
  if (renewing ? !isInFlight(openCharge.state) : !isRunning(state, now))
    return end(state, now, {}, { alert, mails: ['subscription-ended'] })
  return decided(
    state,
    { status: 'pending-expiry', nextInterval: null },
    { alert, mails: ['subscription-cancelled'] },
  )
}

/** The customer was deleted at the provider, with all cards. */
export type CustomerGoneEvent = { readonly type: 'customer-gone'; readonly provider: string }

/** The card is gone. The subscription goes on; its next charge asks for another card. */
export function forgetCard(state: SubscriptionState, { provider }: CustomerGoneEvent): Decision {
  if (state.provider !== provider || state.method === null) return unchanged(state)
  return decided(state, { method: null })
}

/**
 * The account is deleted: no payment may be in progress; card and credit are forgotten. Invoices are kept elsewhere.
 */
export function purge(state: SubscriptionState, { now }: BillingContext): Decision {
  const { method } = state
  const nothing = { method: null, provider: null, creditCents: 0, includedLicenses: 0, includedUntil: null }
  return end({ ...state, ...nothing }, now, {}, method === null ? {} : { detach: method })
}

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

/** A payment of an earlier period of the contract, and when that period began. */
export type EarlierPayment = { readonly payment: Payment; readonly from: Date }

/** Somebody accepted a declaration that had to wait. */
export type DeclarationAcceptedEvent = {
  readonly type: 'declaration-accepted'
  readonly declared: 'ordinary' | 'extraordinary' | 'withdrawal'
  readonly declaredAt: Date
  /** Everything that was paid under the contract before the running period, oldest first. */
  readonly earlier: readonly EarlierPayment[]
}

/**
 * Ends the contract as if the declaration had been carried out at its receipt, however late it is accepted. A withdrawal
 * counts if it came in time, and gives back whatever was paid under the contract. After a cancellation, periods that have
 * begun since are undone; without any, it ends as `cancel` would have ended it then. For good cause it ends at once; what
 * of the running period is given back for that reason is a matter between the two.
 */
export function endAsDeclared(
  state: SubscriptionState,
  { declared, declaredAt, earlier }: DeclarationAcceptedEvent,
  context: BillingContext,
): Decision {
  const { status, openCharge, contractAt, periodStart } = state
  if (openCharge && isInFlight(openCharge.state)) return refused('charge-in-flight')
  const atReceipt = { ...context, now: declaredAt }
  if (declared === 'withdrawal') {
    // of a contract that was made later nobody had withdrawn
    if (contractAt && declaredAt.getTime() < contractAt.getTime()) return refused('no-withdrawal')
    return withdraw(withPayments(state, earlier), atReceipt)
  }
  if (status === 'cancelled') return unchanged(state)
  if (status === 'none') return refused('not-cancellable')
  if (contractAt && declaredAt.getTime() < contractAt.getTime()) return refused('not-cancellable')
  const renewed = periodStart !== null && periodStart.getTime() > declaredAt.getTime() && state.term > 1
  if (renewed) {
    const since = earlier.filter(({ from }) => from.getTime() > declaredAt.getTime())
    return undo(withPayments(state, since), context.now, 'declared')
  }
  if (declared === 'extraordinary') return end(state, context.now, {}, { mails: ['subscription-ended'] })
  // a renewal that is late ends at once, whenever it was declared
  return cancel(state, openCharge ? context : atReceipt)
}

function withPayments(state: SubscriptionState, earlier: readonly EarlierPayment[]): SubscriptionState {
  return { ...state, payments: [...earlier.map(({ payment }) => payment), ...state.payments] }
}
