import { isInFlight } from '#domain/billing/charge-machine.ts'
import { type Decision, decided, refused } from '#domain/billing/decision.ts'
import { correcting, giveBackPart, invoicedLeft, moneyLeft } from '#domain/billing/refunds/refund-orders.ts'
import { changePayment, type Payment, type SubscriptionState } from '#domain/billing/state.ts'

/** The admin refunds a charge in full or in part; only the books change, the subscription continues. */
export type RefundChargeEvent = {
  readonly type: 'refund-charge'
  readonly key: string
  /** Above 0. */
  readonly grossCents: number
  readonly goesTo: 'card' | 'credit'
  /** The payment of the charge, if it is of an earlier period or contract. */
  readonly earlier?: Payment | undefined
}

/** Returns the most that can be refunded of a payment, gross: to its card, and to the balance. */
export function refundable(payment: Payment): { readonly cardCents: number; readonly creditCents: number } {
  const creditCents = invoicedLeft(payment)
  return { cardCents: Math.max(Math.min(moneyLeft(payment), creditCents), 0), creditCents }
}

/**
 * Refunds a part of a charge with a credit note. To the card: exactly this sum; the balance bears a cent that no net sum
 * has. To the balance: the credit note's sum, which can be that cent less. 409 `refund-too-much` above `refundable`, or
 * for an unknown charge; `charge-in-flight` while another is in progress.
 */
export function refundCharge(
  state: SubscriptionState,
  { key, grossCents, goesTo, earlier }: RefundChargeEvent,
): Decision {
  const { openCharge, payments, replacedPayments } = state
  const own = [...replacedPayments, ...payments].find((one) => one.key === key)
  const payment = own ?? earlier
  if (openCharge && isInFlight(openCharge.state)) return refused('charge-in-flight')
  if (!payment) return refused('refund-too-much')
  const { cardCents, creditCents } = refundable(payment)
  if (grossCents > (goesTo === 'card' ? cardCents : creditCents)) return refused('refund-too-much')
  const {
    balanceCents,
    payments: after,
    ...orders
  } = giveBackPart(payment, {
    grossCents,
    moneyCents: goesTo === 'card' ? grossCents : 0,
    reason: `correction-${state.version}`,
  })
  const [corrected] = after
  const inPeriod = payments.some((one) => one.key === key)
  return decided(
    state,
    {
      ...changePayment(state, key, (one) => ({ ...one, ...corrected })),
      creditCents: state.creditCents + balanceCents,
      ...(inPeriod && { periodCreditCents: state.periodCreditCents + balanceCents }),
    },
    { ...correcting(orders), mails: ['charge-refunded'] },
  )
}
