import type { PaymentEvent } from '#server/platform/outside/payment.ts'
import { Event } from './stripe-shapes.ts'

/** The events that are read, to which the operator's webhook at Stripe must subscribe. */
export const eventTypes = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.requires_action',
  'payment_intent.processing',
  'payment_intent.canceled',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'radar.early_fraud_warning.created',
  'payment_method.automatically_updated',
  'payment_method.updated',
  'customer.deleted',
] as const

/**
 * What an event is about; undefined for anything that is not an event. An event of the other mode, or of another site with
 * the same account, is about nothing. A refund or dispute that was made by hand does not say whose it is: its charge does.
 */
export function readEvent(
  body: unknown,
  { livemode, installation }: { livemode: boolean; installation: string },
): PaymentEvent | undefined {
  const read = Event.safeParse(body)
  if (!read.success) return undefined
  const { id, type, created, data, livemode: mode } = read.data
  const { object, metadata, id: ref, payment_intent: chargeRef = undefined } = data.object
  const whose = metadata?.installation
  const ours =
    mode === livemode && (whose === installation || (whose === undefined && object !== 'payment_intent'))
  return { id, type, createdAt: new Date(created * 1000), about: ours ? aboutOf() : { kind: 'other' } }

  function aboutOf(): PaymentEvent['about'] {
    if (object === 'payment_intent') return { kind: 'charge', ref, attemptId: metadata?.attempt }
    if (object === 'refund' || object === 'dispute')
      return { kind: object, ref, chargeRef: chargeRef ?? undefined }
    if (object === 'radar.early_fraud_warning')
      return { kind: 'fraud-warning', ref, chargeRef: chargeRef ?? undefined }
    if (object === 'payment_method') return { kind: 'card', ref }
    if (type === 'customer.deleted') return { kind: 'customer-gone', ref }
    return { kind: 'other' }
  }
}
