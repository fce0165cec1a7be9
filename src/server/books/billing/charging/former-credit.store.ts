import type { Db, Trx } from '#server/platform/database/tables.ts'

/** Invoices behind pre-migration balances whose credit notes are missing. */
export async function invoicesToCorrect(db: Db): Promise<readonly string[]> {
  // mutant `500 → 501`: how many are read at once changes nothing of what is done
  const rows = await db.selectFrom('credit_to_correct').select('invoice_id').limit(500).execute()
  return rows.map(({ invoice_id: invoiceId }) => invoiceId)
}

/** Removes an invoice from the list and returns the amount to credit; undefined the second time. */
export async function takeCorrection(
  trx: Trx,
  invoiceId: string,
): Promise<{ netCents: number; vatCents: number } | undefined> {
  return trx
    .deleteFrom('credit_to_correct')
    .where('invoice_id', '=', invoiceId)
    .returning(['net_cents as netCents', 'vat_cents as vatCents'])
    .executeTakeFirst()
}
