import type { FoundDispute, PaymentProvider } from '#server/platform/outside/payment.ts'
import { isMissing, type StripeContext, unknownBy } from './ask-stripe.ts'
import { Dispute, paidHere } from './stripe-shapes.ts'

/** Disputes of payments of this site. */
export function stripeDisputes({ ask, installation }: StripeContext): Pick<PaymentProvider, 'findDispute'> {
  return {
    async findDispute(ref) {
      const asked = await ask(({ disputes }) => disputes.retrieve(ref, { expand: ['payment_intent'] }))
      if (isMissing(asked)) return 'none'
      if (asked.kind !== 'answer') return unknownBy(asked)
      const read = Dispute.safeParse(asked.body)
      if (!read.success || read.data.id !== ref) return { kind: 'unknown', reason: 'no dispute' }
      const { status, payment_intent, amount, evidence_details } = read.data
      const payment = paidHere(payment_intent, installation)
      if (!payment) return 'none'
      const due = evidence_details?.due_by
      return {
        kind: kinds[status] ?? 'open',
        ref,
        chargeRef: payment.id,
        amountCents: amount,
        ...(due && { dueAt: new Date(due * 1000) }),
      }
    },
  }
}

/** An inquiry that ends without a dispute takes no money; a prevented dispute was settled by a separate refund. */
const kinds: Readonly<Record<string, FoundDispute['kind']>> = {
  won: 'won',
  warning_closed: 'won',
  prevented: 'won',
  lost: 'lost',
}
