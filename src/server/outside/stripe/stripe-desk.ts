import type { FoundDispute, FoundRefund, PaymentProvider, Unknown } from '#server/outside/payment.ts'
import type { Asked } from './ask-stripe.ts'
import type { StripeContext } from './stripe.ts'
import { Dispute, Refund } from './stripe-shapes.ts'

/** What happens to payments at Stripe's desk and at the banks: refunds by hand and disputes. Only of payments of this site. */
export function stripeDesk({
  ask,
  installation,
}: StripeContext): Pick<PaymentProvider, 'findRefund' | 'findDispute'> {
  const isOurs = (payment: Paid): payment is Extract<Paid, object> =>
    typeof payment === 'object' && payment?.metadata.installation === installation
  const expand = ['payment_intent']

  return {
    async findRefund(ref): Promise<FoundRefund | 'none' | Unknown> {
      const asked = await ask(({ refunds }) => refunds.retrieve(ref, { expand }))
      if (asked.kind !== 'answer') return missing(asked)
      const read = Refund.safeParse(asked.body)
      if (!read.success || read.data.id !== ref) return { kind: 'unknown', reason: 'no refund' }
      const { status, payment_intent: payment, metadata, amount } = read.data
      if (!isOurs(payment)) return 'none'
      return {
        kind: refundKinds[status ?? ''] ?? 'pending',
        ref,
        chargeRef: payment.id,
        refundId: metadata?.installation === installation ? metadata.refund : undefined,
        amountCents: amount,
      }
    },

    async findDispute(ref): Promise<FoundDispute | 'none' | Unknown> {
      const asked = await ask(({ disputes }) => disputes.retrieve(ref, { expand }))
      if (asked.kind !== 'answer') return missing(asked)
      const read = Dispute.safeParse(asked.body)
      if (!read.success || read.data.id !== ref) return { kind: 'unknown', reason: 'no dispute' }
      const { status, payment_intent: payment, amount } = read.data
      if (!isOurs(payment)) return 'none'
      return { kind: disputeKinds[status] ?? 'open', ref, chargeRef: payment.id, amountCents: amount }
    },
  }
}

type Paid = Refund['payment_intent']

const refundKinds: Readonly<Record<string, FoundRefund['kind']>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
}

/** An inquiry that ends without a dispute takes no money; one that was prevented gave it back by a refund of its own. */
const disputeKinds: Readonly<Record<string, FoundDispute['kind']>> = {
  won: 'won',
  warning_closed: 'won',
  prevented: 'won',
  lost: 'lost',
}

function missing(asked: Exclude<Asked, { kind: 'answer' }>): 'none' | Unknown {
  if (asked.kind === 'unknown') return { kind: 'unknown', reason: asked.reason }
  return asked.code === 'resource_missing' ? 'none' : { kind: 'unknown', reason: asked.message }
}
