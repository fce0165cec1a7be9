import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { adminBooksCalls } from '#contract/admin/admin-books-calls.ts'
import { adminPaymentCalls } from '#contract/admin/admin-payment-calls.ts'
import type { CallRequest } from '#contract/call.ts'
import { adminRead } from '#web/front/desk/admin-read.ts'

type InvoiceSearch = CallRequest<typeof adminBooksCalls.findInvoices>['body']

/** A page of the invoices that were looked for; the one before stays until it is there. */
export const invoicesQuery = (body: InvoiceSearch) =>
  queryOptions({
    queryKey: ['admin', 'invoices', body],
    queryFn: ({ signal }) =>
      adminRead(({ invoices }) => Array.isArray(invoices), adminBooksCalls.findInvoices, { body, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** What a month or quarter declares. */
export const taxReturnQuery = (period: string) =>
  queryOptions({
    queryKey: ['admin', 'tax', period],
    queryFn: ({ signal }) =>
      adminRead(({ faults }) => Array.isArray(faults), adminBooksCalls.taxReturn, {
        query: { period },
        signal,
      }),
    staleTime: 0,
  })

/** Payments that need somebody. */
export const openPaymentsQuery = () =>
  queryOptions({
    queryKey: ['admin', 'open payments'],
    queryFn: ({ signal }) =>
      adminRead(({ charges }) => Array.isArray(charges?.items), adminPaymentCalls.openPayments, { signal }),
    staleTime: 0,
  })
