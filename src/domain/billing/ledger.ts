import type { Amount } from '#domain/money.ts'

/** What happened to the money of one charge, as reported to the books. */
export type MoneyEvent =
  /** A card paid, whether or not anybody still waited for it. */
  | { readonly kind: 'paid'; readonly amount: Pick<Amount, 'grossCents'> }
  /** An invoice was issued. */
  | { readonly kind: 'billed'; readonly amount: Pick<Amount, 'grossCents'> }
  /** Money was refunded; `creditedCents` of it by a credit note, the rest had not been invoiced or was credited before. */
  | {
      readonly kind: 'returned'
      readonly amount: Pick<Amount, 'grossCents'>
      readonly creditedCents: number
    }
  /** A part of an invoice was credited to the balance. */
  | { readonly kind: 'credited'; readonly amount: Pick<Amount, 'grossCents'> }

/** A line of the append-only ledger. Amounts include tax and are in cents above zero. */
export type LedgerEntry = {
  readonly kind: 'captured' | 'refunded' | 'invoiced' | 'credited'
  readonly amountCents: number
}

/**
 * The lines that an event adds to the ledger; none for a sum of zero. The only booking function: the ledger's store
 * uses it, and so does the property test that no order of events unbalances the books. In the end the money kept
 * (captured less refunded) has to equal the money invoiced (less credited) and the customer's balance.
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
 * Whether a refund needs a credit note. Money that nobody waited for was never invoiced, even if another payment of the
 * same charge was; tax that turned out not to be owed has its credit note before it goes back.
 */
export function correctsInvoice(reason: string): boolean {
  return reason !== 'late' && reason !== taxRefund
}

/** Why tax goes back: the register confirmed the VAT id that was on file when it was charged. */
export const taxRefund = 'vat'
