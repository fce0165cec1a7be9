import type { Amount } from '#domain/money.ts'

/** What happened to the money of one charge, as whoever keeps the books learns it. */
export type MoneyEvent =
  /** A card paid, whether or not anybody still waited for it. */
  | { readonly kind: 'paid'; readonly amount: Pick<Amount, 'grossCents'> }
  /** An invoice was issued. */
  | { readonly kind: 'billed'; readonly amount: Pick<Amount, 'grossCents'> }
  /** Money went back, and with it what the invoice of the charge said, where the money had been invoiced. */
  | { readonly kind: 'returned'; readonly amount: Pick<Amount, 'grossCents'>; readonly wasInvoiced: boolean }

/** A line of the book in which money is only ever added to. Amounts with tax, in cents above zero. */
export type LedgerEntry = {
  readonly kind: 'captured' | 'refunded' | 'invoiced' | 'credited'
  readonly amountCents: number
}

/**
 * The one way in which books are kept: by the ledger's store, and by the proof that no order of events upsets them.
 * The lines that an event puts into the book; nothing for a sum of nothing. In the end the money that is kept (captured less
 * refunded) has to be the money that is invoiced (less what was credited).
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
 * Whether a refund takes back what an invoice said. Money that nobody waited for was never invoiced, also where another
 * payment of the same charge was.
 */
export function correctsInvoice(reason: string): boolean {
  return reason !== 'late'
}
