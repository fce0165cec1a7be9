import { type SelectQueryBuilder, sql } from 'kysely'
import { addresseeOf } from '#domain/accounts/addressee.ts'
import type { Range } from '#domain/page-size.ts'
import { cleanVatId } from '#domain/tax/vat-id.ts'
import type { ChargeFacts } from '#server/books/billing/charge-facts.ts'
import type { Db, Tables } from '#server/platform/database/tables.ts'
import { firstDay, lastDay, moneyDays } from './money-days.store.ts'

/** Documents that a search looks at, of each kind of match. */
const mostFound = 1_000

export type InvoiceFilter = {
  /** Empty: all. */
  readonly query: string
  /** Days of issue, both included. */
  readonly days?: { readonly from: string; readonly to: string } | undefined
  readonly kind?: 'invoice' | 'credit-note' | undefined
  /** IANA zone of the seller. */
  readonly zone: string
}

/** Returns a page of documents, newest first, and their number: by the beginning of number or buyer, or by VAT ID. */
export async function findInvoicePage(db: Db, filter: InvoiceFilter, { limit, offset }: Range) {
  const { query, days, kind } = filter
  let found = db.selectFrom('invoice')
  if (query !== '') found = found.where('invoice.id', 'in', matches(query))
  if (days) found = found.where('issued_on', '>=', days.from).where('issued_on', '<=', days.to)
  if (kind) found = found.where('kind', '=', kind)
  // from the index alone, however late the page
  const numbers = found.select('invoice.number').orderBy('issued_on', 'desc').orderBy('number', 'desc')
  const [count, rows] = await Promise.all([
    query === '' ? countIssued(db, filter) : countOf(found),
    db
      .selectFrom('invoice')
      .where('invoice.number', 'in', numbers.limit(limit).offset(offset))
      .leftJoin('account', 'account.id', 'invoice.account_id')
      .select([
        'invoice.id',
        'number',
        'kind',
        'issued_on as issuedOn',
        'corrects',
        'account.id as accountId',
      ])
      .select(['net_cents as netCents', 'vat_cents as vatCents', 'gross_cents as grossCents'])
      .select(
        sql<string | null>`case when kind = 'invoice' then facts -> 'replaces' ->> 'number' end`.as(
          'replaces',
        ),
      )
      .select(sql<ChargeFacts['buyer']>`facts -> 'buyer'`.as('buyer'))
      .orderBy('issued_on', 'desc')
      .orderBy('number', 'desc')
      .execute(),
  ])
  const invoices = rows.map(({ buyer, ...row }) => ({
    ...row,
    buyer: addresseeOf(buyer.name, buyer.address).name,
    hasXml: buyer.business,
  }))
  return { count, invoices }
}

async function countOf(found: SelectQueryBuilder<Tables, 'invoice', object>): Promise<number> {
  return (await found.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow()).count
}

async function countIssued(db: Db, { days, kind, zone }: InvoiceFilter): Promise<number> {
  const all = await moneyDays(db, 'sales', days ?? { from: firstDay, to: lastDay }, zone)
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(count), 0)::float8 as count from (${all}) as days
    where ${kind ?? null}::text is null or key = ${kind ?? null}`.execute(db)
  // a sum is always one row
  return (rows as [{ count: number }])[0].count
}

/** Each by its own index: one condition for all of them would use none. */
function matches(query: string) {
  const name = query.toLowerCase().slice(0, 200)
  const number = sql`number collate "C"`
  const part = (field: 'name' | 'address') =>
    sql`(left(lower(facts -> 'buyer' ->> ${sql.lit(field)}), 200)) collate "C"`
  const beginning = (column: typeof number, text: string) =>
    sql`(select id from invoice where ${column} >= ${text} and ${column} < ${`${text}\u{10FFFF}`} limit ${mostFound})`
  return sql<string>`(
    ${beginning(number, query)} union ${beginning(part('name'), name)} union
    ${beginning(part('address'), name)} union
    (select id from invoice where facts -> 'buyer' ->> 'vatId' = ${cleanVatId(query)} limit ${mostFound}))`
}
