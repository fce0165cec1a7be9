import * as z from 'zod/mini'
import { Cents, Day, Instant } from '#contract/shapes.ts'
import type { WebhookEvent } from '#contract/webhooks/webhook-events.ts'

const Id = z.string()

/** The payer of a charge: an account, or an order in the shop. */
const Payer = {
  chargeId: z.nullable(Id),
  accountId: z.nullable(Id),
  orderId: z.nullable(Id),
}
const Sums = { netCents: Cents, vatCents: Cents, grossCents: Cents }

const Account = z.strictObject({
  accountId: Id,
  isBusiness: z.boolean(),
  /** When it will be deleted; null where nobody asked for it. */
  deletionAt: z.nullable(Instant),
})
const User = z.strictObject({ userId: Id, accountId: Id, role: z.string() })
const Subscription = z.strictObject({
  accountId: Id,
  status: z.enum(['trial', 'prepaid', 'active', 'pending-expiry', 'cancelled']),
  health: z.enum(['ok', 'past-due', 'action-required', 'unknown']),
  until: Instant,
  users: z.int(),
  /** A number and `d`, `w`, `m` or `y`; null where nothing is renewed. */
  interval: z.nullable(z.string()),
  priceId: z.nullable(z.string()),
  /** Net, for a user and interval. */
  priceCents: z.nullable(Cents),
  pausedFrom: z.nullable(Instant),
  pausedUntil: z.nullable(Instant),
})
const Payment = z.strictObject({ ...Payer, state: z.string(), grossCents: Cents })
const Order = z.strictObject({
  orderId: Id,
  number: z.nullable(z.string()),
  /** Null for a guest. */
  userId: z.nullable(Id),
  state: z.string(),
  ...Sums,
})
const Video = z.strictObject({
  videoId: Id,
  isDraft: z.boolean(),
  isFree: z.boolean(),
  publishedAt: z.nullable(Instant),
})

/** The `data` of each type of event: ids, states and amounts (docs/webhooks.md). */
export const webhookData: Readonly<Record<WebhookEvent, z.ZodMiniType>> = {
  'account.created': Account,
  'account.changed': Account,
  'account.deleted': z.strictObject({ accountId: Id }),
  'user.added': User,
  'user.changed': User,
  'user.removed': User,
  'subscription.created': Subscription,
  'subscription.changed': Subscription,
  'subscription.ended': Subscription,
  'payment.succeeded': Payment,
  'payment.failed': Payment,
  'payment.action-required': Payment,
  'payment.refunded': z.strictObject({ ...Payer, refundId: Id, grossCents: Cents }),
  'invoice.issued': z.strictObject({
    ...Payer,
    invoiceId: Id,
    number: z.string(),
    kind: z.enum(['invoice', 'credit-note']),
    issuedOn: Day,
    /** Number of the invoice that a credit note corrects. */
    corrects: z.nullable(z.string()),
    ...Sums,
  }),
  'order.placed': Order,
  'order.paid': Order,
  'order.packed': Order,
  'order.shipped': Order,
  'order.delivered': Order,
  'order.cancelled': Order,
  'order.returned': Order,
  'video.created': Video,
  'video.changed': Video,
  'video.published': z.strictObject({ videoId: Id }),
  'video.deleted': Video,
  'video.restored': Video,
}
