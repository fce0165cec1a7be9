import type { FastifyRequest } from 'fastify'
import type { Payer } from '#domain/moving-in/usable-card.ts'

/**
 * A payment provider. A business outcome is a return value, never an exception. An unreachable provider or an
 * incomprehensible answer is `unknown`: neither paid nor failed. A permanent refusal (customer or card is gone, the
 * order is not allowed) is `refused`, and is not sent again.
 */
export type PaymentProvider = {
  readonly name: 'stripe' | 'sandbox'
  /** Of its keys: live mode moves money. Objects of one mode do not exist in the other. */
  readonly mode: ProviderMode
  /** Returns whether its circuit breaker is open: calls are then not sent. */
  readonly isLeftAlone?: () => boolean
  /** Returns whether the last calls had no answer, recently enough to be reported. */
  readonly isSilent?: () => boolean
  /** Returns the provider's customer of an account: the `known` one if it exists, else found or created. Idempotent. */
  ensureCustomer(of: {
    accountId: string
    email: string
    known: string | undefined
  }): Promise<string | Unknown>
  /** Begins storing a card for charges without the card holder (SetupIntent, off session). */
  createSetup(of: {
    customer: string
    idempotencyKey: string
  }): Promise<{ id: string; clientSecret: string } | Unknown>
  /** The state of a set-up; undefined for an unknown one. The caller must check that `customer` is its own. */
  readSetup(id: string): Promise<SetupState | undefined | Unknown>
  /** The card of a customer's payment method; undefined if it is not theirs. */
  readMethod(of: { customer: string; method: string }): Promise<CardOnFile | undefined | Unknown>
  /**
   * A customer of the same provider account whom another program created, with their cards; undefined for an unknown or
   * deleted one. Absent for a provider that no other program uses.
   */
  readonly readPayer?: (customer: string) => Promise<Payer<CardOnFile> | undefined | Unknown>
  /** Charges a card off session. Idempotent: the same key with the same order returns the first result. */
  charge(order: ChargeOrder): Promise<ChargeResult>
  /** Finds a charge by the provider's reference, or else by the attempt among the customer's charges. */
  findCharge(of: {
    attemptId: string
    ref: string | undefined
    customer: string
    since: Date
  }): Promise<ChargeResult | 'none'>
  /** Cancels a charge unless it has succeeded; returns its final state. */
  cancelCharge(ref: string): Promise<ChargeResult>
  refund(
    order: RefundOrder,
  ): Promise<{ kind: 'succeeded'; ref: string } | { kind: 'failed'; code: string } | Unknown>
  /** The state of a refund, including those from the provider's dashboard. */
  findRefund(ref: string): Promise<FoundRefund | 'none' | Unknown>
  /** The state of a dispute: the card holder's bank has reversed a payment, or may do so. */
  findDispute(ref: string): Promise<FoundDispute | 'none' | Unknown>
  /** Detaches a card. Idempotent. */
  detach(method: string): Promise<void>
  /** Deletes a customer with all cards; payments remain. Idempotent. */
  forgetCustomer(customer: string): Promise<void>
  /** Parses a webhook; undefined where its signature or time is invalid. */
  parseWebhook(request: FastifyRequest, rawBody: Buffer): PaymentEvent | undefined
  /** For an in-process provider, which delivers its events here; others send webhooks. */
  readonly listen?: (deliver: (event: PaymentEvent) => Promise<void>) => void
  /** Events since a time, oldest first: those missed while the site was unreachable. */
  eventsSince(since: Date): Promise<readonly PaymentEvent[] | Unknown>
  /** The provider's time; undefined if unavailable. Absent for a provider on this machine's clock. */
  readonly now?: () => Promise<Date | undefined>
  /** Successful charges and refunds since a time, for the daily reconciliation with the ledger. */
  movementsSince(since: Date): Promise<readonly Movement[] | Unknown>
}

type ProviderMode = 'test' | 'live'

export type Unknown = {
  readonly kind: 'unknown'
  readonly reason: string
  /**
   * `unsent`: the circuit breaker is open. `no-answer`: a timeout or a provider error. Absent: the answer leaves the
   * outcome open.
   */
  readonly why?: 'unsent' | 'no-answer'
}

export type CardOnFile = {
  readonly method: string
  readonly brand: string
  readonly last4: string
  /** `2029-08` */
  readonly expires: string
}

export type SetupState = {
  readonly kind: 'succeeded' | 'requires-action' | 'declined' | 'open'
  readonly customer: string
  readonly card?: CardOnFile
  /** The provider's message for the card holder. */
  readonly message?: string
}

export type ChargeOrder = {
  readonly attemptId: string
  readonly accountId: string
  readonly chargeId: string
  readonly customer: string
  readonly method: string
  readonly amountCents: number
  readonly currency: 'EUR'
  readonly description: string
  readonly idempotencyKey: string
}

export type ChargeResult =
  | { readonly kind: 'succeeded'; readonly ref: string; readonly amountCents: number }
  | {
      readonly kind: 'declined'
      readonly ref?: string
      readonly code: string
      readonly hard: boolean
      readonly message?: string
    }
  | Refused
  | { readonly kind: 'needs-action'; readonly ref: string; readonly clientSecret: string }
  | { readonly kind: 'processing'; readonly ref: string }
  | { readonly kind: 'cancelled'; readonly ref: string }
  | Unknown

/** The provider took no money, and never will for this order; it is not sent again. */
type Refused = {
  readonly kind: 'refused'
  /** The provider's code, such as `resource_missing`. */
  readonly code: string
  /** True: customer or card is at fault, and another card helps; false: the operator must act. */
  readonly hard: boolean
  /** The provider's message for the operator. */
  readonly message: string
}

export type RefundOrder = {
  readonly refundId: string
  readonly ref: string
  readonly amountCents: number
  readonly idempotencyKey: string
}

export type FoundRefund = {
  readonly kind: 'succeeded' | 'pending' | 'failed'
  readonly ref: string
  readonly chargeRef: string
  /** The site's refund id; undefined for a refund from the provider's dashboard. */
  readonly refundId: string | undefined
  readonly amountCents: number
}

export type FoundDispute = {
  readonly kind: 'open' | 'won' | 'lost'
  readonly ref: string
  readonly chargeRef: string
  readonly amountCents: number
  /** By when the provider wants an answer; absent where it wants none, or does not say. */
  readonly dueAt?: Date
}

/** The object that an event is about; it is read from the provider again, so order and duplicates do not matter. */
export type PaymentEvent = {
  readonly id: string
  readonly type: string
  readonly createdAt: Date
  readonly about:
    | { readonly kind: 'charge'; readonly ref: string; readonly attemptId: string | undefined }
    | { readonly kind: 'refund'; readonly ref: string; readonly chargeRef: string | undefined }
    | { readonly kind: 'dispute'; readonly ref: string; readonly chargeRef: string | undefined }
    /** An early fraud warning: the card network suspects that the card holder did not order the charge. */
    | { readonly kind: 'fraud-warning'; readonly ref: string; readonly chargeRef: string | undefined }
    /** A changed card, such as its expiry. */
    | { readonly kind: 'card'; readonly ref: string }
    /** A customer who was deleted with all cards. */
    | { readonly kind: 'customer-gone'; readonly ref: string }
    | { readonly kind: 'other' }
}

export type Movement = {
  readonly kind: 'charge' | 'refund'
  readonly ref: string
  readonly attemptId: string | undefined
  readonly amountCents: number
  readonly at: Date
}
