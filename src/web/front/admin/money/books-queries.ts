import { adminBooksCalls } from '#contract/admin/admin-books-calls.ts'
import { adminPaymentCalls } from '#contract/admin/admin-payment-calls.ts'
import type { CallRequest } from '#contract/call.ts'
import { deskQuery, deskTableQuery } from '#web/front/desk/desk-query.ts'

type InvoiceSearch = CallRequest<typeof adminBooksCalls.findInvoices>['body']

/** A page of the invoices that were looked for; the one before stays until it is there. */
export const invoicesQuery = (body: InvoiceSearch) =>
  deskTableQuery(
    ['admin', 'invoices', body],
    ({ invoices }) => Array.isArray(invoices),
    adminBooksCalls.findInvoices,
    { body },
  )

/** What a month or quarter declares. */
export const taxReturnQuery = (period: string) =>
  deskQuery(['admin', 'tax', period], ({ faults }) => Array.isArray(faults), adminBooksCalls.taxReturn, {
    query: { period },
  })

/** Payments that need somebody. */
export const openPaymentsQuery = () =>
  deskQuery(
    ['admin', 'open payments'],
    ({ charges }) => Array.isArray(charges?.items),
    adminPaymentCalls.openPayments,
  )
