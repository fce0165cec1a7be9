import { sql } from 'kysely'
import { addresseeOf } from '#domain/accounts/addressee.ts'
import { orderParts, type Sale, salesOf } from '#domain/exports/sale.ts'
import type { Amount } from '#domain/money.ts'
import type { ReportPeriod } from '#domain/reports/money-report.ts'
import type { ChargeFacts } from '#server/books/billing/charge-facts.ts'
import type { InvoiceFacts } from '#server/books/invoices/invoice-facts.ts'
import { linesOfOrder } from '#server/business/shop/lines-of-order.ts'
import type { OrderRow } from '#server/business/shop/order.store.ts'
import type { Db } from '#server/platform/database/tables.ts'
import { moneyDays } from './money-days.store.ts'

/** Documents read at once, so that memory stays flat however long the period is. */
const atOnce = 500

/** Yields the sales of a period, as its invoices and credit notes state them, in the order of days and numbers. */
export async function* salesIn(
  db: Db,
  period: Pick<ReportPeriod, 'from' | 'to'>,
): AsyncGenerator<readonly Sale[]> {
  let after = { day: period.from, number: '' }
  for (;;) {
    const rows = await documentsAfter(db, period.to, after)
    yield rows.flatMap(salesOfRow)
    const last = rows.at(-1)
    if (!last || rows.length < atOnce) return
    after = { day: last.issuedOn, number: last.number }
  }
}

/** A sale, or the sum of so many sales of a day that are declared alike, without number and name. */
export type DeclaredSale = { readonly sale: Sale; readonly count: number }

/** What invoices of a day have in common, as `money_day` keeps it. */
type TaxKey = {
  readonly vat: ChargeFacts['vat']
  readonly country: string
  readonly sellerCountry: string
  /** Of a document that is declared by itself. */
  readonly number: string | null
}
type DayRow = {
  readonly day: string
  readonly key: TaxKey
  readonly count: number
  readonly netCents: number
  readonly vatCents: number
}

/**
 * Yields what a period declares: invoices at one rate to private persons as sums of a day; all others, such as credit notes, orders and sales with reverse charge, one by one.
 */
export async function* declaredIn(
  db: Db,
  days: Pick<ReportPeriod, 'from' | 'to'>,
  zone: string,
): AsyncGenerator<readonly DeclaredSale[]> {
  const { rows } = await sql<DayRow>`
    select day, key::jsonb as key, count::float8 as count, sums[1]::float8 as "netCents", sums[2]::float8 as "vatCents"
    from (${await moneyDays(db, 'tax', days, zone)}) as days order by day, key::jsonb ->> 'number'`.execute(
    db,
  )
  const sums = rows.filter(({ key }) => key.number === null)
  yield sums.flatMap(({ day, key: { vat, country, sellerCountry }, count, netCents, vatCents }) => {
    const sum = { number: '', issuedOn: day, netCents, vatCents, vat, sellerCountry }
    return salesOf({ ...sum, buyer: { name: '', country } }).map((sale) => ({ sale, count }))
  })
  const alone = rows.flatMap(({ key: { number } }) => number ?? [])
  for (let first = 0; first < alone.length; first += atOnce) {
    const documents = await soldDocuments(db)
      .where('invoice.number', 'in', alone.slice(first, first + atOnce))
      .orderBy('invoice.issued_on')
      .orderBy('invoice.number')
      .execute()
    yield documents.flatMap(salesOfRow).map((sale) => ({ sale, count: 1 }))
  }
}

type DocumentRow = Awaited<ReturnType<typeof documentsAfter>>[number]

function documentsAfter(db: Db, until: string, after: { day: string; number: string }) {
  return soldDocuments(db)
    .where(sql<boolean>`(invoice.issued_on, invoice.number) > (${after.day}::date, ${after.number})`)
    .where('invoice.issued_on', '<=', until)
    .orderBy('invoice.issued_on')
    .orderBy('invoice.number')
    .limit(atOnce)
    .execute()
}

/** Only the facts that a declaration needs: texts and lines are most of a document. */
function soldDocuments(db: Db) {
  return db
    .selectFrom('invoice')
    .leftJoin('shop_order', 'shop_order.id', 'invoice.account_id')
    .select(['invoice.number', 'invoice.issued_on as issuedOn'])
    .select(['invoice.net_cents as netCents', 'invoice.vat_cents as vatCents'])
    .select([
      sql<ChargeFacts['vat']>`invoice.facts -> 'vat'`.as('vat'),
      sql<ChargeFacts['buyer']>`invoice.facts -> 'buyer'`.as('buyer'),
      sql<string>`invoice.facts -> 'seller' ->> 'country'`.as('sellerCountry'),
      sql<InvoiceFacts['corrects'] | null>`invoice.facts -> 'corrects'`.as('corrects'),
      sql<string | null>`invoice.facts -> 'replaces' ->> 'firstIssuedOn'`.as('taxedOn'),
      sql<
        readonly Amount[] | null
      >`coalesce(invoice.facts -> 'taxes', invoice.facts -> 'bill' -> 'taxes')`.as('taxes'),
    ])
    .select(['shop_order.lines', 'shop_order.facts', 'shop_order.shipping'])
}

function salesOfRow(row: DocumentRow): readonly Sale[] {
  const { number, issuedOn, netCents, vatCents, vat, sellerCountry, lines, facts, shipping } = row
  const { name, address, country, vatId } = row.buyer
  const order = lines === null ? undefined : { lines, facts, shipping }
  return salesOf({
    number,
    issuedOn,
    netCents,
    vatCents,
    vat,
    sellerCountry,
    buyer: { name: addresseeOf(name, address).name, country, vatId },
    corrects: row.corrects ?? undefined,
    taxedOn: row.taxedOn ?? undefined,
    taxes: row.taxes ?? undefined,
    order: order && partsOf(order as Pick<OrderRow, 'lines' | 'facts' | 'shipping'>),
  })
}

function partsOf(order: Pick<OrderRow, 'lines' | 'facts' | 'shipping'>) {
  return orderParts(linesOfOrder(order), order.shipping?.parts ?? [])
}
