import type { Amount } from '#domain/money.ts'
import type { ServiceMode } from '#domain/service-mode.ts'
import type { ChargePurpose, SubscriptionState } from './state.ts'

/** The circumstances of a decision. */
export type BillingContext = {
  readonly now: Date
  readonly serviceMode: ServiceMode
  /** Days beyond `until` in which an active subscription is honoured while its renewal is late. */
  readonly graceDays: number
  /** Days within which a charge that is paid now can be refunded on request; absent: 7. */
  readonly refundDays?: number
  /** IANA time zone of the operator. */
  readonly zone: string
  /** The customer's tax rate today. */
  readonly vatBasisPoints: number
}

/** The effects of a decision: stored in one transaction with the next state, sent afterwards. */
export type Effects = {
  /** A new attempt at the provider for the open charge. */
  readonly charge?: ChargeOrder
  /**
   * Key of a charge to give up. An attempt that waits for the card holder is cancelled at the provider before anything
   * else is sent. If `charge` has the same key, only that attempt is given up.
   */
  readonly voidCharge?: string
  /** Paid: an invoice is due, also for zero if credit covered everything. */
  readonly bill?: Bill
  readonly refunds?: readonly RefundOrder[]
  /** Parts of invoices credited to the balance, each with a credit note. */
  readonly credits?: readonly CreditOrder[]
  /** Card to delete at the provider, once none of its attempts is open. */
  readonly detach?: string
  readonly mails: readonly MailKind[]
  /** An event that the operator must review. */
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

/** The content of an invoice. */
export type Bill = {
  readonly key: string
  readonly purpose: ChargePurpose
  /** The full price with its tax, before the balance is used. */
  readonly amount: Amount
  readonly paidBy: PaidBy
}

/** How an invoice is paid, gross. The first three are its total. */
export type PaidBy = {
  readonly creditCents: number
  readonly cardCents: number
  /** Below the smallest charge: charged with the next invoice. For an order on invoice: to be transferred. */
  readonly openCents: number
  /** Open amount of earlier invoices, charged with this one. */
  readonly alsoCents: number
}

/** The credited part of a charge's invoice: it gets a credit note and increases the balance. */
export type CreditOrder = { readonly key: string; readonly amount: Amount }

/** A refund of a charge; unique by `reason` and charge. */
export type RefundOrder = {
  readonly key: string
  readonly reason: 'promise' | 'withdrawal' | 'notice' | 'declared' | 'late' | `correction-${number}`
  /** With a credit note; without tax for money that was never invoiced. */
  readonly amount: Amount
  /**
   * Gross, also refunded but taken from the balance: earlier credits of the charge, or open amounts collected with it.
   */
  readonly alsoCents: number
}

/** Codes of `contract/problems.ts`. */
export type BillingProblem =
  | 'already-cancelled'
  | 'already-subscribed'
  | 'grant-over'
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
  | 'no-grant'
  | 'no-new-price'
  | 'no-retry'
  | 'no-subscription'
  | 'no-withdrawal'
  | 'not-cancellable'
  | 'not-pausable'
  | 'not-paused'
  | 'not-resumable'
  | 'payment-method-needed'
  | 'paused'
  | 'payment-overdue'
  | 'plan-follows'
  | 'quote-stale'
  | 'refund-too-late'
  | 'refund-too-much'
  | 'subscription-paused'
  | 'sunset'
  | 'too-many-users'

/** Mails to the account holder. */
export type MailKind =
  | 'trial-started'
  | 'coupon-redeemed'
  | 'prepaid-assigned'
  | 'days-given'
  | 'grant-changed'
  | 'grant-taken-back'
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
  | 'subscription-paused'
  | 'pause-ended'
  | 'new-price'
  | 'new-price-or-end'
  | 'new-price-agreed'
  | 'price-stays'
  | 'subscription-cancelled'
  | 'cancelled-for-you'
  | 'ended-for-you'
  | 'subscription-resumed'
  | 'subscription-ended'
  | 'trial-ended'
  | 'subscription-refunded'
  | 'charge-refunded'
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
