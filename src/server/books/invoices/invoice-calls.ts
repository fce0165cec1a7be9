import type { FastifyInstance, FastifyReply } from 'fastify'
import { calls } from '#contract/calls.ts'
import { route } from '#server/platform/http/route.ts'
import type { MailAttachment } from '#server/platform/outside/mail.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { isUuid } from '#server/platform/runtime/uuid.ts'
import type { Services } from '#server/platform/services/services.ts'
import { findInvoice } from './invoice.store.ts'
import { type InvoiceFormat, invoiceFile } from './invoice-file.ts'

/**
 * Registers the calls for invoice files. Another account's invoice, an unknown one and the e-invoice of a consumer are
 * all 404.
 */
export function registerInvoiceCalls(
  app: FastifyInstance,
  services: Pick<Services, 'config' | 'database' | 'clock'>,
): void {
  route(app, calls.invoicePdf, ({ params, viewer, reply }) =>
    sendInvoice(services, reply, { id: params.id, format: 'pdf', accountId: viewer.accountId }),
  )
  route(app, calls.invoiceXml, ({ params, viewer, reply }) =>
    sendInvoice(services, reply, { id: params.id, format: 'xml', accountId: viewer.accountId }),
  )
  if (services.config.demo)
    route(app, calls.demoInvoice, ({ query, reply }) =>
      sendInvoice(services, reply, { id: query.id, format: 'pdf' }),
    )
}

async function sendInvoice(
  services: Pick<Services, 'database' | 'clock'>,
  reply: FastifyReply,
  { id, format, accountId }: { id: string; format: InvoiceFormat; accountId?: string },
): Promise<'sent' | Problem> {
  const row = isUuid(id) ? await findInvoice(services.database.db, id) : undefined
  const foreign = accountId !== undefined && row?.account_id !== accountId
  const file = row && !foreign ? await invoiceFile(services, row, format) : undefined
  return file ? sendInvoiceFile(reply, file) : new Problem('not-found')
}

/** Sends an invoice as a download. */
export function sendInvoiceFile(reply: FastifyReply, file: MailAttachment): 'sent' {
  reply
    .header('content-type', file.contentType)
    .header('content-disposition', `attachment; filename="${file.fileName}"`)
    .header('x-content-type-options', 'nosniff')
    .send(file.bytes)
  return 'sent'
}
