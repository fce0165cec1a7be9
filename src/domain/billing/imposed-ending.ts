import { undo, withdraw } from '#domain/billing/refunds/refund.ts'
import { correcting, giveBackParts, remainder, takenBack } from '#domain/billing/refunds/refund-orders.ts'
import { prorate } from '#domain/proration.ts'
import { cancel, leaveAt, noticeEndOf } from './cancel.ts'
import { isInFlight } from './charge-machine.ts'
import { type BillingContext, type Decision, decided, refused, unchanged } from './decision.ts'
import { end } from './ending.ts'
import { changePayment, isRunning, isWaitedFor, type Payment, type SubscriptionState } from './state.ts'

/** What ends a subscription that its holder has not ended here themselves. */

/** The bank reversed a charge at the card holder's request. */
export type ChargedBackEvent = {
  readonly type: 'charged-back'
  readonly key: string
  /** Gross, of money that has gone: what its credit note is short of it, because that was credited before. */
  readonly uncreditedCents?: number
  /** It was reported before, when the dispute was opened. */
  readonly again?: boolean
}

/**
 * A chargeback: the operator is notified and decides. Until then nothing more is charged and the subscription runs out;
 * the money counts as refunded, so that it is not refunded a second time. When it is lost, the balance bears what was credited
 * of the charge before: the bank gives that back as well. A dispute that was reported when it was opened changes nothing else
 * then, because a subscription may have begun since.
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

/** The service has been closed. */
export type ServiceClosedEvent = {
  readonly type: 'service-closed'
  /** Which closing it is: each is told once. Null: a former version closed the service, and told whom it concerned. */
  readonly closing: string | null
}

/**
 * Nothing is renewed any more: active subscriptions run out at the end of what is paid, unpaid ones end; trials and grants run
 * out, and what was chosen to follow them does not begin. Each account holder is told once what they keep.
 */
export function closeService(
  state: SubscriptionState,
  { closing }: ServiceClosedEvent,
  { now }: BillingContext,
): Decision {
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

/** A payment of an earlier period of the contract, and the time that it paid for. */
export type EarlierPayment = {
  readonly payment: Payment
  readonly from: Date
  readonly until: Date
  /** Net, by credit notes of these moments: each for the time from then on. */
  readonly credited: readonly { readonly at: Date; readonly netCents: number }[]
}

/** Somebody accepted a declaration that had to wait. */
export type DeclarationAcceptedEvent = {
  readonly type: 'declaration-accepted'
  readonly declared: 'ordinary' | 'extraordinary' | 'withdrawal'
  readonly declaredAt: Date
  /** The day that they want to leave, where they named one. */
  readonly notBefore?: Date | undefined
  /** Everything that was paid under the contract before the running period, oldest first. */
  readonly earlier: readonly EarlierPayment[]
}

/**
 * Ends the contract as if the declaration had been carried out at its receipt, however late it is accepted, but not before
 * the day that they named. A withdrawal counts if it came in time, and gives back whatever was paid under the contract.
 * After a cancellation, periods that have begun since are undone, and what was left of the one before them at its end is
 * given back as well; without any, it ends as `cancel` would have ended it then. For good cause it ends at once, and
 * what was paid for the time after it is given back. 409 `not-cancellable` while the day named lies beyond what is paid.
 */
export function endAsDeclared(
  state: SubscriptionState,
  event: DeclarationAcceptedEvent,
  context: BillingContext,
): Decision {
  const { declared, declaredAt, notBefore = declaredAt, earlier } = event
  const { status, openCharge, contractAt, periodStart, until } = state
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
  const named = notBefore.getTime() > declaredAt.getTime()
  const counts = named ? notBefore : declaredAt
  // mutant `until → true`: what is active has an end
  if (named && status === 'active' && until && counts.getTime() > until.getTime())
    return refused('not-cancellable')
  const renewed = periodStart !== null && periodStart.getTime() > counts.getTime() && state.term > 1
  if (renewed) return undoSince(state, { ...event, notBefore: counts }, context)
  if (declared === 'extraordinary') return leaveForGoodCause(state, counts, context)
  // a renewal that is late ends at once, whenever it was declared
  return cancel(state, openCharge ? context : atReceipt, counts)
}

/** What has begun since is undone, and the period before it ends when the declaration says. */
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

/** Of an earlier payment what pays for the time after a moment, and was not credited for that time. */
function unusedOf({ payment, from, until, credited }: EarlierPayment, after: Date) {
  const creditedCents = credited.reduce(
    (sum, { at, netCents }) => sum + prorate(netCents, { from: at, until }, after),
    0,
  )
  const unused = prorate(payment.amount.netCents, { from, until }, after) - creditedCents
  // mutant `0 → 1`: what a whole period costs is not asked of one that is over
  return { payment, levelCents: 0, amount: remainder(payment, unused) }
}

/** Ends it at that moment, or at once where that has passed. */
function leaveForGoodCause(state: SubscriptionState, at: Date, context: BillingContext): Decision {
  const mails = ['subscription-ended'] as const
  const { changes, effects } = isRunning(state, at)
    ? leaveAt(state, at, 'declared')
    : { changes: {}, effects: {} }
  const { creditCents = state.creditCents } = changes
  const past = at.getTime() <= context.now.getTime()
  // a grant runs out by itself: as without a reason, only what was chosen to follow it does not
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
