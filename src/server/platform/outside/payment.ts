import type { FastifyRequest } from 'fastify'

/**
 * A payment provider, as the site needs it. A business outcome is an answer, never an exception; a
 * provider that cannot be reached, or whose answer cannot be understood, is `unknown`: never "paid", never "failed". What it
 * refuses for good (its customer or card is gone, the order is not allowed) is `refused`, and is not sent again.
 */
export type PaymentProvider = {
  readonly name: 'stripe' | 'sandbox'
  /** Of its keys: whether money is moved. What was stored in one mode is not there in the other. */
  readonly mode: ProviderMode
  /** Whether it is being left alone for a moment, because it does not answer: what is asked now is not sent. */
  readonly isLeftAlone?: () => boolean
  /** Whether it did not answer the last questions, as far as that is worth telling. */
  readonly isSilent?: () => boolean
  /** The provider's customer of an account: the one that is `known` while it is there, else found or made; repeatable. */
  ensureCustomer(of: {
    accountId: string
    email: string
    known: string | undefined
  }): Promise<string | Unknown>
  /** Begins the storing of a card for charges without the card holder (SetupIntent, off session). */
  createSetup(of: {
    customer: string
    idempotencyKey: string
  }): Promise<{ id: string; clientSecret: string } | Unknown>
  /** The state of a set-up; undefined for an unknown one. The caller has to check that `customer` is its own. */
  readSetup(id: string): Promise<SetupState | undefined | Unknown>
  /** The card behind a payment method of the customer; undefined where it is not theirs. */
  readMethod(of: { customer: string; method: string }): Promise<CardOnFile | undefined | Unknown>
  /** Moves money off session. The same key with the same order repeats the first answer. */
  charge(order: ChargeOrder): Promise<ChargeResult>
  /** How a charge stands, by the provider's reference; else by looking for the attempt among the customer's. */
  findCharge(of: {
    attemptId: string
    ref: string | undefined
    customer: string
    since: Date
  }): Promise<ChargeResult | 'none'>
  /** Makes sure that a charge that has not succeeded never will; answers how it stands after that. */
  cancelCharge(ref: string): Promise<ChargeResult>
  refund(
    order: RefundOrder,
  ): Promise<{ kind: 'succeeded'; ref: string } | { kind: 'failed'; code: string } | Unknown>
  /** The state of a refund, also of one that was made in the provider's dashboard. */
  findRefund(ref: string): Promise<FoundRefund | 'none' | Unknown>
  /** The state of a dispute: the card holder's bank has taken a payment back, or may do so. */
  findDispute(ref: string): Promise<FoundDispute | 'none' | Unknown>
  /** Forgets a card; repeatable. */
  detach(method: string): Promise<void>
  /** Forgets a customer with all cards; what was paid stays. Repeatable. */
  forgetCustomer(customer: string): Promise<void>
  /** A signed message of the provider; undefined where the signature or its time is wrong. */
  parseWebhook(request: FastifyRequest, rawBody: Buffer): PaymentEvent | undefined
  /** For a provider within this process, which reports its events here; others send webhooks. */
  readonly listen?: (deliver: (event: PaymentEvent) => Promise<void>) => void
  /** Events, oldest first, since a time: what was missed while the site could not be reached. */
  eventsSince(since: Date): Promise<readonly PaymentEvent[] | Unknown>
  /** The provider's time; undefined when it cannot be found out. Absent for a provider on this machine's clock. */
  readonly now?: () => Promise<Date | undefined>
  /** Succeeded charges and refunds since a time, for the daily comparison with the ledger. */
  movementsSince(since: Date): Promise<readonly Movement[] | Unknown>
}

type ProviderMode = 'test' | 'live'

export type Unknown = {
  readonly kind: 'unknown'
  readonly reason: string
  /**
   * `unsent`: nobody was asked, because the provider is being left alone. `no-answer`: none came, or one that says that the
   * provider is not well. Absent: it answered, but not so that one could tell what happened.
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
  /** The provider's own sentence, for the card holder. */
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

/** The provider took no money and never will with this order; it is not sent again. */
type Refused = {
  readonly kind: 'refused'
  /** The provider's own code, such as `resource_missing`. */
  readonly code: string
  /** The customer or the card is at fault, so another card helps; otherwise it is the operator's to put right. */
  readonly hard: boolean
  /** The provider's sentence, for the operator. */
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
  /** The site's own id; undefined for a refund that somebody made in the provider's dashboard. */
  readonly refundId: string | undefined
  readonly amountCents: number
}

export type FoundDispute = {
  readonly kind: 'open' | 'won' | 'lost'
  readonly ref: string
  readonly chargeRef: string
  readonly amountCents: number
}

/** What an event is about; what it says is read anew from the provider, so order and repetition do not matter. */
export type PaymentEvent = {
  readonly id: string
  readonly type: string
  readonly createdAt: Date
  readonly about:
    | { readonly kind: 'charge'; readonly ref: string; readonly attemptId: string | undefined }
    | { readonly kind: 'refund'; readonly ref: string; readonly chargeRef: string | undefined }
    | { readonly kind: 'dispute'; readonly ref: string; readonly chargeRef: string | undefined }
    /** An early fraud warning: the card network believes that the charge was not the card holder's. */
    | { readonly kind: 'fraud-warning'; readonly ref: string; readonly chargeRef: string | undefined }
    /** A card that changed, such as its expiry. */
    | { readonly kind: 'card'; readonly ref: string }
    /** A customer who was deleted, with all cards. */
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
