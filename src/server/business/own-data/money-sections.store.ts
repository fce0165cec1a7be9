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

/** What the subscription brought after each of its changes, as the admin's reports count it. */
export const levelsSection: ExportSection = {
  name: 'subscription-changes',
  about: m.export_subscription_changes,
  permission: 'subscription.manage',
  columns: ['at', 'change', 'phase', 'monthlyCents', 'paidUsers', 'freeUsers'],
  read: (db, { accountId }) =>
    db
      .selectFrom('subscription_level')
      .select(['at', 'step as change', 'phase', 'monthly_cents as monthlyCents'])
      .select(['paid_seats as paidUsers', 'free_seats as freeUsers'])
      .where('account_id', '=', accountId)
      .orderBy('id')
      .execute(),
}
