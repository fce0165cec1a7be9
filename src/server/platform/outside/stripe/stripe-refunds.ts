import type { FoundRefund, PaymentProvider, RefundOrder, Unknown } from '#server/platform/outside/payment.ts'
import { isMissing, type StripeContext, unknownBy } from './ask-stripe.ts'
import { listAll } from './list-all.ts'
import { paidHere, Refund } from './stripe-shapes.ts'

type Refunds = Pick<PaymentProvider, 'refund' | 'findRefund'>
type RefundResult = Awaited<ReturnType<PaymentProvider['refund']>>

/** Creates refunds, and reads them, including those from Stripe's dashboard. */
export function stripeRefunds(context: StripeContext): Refunds {
  return {
    refund: (order) => refund(context, order),
    findRefund: (ref) => findRefund(context, ref),
  }
}

/**
 * Creates each refund once, however often it is called: it first searches for an existing one, because Stripe forgets
 * idempotency keys after a day and because only the list shows the outcome of a pending one.
 */
async function refund({ ask, installation }: StripeContext, order: RefundOrder): Promise<RefundResult> {
  const { refundId, ref, amountCents, idempotencyKey } = order
  const given = await listAll(ask, Refund, ({ refunds }, paging) =>
    refunds.list({ payment_intent: ref, ...paging }),
  )
  if ('kind' in given) return given.isMissing ? { kind: 'failed', code: 'resource_missing' } : given
  const known = given.find(({ metadata }) => metadata?.refund === refundId)
  if (known) return resultOf(known, order)
  const asked = await ask(({ refunds }) =>
    refunds.create(
      { payment_intent: ref, amount: amountCents, metadata: { refund: refundId, installation } },
      { idempotencyKey },
    ),
  )
  if (asked.kind === 'refused' && !passingCodes.has(asked.code ?? ''))
    return { kind: 'failed', code: asked.code ?? (asked.param === 'amount' ? 'amount_too_large' : 'refused') }
  if (asked.kind !== 'answer') return unknownBy(asked)
  const read = Refund.safeParse(asked.body)
  return read.success ? resultOf(read.data, order) : unknown('no refund')
}

/** Temporary refusals: the operator's Stripe balance does not cover the refund yet. */
const passingCodes: ReadonlySet<string> = new Set(['balance_insufficient', 'insufficient_funds'])

function resultOf(refund: Refund, order: RefundOrder): RefundResult {
  const { id, status, amount, currency, payment_intent: payment, metadata } = refund
  const of = typeof payment === 'string' ? payment : payment?.id
  if (amount !== order.amountCents || currency !== 'eur' || of !== order.ref)
    return unknown(`${id} gives something else back`)
  if (metadata?.refund !== order.refundId) return unknown(`${id} is another refund`)
  if (status === 'succeeded') return { kind: 'succeeded', ref: id }
  if (status === 'failed' || status === 'canceled')
    return { kind: 'failed', code: refund.failure_reason ?? status }
  return unknown(`${id} is ${status}`)
}

async function findRefund(
  { ask, installation }: StripeContext,
  ref: string,
): Promise<FoundRefund | 'none' | Unknown> {
  const asked = await ask(({ refunds }) => refunds.retrieve(ref, { expand: ['payment_intent'] }))
  if (isMissing(asked)) return 'none'
  if (asked.kind !== 'answer') return unknownBy(asked)
  const read = Refund.safeParse(asked.body)
  if (!read.success || read.data.id !== ref) return unknown('no refund')
  const { status, payment_intent, metadata, amount } = read.data
  const payment = paidHere(payment_intent, installation)
  if (!payment) return 'none'
  return {
    kind: kinds[status ?? ''] ?? 'pending',
    ref,
    chargeRef: payment.id,
    refundId: metadata?.installation === installation ? metadata.refund : undefined,
    amountCents: amount,
  }
}

const kinds: Readonly<Record<string, FoundRefund['kind']>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
}

function unknown(reason: string): Unknown {
  return { kind: 'unknown', reason }
}
