import { type Kysely, sql } from 'kysely'
import { addresseeOf } from '#domain/accounts/addressee.ts'
import { orderParts, type Sale, salesOf } from '#domain/exports/sale.ts'
import type { Amount } from '#domain/money.ts'
import type { ReportPeriod } from '#domain/reports/money-report.ts'
import type { ChargeFacts } from '#server/books/billing/charge-facts.ts'
import type { InvoiceFacts } from '#server/books/invoices/invoice-facts.ts'
import { linesOfOrder } from '#server/business/shop/lines-of-order.ts'
import type { OrderRow } from '#server/business/shop/order.store.ts'
import type { Tables } from '#server/platform/database/tables.ts'

/** Documents read at once, so that memory stays flat however long the period is. */
const atOnce = 500

/** Yields the sales of a period, as its invoices and credit notes state them, in the order of days and numbers. */
export async function* salesIn(
  db: Kysely<Tables>,
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

type DocumentRow = Awaited<ReturnType<typeof documentsAfter>>[number]

/** Only the facts that a declaration needs: texts and lines are most of a document. */
function documentsAfter(db: Kysely<Tables>, until: string, after: { day: string; number: string }) {
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
    .where(sql<boolean>`(invoice.issued_on, invoice.number) > (${after.day}::date, ${after.number})`)
    .where('invoice.issued_on', '<=', until)
    .orderBy('invoice.issued_on')
    .orderBy('invoice.number')
    .limit(atOnce)
    .execute()
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
