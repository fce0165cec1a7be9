import type { MailAttachment } from '#server/outside/mail.ts'
import type { Services } from '#server/services/services.ts'
import { findInvoice } from './invoice.store.ts'
import { invoiceFile } from './invoice-file.ts'

/** The PDF of an invoice as its mail brings it. */
export async function mailedInvoice(
  services: Pick<Services, 'database' | 'clock'>,
  invoiceId: string,
): Promise<MailAttachment> {
  const row = await findInvoice(services.database.db, invoiceId)
  const file = row && (await invoiceFile(services, row, 'pdf'))
  if (!file) throw new Error(`there is no invoice ${invoiceId}`)
  return file
}
