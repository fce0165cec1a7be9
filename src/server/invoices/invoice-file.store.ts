import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

type Format = Tables['invoice_file']['format']

/** The bytes that were handed out before. */
export async function findInvoiceFile(
  db: Kysely<Tables>,
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

/** Keeps the bytes of an invoice; the first ones stay. */
export async function keepInvoiceFile(
  db: Kysely<Tables>,
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
