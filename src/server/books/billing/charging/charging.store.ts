import { type Selectable, sql } from 'kysely'
import type { Db, Tables, Trx } from '#server/platform/database/tables.ts'
import type { ChargeOrder } from '#server/platform/outside/payment.ts'

/** Those of attempts whose outcome is open. */
export const unsettledStates = ['submitted', 'processing', 'unknown', 'needs-action'] as const

export type AttemptRow = Selectable<Tables['charge_attempt']>
export type ChargeRow = Selectable<Tables['charge']>

/** Returns the account's charge for a purpose, creating it with its first attempt. */
export async function ensureCharge(
  trx: Trx,
  charge: {
    id: string
    accountId: string
    key: string
    purpose: unknown
    facts: unknown
    /** The amount to take from the card. */
    grossCents: number
    now: Date
  },
): Promise<ChargeRow> {
  return trx
    .insertInto('charge')
    .values({
      id: charge.id,
      account_id: charge.accountId,
      key: charge.key,
      purpose: JSON.stringify(charge.purpose),
      facts: JSON.stringify(charge.facts),
      state: 'submitted',
      gross_cents: charge.grossCents,
      created_at: charge.now,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'key']).doUpdateSet({ state: 'submitted' }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findCharge(db: Db, accountId: string, key: string): Promise<ChargeRow | undefined> {
  return db
    .selectFrom('charge')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirst()
}

export async function insertAttempt(
  trx: Trx,
  attempt: {
    order: ChargeOrder
    provider: string
    mode: AttemptRow['mode']
    number: number
    now: Date
    real: Date
  },
): Promise<void> {
  const { order, provider, mode, number, now, real } = attempt
  await trx
    .insertInto('charge_attempt')
    .values({
      id: order.attemptId,
      charge_id: order.chargeId,
      number,
      idempotency_key: order.idempotencyKey,
      provider,
      mode,
      params: JSON.stringify(order),
      state: 'submitted',
      created_at: now,
      first_sent_at: real,
      last_sent_at: real,
    })
    .execute()
}

export async function countAttempts(trx: Trx, chargeId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('charge_attempt')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('charge_id', '=', chargeId)
    .executeTakeFirstOrThrow()
  return count
}

export async function findAttempt(
  db: Db,
  by: { id: string } | { provider: string; ref: string },
): Promise<(AttemptRow & { account_id: string; charge_key: string }) | undefined> {
  const query = db
    .selectFrom('charge_attempt')
    .innerJoin('charge', 'charge.id', 'charge_attempt.charge_id')
    .selectAll('charge_attempt')
    .select(['charge.account_id', 'charge.key as charge_key'])
  return (
    'id' in by
      ? query.where('charge_attempt.id', '=', by.id)
      : query
          .where('charge_attempt.provider', '=', by.provider)
          .where('charge_attempt.provider_ref', '=', by.ref)
  ).executeTakeFirst()
}

/** Returns attempt and charge, read after the account was locked; `superseded` by a later attempt of the charge. */
export async function readAttempt(
  trx: Trx,
  attemptId: string,
): Promise<{ attempt: AttemptRow; charge: ChargeRow; superseded: boolean }> {
  const attempt = await trx
    .selectFrom('charge_attempt')
    .selectAll()
    .where('id', '=', attemptId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const charge = await trx
    .selectFrom('charge')
    .selectAll()
    .where('id', '=', attempt.charge_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { attempt, charge, superseded: (await countAttempts(trx, charge.id)) > attempt.number }
}

type ChangingColumn =
  | 'state'
  | 'provider_ref'
  | 'client_secret'
  | 'decline_code'
  | 'decline_message'
  | 'settled_at'
  | 'last_sent_at'

/** Stores the outcome of an attempt; undefined fields are unchanged. */
export async function updateAttempt(
  db: Db,
  attemptId: string,
  change: { readonly [Column in ChangingColumn]?: AttemptRow[Column] | undefined },
): Promise<void> {
  await db.updateTable('charge_attempt').set(change).where('id', '=', attemptId).execute()
}

export async function updateCharge(
  trx: Trx,
  chargeId: string,
  change: Partial<Pick<ChargeRow, 'state' | 'settled_at' | 'refunded_cents'>>,
): Promise<void> {
  await trx.updateTable('charge').set(change).where('id', '=', chargeId).execute()
}

/** Gives up the attempts of a charge that wait for the card holder; they are cancelled at the provider next. */
export async function giveUpAttempts(trx: Trx, chargeId: string, now: Date): Promise<void> {
  await trx
    .updateTable('charge_attempt')
    .set({ void_at: now })
    .where('charge_id', '=', chargeId)
    .where('state', '=', 'needs-action')
    .where('void_at', 'is', null)
    .execute()
}

/** Gives up one attempt; it is cancelled at the provider next. */
export async function giveUpAttempt(trx: Trx, attemptId: string, now: Date): Promise<void> {
  await trx
    .updateTable('charge_attempt')
    .set({ void_at: now })
    .where('id', '=', attemptId)
    .where('void_at', 'is', null)
    .execute()
}

export type UnsettledAttempt = AttemptRow & { readonly account_id: string }

/**
 * Returns unsettled attempts that were not looked up since a time, the most recent lookup last.
 * @param after last attempt of the previous page
 */
export async function unsettledAttempts(
  db: Db,
  of: { askedBefore: Date; accountId?: string; after?: Pick<AttemptRow, 'id' | 'last_sent_at'> | undefined },
): Promise<readonly UnsettledAttempt[]> {
  const { askedBefore, accountId, after } = of
  let query = db
    .selectFrom('charge_attempt')
    .innerJoin('charge', 'charge.id', 'charge_attempt.charge_id')
    .selectAll('charge_attempt')
    .select('charge.account_id')
    .where('charge_attempt.state', 'in', unsettledStates)
    .where('charge_attempt.last_sent_at', '<=', askedBefore)
  if (accountId !== undefined) query = query.where('charge.account_id', '=', accountId)
  if (after)
    query = query.where(
      sql<boolean>`(charge_attempt.last_sent_at, charge_attempt.id) > (${after.last_sent_at}, ${after.id})`,
    )
  // mutant `500 → 501`: how many are read at once changes nothing of what is done
  return query.orderBy('charge_attempt.last_sent_at').orderBy('charge_attempt.id').limit(500).execute()
}

/** Returns other attempts of this charge that were given up and may still be paid. */
export async function voidedBeside(db: Db, attempt: AttemptRow): Promise<readonly AttemptRow[]> {
  return db
    .selectFrom('charge_attempt')
    .selectAll()
    .where('charge_id', '=', attempt.charge_id)
    .where('id', '!=', attempt.id)
    .where('state', '=', 'needs-action')
    .where('void_at', 'is not', null)
    .execute()
}

/** Returns the paid attempt of a charge, the first if there are two. */
export async function paidAttempt(db: Db, chargeId: string): Promise<AttemptRow | undefined> {
  return db
    .selectFrom('charge_attempt')
    .selectAll()
    .where('charge_id', '=', chargeId)
    .where('state', '=', 'succeeded')
    .orderBy('settled_at')
    .orderBy('number')
    .executeTakeFirst()
}

/** Returns the latest attempt of a charge. */
export async function lastAttemptOf(db: Db, chargeId: string): Promise<AttemptRow | undefined> {
  return db
    .selectFrom('charge_attempt')
    .selectAll()
    .where('charge_id', '=', chargeId)
    .orderBy('number', 'desc')
    .executeTakeFirst()
}

/** Returns a charge, locked until the transaction ends. */
export async function lockCharge(trx: Trx, chargeId: string): Promise<ChargeRow> {
  return trx.selectFrom('charge').selectAll().where('id', '=', chargeId).forUpdate().executeTakeFirstOrThrow()
}
