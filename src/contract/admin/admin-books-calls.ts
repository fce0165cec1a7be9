import * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { Day, Done } from '#contract/shapes.ts'
import * as books from './admin-books.ts'

/** Days in the seller's zone, both included. */
const period = z.strictObject({ from: Day, to: Day })
const taxPeriod = z.strictObject({ period: books.TaxPeriod })

/** A file, sent as an attachment. */
const File = z.unknown()

/** The admin's calls about invoices, and the files for tax advisers and offices. */
export const adminBooksCalls = {
  findInvoices: {
    method: 'POST',
    path: '/api/admin/money/invoices',
    actor: 'admin',
    summary: 'Invoices and credit notes by number, buyer, VAT ID, month or kind, newest first, ten a page',
    body: books.InvoiceSearch,
    replies: { 200: books.FoundInvoices },
  },
  deskInvoicePdf: {
    method: 'GET',
    path: '/api/admin/money/invoice/:id/pdf',
    actor: 'admin',
    summary: 'An invoice or credit note as PDF',
    params: books.OneInvoice,
    mediaType: 'application/pdf',
    replies: { 200: File },
  },
  deskInvoiceXml: {
    method: 'GET',
    path: '/api/admin/money/invoice/:id/xml',
    actor: 'admin',
    summary: 'The e-invoice of a business',
    params: books.OneInvoice,
    mediaType: 'application/xml',
    replies: { 200: File },
  },
  invoicesZip: {
    method: 'GET',
    path: '/api/admin/money/invoices.zip',
    actor: 'admin',
    summary: 'The invoices and credit notes of a month as PDF, with their e-invoices',
    query: z.strictObject({ month: books.Month }),
    mediaType: 'application/zip',
    replies: { 200: File },
  },
  invoicesCsv: {
    method: 'GET',
    path: '/api/admin/money/invoices.csv',
    actor: 'admin',
    summary: 'The invoices and credit notes of a period as a table',
    query: period,
    mediaType: 'text/csv',
    replies: { 200: File },
  },
  paymentsCsv: {
    method: 'GET',
    path: '/api/admin/money/payments.csv',
    actor: 'admin',
    summary: 'The payments and refunds of a period as a table',
    query: period,
    mediaType: 'text/csv',
    replies: { 200: File },
  },
  taxReturn: {
    method: 'GET',
    path: '/api/admin/money/tax',
    actor: 'admin',
    summary: 'What a month or quarter declares, and what has to be put right before its files are made',
    query: taxPeriod,
    replies: { 200: books.TaxReturn },
  },
  datevFile: {
    method: 'GET',
    path: '/api/admin/money/tax/datev.csv',
    actor: 'admin',
    summary:
      'The bookings of a month or quarter for DATEV; 409 `export-incomplete` while something is missing',
    query: taxPeriod,
    mediaType: 'text/csv',
    replies: { 200: File },
  },
  ossFile: {
    method: 'GET',
    path: '/api/admin/money/tax/oss.csv',
    actor: 'admin',
    summary: 'The One Stop Shop return of a quarter; refused as `datevFile`, and for a month',
    query: taxPeriod,
    mediaType: 'text/csv',
    replies: { 200: File },
  },
  salesListFile: {
    method: 'GET',
    path: '/api/admin/money/tax/sales-list.csv',
    actor: 'admin',
    summary: 'The EU sales list of a month or quarter; refused as `datevFile`',
    query: taxPeriod,
    mediaType: 'text/csv',
    replies: { 200: File },
  },
  saveDatev: {
    method: 'POST',
    path: '/api/admin/money/datev',
    actor: 'admin',
    idempotent: true,
    summary: 'Saves the accounts and numbers for DATEV',
    body: books.DatevEdit,
    replies: { 200: Done },
  },
} as const satisfies Record<string, Call>
