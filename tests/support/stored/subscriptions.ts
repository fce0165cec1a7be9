import { noSubscription, type SubscriptionState } from '#domain/billing/state.ts'
import { saveSubscription } from '#server/books/billing/billing.store.ts'
import type { Db } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'

type Status = 'trial' | 'prepaid' | 'active' | 'pending-expiry' | 'cancelled'

type StoredSubscription = {
  readonly status: Status
  readonly until: Date
  readonly dueAt: Date | null
  readonly licenseCount: number
  readonly creditCents: number
  readonly version: number
  /** State of the domain's billing; null before its first decision. */
  readonly state: unknown
}

/** An account's subscription. */
export function storedSubscription(db: Db, accountId: string): Promise<StoredSubscription> {
  return db
    .selectFrom('subscription')
    .select([
      'status',
      'until',
      'due_at as dueAt',
      'license_count as licenseCount',
      'credit_cents as creditCents',
      'version',
      'state',
    ])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
}

/** Stores an account's subscription, bypassing the product; replaces an earlier one. */
export async function storeSubscription(
  db: Db,
  accountId: string,
  { dueAt, ...of }: Partial<SubscriptionState> & { status: Status; until: Date; dueAt?: Date | null },
): Promise<void> {
  const state = { ...noSubscription(true), ...of }
  await inTransaction(db, (trx) =>
    saveSubscription(trx, accountId, state, dueAt === undefined ? of.until : dueAt),
  )
}

/** Changes an account's subscription, bypassing the product. */
export async function changeSubscription(
  db: Db,
  accountId: string,
  {
    dueAt,
    licenseCount,
    health,
    ...change
  }: Partial<Omit<StoredSubscription, 'creditCents' | 'version' | 'state'>> & {
    readonly health?: 'ok' | 'past-due' | 'action-required' | 'unknown'
  },
): Promise<void> {
  const { state } = await storedSubscription(db, accountId)
  const known = { ...change, ...(licenseCount !== undefined && { licenseCount }) }
  await db
    .updateTable('subscription')
    .set({
      ...change,
      state: JSON.stringify({ ...(state as object), ...known }),
      ...(health !== undefined && { health }),
      ...(dueAt !== undefined && { due_at: dueAt }),
      ...(licenseCount !== undefined && { license_count: licenseCount }),
    })
    .where('account_id', '=', accountId)
    .execute()
}

/** Replaces the billing state of a subscription, possibly with an invalid one. */
export async function writeState(db: Db, accountId: string, state: unknown): Promise<void> {
  await db
    .updateTable('subscription')
    .set({ state: JSON.stringify(state) })
    .where('account_id', '=', accountId)
    .execute()
}

/** A trial that began then, by the key of the address. */
export async function storeTrialUse(db: Db, emailKey: string, startedAt: Date): Promise<void> {
  await db.insertInto('trial_use').values({ email_key: emailKey, started_at: startedAt }).execute()
}

/** Removes an account's subscription. */
export async function forgetSubscription(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('subscription').where('account_id', '=', accountId).execute()
}

/** Sets the credit in an account's billing state. */
export async function holdCredit(db: Db, accountId: string, creditCents: number): Promise<void> {
  const { state } = await storedSubscription(db, accountId)
  await writeState(db, accountId, { ...(state as object), creditCents })
}
