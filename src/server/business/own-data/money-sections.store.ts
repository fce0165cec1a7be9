import { m } from '#messages/generated-mails/messages.js'
import type { ExportSection } from './export-section.ts'

/** Ordered charges, paid or not. */
export const chargesSection: ExportSection = {
  name: 'charges',
  about: m.export_charges,
  permission: 'subscription.manage',
  columns: ['what', 'state', 'grossCents', 'refundedCents', 'createdAt', 'settledAt'],
  read: (db, { accountId }) =>
    db
      .selectFrom('charge')
      .select(['key as what', 'state'])
      .select(['gross_cents as grossCents', 'refunded_cents as refundedCents'])
      .select(['created_at as createdAt', 'settled_at as settledAt'])
      .where('account_id', '=', accountId)
      .orderBy('created_at')
      .orderBy('key')
      .execute(),
}

/** Invoices and credit notes; the PDFs are separate files. */
export const invoicesSection: ExportSection = {
  name: 'invoices',
  about: m.export_invoices,
  permission: 'subscription.manage',
  columns: ['number', 'kind', 'corrects', 'issuedOn', 'netCents', 'vatCents', 'grossCents'],
  read: (db, { accountId }) =>
    db
      .selectFrom('invoice')
      .select(['number', 'kind', 'corrects', 'issued_on as issuedOn'])
      .select(['net_cents as netCents', 'vat_cents as vatCents', 'gross_cents as grossCents'])
      .where('account_id', '=', accountId)
      .orderBy('number')
      .execute(),
}
