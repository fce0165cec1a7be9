import { createHash } from 'node:crypto'
import { m } from '#messages/generated-mails/messages.js'
import type { MailAttachment } from '#server/platform/outside/mail.ts'
import type { Services } from '#server/platform/services/services.ts'
import { findInvoice, findInvoiceFile, type InvoiceRow, keepInvoiceFile } from './invoice.store.ts'
import { type WrittenInvoice, writtenInvoice } from './invoice-facts.ts'
import { invoiceText } from './invoice-text.ts'

/** File formats of invoices. */
export type InvoiceFormat = 'pdf' | 'xml'

/** An invoice file. */
export type InvoiceFile = { readonly fileName: string; readonly contentType: string; readonly bytes: Buffer }

/**
 * Returns an invoice as PDF, or as e-invoice, which only businesses get (undefined for others). Created from the row
 * alone on first request and stored with its hash: later requests, by later versions of the program, get the same
 * bytes. The PDF of a business contains its e-invoice (Factur-X).
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
    // another process may have been first: every request gets the same file
    return (await findInvoiceFile(db, row.id, format)) ?? made
  }

  /** The same bytes as the separate e-invoice. */
  async function eInvoiceInside(): Promise<Buffer | undefined> {
    return (await invoiceFile(services, row, 'xml'))?.bytes
  }
}

/** Returns the PDF of an invoice as attachment. */
export async function invoiceAttachment(
  services: Pick<Services, 'database' | 'clock'>,
  invoiceId: string,
): Promise<MailAttachment> {
  const row = await findInvoice(services.database.db, invoiceId)
  const file = row && (await invoiceFile(services, row, 'pdf'))
  if (!file) throw new Error(`there is no invoice ${invoiceId}`)
  return file
}

/** Loads the PDF code on first use: most processes never need it. */
async function asPdf(invoice: WrittenInvoice, xml: Buffer | undefined): Promise<Buffer> {
  const { invoicePdf } = await import('./invoice-pdf.ts')
  return invoicePdf(invoiceText(invoice), xml)
}

async function asXml(invoice: WrittenInvoice): Promise<Buffer> {
  const { eInvoice } = await import('./e-invoice.ts')
  return Buffer.from(await eInvoice(invoice), 'utf8')
}

const contentTypes = { pdf: 'application/pdf', xml: 'application/xml' } as const

/** Returns a file name in the reader's language: `Rechnung-2026-000123.pdf`. */
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
