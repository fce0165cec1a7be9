import { sql } from 'kysely'
import type { Db } from '#server/platform/database/tables.ts'

/**
 * Returns the numbers that are missing in the series of invoices, in order, of the years since `year`, such as `2024`.
 * Of earlier ones some may have been deleted after the statutory retention.
 */
export async function missingNumbers(db: Db, year: string): Promise<readonly string[]> {
  return numbersOf(
    db,
    sql`select number from (
        select name || '-' || lpad(place::text, greatest(6, length(place::text)), '0') as number
        from invoice_series, generate_series(1, last_number) as place where name >= ${year}
      ) as given where number not in (select number from invoice) order by number`,
  )
}

/** Returns the numbers of invoices and credit notes whose sum differs from the ledger's or from its own parts. */
export async function differingInvoices(db: Db): Promise<readonly string[]> {
  return numbersOf(
    db,
    sql`select number from invoice left join (
        select document, sum(amount_cents) as cents from ledger_entry where document is not null group by document
      ) as booked on booked.document = number
      where abs(gross_cents) <> coalesce(cents, 0) or net_cents + vat_cents <> gross_cents order by number`,
  )
}

/** Returns the numbers of invoices and credit notes of which a file differs from its digest. */
export async function alteredFiles(db: Db): Promise<readonly string[]> {
  return numbersOf(
    db,
    sql`select distinct number from invoice_file join invoice on invoice.id = invoice_id
      where sha256(bytes) <> invoice_file.sha256 order by number`,
  )
}

/** Returns the number of invoices and credit notes, and of differences from the payment providers' books. */
export async function countBooks(db: Db): Promise<{ invoices: number; differences: number }> {
  const { rows } = await sql<{ invoices: number; differences: number }>`select
    (select count(*)::int from invoice) as invoices,
    (select coalesce(sum(jsonb_array_length(differences)), 0)::int from (
      select distinct on (provider) differences from reconciliation order by provider, ran_at desc, id desc
    ) as newest) as differences`.execute(db)
  return rows[0] ?? { invoices: 0, differences: 0 }
}

async function numbersOf(
  db: Db,
  query: ReturnType<typeof sql<{ number: string }>>,
): Promise<readonly string[]> {
  const { rows } = await query.execute(db)
  return rows.map(({ number }) => number)
}
