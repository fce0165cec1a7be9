import * as z from 'zod/mini'
import { Subscription } from './accounts.ts'
import { Day, Id, Instant, Interval, Line, Text } from './shapes.ts'

const Cents = z.int()
const Country = Line(2)
const VatId = Line(40)
const Provider = z.enum(['stripe', 'sandbox'])

/** An interval in an address: value and unit letter, `2w`, `3m`, `1y`. */
const IntervalWord = z.string().check(z.regex(/^[1-9]\d{0,3}[dwmy]$/))
const CountWord = z.string().check(z.regex(/^[1-9]\d{0,3}$/))

export const PriceQuestion = z.strictObject({
  users: CountWord,
  interval: IntervalWord,
  country: z.optional(Country),
  vatId: z.optional(VatId),
})
/** What so many users cost for each interval. `percent` of VAT is in hundredths (1900 is 19 %). */
export const PriceQuote = z.strictObject({
  netCents: Cents,
  vatCents: Cents,
  grossCents: Cents,
  monthlyNetCents: Cents,
  percentOfTier: z.int(),
  percentOfInterval: z.int(),
  vat: z.strictObject({ basisPoints: z.int(), reverseCharge: z.boolean() }),
  /** Signed in, for `PUT /api/subscription`: the amounts above hold for ten minutes. */
  quoteId: z.optional(Id),
  /** A larger number of users that costs less. */
  cheaperNext: z.optional(z.strictObject({ users: z.int(), netCents: Cents })),
})
export type PriceQuote = z.output<typeof PriceQuote>

export const UsersQuestion = z.strictObject({ userCount: z.int().check(z.minimum(1), z.maximum(1000)) })
/** What changing the number of users costs now and later; amounts with VAT. Holds for ten minutes. */
export const UsersQuote = z.strictObject({
  quoteId: Id,
  paidUsersBefore: z.int(),
  paidUsersAfter: z.int(),
  dueNowCents: Cents,
  creditCents: Cents,
  nextTotalCents: Cents,
  expiresAt: Instant,
})
export type UsersQuote = z.output<typeof UsersQuote>

export const PaymentProvider = z.strictObject({ provider: Provider })
export const SetupIntent = z.strictObject({ clientSecret: z.string() })

/** Who is billed, as the wizard's first two steps ask it. `business`: buys as a company. */
export const Billing = z.strictObject({
  country: Country,
  vatId: z.optional(VatId),
  address: Text(1000),
  business: z.optional(z.boolean()),
})

/** `PUT /api/subscription`: a new card by `paymentMethod`, or a subscription. */
export const SubscriptionChange = z.union([
  z.strictObject({ paymentMethod: Line(200) }),
  z.strictObject({
    interval: Interval,
    paymentProvider: Provider,
    /** Id of a set-up intent that succeeded; not needed where a card is stored. */
    setupIntent: z.optional(Line(200)),
    billing: z.optional(Billing),
    quoteId: z.optional(Id),
    /** The consumer agreed that access begins at once (and with it the right of withdrawal may end). */
    immediateStart: z.optional(z.boolean()),
  }),
])
export type SubscriptionChange = z.output<typeof SubscriptionChange>
export const SubscriptionReply = z.strictObject({ subscription: Subscription })
/** The charge is not settled yet: it will be, without anybody doing anything. */
export const PaymentPending = z.strictObject({
  status: z.literal('payment-pending'),
  subscription: z.nullable(Subscription),
})

/** The charge that waits: for the bank's confirmation by the card holder (`clientSecret` for the provider's form), or for the provider. */
export const OpenPayment = z.strictObject({
  payment: z.nullable(
    z.strictObject({
      state: z.enum(['processing', 'action-required', 'declined']),
      grossCents: Cents,
      provider: Provider,
      clientSecret: z.optional(z.string()),
    }),
  ),
})
export type OpenPayment = z.output<typeof OpenPayment>

export const CouponToRedeem = z.strictObject({ couponCode: Line(100) })

export const Invoice = z.strictObject({
  id: Id,
  number: z.string(),
  issuedOn: Day,
  kind: z.enum(['invoice', 'credit-note']),
  /** Number of the invoice that a credit note corrects. */
  corrects: z.optional(z.string()),
  netCents: Cents,
  vatCents: Cents,
  grossCents: Cents,
})
export type Invoice = z.output<typeof Invoice>
export const Invoices = z.strictObject({ invoices: z.array(Invoice) })
/** Bytes, sent as an attachment. */
export const InvoiceFile = z.unknown()

export const WebhookReceived = z.strictObject({ received: z.literal(true) })

/** What somebody declares without signing in; the second step of the page sends it. */
export const Cancellation = z.strictObject({
  name: Line(200),
  email: Line(254),
  /** What they call their contract: an invoice number, an account's e-mail. */
  contract: z.optional(Line(200)),
  kind: z.enum(['ordinary', 'extraordinary']),
  reason: z.optional(Text(2000)),
  endsOn: z.optional(Day),
})
export const Withdrawal = z.strictObject({
  name: Line(200),
  email: Line(254),
  contract: z.optional(Line(200)),
})
/** The same for everybody, whether there is such a contract or not; a mail confirms it. */
export const DeclarationReceived = z.strictObject({ receivedAt: Instant })

/** The sandbox's card form: takes the listed test numbers and no others. */
export const SandboxCard = z.strictObject({
  clientSecret: Line(200),
  number: Line(30),
  expires: Line(10),
  cvc: Line(4),
})
export const SandboxSetup = z.strictObject({
  setupIntent: Id,
  status: z.enum(['succeeded', 'requires-action']),
})
/** What the card holder answers their bank. */
export const SandboxAnswer = z.strictObject({ clientSecret: Line(200), approve: z.boolean() })
export const SandboxAnswered = z.strictObject({ status: z.enum(['succeeded', 'failed']) })
export const SandboxFault = z.strictObject({
  fault: z.enum(['none', 'decline', 'hang', 'charge-then-hang', 'duplicate', 'reorder']),
})
