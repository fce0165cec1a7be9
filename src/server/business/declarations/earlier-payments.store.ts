import { type ExpressionBuilder, type NotNull, sql } from 'kysely'
import type { EarlierPayment } from '#domain/billing/imposed-ending.ts'
import type { SubscriptionState } from '#domain/billing/state.ts'
import type { Tables, Trx } from '#server/platform/database/tables.ts'

/**
 * Returns the payments under the contract before the current period, oldest first, as far as they were not refunded: by
 * card, by credit, or both.
 */
export async function earlierPayments(
  trx: Trx,
  accountId: string,
  {
    contractAt,
    payments,
    replacedPayments,
  }: Pick<SubscriptionState, 'contractAt' | 'payments' | 'replacedPayments'>,
): Promise<readonly EarlierPayment[]> {
  // mutant `!contractAt → false`: no moment is after one that is not known
  if (!contractAt) return []
  const rows = await paidInvoices(trx, accountId)
  // an invoice that was replaced is superseded; the first one says when it was paid, and under which contract
  const byKey = new Map(rows.map((row) => [billOf(row.facts).key, row]))
  const first = new Map(rows.toReversed().map((row) => [billOf(row.facts).key, row.created_at]))
  for (const [key, at] of first) if (at.getTime() < contractAt.getTime()) byKey.delete(key)
  for (const { key } of [...replacedPayments, ...payments]) byKey.delete(key)
  const notes = await creditNotes(trx, [...byKey.values()])
  return [...byKey.values()].map((row) => {
    const { key, purpose, amount } = billOf(row.facts)
    const { net_cents: netCents, vat_cents: vatCents, gross_cents: grossCents } = row
    return {
      from: new Date(purpose.from),
      until: new Date(purpose.until),
      credited: notes.filter(({ corrects }) => corrects === row.number),
      payment: {
        key,
        // the refund finds the paid attempt itself
        attempt: 1,
        kind: purpose.kind,
        at: row.settled_at ?? first.get(key) ?? row.created_at,
        amount: { netCents, vatCents, grossCents, vatBasisPoints: amount.vatBasisPoints },
        // mutant `row.charged ?? 0 → row.charged`: less nothing is the same
        creditCents: grossCents - (row.charged ?? 0),
        levelCents: 0,
        paidBefore: purpose.paidBefore ?? 0,
        paidLicenses: purpose.paidLicenses,
        periodCreditCents: 0,
        creditedNetCents: row.creditedNet,
        creditedVatCents: row.creditedVat,
        refundedCents: row.refunded ?? 0,
      },
    }
  })
}

/** Returns the invoices of an account that were paid by card or by credit, oldest first. */
function paidInvoices(trx: Trx, accountId: string) {
  return (
    trx
      .selectFrom('invoice')
      // a payment by credit alone has no charge
      .leftJoin('charge', 'charge.id', 'invoice.charge_id')
      .select([
        'invoice.number',
        'invoice.net_cents',
        'invoice.vat_cents',
        'invoice.gross_cents',
        'invoice.facts',
      ])
      .select(['invoice.created_at', 'charge.settled_at'])
      .select(['charge.gross_cents as charged', 'charge.refunded_cents as refunded'])
      .select((invoice) => [
        creditedOf(invoice, 'net_cents').as('creditedNet'),
        creditedOf(invoice, 'vat_cents').as('creditedVat'),
      ])
      .$narrowType<{ creditedNet: NotNull; creditedVat: NotNull }>()
      .where('invoice.account_id', '=', accountId)
      .where('invoice.kind', '=', 'invoice')
      .where((is) => is.or([is('charge.id', 'is', null), is('charge.state', '=', 'succeeded')]))
      .orderBy('invoice.created_at')
      .orderBy('invoice.number')
      .execute()
  )
}

/** Returns the net amount and date of each invoice's credit notes. */
async function creditNotes(trx: Trx, invoices: readonly { readonly number: string }[]) {
  if (invoices.length === 0) return []
  const numbers = invoices.map(({ number }) => number)
  const rows = await trx
    .selectFrom('invoice')
    .select(['corrects', 'net_cents', 'created_at as at'])
    // mutant `.where('corrects', 'in', numbers) → `: notes of other invoices are passed by
    .where('corrects', 'in', numbers)
    .execute()
  return rows.map(({ corrects, net_cents: netCents, at }) => ({ corrects, at, netCents: -netCents }))
}

/** What credit notes have corrected of the invoice; their amounts are negative. */
function creditedOf(invoice: ExpressionBuilder<Tables, 'invoice'>, column: 'net_cents' | 'vat_cents') {
  return invoice
    .selectFrom('invoice as note')
    .whereRef('note.corrects', '=', 'invoice.number')
    .select(sql<number>`(-coalesce(sum(${sql.ref(`note.${column}`)}), 0))::int`.as('cents'))
}

/** A bill as stored in an invoice's JSON. */
type StoredBill = {
  readonly key: string
  readonly amount: { readonly vatBasisPoints: number }
  readonly purpose: {
    readonly kind: 'period' | 'seats'
    readonly from: string
    readonly until: string
    readonly paidBefore?: number
    readonly paidLicenses: number
  }
}

function billOf(facts: unknown): StoredBill {
  return (facts as { bill: StoredBill }).bill
}
