import { sql } from 'kysely'
import type { ReportPeriod } from '#domain/reports/money-report.ts'
import type { ChargeFacts } from '#server/books/billing/charge-facts.ts'
import type { InvoiceRow } from '#server/books/invoices/invoice.store.ts'
import type { Db } from '#server/platform/database/tables.ts'
import { boundsOf } from './money-days.store.ts'

/** Rows read at once, so that memory stays flat however long a period is. */
const atOnce = 500

type Days = Pick<ReportPeriod, 'from' | 'to'>

/** Yields the documents of a period in the order of days and numbers, without their lines. */
export async function* documentsIn(db: Db, { from, to }: Days) {
  let after = { day: from, number: '' }
  for (;;) {
    const rows = await db
      .selectFrom('invoice')
      .select(['number', 'kind', 'corrects', 'issued_on as issuedOn'])
      .select(['net_cents as netCents', 'vat_cents as vatCents', 'gross_cents as grossCents'])
      .select([
        sql<ChargeFacts['buyer']>`facts -> 'buyer'`.as('buyer'),
        sql<ChargeFacts['vat']>`facts -> 'vat'`.as('vat'),
      ])
      .where(sql<boolean>`(issued_on, number) > (${after.day}::date, ${after.number})`)
      .where('issued_on', '<=', to)
      .orderBy('issued_on')
      .orderBy('number')
      .limit(atOnce)
      .execute()
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < atOnce) return
    after = { day: last.issuedOn, number: last.number }
  }
}

/** Yields the documents of a period one after the other, whole. */
export async function* wholeDocumentsIn(db: Db, days: Days): AsyncGenerator<InvoiceRow> {
  for await (const rows of documentsIn(db, days))
    for (const { number } of rows)
      yield await db.selectFrom('invoice').selectAll().where('number', '=', number).executeTakeFirstOrThrow()
}

/** Yields the payments and refunds of a period in the order of their booking. `ref`: at the provider. */
export async function* paymentsIn(db: Db, days: Days, zone: string) {
  const { start, end } = boundsOf(days, zone)
  let after = { at: start, id: 0 }
  for (;;) {
    const rows = await db
      .selectFrom('ledger_entry')
      .leftJoin('account', 'account.id', 'ledger_entry.account_id')
      .select(['ledger_entry.id', 'kind', 'amount_cents as cents', 'booked_at as at', 'account.name'])
      .select(({ selectFrom }) => [
        selectFrom('charge_attempt')
          .select('provider')
          .whereRef('charge_attempt.charge_id', '=', 'ledger_entry.charge_id')
          .where('charge_attempt.state', '=', 'succeeded')
          .limit(1)
          .as('provider'),
        selectFrom('charge_attempt')
          .select('provider_ref')
          .whereRef('charge_attempt.charge_id', '=', 'ledger_entry.charge_id')
          .where('charge_attempt.state', '=', 'succeeded')
          .limit(1)
          .as('ref'),
        selectFrom('invoice')
          .select(sql<string>`min(number)`.as('number'))
          .whereRef('invoice.charge_id', '=', 'ledger_entry.charge_id')
          .where('invoice.kind', '=', 'invoice')
          .as('invoice'),
      ])
      .where('kind', 'in', ['captured', 'refunded'])
      .where(sql<boolean>`(booked_at, ledger_entry.id) > (${after.at}, ${after.id})`)
      .where('booked_at', '<', end)
      .orderBy('booked_at')
      .orderBy('ledger_entry.id')
      .limit(atOnce)
      .execute()
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < atOnce) return
    after = { at: last.at, id: last.id }
  }
}
