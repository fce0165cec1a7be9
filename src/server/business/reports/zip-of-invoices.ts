import { Zip, ZipPassThrough } from 'fflate'
import { invoiceFile } from '#server/books/invoices/invoice-file.ts'
import type { Services } from '#server/platform/services/services.ts'
import { wholeDocumentsIn } from './books-export.store.ts'

/** Yields a ZIP of a period's documents as PDF, with their e-invoices, one file after the other. PDFs are compressed already. */
export async function* zipOfInvoices(
  services: Pick<Services, 'database' | 'clock'>,
  days: { readonly from: string; readonly to: string },
): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    made.push(piece)
  })
  for await (const row of wholeDocumentsIn(services.database.db, days))
    for (const format of ['pdf', 'xml'] as const) {
      const file = await invoiceFile(services, row, format)
      if (!file) continue
      const entry = new ZipPassThrough(file.fileName)
      entry.mtime = row.created_at
      zip.add(entry)
      entry.push(file.bytes, true)
      yield* made.splice(0)
    }
  zip.end()
  yield* made.splice(0)
}
