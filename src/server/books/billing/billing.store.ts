import { type NotNull, type Selectable, sql } from 'kysely'
import { healthOf, type SubscriptionState } from '#domain/billing/state.ts'
import type { Db, Tables, Trx } from '#server/platform/database/tables.ts'

/** The billed account with its owner and subscription, locked until the transaction ends. */
export type BilledAccount = {
  readonly id: string
  readonly contractNumber: string
  readonly country: string | null
  readonly vatId: string | null
  readonly billingAddress: string | null
  readonly isBusiness: boolean
  readonly vatCheck: unknown
  readonly name: string
  readonly language: 'en' | 'de'
  readonly email: string
  /** Whether the owner's primary contact is confirmed. */
  readonly confirmed: boolean
  /** Moved in by the operator. */
  readonly imported: boolean
  /** Number of users that are not removed. */
  readonly users: number
  /** When it will be deleted, if its deletion was requested. */
  readonly deletionAt: Date | null
  readonly subscription: Selectable<Tables['subscription']> | undefined
}

/** Locks the account: every change of its money or subscription takes this lock first, which serialises them. */
export async function lockBilledAccount(trx: Trx, accountId: string): Promise<BilledAccount | undefined> {
  const account = await trx
    .selectFrom('account')
    .selectAll()
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!account) return undefined
  const subscription = await trx
    .selectFrom('subscription')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  const owner = await trx
    .selectFrom('account_user')
    .leftJoin('contact', (join) =>
      join.onRef('contact.user_id', '=', 'account_user.id').on('contact.is_primary', '=', true),
    )
    .select(['account_user.name', 'account_user.language', 'contact.email', 'contact.confirmed_at'])
    .where('account_user.account_id', '=', accountId)
    .where('account_user.role', '=', 'owner')
    .orderBy('account_user.position')
    .executeTakeFirst()
  const imported = await trx
    .selectFrom('imported_person')
    .select('account_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  const users = await countUsers(trx, accountId)
  return {
    id: account.id,
    contractNumber: account.contract_number,
    country: account.country,
    vatId: account.vat_id,
    billingAddress: account.billing_address,
    isBusiness: account.is_business,
    vatCheck: account.vat_check,
    name: owner?.name ?? account.name,
    language: owner?.language ?? (account.language === 'de' ? 'de' : 'en'),
    email: owner?.email ?? '',
    confirmed: owner?.confirmed_at != null,
    imported: imported !== undefined,
    users,
    deletionAt: account.deletion_at,
    subscription,
  }
}

/** Counts an account's users that are not removed. */
export async function countUsers(trx: Trx, accountId: string): Promise<number> {
  const { users } = await trx
    .selectFrom('account_user')
    .select(sql<number>`count(*)::int`.as('users'))
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return users
}

/** Stores a subscription: the decided state, and the columns used by queries. */
export async function saveSubscription(
  trx: Trx,
  accountId: string,
  state: SubscriptionState,
  dueAt: Date | null,
): Promise<void> {
  if (state.status === 'none' && state.openCharge === null && state.method === null) return
  const row = {
    // an account that waits for its first payment has no access yet
    status: state.status === 'none' ? ('cancelled' as const) : state.status,
    until: state.until ?? new Date(0),
    paused_from: state.pausedFrom,
    paused_until: state.pausedUntil,
    pricing_id: state.plan?.id ?? null,
    price_cents: state.payments[0]?.amount.netCents ?? null,
    credit_cents: state.creditCents,
    license_count: Math.max(state.licenseCount, 1),
    included_licenses: state.includedLicenses,
    interval_value: state.interval?.value ?? null,
    interval_unit: state.interval?.unit ?? null,
    coupon_code: state.coupon,
    payment_provider: state.provider,
    version: state.version,
    state: JSON.stringify(state),
    health: healthOf(state),
    due_at: dueAt,
  }
  await trx
    .insertInto('subscription')
    .values({ account_id: accountId, ...row })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute()
}

type DueAccount = { readonly accountId: string; readonly dueAt: Date }

/**
 * Returns accounts whose subscription is due, longest due first.
 * @param unpaidOnly only unpaid renewals
 * @param after last account of the previous page
 */
export async function dueAccounts(
  db: Db,
  of: { now: Date; unpaidOnly: boolean; limit: number; after?: DueAccount | undefined },
): Promise<readonly DueAccount[]> {
  const { now, unpaidOnly, limit, after } = of
  let query = db
    .selectFrom('subscription')
    .select(['account_id as accountId', 'due_at as dueAt'])
    .where('status', '!=', 'cancelled')
    .where('due_at', '<=', now)
    .$narrowType<{ dueAt: NotNull }>()
  if (unpaidOnly) query = query.where('health', '!=', 'ok')
  if (after) query = query.where(sql<boolean>`(due_at, account_id) > (${after.dueAt}, ${after.accountId})`)
  return query.orderBy('due_at').orderBy('account_id').limit(limit).execute()
}

/** Returns accounts whose subscription is still to be closed: see `closeService`. */
export async function accountsToClose(db: Db, closing: string | null): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('subscription')
    .select('account_id')
    .where('status', '!=', 'cancelled')
    .where(({ or, and, eb }) => {
      const follows = sql`state ->> 'nextInterval'`
      const goesOn = or([
        eb('status', '=', 'active'),
        and([eb('status', '!=', 'pending-expiry'), eb(follows, 'is not', null)]),
      ])
      if (closing === null) return goesOn
      return or([goesOn, eb(sql`state ->> 'toldOfClosing'`, 'is distinct from', closing)])
    })
    .orderBy('account_id')
    .execute()
  return rows.map(({ account_id: accountId }) => accountId)
}
