import * as z from 'zod/mini'
import { Subscription } from '#contract/accounts/accounts.ts'
import { Cents, Day, Id, Instant, Interval, Line, Page } from '#contract/shapes.ts'

const Country = Line(2)
const VatId = Line(40)
const Provider = z.enum(['stripe', 'sandbox'])

/** An interval in a URL: value and unit letter, `2w`, `3m`, `1y`. */
const IntervalWord = z.string().check(z.regex(/^[1-9]\d{0,3}[dwmy]$/))
const CountWord = z.string().check(z.regex(/^[1-9]\d{0,3}$/))

export const PriceQuestion = z.strictObject({
  users: CountWord,
  interval: IntervalWord,
  country: z.optional(Country),
  vatId: z.optional(VatId),
})
/** Price of a number of users for each interval. `percent` of VAT is in hundredths (1900 is 19 %). */
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

/** A card that was just stored, to be named beside what it will be charged with. */
export const OffersQuestion = z.strictObject({
  paymentProvider: z.optional(Provider),
  setupIntent: z.optional(Line(200)),
})
/**
 * A coupon that lowers a price. `until`: end of the last period at the lower price; null: it never ends. `listGrossCents`:
 * price of a period afterwards.
 */
const LoweringCoupon = z.strictObject({ code: z.string(), listGrossCents: Cents, until: z.nullable(Instant) })

/** Price of a subscription for each interval of the plan, and when it is charged. */
export const SubscriptionOffers = z.strictObject({
  /** Paid users. */
  users: z.int(),
  /** Null: at once. */
  chargedAt: z.nullable(Instant),
  vat: z.strictObject({ basisPoints: z.int(), reverseCharge: z.boolean() }),
  /** Consumer law applies: not a business. */
  consumer: z.boolean(),
  /** Of the set-up intent that was asked for, as its provider tells; left out where it is not the account's or cannot be read. */
  card: Subscription.shape.card,
  offers: z.array(
    z.strictObject({
      interval: Interval,
      /** Net. */
      priceCents: Cents,
      vatCents: Cents,
      /** Gross, paid from the account's credit. Negative: an open amount, also charged. */
      creditCents: Cents,
      /** Gross, below the smallest charge: open until the next charge. */
      openCents: z.optional(Cents),
      /** The first charge to the card. */
      grossCents: Cents,
      /** End of the first period, when it is extended. */
      extendedAt: Instant,
      coupon: z.optional(LoweringCoupon),
      /** Replaces the running period from today on: a longer interval for a paid subscription. */
      atOnce: z.optional(
        z.strictObject({
          /** Gross, credited for the rest of the running period; included in `creditCents`. */
          restCents: Cents,
          creditCents: Cents,
          openCents: z.optional(Cents),
          /** The charge to the card now. */
          grossCents: Cents,
          extendedAt: Instant,
          coupon: z.optional(LoweringCoupon),
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
     * Starts a longer interval today instead of after the running period. Refused during a trial, a grant or after
     * cancellation.
     */
    atOnce: z.optional(z.boolean()),
    /** The gross price that was shown; any other price is refused. */
    shownGrossCents: z.optional(Cents),
    /** A consumer asked that access begins before the withdrawal period ends. */
    immediateStart: z.optional(z.boolean()),
  }),
])
export type SubscriptionChange = z.output<typeof SubscriptionChange>
export const SubscriptionReply = z.strictObject({ subscription: Subscription })
/** The charge is pending and needs no action. */
export const PaymentPending = z.strictObject({
  status: z.literal('payment-pending'),
  subscription: z.nullable(Subscription),
})

export const CouponToRedeem = z.strictObject({ couponCode: Line(100) })
/** `kept`: the coupon lowers the price of the next order; null: there is no subscription yet. */
export const CouponReply = z.strictObject({
  subscription: z.nullable(Subscription),
  kept: z.optional(z.literal(true)),
})

/**
 * The pending charge: it waits for the card holder's confirmation (`clientSecret` for the provider's form) or for the
 * provider.
 */
export const OpenPayment = z.strictObject({
  payment: z.nullable(
    z.strictObject({
      state: z.enum(['processing', 'action-required', 'declined']),
      grossCents: Cents,
      provider: Provider,
      clientSecret: z.optional(z.string()),
      /** The card of the attempt; the provider's form needs it. */
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
  /** Number of the invoice that this one replaces, with another recipient. */
  replaces: z.optional(z.string()),
  netCents: Cents,
  vatCents: Cents,
  grossCents: Cents,
  /** An e-invoice is available: the recipient is a business. */
  eInvoice: z.boolean(),
})
export type Invoice = z.output<typeof Invoice>
export const InvoicePage = z.strictObject({ page: z.optional(Page) })
/** Ten a page. `count`: on all pages. */
export const Invoices = z.strictObject({ count: z.int(), invoices: z.array(Invoice) })

/** As sent by the provider; its signature header covers these bytes. */
export const ProviderEvent = z.looseObject({})
export const WebhookReceived = z.strictObject({ received: z.literal(true) })
export const OneInvoice = z.strictObject({ id: Id })
/** Bytes of a PDF or of XML, sent as an attachment. */
export const InvoiceFile = z.unknown()

/** The sandbox's card form: accepts only the listed test numbers. */
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
/** The card holder's answer to their bank. */
export const SandboxAnswer = z.strictObject({ clientSecret: Line(200), approve: z.boolean() })
export const SandboxAnswered = z.strictObject({ status: z.enum(['succeeded', 'failed']) })
export const SandboxFault = z.strictObject({
  fault: z.enum(['none', 'decline', 'hang', 'charge-then-hang', 'duplicate', 'reorder']),
})
