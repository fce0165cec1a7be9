import type { Bill, RefundOrder } from '#domain/billing/decision.ts'
import { booking, correctsInvoice, type LedgerEntry, type MoneyEvent } from '#domain/billing/ledger.ts'

/** The books of a domain story, kept with the product's own function whenever the server would book. */
export class Books {
  readonly entries: LedgerEntry[] = []
  readonly #billed = new Set<string>()

  /** A provider says that a card was charged. */
  paid(amount: MoneyEvent['amount']): void {
    this.entries.push(...booking({ kind: 'paid', amount }))
  }

  /** What a decision bills and gives back. */
  decided({ bill, refunds = [] }: { bill?: Bill | undefined; refunds?: readonly RefundOrder[] | undefined }) {
    if (bill) {
      this.entries.push(...booking({ kind: 'billed', amount: bill.amount }))
      this.#billed.add(bill.key)
    }
    for (const { key, reason, amount } of refunds) {
      const wasInvoiced = correctsInvoice(reason) && this.#billed.has(key)
      this.entries.push(...booking({ kind: 'returned', amount, wasInvoiced }))
    }
  }

  balance() {
    return ledgerBalance(this.entries)
  }
}

/**
 * The totals of the books. They are right if `differenceCents` is 0: all money kept is invoiced, and nothing else is.
 */
export function ledgerBalance(entries: readonly LedgerEntry[]) {
  const sum = (kind: LedgerEntry['kind']) =>
    entries.reduce((cents, entry) => (entry.kind === kind ? cents + entry.amountCents : cents), 0)
  const keptCents = sum('captured') - sum('refunded')
  const billedCents = sum('invoiced') - sum('credited')
  return { keptCents, billedCents, differenceCents: keptCents - billedCents }
}
