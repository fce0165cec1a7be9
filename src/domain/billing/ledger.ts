import type { Amount } from '#domain/money.ts'

/** A movement of a charge's money, as reported to the books. */
export type MoneyEvent =
  /** A card payment, wanted or not. */
  | { readonly kind: 'paid'; readonly amount: Pick<Amount, 'grossCents'> }
  /** An invoice was issued. */
  | { readonly kind: 'billed'; readonly amount: Pick<Amount, 'grossCents'> }
  /** A refund; `creditedCents` of it has a credit note, the rest was never invoiced or was credited before. */
  | {
      readonly kind: 'returned'
      readonly amount: Pick<Amount, 'grossCents'>
      readonly creditedCents: number
    }
  /** A part of an invoice was credited to the balance. */
  | { readonly kind: 'credited'; readonly amount: Pick<Amount, 'grossCents'> }

/** A row of the append-only ledger. Amounts are gross cents above zero. */
export type LedgerEntry = {
  readonly kind: 'captured' | 'refunded' | 'invoiced' | 'credited'
  readonly amountCents: number
}

/**
 * Returns the ledger rows of an event; none for a sum of zero. The only booking function: used by the ledger's store and
 * by the property test that no order of events unbalances the books. Invariant: captured less refunded money equals the
 * invoiced less the credited money plus the customer's balance.
 */
export function booking(event: MoneyEvent): LedgerEntry[] {
  return linesOf(event).filter(({ amountCents }) => amountCents !== 0)
}

function linesOf(event: MoneyEvent): LedgerEntry[] {
  const amountCents = event.amount.grossCents
  switch (event.kind) {
    case 'paid':
      return [{ kind: 'captured', amountCents }]
    case 'billed':
      return [{ kind: 'invoiced', amountCents }]
    case 'returned':
      return [
        { kind: 'refunded', amountCents },
        { kind: 'credited', amountCents: event.creditedCents },
      ]
    case 'credited':
      return [{ kind: 'credited', amountCents }]
  }
}

/**
 * Whether a refund needs a credit note. Unwanted money was never invoiced, even if another payment of the charge was;
 * wrongly charged tax already has its credit note.
 */
export function correctsInvoice(reason: string): boolean {
  return reason !== 'late' && reason !== taxRefund
}

/** Reason of a tax refund: the register confirmed the VAT ID stored at the time of the charge. */
export const taxRefund = 'vat'
