import { type Amount, amountOf } from '#domain/money.ts'
import type { RefundOrder } from './decision.ts'
import type { Payment } from './state.ts'

/**
 * Refunds a net sum from the payments made, newest first and none by more than its amount. The tax of a payment's parts
 * adds up to exactly its tax. `restCents` is what no payment covers, because it was paid by credit.
 */
export function giveBack(
  payments: readonly Payment[],
  netCents: number,
  reason: RefundOrder['reason'],
): { readonly refunds: RefundOrder[]; readonly payments: Payment[]; readonly restCents: number } {
  let restCents = netCents
  const refunds: RefundOrder[] = []
  const after = payments.toReversed().map((payment) => {
    const part = Math.min(restCents, payment.amount.netCents - payment.refundedNetCents)
    if (part <= 0) return payment
    restCents -= part
    refunds.push({ key: payment.key, reason, amount: partOf(payment, part) })
    return { ...payment, refundedNetCents: payment.refundedNetCents + part }
  })
  return { refunds, payments: after.toReversed(), restCents }
}

/** What was paid and not refunded, net. */
export function keptCents(payments: readonly Payment[]): number {
  return payments.reduce((sum, { amount, refundedNetCents }) => sum + amount.netCents - refundedNetCents, 0)
}

function partOf({ amount, refundedNetCents }: Payment, netCents: number): Amount {
  const before = amountOf(refundedNetCents, amount.vatBasisPoints)
  const after = amountOf(refundedNetCents + netCents, amount.vatBasisPoints)
  const vatCents = after.vatCents - before.vatCents
  return { netCents, vatBasisPoints: amount.vatBasisPoints, vatCents, grossCents: netCents + vatCents }
}
