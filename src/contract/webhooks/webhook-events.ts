/**
 * The types of events that webhooks report (docs/webhooks.md). All but `video.published` are written by the triggers of
 * migrations/0137-webhooks.sql.
 */
export const webhookEvents = [
  'account.created',
  'account.changed',
  'account.deleted',
  'user.added',
  'user.changed',
  'user.removed',
  'subscription.created',
  'subscription.changed',
  'subscription.ended',
  'payment.succeeded',
  'payment.failed',
  'payment.action-required',
  'payment.refunded',
  'invoice.issued',
  'order.placed',
  'order.paid',
  'order.packed',
  'order.shipped',
  'order.delivered',
  'order.cancelled',
  'order.returned',
  'video.created',
  'video.changed',
  'video.published',
  'video.deleted',
  'video.restored',
] as const

export type WebhookEvent = (typeof webhookEvents)[number]
