import { type Decision, decided } from '#domain/billing/decision.ts'
import { changePayment, type Payment, type SubscriptionState } from '#domain/billing/state.ts'

/**
 * The register confirmed the VAT id that was on file when a charge was taxed: the customer owes that tax, not we. Its
 * invoice was replaced by one without tax; `vatCents` of it had not been credited before, and `cardCents` of them go back
 * to the card.
 */
export type VatConfirmedEvent = {
  readonly type: 'vat-confirmed'
  /** Absent: the card would not take it back, which is all that is new. */
  readonly key?: string
  readonly vatCents: number
  readonly cardCents: number
}

/** What does not go back to the card becomes credit. A payment of the running period is one without tax from now on. */
export function dropTax(state: SubscriptionState, { key, vatCents, cardCents }: VatConfirmedEvent): Decision {
  const keptCents = vatCents - cardCents
  return decided(state, {
    creditCents: state.creditCents + keptCents,
    ...changePayment(state, key, (payment) => untaxed(payment, vatCents, keptCents)),
  })
}

/** A part that was credited before keeps the tax that it had. */
function untaxed<Kind extends Payment>(payment: Kind, vatCents: number, keptCents: number): Kind {
  const { amount, creditCents } = payment
  return {
    ...payment,
    amount: {
      netCents: amount.netCents,
      vatBasisPoints: 0,
      vatCents: amount.vatCents - vatCents,
      grossCents: amount.grossCents - vatCents,
    },
    creditCents: creditCents - keptCents,
  }
}
