import { withoutPause } from '#domain/billing/corrections/pause.ts'
import { undo, withdraw } from '#domain/billing/refunds/refund.ts'
import { correcting, giveBackParts, remainder, takenBack } from '#domain/billing/refunds/refund-orders.ts'
import { prorate } from '#domain/proration.ts'
import { cancel, leaveAt, noticeEndOf } from './cancel.ts'
import { isInFlight } from './charge-machine.ts'
import { type BillingContext, type Decision, decided, refused, unchanged } from './decision.ts'
import { end } from './ending.ts'
import { changePayment, isRunning, isWaitedFor, type Payment, type SubscriptionState } from './state.ts'

/** Endings that the holder has not ordered here. */

/** The bank reversed a charge at the card holder's request. */
export type ChargedBackEvent = {
  readonly type: 'charged-back'
  readonly key: string
  /** Gross, of reversed money: the amount not on its credit note because it was credited before. */
  readonly uncreditedCents?: number
  /** Reported before, when the dispute was opened. */
  readonly again?: boolean
}

/**
 * Handles a chargeback: the operator is notified and decides. Until then nothing is charged and the subscription runs
 * out. The money counts as refunded, which prevents a second refund. If the dispute is lost, the balance bears earlier
 * credits of the charge, which the bank also returns. A dispute reported when it was opened changes nothing else then,
 * because a subscription may have begun since.
 */
export function chargeBack(
  before: SubscriptionState,
  { key, uncreditedCents = 0, again = false }: ChargedBackEvent,
  context: BillingContext,
): Decision {
  const state = { ...before, creditCents: before.creditCents - uncreditedCents }
  if (again) return uncreditedCents === 0 ? unchanged(before) : decided(state, {})
  return stopCharging({ ...state, ...changePayment(state, key, (payment) => takenBack(payment)) }, context)
}

/**
 * Stops all charges because the card holder's bank has doubts: at a chargeback, and already at an early fraud warning,
 * when the money can still be refunded before a dispute.
 */
export function stopCharging(before: SubscriptionState, { now }: BillingContext): Decision {
  const alert = 'charged-back'
  const state = withoutPause(before)
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

/** Removes the card. The subscription continues; its next charge asks for another card. */
export function forgetCard(state: SubscriptionState, { provider }: CustomerGoneEvent): Decision {
  if (state.provider !== provider || state.method === null) return unchanged(state)
  return decided(state, { method: null })
}

/**
 * Prepares the deletion of an account: no payment may be pending; card and credit are dropped. Invoices are stored
 * elsewhere.
 */
export function purge(state: SubscriptionState, { now }: BillingContext): Decision {
  const { method } = state
  const nothing = { method: null, provider: null, creditCents: 0, includedLicenses: 0, includedUntil: null }
  return end({ ...state, ...nothing }, now, {}, method === null ? {} : { detach: method })
}

/** The service has been closed. */
export type ServiceClosedEvent = {
  readonly type: 'service-closed'
  /** ID of the closing: each is announced once. Null: closed by a former version, which notified the holders. */
  readonly closing: string | null
}

/**
 * Stops all renewals: active subscriptions end with the paid period, unpaid ones now; trials and grants run out, and
 * planned subscriptions do not begin. Each account holder is notified once.
 */
export function closeService(
  before: SubscriptionState,
  { closing }: ServiceClosedEvent,
  { now }: BillingContext,
): Decision {
  const state = withoutPause(before)
  const { status, nextInterval, openCharge, toldOfClosing } = state
  const mails = ['service-closed'] as const
  const told = closing === null ? {} : { toldOfClosing: closing }
  if (status === 'none' || status === 'cancelled') return unchanged(state)
  if (status === 'active') {
    const renewing = openCharge !== null && !isWaitedFor(openCharge.purpose)
    if (renewing ? !isInFlight(openCharge.state) : !isRunning(state, now))
      return end(state, now, told, { mails })
    return decided(state, { status: 'pending-expiry', nextInterval: null, ...told }, { mails })
  }
  const follows = nextInterval !== null && status !== 'pending-expiry'
  const isNews = closing !== null && closing !== toldOfClosing
  return follows || isNews ? decided(state, { nextInterval: null, ...told }, { mails }) : unchanged(state)
}

/** A payment of an earlier period of the contract, and the period it paid for. */
export type EarlierPayment = {
  readonly payment: Payment
  readonly from: Date
  readonly until: Date
  /** Net, from credit notes of these moments: each for the time after it. */
  readonly credited: readonly { readonly at: Date; readonly netCents: number }[]
}

/** A declaration was accepted after a review. */
export type DeclarationAcceptedEvent = {
  readonly type: 'declaration-accepted'
  readonly declared: 'ordinary' | 'extraordinary' | 'withdrawal'
  readonly declaredAt: Date
  /** The requested end, if any. */
  readonly notBefore?: Date | undefined
  /** All payments of the contract before the running period, oldest first. */
  readonly earlier: readonly EarlierPayment[]
}

/**
 * Ends the contract as if the declaration had been carried out on receipt, however late it is accepted, but not before
 * the requested day. A timely withdrawal returns all payments of the contract. After a cancellation, periods begun since
 * are undone, and the rest of the one before them is refunded; without such periods it ends as with `cancel`. For good
 * cause it ends at once, and the payment for the remaining time is refunded. 409 `not-cancellable` if the requested day
 * is beyond the paid time.
 */
export function endAsDeclared(
  before: SubscriptionState,
  event: DeclarationAcceptedEvent,
  context: BillingContext,
): Decision {
  const state = withoutPause(before)
  const { declared, declaredAt, notBefore = declaredAt, earlier } = event
  const { status, openCharge, contractAt, periodStart, until } = state
  if (openCharge && isInFlight(openCharge.state)) return refused('charge-in-flight')
  const atReceipt = { ...context, now: declaredAt }
  if (declared === 'withdrawal') {
    // the declaration cannot be about a contract made later
    if (contractAt && declaredAt.getTime() < contractAt.getTime()) return refused('no-withdrawal')
    return withdraw(withPayments(state, earlier), atReceipt)
  }
  if (status === 'cancelled') return unchanged(state)
  if (status === 'none') return refused('not-cancellable')
  if (contractAt && declaredAt.getTime() < contractAt.getTime()) return refused('not-cancellable')
  const named = notBefore.getTime() > declaredAt.getTime()
  const counts = named ? notBefore : declaredAt
  // mutant `until → true`: what is active has an end
  if (named && status === 'active' && until && counts.getTime() > until.getTime())
    return refused('not-cancellable')
  const renewed = periodStart !== null && periodStart.getTime() > counts.getTime() && state.term > 1
  if (renewed) return undoSince(state, { ...event, notBefore: counts }, context)
  if (declared === 'extraordinary') return leaveForGoodCause(state, counts, context)
  // an overdue renewal ends at once, whenever the declaration was made
  return cancel(state, openCharge ? context : atReceipt, counts)
}

/** Undoes the periods begun since, and ends the one before as declared. */
function undoSince(
  state: SubscriptionState,
  { declared, declaredAt, notBefore = declaredAt, earlier }: DeclarationAcceptedEvent,
  context: BillingContext,
): Decision {
  const since = earlier.filter(({ from }) => from.getTime() > notBefore.getTime())
  const begun = since.filter(({ payment }) => payment.kind === 'period').length + 1
  const noticed = state.consumer && state.term - begun > 1
  const left = declared === 'extraordinary' ? notBefore : noticeEndOf(declaredAt, context.zone, notBefore)
  const running = earlier.filter(({ from }) => from.getTime() <= notBefore.getTime())
  const unused = declared === 'extraordinary' || noticed ? running.map((one) => unusedOf(one, left)) : []
  const { refunds, credits, balanceCents } = giveBackParts(unused, 'declared')
  const undone = undo(withPayments(state, since), context, 'declared')
  // mutant `!undone.ok → false`: what could refuse it was asked before
  if (!undone.ok) return undone
  return {
    ...undone,
    next: { ...undone.next, creditCents: undone.next.creditCents + balanceCents },
    ...correcting({
      refunds: [...(undone.refunds ?? []), ...refunds],
      credits: [...(undone.credits ?? []), ...credits],
    }),
  }
}

/** Returns the part of an earlier payment for the time after a moment, less its credits for that time. */
function unusedOf({ payment, from, until, credited }: EarlierPayment, after: Date) {
  const creditedCents = credited.reduce(
    (sum, { at, netCents }) => sum + prorate(netCents, { from: at, until }, after),
    0,
  )
  const unused = prorate(payment.amount.netCents, { from, until }, after) - creditedCents
  // mutant `0 → 1`: what a whole period costs is not asked of one that is over
  return { payment, levelCents: 0, amount: remainder(payment, unused) }
}

/** Ends the contract at that moment, or now if it has passed. */
function leaveForGoodCause(state: SubscriptionState, at: Date, context: BillingContext): Decision {
  const mails = ['subscription-ended'] as const
  const { changes, effects } = isRunning(state, at)
    ? leaveAt(state, at, 'declared')
    : { changes: {}, effects: {} }
  const { creditCents = state.creditCents } = changes
  const past = at.getTime() <= context.now.getTime()
  // a grant runs out either way; only the planned subscription is dropped
  if (!past && state.status === 'prepaid') return cancel(state, context)
  if (past) return end(state, context.now, { creditCents }, { mails, ...effects })
  return decided(
    state,
    { status: 'pending-expiry', nextInterval: null, ...changes },
    { mails: ['subscription-cancelled'], ...effects },
  )
}

function withPayments(state: SubscriptionState, earlier: readonly EarlierPayment[]): SubscriptionState {
  return { ...state, payments: [...earlier.map(({ payment }) => payment), ...state.payments] }
}
