import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'
import type { CardOnFile, PaymentProvider } from '#server/platform/outside/payment.ts'

type CustomerRow = Selectable<Tables['payment_customer']>

type KeysOf = Pick<PaymentProvider, 'name' | 'mode'>

/**
 * Notes who an account is at a provider, as the provider has just confirmed: in place of one who is gone there, and with the
 * mode where that was not known. The other mode's customer stays.
 */
export async function keepCustomer(
  trx: Transaction<Tables>,
  { accountId, provider, ref, now }: { accountId: string; provider: KeysOf; ref: string; now: Date },
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
    .values({ account_id: accountId, provider: name, mode, ref, created_at: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'provider', 'mode']).doUpdateSet({ ref }))
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

/** Notes how a card is recognised. One that was to be forgotten and is given again is kept. */
export async function keepCard(
  db: Kysely<Tables>,
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

/** Cards that a provider is to forget and can, with its keys of today; those that wait longest first. */
export async function methodsToDetach(db: Kysely<Tables>, provider: KeysOf): Promise<readonly string[]> {
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

/** Notes that a provider has forgotten a card, or could not: then others come first. */
export async function noteDetaching(
  db: Kysely<Tables>,
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

/** Who an account is at a provider with the keys of today. */
export async function findCustomer(
  db: Kysely<Tables>,
  accountId: string,
  provider: KeysOf,
): Promise<string | undefined> {
  const rows = await db
    .selectFrom('payment_customer')
    .select(['ref', 'mode'])
    .where('account_id', '=', accountId)
    .where('provider', '=', provider.name)
    .where('mode', 'in', [provider.mode, 'unknown'])
    .execute()
  return (rows.find(({ mode }) => mode === provider.mode) ?? rows[0])?.ref
}

/** A card as a mail names it. */
export type KnownCard = Pick<Selectable<Tables['payment_method']>, 'brand' | 'last4' | 'expires'>

/** How a stored card is recognised, also one that is to be forgotten. */
export async function cardByMethod(
  db: Kysely<Tables>,
  { accountId, method }: { accountId: string; method: string },
): Promise<KnownCard | undefined> {
  return db
    .selectFrom('payment_method')
    .select(['brand', 'last4', 'expires'])
    .where('account_id', '=', accountId)
    .where('ref', '=', method)
    .executeTakeFirst()
}

/** Who a card is charged as, and with which keys it was stored. */
export async function findPayer(
  trx: Transaction<Tables>,
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

/** Who an account is, at every provider that it has had. */
export async function customersOf(
  db: Kysely<Tables>,
  accountId: string,
): Promise<readonly Pick<CustomerRow, 'provider' | 'ref' | 'mode'>[]> {
  return db
    .selectFrom('payment_customer')
    .select(['provider', 'ref', 'mode'])
    .where('account_id', '=', accountId)
    .execute()
}

/** Whose card that is; undefined for one that is to be forgotten. */
export async function findCard(
  db: Kysely<Tables>,
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

/** Notes how a card is recognised now. */
export async function updateCard(
  db: Kysely<Tables>,
  { provider, card: { method, brand, last4, expires } }: { provider: string; card: CardOnFile },
): Promise<void> {
  await db
    .updateTable('payment_method')
    .set({ brand, last4, expires })
    .where('provider', '=', provider)
    .where('ref', '=', method)
    .execute()
}

/** The account that a provider's customer belongs to. */
export async function findCustomerByRef(
  db: Kysely<Tables>,
  { provider, ref }: { provider: string; ref: string },
): Promise<Pick<CustomerRow, 'account_id'> | undefined> {
  return db
    .selectFrom('payment_customer')
    .select('account_id')
    .where('provider', '=', provider)
    .where('ref', '=', ref)
    .executeTakeFirst()
}

/** A customer who is gone at the provider; their cards went with them. */
export async function forgetCustomer(
  trx: Transaction<Tables>,
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
