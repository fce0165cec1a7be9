import type { Amount } from '#domain/money.ts'

/** What happened to the money of one charge, as reported to the books. */
export type MoneyEvent =
  /** A card paid, whether or not anybody still waited for it. */
  | { readonly kind: 'paid'; readonly amount: Pick<Amount, 'grossCents'> }
  /** An invoice was issued. */
  | { readonly kind: 'billed'; readonly amount: Pick<Amount, 'grossCents'> }
  /** Money was refunded; if it had been invoiced, the invoice is credited as well. */
  | { readonly kind: 'returned'; readonly amount: Pick<Amount, 'grossCents'>; readonly wasInvoiced: boolean }

/** A line of the append-only ledger. Amounts include tax and are in cents above zero. */
export type LedgerEntry = {
  readonly kind: 'captured' | 'refunded' | 'invoiced' | 'credited'
  readonly amountCents: number
}

/**
 * The lines that an event adds to the ledger; none for a sum of zero. The only booking function: the ledger's store
 * uses it, and so does the property test that no order of events unbalances the books. In the end the money kept
 * (captured less refunded) has to equal the money invoiced (less credited).
 */
export function booking(event: MoneyEvent): LedgerEntry[] {
  const amountCents = event.amount.grossCents
  if (amountCents === 0) return []
  switch (event.kind) {
    case 'paid':
      return [{ kind: 'captured', amountCents }]
    case 'billed':
      return [{ kind: 'invoiced', amountCents }]
    case 'returned':
      return [
        { kind: 'refunded', amountCents },
        ...(event.wasInvoiced ? [{ kind: 'credited', amountCents } as const] : []),
      ]
  }
}

/**
 * Whether a refund needs a credit note. Money that nobody waited for was never invoiced, even if another payment of the
 * same charge was.
 */
export function correctsInvoice(reason: string): boolean {
  return reason !== 'late'
}
