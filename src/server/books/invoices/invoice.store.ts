import { type Selectable, sql } from 'kysely'
import { invoiceNumber, seriesOf } from '#domain/invoices/invoice.ts'
import type { Language } from '#domain/language.ts'
import type { Range } from '#domain/page-size.ts'
import type { Db, Tables, Trx } from '#server/platform/database/tables.ts'

export type InvoiceRow = Selectable<Tables['invoice']>

/** Returns the next number in the series of a day's year. The counter stays locked until the transaction ends. */
export async function nextNumber(trx: Trx, issuedOn: string): Promise<string> {
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
  trx: Trx,
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
    /** Number of the invoice that this one replaces. */
    instead?: string | undefined
  },
): Promise<InvoiceRow> {
  const row = await trx
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
  await recordCouponSale(trx, { ...invoice, of: invoice.corrects ?? invoice.instead ?? null })
  return row
}

export async function findInvoiceByEffect(
  db: Db,
  effectKey: string,
): Promise<{ id: string; number: string } | undefined> {
  return db
    .selectFrom('invoice')
    .select(['id', 'number'])
    .where('effect_key', '=', effectKey)
    .executeTakeFirst()
}

export async function findInvoiceOfCharge(db: Db, chargeId: string): Promise<InvoiceRow | undefined> {
  return (
    db
      .selectFrom('invoice')
      .selectAll()
      .where('charge_id', '=', chargeId)
      .where('kind', '=', 'invoice')
      // a replacement comes after the invoice that it replaces
      .orderBy('number', 'desc')
      .executeTakeFirst()
  )
}

/** Returns the invoice of an account's bill; the last one, if it was replaced. */
export async function findInvoiceOfBill(
  db: Db,
  accountId: string,
  billKey: string,
): Promise<InvoiceRow | undefined> {
  return db
    .selectFrom('invoice')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '=', 'invoice')
    .where(sql<boolean>`facts -> 'bill' ->> 'key' = ${billKey}`)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Returns invoices, not replaced yet, that were taxed because the register was unavailable for a VAT id that it has
 * confirmed since.
 */
export async function taxedUnconfirmed(
  db: Db,
): Promise<readonly { readonly id: string; readonly accountId: string }[]> {
  return db
    .selectFrom('invoice')
    .innerJoin('account', 'account.id', 'invoice.account_id')
    .select(['invoice.id', 'account.id as accountId'])
    .where('invoice.kind', '=', 'invoice')
    .where(sql<boolean>`invoice.facts -> 'vat' ->> 'unconfirmed' = 'true'`)
    .where(sql<boolean>`invoice.facts -> 'buyer' ->> 'vatId' = account.vat_check ->> 'vatId'`)
    .where(sql<boolean>`account.vat_check ->> 'state' = 'valid'`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('invoice as note')
            .select('note.id')
            .where('note.effect_key', 'in', [
              sql<string>`'credit-note of tax ' || invoice.id`,
              sql<string>`'credit-note of recipient ' || invoice.id`,
            ]),
        ),
      ),
    )
    .orderBy('invoice.number')
    .limit(500)
    .execute()
}

/** Returns the credit notes of an invoice. */
export async function creditNotesOf(trx: Db, number: string): Promise<readonly InvoiceRow[]> {
  return trx.selectFrom('invoice').selectAll().where('corrects', '=', number).execute()
}

/** Returns what is not credited of an invoice: its amounts plus those of its credit notes, which are negative. */
export async function leftOfNumber(
  trx: Trx,
  number: string,
): Promise<{ netCents: number; vatCents: number }> {
  return trx
    .selectFrom('invoice')
    .select([
      sql<number>`coalesce(sum(net_cents), 0)::int`.as('netCents'),
      sql<number>`coalesce(sum(vat_cents), 0)::int`.as('vatCents'),
    ])
    .where(({ or, eb }) => or([eb('number', '=', number), eb('corrects', '=', number)]))
    .executeTakeFirstOrThrow()
}

/** Newest first. */
export async function readInvoices(db: Db, accountId: string): Promise<readonly InvoiceRow[]> {
  return db
    .selectFrom('invoice')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('number', 'desc')
    .execute()
}

/** Returns a page of them, newest first, and their total number. */
export async function readInvoicePage(
  db: Db,
  accountId: string,
  { limit, offset }: Range,
): Promise<{ count: number; rows: readonly InvoiceRow[] }> {
  const own = db.selectFrom('invoice').where('account_id', '=', accountId)
  const [{ count }, rows] = await Promise.all([
    own.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    own.selectAll().orderBy('number', 'desc').limit(limit).offset(offset).execute(),
  ])
  return { count, rows }
}

export async function findInvoice(db: Db, id: string): Promise<InvoiceRow | undefined> {
  return db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function findInvoices(db: Db, ids: readonly string[]): Promise<readonly InvoiceRow[]> {
  return ids.length === 0 ? [] : db.selectFrom('invoice').selectAll().where('id', 'in', ids).execute()
}

type Format = Tables['invoice_file']['format']

/** Returns the stored file. */
export async function findInvoiceFile(
  db: Db,
  invoiceId: string,
  format: Format,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('invoice_file')
    .select('bytes')
    .where('invoice_id', '=', invoiceId)
    .where('format', '=', format)
    .executeTakeFirst()
  return row && Buffer.from(row.bytes)
}

/** Stores an invoice's file, unless one is stored already. */
export async function keepInvoiceFile(
  db: Db,
  file: { invoiceId: string; format: Format; bytes: Buffer; sha256: Buffer; now: Date },
): Promise<void> {
  await db
    .insertInto('invoice_file')
    .values({
      invoice_id: file.invoiceId,
      format: file.format,
      bytes: file.bytes,
      sha256: file.sha256,
      created_at: file.now,
    })
    .onConflict((conflict) => conflict.columns(['invoice_id', 'format']).doNothing())
    .execute()
}

/**
 * Returns the recipient of an account's invoices: its owner at the primary contact. Undefined for a deleted account.
 */
export async function findInvoiceReader(
  trx: Trx,
  accountId: string,
): Promise<{ name: string; email: string; language: Language } | undefined> {
  const owner = await trx
    .selectFrom('account_user')
    .innerJoin('account', 'account.id', 'account_user.account_id')
    .innerJoin('contact', 'contact.user_id', 'account_user.id')
    .select(['account_user.name', 'contact.email', 'account_user.language as own', 'account.language'])
    .where('account.id', '=', accountId)
    .where('account_user.role', '=', 'owner')
    .where('contact.is_primary', '=', true)
    .orderBy('account_user.position')
    .executeTakeFirst()
  if (!owner) return undefined
  const { name, email, own, language } = owner
  return { name, email, language: own ?? (language === 'de' ? 'de' : 'en') }
}

/**
 * Records that an invoice or credit note belongs to the coupon that its account redeemed last; nothing if it redeemed none.
 * A document that corrects or replaces another belongs to the coupon of that one, or to none.
 * @param of number of the corrected or replaced document
 */
async function recordCouponSale(
  trx: Trx,
  document: { id: string; accountId: string; issuedOn: string; netCents: number; of: string | null },
): Promise<void> {
  const { id, accountId, issuedOn, netCents, of } = document
  const columns = sql`coupon_sale (invoice_id, issued_on, net_cents, coupon_key, is_first, is_customer)`
  const values = sql`${id}::uuid, ${issuedOn}::date, ${netCents}::integer`
  if (of !== null)
    await sql`
      insert into ${columns}
      select ${values}, coupon_key, is_first, false
      from coupon_sale join invoice on invoice.id = invoice_id where number = ${of}`.execute(trx)
  else
    await sql`
      insert into ${columns}
      select ${values}, coupon_key, is_new, is_new
      from (select coupon_key from coupon_use where account_id = ${accountId}::uuid and redeemed_at is not null
          order by redeemed_at desc limit 1) as used
        cross join lateral (select not exists (select from invoice join coupon_sale as sale on sale.invoice_id = invoice.id
          where account_id = ${accountId}::uuid and sale.coupon_key = used.coupon_key) as is_new) as former`.execute(
      trx,
    )
}
