import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { CardOnFile } from '#server/outside/payment.ts'

/** Notes who an account is at a provider, once. */
export async function keepCustomer(
  db: Kysely<Tables>,
  { accountId, provider, ref, now }: { accountId: string; provider: string; ref: string; now: Date },
): Promise<void> {
  await db
    .insertInto('payment_customer')
    .values({ account_id: accountId, provider, ref, created_at: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'provider']).doNothing())
    .execute()
}

/** Notes how a card is recognised. One that was to be forgotten and is given again is kept. */
export async function keepCard(
  db: Kysely<Tables>,
  { accountId, provider, card, now }: { accountId: string; provider: string; card: CardOnFile; now: Date },
): Promise<void> {
  const { method, brand, last4, expires } = card
  await db
    .insertInto('payment_method')
    .values({ account_id: accountId, provider, ref: method, brand, last4, expires, created_at: now })
    .onConflict((conflict) => conflict.columns(['provider', 'ref']).doUpdateSet({ expires, detach_at: null }))
    .execute()
}

/** Marks a card to be forgotten by its provider. */
export async function markDetached(
  trx: Transaction<Tables>,
  accountId: string,
  ref: string,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('payment_method')
    .set({ detach_at: now })
    .where('account_id', '=', accountId)
    .where('ref', '=', ref)
    .where('detach_at', 'is', null)
    .execute()
}

export async function methodsToDetach(
  db: Kysely<Tables>,
): Promise<readonly { provider: string; ref: string }[]> {
  return db
    .selectFrom('payment_method')
    .select(['provider', 'ref'])
    .where('detach_at', 'is not', null)
    .where('detached_at', 'is', null)
    .limit(100)
    .execute()
}

export async function noteDetached(
  db: Kysely<Tables>,
  { provider, ref }: { provider: string; ref: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable('payment_method')
    .set({ detached_at: now })
    .where('provider', '=', provider)
    .where('ref', '=', ref)
    .execute()
}

export async function findCustomer(
  db: Kysely<Tables>,
  accountId: string,
  provider: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('payment_customer')
    .select('ref')
    .where('account_id', '=', accountId)
    .where('provider', '=', provider)
    .executeTakeFirst()
  return row?.ref
}

/** Who an account is, at every provider that it has had. */
export async function customersOf(
  db: Kysely<Tables>,
  accountId: string,
): Promise<readonly { provider: string; ref: string }[]> {
  return db
    .selectFrom('payment_customer')
    .select(['provider', 'ref'])
    .where('account_id', '=', accountId)
    .execute()
}
