import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { addresseeOf } from '#domain/accounts/addressee.ts'
import { daysOfTaxPeriod } from '#domain/exports/tax-period.ts'
import { rangeOf } from '#domain/page-size.ts'
import { dayIn } from '#domain/zone-days.ts'
import { findInvoice } from '#server/books/invoices/invoice.store.ts'
import { sendInvoiceFile } from '#server/books/invoices/invoice-calls.ts'
import { type InvoiceFormat, invoiceFile } from '#server/books/invoices/invoice-file.ts'
import { documentsIn, paymentsIn } from '#server/business/reports/books-export.store.ts'
import { findInvoicePage } from '#server/business/reports/find-invoices.store.ts'
import { zipOfInvoices } from '#server/business/reports/zip-of-invoices.ts'
import { sendCsv, sendFile } from '#server/front/admin/send-file.ts'
import { route } from '#server/platform/http/route.ts'
import { csvPieces } from '#server/platform/runtime/csv.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'

/** Registers the admin's calls about invoices and payments. */
export function registerBooksCalls(
  app: FastifyInstance,
  services: Pick<Services, 'database' | 'config' | 'clock'>,
): void {
  const { db } = services.database
  const { zone } = services.config.seller

  route(app, calls.findInvoices, async ({ body: { query, month, kind, page } }) => {
    const days = month === undefined ? undefined : daysOfTaxPeriod(month)
    const { count, invoices } = await findInvoicePage(
      db,
      { query: query.trim(), days, kind, zone },
      rangeOf(page),
    )
    return { status: 200, body: { count, invoices } }
  })
  for (const [call, format] of files)
    route(app, call, async ({ params, reply }) => {
      const row = await findInvoice(db, params.id)
      const file = row && (await invoiceFile(services, row, format))
      return file ? sendInvoiceFile(reply, file) : new Problem('not-found')
    })
  route(app, calls.invoicesZip, ({ query: { month }, reply }) =>
    sendFile(reply, {
      name: `invoices-${month}.zip`,
      type: 'application/zip',
      content: zipOfInvoices(services, daysOfTaxPeriod(month)),
    }),
  )
  route(app, calls.invoicesCsv, ({ query, reply }) =>
    sendCsv(
      reply,
      `invoices-${query.from}-${query.to}.csv`,
      csvPieces(documentColumns, documentCells(documentsIn(db, query))),
    ),
  )
  route(app, calls.paymentsCsv, ({ query, reply }) =>
    sendCsv(
      reply,
      `payments-${query.from}-${query.to}.csv`,
      csvPieces(paymentColumns, paymentCells(paymentsIn(db, query, zone), zone)),
    ),
  )
}

const files = [
  [calls.deskInvoicePdf, 'pdf'],
  [calls.deskInvoiceXml, 'xml'],
] as const satisfies readonly (readonly [unknown, InvoiceFormat])[]

const euros = (cents: number) => cents / 100

const documentColumns = [
  'Number',
  'Kind',
  'Corrects',
  'Issued on',
  'Buyer',
  'Country',
  'VAT ID',
  'Net',
  'Tax',
  'Gross',
  'Tax rate',
  'Note',
]

async function* documentCells(pages: ReturnType<typeof documentsIn>) {
  for await (const rows of pages)
    yield rows.map(({ buyer, vat, ...row }) => ({
      Number: row.number,
      Kind: row.kind,
      Corrects: row.corrects,
      'Issued on': row.issuedOn,
      Buyer: addresseeOf(buyer.name, buyer.address).name,
      Country: buyer.country,
      'VAT ID': buyer.vatId ?? null,
      Net: euros(row.netCents),
      Tax: euros(row.vatCents),
      Gross: euros(row.grossCents),
      'Tax rate': vat.basisPoints / 100,
      Note: vat.note ?? null,
    }))
}

const paymentColumns = ['Day', 'Kind', 'Amount', 'Invoice', 'Account', 'Provider', "Provider's reference"]

async function* paymentCells(pages: ReturnType<typeof paymentsIn>, zone: string) {
  for await (const rows of pages)
    yield rows.map(({ at, kind, cents, invoice, name, provider, ref }) => ({
      Day: dayIn(at, zone),
      Kind: kind === 'captured' ? 'payment' : 'refund',
      Amount: euros(kind === 'captured' ? cents : -cents),
      Invoice: invoice,
      Account: name,
      Provider: provider,
      "Provider's reference": ref,
    }))
}
