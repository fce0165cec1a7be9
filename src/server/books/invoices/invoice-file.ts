import { createHash } from 'node:crypto'
import { m } from '#messages/generated-mails/messages.js'
import type { MailAttachment } from '#server/platform/outside/mail.ts'
import type { Services } from '#server/platform/services/services.ts'
import { findInvoice, findInvoiceFile, type InvoiceRow, keepInvoiceFile } from './invoice.store.ts'
import { type WrittenInvoice, writtenInvoice } from './invoice-facts.ts'
import { invoiceText } from './invoice-text.ts'

/** Forms in which an invoice is handed out. */
export type InvoiceFormat = 'pdf' | 'xml'

/** An invoice as a file, ready to be sent. */
export type InvoiceFile = { readonly fileName: string; readonly contentType: string; readonly bytes: Buffer }

/**
 * An invoice as PDF, or as e-invoice, which only businesses get (undefined for others). It is made from the row alone when
 * it is first asked for and kept with its hash: whoever asks again, years and versions later, gets the same bytes. The PDF of
 * a business has its e-invoice in it (Factur-X).
 */
export async function invoiceFile(
  services: Pick<Services, 'database' | 'clock'>,
  row: InvoiceRow,
  format: InvoiceFormat,
): Promise<InvoiceFile | undefined> {
  const {
    database: { db },
    clock,
  } = services
  const invoice = writtenInvoice(row)
  if (format === 'xml' && !invoice.business) return undefined
  const kept = await findInvoiceFile(db, row.id, format)
  const bytes = kept ?? (await keep())
  return { fileName: fileNameOf(invoice, format), contentType: contentTypes[format], bytes }

  async function keep(): Promise<Buffer> {
    const made = format === 'pdf' ? await asPdf(invoice, await eInvoiceInside()) : await asXml(invoice)
    const sha256 = createHash('sha256').update(made).digest()
    await keepInvoiceFile(db, { invoiceId: row.id, format, bytes: made, sha256, now: clock.now() })
    // somebody else may have been first: there is one file for everybody
    return (await findInvoiceFile(db, row.id, format)) ?? made
  }

  /** The very bytes that are handed out alone as well. */
  async function eInvoiceInside(): Promise<Buffer | undefined> {
    return (await invoiceFile(services, row, 'xml'))?.bytes
  }
}

/** The PDF of an invoice as its mail brings it. */
export async function invoiceAttachment(
  services: Pick<Services, 'database' | 'clock'>,
  invoiceId: string,
): Promise<MailAttachment> {
  const row = await findInvoice(services.database.db, invoiceId)
  const file = row && (await invoiceFile(services, row, 'pdf'))
  if (!file) throw new Error(`there is no invoice ${invoiceId}`)
  return file
}

/** What writes them is read when it is first needed: most processes start for something else. */
async function asPdf(invoice: WrittenInvoice, xml: Buffer | undefined): Promise<Buffer> {
  const { invoicePdf } = await import('./invoice-pdf.ts')
  return invoicePdf(invoiceText(invoice), xml)
}

async function asXml(invoice: WrittenInvoice): Promise<Buffer> {
  const { eInvoice } = await import('./e-invoice.ts')
  return Buffer.from(await eInvoice(invoice), 'utf8')
}

const contentTypes = { pdf: 'application/pdf', xml: 'application/xml' } as const

/** A name that says what it is, in the reader's language: `Rechnung-2026-000123.pdf`. */
export function fileNameOf(
  { document: { kind, number }, language: locale }: WrittenInvoice,
  format: InvoiceFormat,
): string {
  const name =
    kind === 'credit-note'
      ? m.invoice_file_credit({ number }, { locale })
      : m.invoice_file({ number }, { locale })
  return `${name}.${format}`
}
