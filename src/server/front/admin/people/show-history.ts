import { rangeOf } from '#domain/page-size.ts'
import { findInvoice } from '#server/books/invoices/invoice.store.ts'
import { sendInvoiceFile } from '#server/books/invoices/invoice-calls.ts'
import { invoiceFile } from '#server/books/invoices/invoice-file.ts'
import { findOwnerId } from '#server/front/admin/admin-accounts.store.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { readHistory, readPapers } from './history.store.ts'

type Needs = Pick<Services, 'database'>

/** `GET /api/admin/people/{id}/history`: 404 for an unknown account. */
export const showHistory: UseCase<'accountHistory', Needs> = async (
  { database: { db } },
  { params: { id }, query: { group, page } },
) => {
  if ((await findOwnerId(db, id)) === undefined) return new Problem('not-found')
  const { count, entries } = await readHistory(db, id, group, rangeOf(page))
  return { status: 200, body: { count, entries: entries.map(dated) } }
}

/** `GET /api/admin/people/{id}/papers`: 404 for an unknown account. */
export const showPapers: UseCase<'accountPapers', Needs> = async (
  { database: { db } },
  { params: { id }, query: { page } },
) => {
  if ((await findOwnerId(db, id)) === undefined) return new Problem('not-found')
  const { count, papers } = await readPapers(db, id, rangeOf(page))
  return { status: 200, body: { count, papers: papers.map(dated) } }
}

/** `GET /api/admin/people/invoice/{id}`: any account's, and those of orders. */
export const sendPaper: UseCase<'paperPdf', 'clock' | 'database'> = async (
  services,
  { params: { id }, reply },
) => {
  const row = await findInvoice(services.database.db, id)
  const file = row && (await invoiceFile(services, row, 'pdf'))
  return file ? sendInvoiceFile(reply, file) : new Problem('not-found')
}

function dated<Row extends { readonly at: Date }>({ at, ...row }: Row) {
  return { ...row, at: at.toISOString() }
}
