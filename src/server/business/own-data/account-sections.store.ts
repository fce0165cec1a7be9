import { sql } from 'kysely'
import { m } from '#messages/generated-mails/messages.js'
import type { ExportSection } from './export-section.ts'

export const accountSection: ExportSection = {
  name: 'account',
  about: m.export_account,
  permission: 'account.manage',
  columns: [
    'id',
    'name',
    'language',
    'newsletter',
    'country',
    'vatId',
    'billingAddress',
    'isBusiness',
    'vatCheck',
  ].concat(['contractNumber', 'createdAt', 'deletionAt']),
  read: (db, { accountId }) =>
    db
      .selectFrom('account')
      .select(['id', 'name', 'language', 'newsletter', 'country', 'vat_id as vatId'])
      .select(['billing_address as billingAddress', 'is_business as isBusiness'])
      .select(sql<string | null>`vat_check::text`.as('vatCheck'))
      .select(['contract_number as contractNumber', 'created_at as createdAt', 'deletion_at as deletionAt'])
      .where('id', '=', accountId)
      .execute(),
}

/** Identity data, not viewing data, which is the user's own. Includes removed users that are still stored. */
export const usersSection: ExportSection = {
  name: 'users',
  about: m.export_users,
  permission: 'account.manage',
  columns: ['id', 'name', 'email', 'confirmed', 'role', 'createdAt', 'removedAt'],
  async read(db, { accountId }) {
    const rows = await db
      .selectFrom('account_user')
      .leftJoin('contact', (join) =>
        join.onRef('contact.user_id', '=', 'account_user.id').on('contact.is_primary', '=', true),
      )
      .select([
        'account_user.id',
        'account_user.name',
        'contact.email',
        'contact.confirmed_at as confirmedAt',
      ])
      .select(['account_user.role', 'account_user.created_at as createdAt'])
      .select('account_user.removed_at as removedAt')
      .where('account_user.account_id', '=', accountId)
      .orderBy('account_user.position')
      .execute()
    return rows.map(({ confirmedAt, ...user }) => ({ ...user, confirmed: confirmedAt !== null }))
  },
}

export const invitesSection: ExportSection = {
  name: 'invites',
  about: m.export_invites,
  permission: 'users.manage',
  columns: ['domain', 'uses', 'maxUses', 'createdAt', 'expiresAt', 'revokedAt'],
  read: (db, { accountId }) =>
    db
      .selectFrom('invite')
      .select(['domain', 'uses', 'max_uses as maxUses', 'created_at as createdAt'])
      .select(['expires_at as expiresAt', 'revoked_at as revokedAt'])
      .where('account_id', '=', accountId)
      .orderBy('created_at')
      .execute(),
}

export const subscriptionSection: ExportSection = {
  name: 'subscription',
  about: m.export_subscription,
  permission: 'subscription.manage',
  columns: [
    'status',
    'until',
    'pausedFrom',
    'pausedUntil',
    'pricingId',
    'priceCents',
    'creditCents',
    'licenseCount',
    'includedLicenses',
  ].concat(['intervalValue', 'intervalUnit', 'couponCode', 'paymentProvider']),
  read: (db, { accountId }) =>
    db
      .selectFrom('subscription')
      .select(['status', 'until', 'pricing_id as pricingId', 'price_cents as priceCents'])
      .select(['paused_from as pausedFrom', 'paused_until as pausedUntil'])
      .select(['credit_cents as creditCents', 'license_count as licenseCount'])
      .select(['included_licenses as includedLicenses', 'interval_value as intervalValue'])
      .select(['interval_unit as intervalUnit', 'coupon_code as couponCode'])
      .select('payment_provider as paymentProvider')
      .where('account_id', '=', accountId)
      .execute(),
}

export const couponUsesSection: ExportSection = {
  name: 'coupon-uses',
  about: m.export_coupon_uses,
  permission: 'account.manage',
  columns: ['code', 'createdAt', 'reservedUntil', 'redeemedAt'],
  read: (db, { accountId }) =>
    db
      .selectFrom('coupon_use')
      .innerJoin('coupon', 'coupon.code_key', 'coupon_use.coupon_key')
      .select(['coupon.code', 'coupon_use.created_at as createdAt'])
      .select(['coupon_use.reserved_until as reservedUntil', 'coupon_use.redeemed_at as redeemedAt'])
      .where('coupon_use.account_id', '=', accountId)
      .orderBy('coupon_use.created_at')
      .execute(),
}

/** Cancellations and withdrawals that were declared without signing in and attributed to the account. */
export const declarationsSection: ExportSection = {
  name: 'declarations',
  about: m.export_declarations,
  permission: 'account.manage',
  columns: [
    'kind',
    'receivedAt',
    'name',
    'email',
    'contract',
    'part',
    'reason',
    'endsOn',
    'contractEndsAt',
    'outcome',
  ],
  read: (db, { accountId }) =>
    db
      .selectFrom('declaration')
      .select(['kind', 'received_at as receivedAt', 'name', 'email', 'contract', 'part', 'reason'])
      .select(['ends_on as endsOn', 'contract_ends_at as contractEndsAt', 'outcome'])
      .where('account_id', '=', accountId)
      .orderBy('received_at')
      .execute(),
}

export const newsletterSection: ExportSection = {
  name: 'newsletter',
  about: m.export_newsletter,
  permission: 'account.manage',
  columns: ['agreed', 'at', 'text', 'means'],
  read: (db, { accountId }) =>
    db
      .selectFrom('newsletter_consent')
      .select(['agreed', 'at', 'text', 'means'])
      .where('account_id', '=', accountId)
      .orderBy('position')
      .execute(),
}

/** For an account that the operator moved in from another site. */
export const importSection: ExportSection = {
  name: 'import',
  about: m.export_import,
  permission: 'account.manage',
  columns: ['file', 'importedAt', 'invitedAt'],
  read: (db, { accountId }) =>
    db
      .selectFrom('imported_person')
      .innerJoin('people_import', 'people_import.id', 'imported_person.import_id')
      .select(['people_import.file', 'people_import.started_at as importedAt'])
      .select('imported_person.invited_at as invitedAt')
      .where('imported_person.account_id', '=', accountId)
      .execute(),
}

export const newPricesSection: ExportSection = {
  name: 'new-prices',
  about: m.export_new_prices,
  permission: 'subscription.manage',
  columns: ['prices', 'announcedAt', 'agreedAt', 'words', 'outcome', 'outcomeAt'],
  read: (db, { accountId }) =>
    db
      .selectFrom('price_move_account as one')
      .innerJoin('price_move as move', 'move.id', 'one.move_id')
      .select(['move.name as prices', 'one.announced_at as announcedAt', 'one.accepted_at as agreedAt'])
      .select(['one.words', 'one.outcome', 'one.outcome_at as outcomeAt'])
      .where('one.account_id', '=', accountId)
      .where('one.announced_at', 'is not', null)
      .orderBy('one.announced_at')
      .execute(),
}

export const immediateStartsSection: ExportSection = {
  name: 'immediate-starts',
  about: m.export_immediate_starts,
  permission: 'subscription.manage',
  columns: ['askedAt', 'intervalValue', 'intervalUnit', 'grossCents'],
  read: (db, { accountId }) =>
    db
      .selectFrom('immediate_start')
      .select(['asked_at as askedAt', 'interval_value as intervalValue'])
      .select(['interval_unit as intervalUnit', 'gross_cents as grossCents'])
      .where('account_id', '=', accountId)
      .orderBy('asked_at')
      .execute(),
}
