import { type Selectable, sql } from 'kysely'
import type { Db, Tables, Trx } from '#server/platform/database/tables.ts'
import type { CardOnFile, PaymentProvider } from '#server/platform/outside/payment.ts'

type CustomerRow = Selectable<Tables['payment_customer']>

type KeysOf = Pick<PaymentProvider, 'name' | 'mode'>

/**
 * Stores an account's customer at a provider, as just confirmed there: replaces a deleted one, and adds the mode where
 * it was unknown. The other mode's customer is kept.
 * @param imported it was not created here; remembered as long as it is the same
 */
export async function keepCustomer(
  trx: Trx,
  {
    accountId,
    provider,
    ref,
    now,
    imported = false,
  }: { accountId: string; provider: KeysOf; ref: string; now: Date; imported?: boolean },
): Promise<void> {
  const { name, mode } = provider
  const { numDeletedRows: wasUnknown } = await trx
    .deleteFrom('payment_customer')
    .where('provider', '=', name)
    .where('ref', '=', ref)
    .where('mode', '=', 'unknown')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('payment_customer')
    .values({ account_id: accountId, provider: name, mode, ref, created_at: now, imported })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'provider', 'mode']).doUpdateSet({
        ref,
        imported: sql<boolean>`excluded.imported or (payment_customer.imported and payment_customer.ref = excluded.ref)`,
      }),
    )
    .execute()
  if (wasUnknown > 0n)
    await trx
      .updateTable('payment_method')
      .set({ mode })
      .where('account_id', '=', accountId)
      .where('provider', '=', name)
      .where('mode', '=', 'unknown')
      .execute()
}

/** Stores a card's brand, digits and expiry. One that was marked for detaching and is entered again is kept. */
export async function keepCard(
  db: Db,
  { accountId, provider, card, now }: { accountId: string; provider: KeysOf; card: CardOnFile; now: Date },
): Promise<void> {
  const { method, brand, last4, expires } = card
  const { name, mode } = provider
  const seen = { account_id: accountId, brand, last4, expires, created_at: now }
  await db
    .insertInto('payment_method')
    .values({ ...seen, provider: name, mode, ref: method })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'ref']).doUpdateSet({ expires, mode, detach_at: null }),
    )
    .execute()
}

/** Marks a card for detaching at its provider. */
export async function markDetached(trx: Trx, accountId: string, ref: string, now: Date): Promise<void> {
  await trx
    .updateTable('payment_method')
    .set({ detach_at: now })
    .where('account_id', '=', accountId)
    .where('ref', '=', ref)
    .where('detach_at', 'is', null)
    .execute()
}

/** Returns the cards to detach at a provider with its current keys, longest waiting first. */
export async function methodsToDetach(db: Db, provider: KeysOf): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('payment_method')
    .select('ref')
    .where('provider', '=', provider.name)
    .where('mode', 'in', [provider.mode, 'unknown'])
    .where('detach_at', 'is not', null)
    .where('detached_at', 'is', null)
    .orderBy('detach_at')
    // mutant `100 → 101`: how many are read at once changes nothing of what is done
    .limit(100)
    .execute()
  return rows.map(({ ref }) => ref)
}

/** Records that a card was detached, or the failed attempt, which moves it behind the others. */
export async function noteDetaching(
  db: Db,
  { provider, ref, detached }: { provider: string; ref: string; detached: boolean },
  now: Date,
): Promise<void> {
  await db
    .updateTable('payment_method')
    .set(detached ? { detached_at: now } : { detach_at: now })
    .where('provider', '=', provider)
    .where('ref', '=', ref)
    .execute()
}

/** Returns an account's customer at a provider with the current keys. */
export async function findCustomer(db: Db, accountId: string, provider: KeysOf): Promise<string | undefined> {
  const rows = await db
    .selectFrom('payment_customer')
    .select(['ref', 'mode'])
    .where('account_id', '=', accountId)
    .where('provider', '=', provider.name)
    .where('mode', 'in', [provider.mode, 'unknown'])
    .execute()
  return (rows.find(({ mode }) => mode === provider.mode) ?? rows[0])?.ref
}

/** A card as shown in mails. */
export type KnownCard = Pick<Selectable<Tables['payment_method']>, 'brand' | 'last4' | 'expires'>

/** Returns brand, digits and expiry of a stored card, also of one marked for detaching. */
export async function cardByMethod(
  db: Db,
  { accountId, method }: { accountId: string; method: string },
): Promise<KnownCard | undefined> {
  return db
    .selectFrom('payment_method')
    .select(['brand', 'last4', 'expires'])
    .where('account_id', '=', accountId)
    .where('ref', '=', method)
    .executeTakeFirst()
}

/** Returns the customer of a card, and the mode in which it was stored. */
export async function findPayer(
  trx: Trx,
  { accountId, provider, method }: { accountId: string; provider: string; method: string },
): Promise<Pick<CustomerRow, 'ref' | 'mode'> | undefined> {
  const card = await trx
    .selectFrom('payment_method')
    .select('mode')
    .where('provider', '=', provider)
    .where('ref', '=', method)
    .executeTakeFirst()
  const customers = await trx
    .selectFrom('payment_customer')
    .select(['ref', 'mode'])
    .where('account_id', '=', accountId)
    .where('provider', '=', provider)
    .execute()
  const mode = card?.mode ?? 'unknown'
  const payer = customers.find((one) => one.mode === mode) ?? customers.find((one) => one.mode === 'unknown')
  return payer ?? (mode === 'unknown' ? customers[0] : undefined)
}

/** Returns an account's customers at all providers. */
export async function customersOf(
  db: Db,
  accountId: string,
): Promise<readonly Pick<CustomerRow, 'provider' | 'ref' | 'mode' | 'imported'>[]> {
  return db
    .selectFrom('payment_customer')
    .select(['provider', 'ref', 'mode', 'imported'])
    .where('account_id', '=', accountId)
    .execute()
}

/** Returns the cards of an account that a provider still has. */
export async function cardsAt(
  db: Db,
  { accountId, provider }: { accountId: string; provider: KeysOf },
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('payment_method')
    .select('ref')
    .where('account_id', '=', accountId)
    .where('provider', '=', provider.name)
    .where('mode', 'in', [provider.mode, 'unknown'])
    .where('detached_at', 'is', null)
    .execute()
  return rows.map(({ ref }) => ref)
}

/** Returns the owner of a card; undefined for one marked for detaching. */
export async function findCard(
  db: Db,
  { provider, ref }: { provider: string; ref: string },
): Promise<{ account_id: string } | undefined> {
  return db
    .selectFrom('payment_method')
    .select('account_id')
    .where('provider', '=', provider)
    .where('ref', '=', ref)
    .where('detach_at', 'is', null)
    .executeTakeFirst()
}

/** Updates a card's brand, digits and expiry. */
export async function updateCard(
  db: Db,
  { provider, card: { method, brand, last4, expires } }: { provider: string; card: CardOnFile },
): Promise<void> {
  await db
    .updateTable('payment_method')
    .set({ brand, last4, expires })
    .where('provider', '=', provider)
    .where('ref', '=', method)
    .execute()
}

/** Returns the account of a provider's customer. */
export async function findCustomerByRef(
  db: Db,
  { provider, ref }: { provider: string; ref: string },
): Promise<Pick<CustomerRow, 'account_id'> | undefined> {
  return db
    .selectFrom('payment_customer')
    .select('account_id')
    .where('provider', '=', provider)
    .where('ref', '=', ref)
    .executeTakeFirst()
}

/** Deletes a customer who is gone at the provider, with their cards. */
export async function forgetCustomer(
  trx: Trx,
  { accountId, provider, ref, now }: { accountId: string; provider: string; ref: string; now: Date },
): Promise<void> {
  const gone = await trx
    .deleteFrom('payment_customer')
    .where('provider', '=', provider)
    .where('ref', '=', ref)
    .returning('mode')
    .executeTakeFirst()
  if (!gone) return
  await trx
    .updateTable('payment_method')
    .set({ detach_at: now, detached_at: now })
    .where('account_id', '=', accountId)
    .where('provider', '=', provider)
    .where('mode', '=', gone.mode)
    .where('detached_at', 'is', null)
    .execute()
}
