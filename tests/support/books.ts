import type { Effects } from '#domain/billing/decision.ts'
import { booking, correctsInvoice, type LedgerEntry, type MoneyEvent } from '#domain/billing/ledger.ts'
import type { ChargeFacts } from '#server/books/billing/charge-facts.ts'
import type { Services } from '#server/platform/services/services.ts'

/** The books of a domain test, written by the product's function whenever the server would. */
export class Books {
  readonly entries: LedgerEntry[] = []
  readonly #billed = new Set<string>()

  /** A provider reports a card payment. */
  paid(amount: MoneyEvent['amount']): void {
    this.entries.push(...booking({ kind: 'paid', amount }))
  }

  /** Books a decision's bills and refunds. */
  decided({ bill, refunds = [], credits = [] }: Partial<Pick<Effects, 'bill' | 'refunds' | 'credits'>>) {
    if (bill) {
      this.entries.push(...booking({ kind: 'billed', amount: bill.amount }))
      this.#billed.add(bill.key)
    }
    for (const { key, reason, amount, alsoCents } of refunds) {
      const wasInvoiced = correctsInvoice(reason) && this.#billed.has(key)
      const creditedCents = wasInvoiced ? amount.grossCents : 0
      const grossCents = amount.grossCents + alsoCents
      this.entries.push(...booking({ kind: 'returned', amount: { grossCents }, creditedCents }))
    }
    for (const { amount } of credits) this.entries.push(...booking({ kind: 'credited', amount }))
  }

  balance() {
    return ledgerBalance(this.entries)
  }
}

/**
 * Returns the totals of the books. They are correct if `balanceCents` is the account's balance: all retained money is
 * invoiced or held for the customer; debts are invoiced and unpaid.
 */
function ledgerBalance(entries: readonly LedgerEntry[]) {
  const sum = (kind: LedgerEntry['kind']) =>
    entries.reduce((cents, entry) => (entry.kind === kind ? cents + entry.amountCents : cents), 0)
  const keptCents = sum('captured') - sum('refunded')
  const billedCents = sum('invoiced') - sum('credited')
  return { keptCents, billedCents, balanceCents: keptCents - billedCents }
}

/**
 * The books of an account at a site. `heldCents`: payments kept without an invoice, which equal the account's credit.
 * `taxOff`: invoices whose tax, less that of their credit notes, differs from their rate on the rest.
 */
export async function accountBooks({ database: { db } }: Pick<Services, 'database'>, accountId: string) {
  const rows = await db
    .selectFrom('ledger_entry')
    .select(['kind', 'amount_cents as amountCents'])
    .where('account_id', '=', accountId)
    .execute()
  const documents = await db
    .selectFrom('invoice')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('number')
    .execute()
  const taxOff = documents.flatMap(({ number, kind, facts }) => {
    if (kind !== 'invoice') return []
    const own = documents.filter((row) => row.number === number || row.corrects === number)
    const sum = (of: 'net_cents' | 'vat_cents') => own.reduce((cents, row) => cents + row[of], 0)
    const tax = (sum('net_cents') * (facts as ChargeFacts).vat.basisPoints) / 10_000
    // each part has the rounded tax of its net sum, until the rest is credited too
    const exact = sum('net_cents') === 0 ? 0 : own.length / 2
    return Math.abs(sum('vat_cents') - tax) <= exact ? [] : [{ number, tax, vatCents: sum('vat_cents') }]
  })
  const { keptCents, billedCents, balanceCents: heldCents } = ledgerBalance(rows)
  return { keptCents, billedCents, heldCents, taxOff }
}
