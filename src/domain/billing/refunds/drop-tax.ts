import { type Decision, decided } from '#domain/billing/decision.ts'
import { changePayment, type Payment, type SubscriptionState } from '#domain/billing/state.ts'

/**
 * The register confirmed the VAT ID stored when a charge was taxed: the customer owes that tax, not the seller. The
 * invoice was replaced by one without tax; `vatCents` of it had not been credited before, and `cardCents` of those are
 * refunded to the card.
 */
export type VatConfirmedEvent = {
  readonly type: 'vat-confirmed'
  /** Absent: the card refused the refund, and nothing else changes. */
  readonly key?: string
  readonly vatCents: number
  readonly cardCents: number
}

/** The part not refunded to the card becomes credit. A payment of the running period counts as untaxed from now on. */
export function dropTax(state: SubscriptionState, { key, vatCents, cardCents }: VatConfirmedEvent): Decision {
  const keptCents = vatCents - cardCents
  return decided(state, {
    creditCents: state.creditCents + keptCents,
    ...changePayment(state, key, (payment) => untaxed(payment, vatCents, keptCents)),
  })
}

/** A part credited before keeps its tax. */
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
