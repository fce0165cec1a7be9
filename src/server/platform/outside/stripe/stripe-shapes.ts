import * as z from 'zod/mini'

/** Schemas of the parts of Stripe's objects that are read; other fields are ignored. */

const Metadata = z.record(z.string(), z.string())
const id = (prefix: string) => z.string().check(z.regex(new RegExp(`^${prefix}_[A-Za-z0-9_]+$`)))
/** An object that Stripe returns by id or expanded. */
const reference = z.pipe(
  z.union([z.string(), z.object({ id: z.string() })]),
  z.transform((value) => (typeof value === 'string' ? value : value.id)),
)
/** The payment that an object belongs to: its id, or with `expand` also its metadata. */
const PaymentOf = z.union([z.string(), z.object({ id: z.string(), metadata: Metadata })])
const Failure = z.object({
  code: z.nullish(z.string()),
  decline_code: z.nullish(z.string()),
  advice_code: z.nullish(z.string()),
  message: z.nullish(z.string()),
})
export type Failure = z.output<typeof Failure>

export const Customer = z.object({
  object: z.literal('customer'),
  id: id('cus'),
  livemode: z.boolean(),
  metadata: Metadata,
})

/** A customer whom another program may have created. */
export const PayingCustomer = z.object({
  object: z.literal('customer'),
  livemode: z.boolean(),
  email: z.nullish(z.string()),
  invoice_settings: z.nullish(z.object({ default_payment_method: z.nullish(reference) })),
})

export const Method = z.object({
  object: z.literal('payment_method'),
  id: id('pm'),
  livemode: z.boolean(),
  customer: z.nullish(reference),
  card: z.object({
    brand: z.string(),
    last4: z.string(),
    exp_month: z.int(),
    exp_year: z.int(),
  }),
})

export const Setup = z.object({
  object: z.literal('setup_intent'),
  id: id('seti'),
  livemode: z.boolean(),
  status: z.string(),
  client_secret: z.string(),
  customer: z.nullish(reference),
  payment_method: z.nullish(z.union([z.string(), Method])),
  last_setup_error: z.nullish(Failure),
})

export const Payment = z.object({
  object: z.literal('payment_intent'),
  id: id('pi'),
  livemode: z.boolean(),
  status: z.string(),
  client_secret: z.string(),
  amount: z.int(),
  amount_received: z.int(),
  currency: z.string(),
  customer: z.nullish(reference),
  metadata: Metadata,
  last_payment_error: z.nullish(Failure),
})

export const Refund = z.object({
  object: z.literal('refund'),
  id: z.string().check(z.regex(/^(?:re|pyr)_[A-Za-z0-9_]+$/)),
  status: z.nullish(z.string()),
  amount: z.int(),
  currency: z.string(),
  created: z.int(),
  failure_reason: z.nullish(z.string()),
  payment_intent: z.nullish(PaymentOf),
  metadata: z.nullish(Metadata),
})

export type Refund = z.output<typeof Refund>

export const Dispute = z.object({
  object: z.literal('dispute'),
  id: z.string().check(z.regex(/^[a-z]+_[A-Za-z0-9_]+$/)),
  status: z.string(),
  amount: z.int(),
  payment_intent: z.nullish(PaymentOf),
  /** `due_by`: seconds since 1970; null once it is too late. */
  evidence_details: z.nullish(z.object({ due_by: z.nullish(z.int()) })),
})

export const Charge = z.object({
  object: z.literal('charge'),
  id: id('(?:ch|py)'),
  livemode: z.boolean(),
  status: z.string(),
  amount: z.int(),
  currency: z.string(),
  created: z.int(),
  payment_intent: z.nullish(PaymentOf),
})

export type Charge = z.output<typeof Charge>

export const Event = z.object({
  object: z.literal('event'),
  id: id('evt'),
  type: z.string(),
  created: z.int(),
  livemode: z.boolean(),
  data: z.object({
    object: z.object({
      object: z.string(),
      id: z.string(),
      metadata: z.nullish(Metadata),
      payment_intent: z.nullish(reference),
    }),
  }),
})

export const Page = z.object({
  object: z.literal('list'),
  has_more: z.boolean(),
  data: z.array(z.object({ id: z.string() })),
})

/** Returns the payment if this site took it; undefined for one of another site with the same account. */
export function paidHere(
  payment: Refund['payment_intent'],
  installation: string,
): Extract<Refund['payment_intent'], object> | undefined {
  return typeof payment === 'object' && payment?.metadata.installation === installation ? payment : undefined
}
