import type { Kysely, Selectable, Transaction } from 'kysely'
import { invoiceNumber, seriesOf } from '#domain/invoices/invoice.ts'
import type { Tables } from '#server/database/tables.ts'

export type InvoiceRow = Selectable<Tables['invoice']>

/** The next number of the series of a day's year. The counter stays locked until the transaction ends. */
export async function nextNumber(trx: Transaction<Tables>, issuedOn: string): Promise<string> {
  const { last_number: last } = await trx
    .insertInto('invoice_series')
    .values({ name: seriesOf(issuedOn), last_number: 1 })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet((set) => ({ last_number: set('invoice_series.last_number', '+', 1) })),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return invoiceNumber(issuedOn, last)
}

export async function insertInvoice(
  trx: Transaction<Tables>,
  invoice: {
    id: string
    number: string
    kind: InvoiceRow['kind']
    accountId: string
    chargeId: string | null
    corrects: string | null
    issuedOn: string
    netCents: number
    vatCents: number
    grossCents: number
    facts: unknown
    effectKey: string
    now: Date
  },
): Promise<InvoiceRow> {
  return trx
    .insertInto('invoice')
    .values({
      id: invoice.id,
      number: invoice.number,
      kind: invoice.kind,
      account_id: invoice.accountId,
      charge_id: invoice.chargeId,
      corrects: invoice.corrects,
      issued_on: invoice.issuedOn,
      net_cents: invoice.netCents,
      vat_cents: invoice.vatCents,
      gross_cents: invoice.grossCents,
      facts: JSON.stringify(invoice.facts),
      effect_key: invoice.effectKey,
      created_at: invoice.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findInvoiceByEffect(
  db: Kysely<Tables>,
  effectKey: string,
): Promise<{ id: string; number: string } | undefined> {
  return db
    .selectFrom('invoice')
    .select(['id', 'number'])
    .where('effect_key', '=', effectKey)
    .executeTakeFirst()
}

export async function findInvoiceOfCharge(
  db: Kysely<Tables>,
  chargeId: string,
): Promise<InvoiceRow | undefined> {
  return db
    .selectFrom('invoice')
    .selectAll()
    .where('charge_id', '=', chargeId)
    .where('kind', '=', 'invoice')
    .executeTakeFirst()
}

/** Newest first. */
export async function readInvoices(db: Kysely<Tables>, accountId: string): Promise<readonly InvoiceRow[]> {
  return db
    .selectFrom('invoice')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('number', 'desc')
    .execute()
}

export async function findInvoice(db: Kysely<Tables>, id: string): Promise<InvoiceRow | undefined> {
  return db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function findInvoices(
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<readonly InvoiceRow[]> {
  return ids.length === 0 ? [] : db.selectFrom('invoice').selectAll().where('id', 'in', ids).execute()
}
