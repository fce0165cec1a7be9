import { type ExpressionBuilder, sql, type Transaction } from 'kysely'
import type { EarlierPayment } from '#domain/billing/imposed-ending.ts'
import type { SubscriptionState } from '#domain/billing/state.ts'
import type { Tables } from '#server/database/tables.ts'

/** What was paid under the contract before the period that runs, oldest first, as far as it was not given back. */
export async function earlierPayments(
  trx: Transaction<Tables>,
  accountId: string,
  { contractAt, payments }: Pick<SubscriptionState, 'contractAt' | 'payments'>,
): Promise<readonly EarlierPayment[]> {
  if (!contractAt) return []
  const running = payments.map(({ key }) => key)
  const rows = await trx
    .selectFrom('charge')
    .innerJoin('invoice', (join) =>
      join.onRef('invoice.charge_id', '=', 'charge.id').on('invoice.kind', '=', 'invoice'),
    )
    .select(['charge.key', 'charge.purpose', 'charge.facts', 'charge.settled_at'])
    .select(['charge.gross_cents as charged', 'charge.refunded_cents as refunded'])
    .select(['invoice.net_cents', 'invoice.vat_cents', 'invoice.gross_cents'])
    .select((charge) => [
      creditedOf(charge, 'net_cents').as('creditedNet'),
      creditedOf(charge, 'vat_cents').as('creditedVat'),
    ])
    .where('charge.account_id', '=', accountId)
    .where('charge.state', '=', 'succeeded')
    .where('charge.created_at', '>=', contractAt)
    .$if(running.length > 0, (charges) => charges.where('charge.key', 'not in', running))
    .orderBy('charge.created_at')
    .orderBy('charge.key')
    .execute()
  return rows.map((row) => {
    const purpose = row.purpose as StoredPurpose
    const { vat } = row.facts as { vat: { basisPoints: number } }
    const { net_cents: netCents, vat_cents: vatCents, gross_cents: grossCents } = row
    return {
      from: new Date(purpose.from),
      payment: {
        key: row.key,
        // what is given back finds the attempt that was paid by itself
        attempt: 1,
        kind: purpose.kind,
        at: row.settled_at ?? contractAt,
        amount: { netCents, vatCents, grossCents, vatBasisPoints: vat.basisPoints },
        creditCents: grossCents - row.charged,
        levelCents: 0,
        paidBefore: purpose.paidBefore ?? 0,
        paidLicenses: purpose.paidLicenses,
        periodCreditCents: 0,
        creditedNetCents: row.creditedNet ?? 0,
        creditedVatCents: row.creditedVat ?? 0,
        refundedCents: row.refunded,
      },
    }
  })
}

/** How much of the invoice credit notes have corrected; theirs are below zero. */
function creditedOf(
  charge: ExpressionBuilder<Tables, 'charge' | 'invoice'>,
  column: 'net_cents' | 'vat_cents',
) {
  return charge
    .selectFrom('invoice as note')
    .whereRef('note.corrects', '=', 'invoice.number')
    .select(sql<number>`(-coalesce(sum(${sql.ref(`note.${column}`)}), 0))::int`.as('cents'))
}

/** A charge's purpose as JSON keeps it. */
type StoredPurpose = {
  readonly kind: 'period' | 'seats'
  readonly from: string
  readonly paidBefore?: number
  readonly paidLicenses: number
}
