import { sql } from 'kysely'
import type { InvoiceFacts } from '#server/books/invoices/invoice-facts.ts'
import type { UseCase } from '#server/platform/http/route.ts'

/** The most invoices of one answer. */
const most = 100

/** Returns the invoices of an account that `decideReissue` accepts, newest first; none for an unknown account. */
export const correctableInvoices: UseCase<'correctableInvoices', 'database'> = async (
  { database },
  { body: { accountId } },
) => {
  const rows = await database.db
    .selectFrom('invoice')
    .innerJoin('account', 'account.id', 'invoice.account_id')
    .leftJoin('invoice as note', 'note.corrects', 'invoice.number')
    .select(['invoice.id', 'invoice.number', 'invoice.issued_on as issuedOn'])
    .select(sql<InvoiceFacts['buyer']>`invoice.facts -> 'buyer'`.as('buyer'))
    .select(sql<number>`(invoice.gross_cents + coalesce(sum(note.gross_cents), 0))::int`.as('grossCents'))
    .where('invoice.account_id', '=', accountId)
    .where('invoice.kind', '=', 'invoice')
    .where(sql<boolean>`invoice.facts -> 'bill' -> 'paidBy' is not null`)
    .groupBy('invoice.id')
    .having(sql<boolean>`invoice.net_cents + coalesce(sum(note.net_cents), 0) > 0`)
    .orderBy('invoice.number', 'desc')
    .limit(most)
    .execute()
  const invoices = rows.map(({ buyer: { name, address, country, vatId = '' }, ...row }) => ({
    ...row,
    name,
    address,
    country,
    vatId,
  }))
  return { status: 200, body: { invoices } }
}
