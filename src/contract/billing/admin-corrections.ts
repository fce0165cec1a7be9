import * as z from 'zod/mini'
import { CurrentPassword } from '#contract/accounts/account-sections.ts'
import { Cents, Day, Id, Instant, Line, Text } from '#contract/shapes.ts'
import { mostFreeDays } from '#domain/billing/corrections/most-free-days.ts'
import { pauseLengths } from '#domain/billing/corrections/pause-lengths.ts'

/** What the admin corrects at an account's subscription. */
export const Correction = z.discriminatedUnion('kind', [
  /** Moves the end, and the next charge, by whole days. */
  z.strictObject({
    kind: z.literal('free-days'),
    days: z.int().check(z.positive(), z.maximum(mostFreeDays)),
  }),
  /** Changes prepaid licences of the admin. `until`: another end, the start of that day in the seller's zone. */
  z.strictObject({
    kind: z.literal('grant'),
    licenseCount: z.int().check(z.positive(), z.maximum(100_000)),
    until: z.optional(Day),
  }),
  /** Ends prepaid licences of the admin. */
  z.strictObject({ kind: z.literal('take-back') }),
  /** Cancels for the holder: at the end, as the holder would, or now, with the rest of the payment given back. */
  z.strictObject({ kind: z.literal('cancel'), when: z.enum(['end', 'now']) }),
  /** Pauses after the paid time, for whole months. */
  z.strictObject({ kind: z.literal('pause'), months: z.literal(pauseLengths) }),
  /** Ends a pause early: the next period begins today, or the pause is dropped before it has begun. */
  z.strictObject({ kind: z.literal('end-pause') }),
  /** Another recipient on an invoice: a credit note cancels it, and another one replaces it. A blank VAT id: none. */
  z.strictObject({
    kind: z.literal('invoice'),
    invoiceId: z.uuid(),
    name: Line(200),
    address: Text(1000),
    vatId: Line(40),
  }),
  /** Refunds a part of a charge, gross; only the books change. */
  z.strictObject({
    kind: z.literal('refund'),
    key: Line(200),
    grossCents: Cents.check(z.positive()),
    goesTo: z.enum(['card', 'credit']),
  }),
])
export type Correction = z.output<typeof Correction>

/** What an account has, and what it is charged next. Cents are gross. */
const Standing = z.strictObject({
  status: z.enum(['none', 'trial', 'prepaid', 'active', 'pending-expiry', 'cancelled']),
  until: z.nullable(Instant),
  pausedFrom: z.nullable(Instant),
  pausedUntil: z.nullable(Instant),
  licenseCount: z.int(),
  /** The credit of the account. */
  balanceCents: Cents,
  /** Null: nothing is charged. */
  nextCharge: z.nullable(z.strictObject({ at: Instant, cardCents: Cents })),
})

/** What a correction does, computed by the decision that the correction itself makes. */
export const CorrectionPreview = z.strictObject({
  before: Standing,
  after: Standing,
  /** Version of the subscription that this preview is for. */
  version: z.int(),
  /** Moment that this preview is for: amounts by time count from it. */
  at: Instant,
  /** Returned to cards and banks, gross. */
  refundCents: Cents,
  /** Total of the invoice that replaces another. */
  reissuedCents: z.optional(Cents),
})
export type CorrectionPreview = z.output<typeof CorrectionPreview>

/** A charge with what is left of it, gross: for the card that paid, and for the balance. */
const RefundableCharge = z.strictObject({
  key: z.string(),
  kind: z.enum(['period', 'seats']),
  paidAt: Instant,
  grossCents: Cents,
  cardCents: Cents,
  creditCents: Cents,
})
export type RefundableCharge = z.output<typeof RefundableCharge>
export const RefundableCharges = z.strictObject({ charges: z.array(RefundableCharge) })

/** An invoice that can get another recipient, with what is left of it. */
const CorrectableInvoice = z.strictObject({
  id: Id,
  number: z.string(),
  issuedOn: Day,
  name: z.string(),
  address: z.string(),
  country: z.string(),
  /** Blank: none. */
  vatId: z.string(),
  grossCents: Cents,
})
export type CorrectableInvoice = z.output<typeof CorrectableInvoice>
export const CorrectableInvoices = z.strictObject({ invoices: z.array(CorrectableInvoice) })
export const ChargesOfAccount = z.strictObject({ accountId: z.uuid() })

export const CorrectionToPreview = z.strictObject({ accountId: z.uuid(), correction: Correction })

/** A correction as previewed, with its reason for the audit log, confirmed by the admin's password. */
export const CorrectionOfAccount = z.strictObject({
  accountId: z.uuid(),
  correction: Correction,
  /** As previewed; it is refused if any of it is different by now. */
  shown: z.strictObject({
    version: z.int(),
    at: Instant,
    refundCents: Cents,
    balanceCents: Cents,
    reissuedCents: z.optional(Cents),
  }),
  reason: Text(500).check(z.regex(/\S/)),
  password: CurrentPassword,
})
