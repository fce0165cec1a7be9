import * as z from 'zod/mini'
import { Subscription } from '#contract/accounts/accounts.ts'
import { Cents, Day, Id, Instant, Interval, Line, Page } from '#contract/shapes.ts'

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
  /** A larger number of users that costs less in total. */
  cheaperNext: z.optional(z.strictObject({ users: z.int(), monthlyNetCents: Cents })),
})
export type PriceQuote = z.output<typeof PriceQuote>

/** What subscribing costs the account for each interval of the plan, and when it is charged. */
export const SubscriptionOffers = z.strictObject({
  /** Paid for. */
  users: z.int(),
  /** Null: at once. */
  chargedAt: z.nullable(Instant),
  vat: z.strictObject({ basisPoints: z.int(), reverseCharge: z.boolean() }),
  /** Consumer law holds: not a company. */
  consumer: z.boolean(),
  offers: z.array(
    z.strictObject({
      interval: Interval,
      /** Net. */
      priceCents: Cents,
      vatCents: Cents,
      /** With tax, paid by the credit of the account; below zero: open of before, and charged as well. */
      creditCents: Cents,
      /** With tax, too little to be charged: it stays open until the next charge. */
      openCents: z.optional(Cents),
      /** What the card is charged with first. */
      grossCents: Cents,
      /** The end of what that pays for; then it is extended. */
      extendedAt: Instant,
      /** Instead of the running period, from today on: for a longer interval than that of a paid subscription. */
      atOnce: z.optional(
        z.strictObject({
          /** With tax, credited for the rest of the running period; `creditCents` includes it. */
          restCents: Cents,
          creditCents: Cents,
          openCents: z.optional(Cents),
          /** What the card is charged with now. */
          grossCents: Cents,
          extendedAt: Instant,
        }),
      ),
    }),
  ),
})
export type SubscriptionOffers = z.output<typeof SubscriptionOffers>

export const PaymentProvider = z.strictObject({ provider: Provider })
export const SetupIntent = z.strictObject({ clientSecret: z.string() })

/** `PUT /api/subscription`: a new card by `paymentMethod`, or a subscription. */
export const SubscriptionChange = z.union([
  z.strictObject({ paymentMethod: Line(200) }),
  z.strictObject({
    interval: Interval,
    paymentProvider: Provider,
    /** Id of a set-up intent that succeeded; not needed where a card is stored. */
    setupIntent: z.optional(Line(200)),
    /**
     * A longer interval for a paid subscription: from today on, instead of after the running period. Refused while a trial,
     * a grant or what was cancelled runs.
     */
    atOnce: z.optional(z.boolean()),
    /** The gross price that was shown: another one is refused. */
    shownGrossCents: z.optional(Cents),
    /** A consumer asked that access begins before the time for withdrawal is over. */
    immediateStart: z.optional(z.boolean()),
  }),
])
export type SubscriptionChange = z.output<typeof SubscriptionChange>
export const SubscriptionReply = z.strictObject({ subscription: Subscription })
/** The charge is not settled yet, and will be without further action. */
export const PaymentPending = z.strictObject({
  status: z.literal('payment-pending'),
  subscription: z.nullable(Subscription),
})

export const CouponToRedeem = z.strictObject({ couponCode: Line(100) })

/** The charge that waits: for the bank's confirmation by the card holder (`clientSecret` for the provider's form), or for the provider. */
export const OpenPayment = z.strictObject({
  payment: z.nullable(
    z.strictObject({
      state: z.enum(['processing', 'action-required', 'declined']),
      grossCents: Cents,
      provider: Provider,
      clientSecret: z.optional(z.string()),
      /** The card that it is tried with: the provider's form has to name it again. */
      paymentMethod: z.optional(z.string()),
    }),
  ),
})
export type OpenPayment = z.output<typeof OpenPayment>

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
  /** Whether it is also available as an e-invoice: it was issued to a business. */
  eInvoice: z.boolean(),
})
export type Invoice = z.output<typeof Invoice>
export const InvoicePage = z.strictObject({ page: z.optional(Page) })
/** Ten a page. `count`: on all pages. */
export const Invoices = z.strictObject({ count: z.int(), invoices: z.array(Invoice) })

/** As the provider writes it; its signature in a header is of these bytes. */
export const ProviderEvent = z.looseObject({})
export const WebhookReceived = z.strictObject({ received: z.literal(true) })
export const OneInvoice = z.strictObject({ id: Id })
/** Bytes of a PDF or of XML, sent as an attachment. */
export const InvoiceFile = z.unknown()

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
