import type { Amount } from '#domain/money.ts'
import type { ServiceMode } from '#domain/service-mode.ts'
import type { ChargePurpose, SubscriptionState } from './state.ts'

/** The circumstances of a decision. */
export type BillingContext = {
  readonly now: Date
  readonly serviceMode: ServiceMode
  /** Days for which an active subscription is honoured beyond `until` while its renewal is late. */
  readonly graceDays: number
  /** IANA time zone of the operator. */
  readonly zone: string
  /** Tax of this customer today. */
  readonly vatBasisPoints: number
}

/** What is to be done: stored in one transaction with the next state, sent afterwards. */
export type Effects = {
  /** One new attempt at the provider for the open charge. */
  readonly charge?: ChargeOrder
  /**
   * Key of a charge to give up: if an attempt waits for the card holder, it is cancelled at the provider before
   * anything else is sent. If `charge` has the same key, only that attempt is given up.
   */
  readonly voidCharge?: string
  /** Paid: an invoice is due, also for zero if the credit covered everything. */
  readonly bill?: Bill
  readonly refunds?: readonly RefundOrder[]
  /** Parts of invoices that go onto the balance, each with a credit note. */
  readonly credits?: readonly CreditOrder[]
  /** Card to forget at the provider, once no attempt with it is open. */
  readonly detach?: string
  readonly mails: readonly MailKind[]
  /** The operator has to look at it. */
  readonly alert?: 'late-payment' | 'charged-back'
}

export type Decision =
  | ({ readonly ok: true; readonly next: SubscriptionState } & Effects)
  | { readonly ok: false; readonly problem: BillingProblem }

export type ChargeOrder = {
  readonly key: string
  readonly attempt: number
  readonly grossCents: number
  readonly method: string
}

/** What an invoice is made from. */
export type Bill = {
  readonly key: string
  readonly purpose: ChargePurpose
  /** The whole price with its tax, however it is paid. */
  readonly amount: Amount
  readonly paidBy: PaidBy
}

/** How an invoice is paid, gross. The first three are its total. */
export type PaidBy = {
  readonly creditCents: number
  readonly cardCents: number
  /** Too small to be charged alone: charged with the next invoice. Of an order on invoice: to be transferred. */
  readonly openCents: number
  /** Open of earlier invoices, and charged with this one. */
  readonly alsoCents: number
}

/** A part of the invoice of a charge that is credited: a credit note, and the balance grows by it. */
export type CreditOrder = { readonly key: string; readonly amount: Amount }

/** Money to give back of one charge; `reason` and charge together are unique. */
export type RefundOrder = {
  readonly key: string
  readonly reason: 'promise' | 'withdrawal' | 'notice' | 'declared' | 'late'
  /** With a credit note; for money that was never invoiced, without tax. */
  readonly amount: Amount
  /** Gross, given back as well and taken from the balance: what was credited of the charge, or what it collected. */
  readonly alsoCents: number
}

/** Codes of `contract/problems.ts`. */
export type BillingProblem =
  | 'already-subscribed'
  | 'interval-not-at-once'
  | 'interval-not-longer'
  | 'billing-incomplete'
  | 'card-needed'
  | 'charge-in-flight'
  | 'confirmation-required'
  | 'coupon-expired'
  | 'coupon-running'
  | 'coupon-used'
  | 'coupon-used-up'
  | 'interval-not-sold'
  | 'no-retry'
  | 'no-subscription'
  | 'no-withdrawal'
  | 'not-cancellable'
  | 'not-resumable'
  | 'payment-method-needed'
  | 'paused'
  | 'payment-overdue'
  | 'quote-stale'
  | 'refund-too-late'
  | 'sunset'
  | 'too-many-users'

/** Mails to the account holder. */
export type MailKind =
  | 'trial-started'
  | 'coupon-redeemed'
  | 'prepaid-assigned'
  | 'included-ended'
  | 'subscription-planned'
  | 'subscription-started'
  | 'interval-changed'
  | 'users-changed'
  | 'payment-received'
  | 'payment-failed'
  | 'payment-refused'
  | 'payment-action-needed'
  | 'payment-returned'
  | 'card-changed'
  | 'subscription-cancelled'
  | 'subscription-resumed'
  | 'subscription-ended'
  | 'trial-ended'
  | 'subscription-refunded'
  | 'withdrawal-confirmed'
  | 'service-closed'

/** The subscription changes. */
export function decided(
  state: SubscriptionState,
  changes: Partial<SubscriptionState>,
  effects: Partial<Effects> = {},
): Decision {
  return { ok: true, next: { ...state, ...changes, version: state.version + 1 }, mails: [], ...effects }
}

/** Nothing to do. */
export function unchanged(state: SubscriptionState): Decision {
  return { ok: true, next: state, mails: [] }
}

export function refused(problem: BillingProblem): Decision {
  return { ok: false, problem }
}
