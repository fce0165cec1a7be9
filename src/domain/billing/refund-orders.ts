import { type Amount, amountOf } from '#domain/money.ts'
import { type Decision, decided, type RefundOrder } from './decision.ts'
import type { Payment, SubscriptionState } from './state.ts'

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

/**
 * Money came for something that is no longer wanted: after the grace, after cancelling, or because it was paid another
 * way. It is refunded in full and the operator is notified; it is never kept silently, and buys nothing.
 */
export function returnPayment(
  state: SubscriptionState,
  { key, amount }: { readonly key: string; readonly amount: Amount },
): Decision {
  return decided(
    state,
    {},
    { refunds: [{ key, reason: 'late', amount }], mails: ['payment-returned'], alert: 'late-payment' },
  )
}

function partOf({ amount, refundedNetCents }: Payment, netCents: number): Amount {
  const before = amountOf(refundedNetCents, amount.vatBasisPoints)
  const after = amountOf(refundedNetCents + netCents, amount.vatBasisPoints)
  const vatCents = after.vatCents - before.vatCents
  return { netCents, vatBasisPoints: amount.vatBasisPoints, vatCents, grossCents: netCents + vatCents }
}
