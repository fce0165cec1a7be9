import type { Selectable } from 'kysely'
import type { Db, Tables } from '#server/platform/database/tables.ts'

export type ChargeRow = Selectable<Tables['sandbox_charge']>
export type NewCharge = {
  readonly ref: string
  readonly customer: string
  readonly method: string
  readonly attemptId: string
  readonly amountCents: number
  readonly state: ChargeRow['state']
  readonly code: string | null
  readonly clientSecret: string
  readonly idempotencyKey: string
  readonly orderHash: Buffer
  readonly createdAt: Date
}

/** Stores a charge, once per idempotency key; `isNew` is false for a repetition. */
export async function ensureSandboxCharge(
  db: Db,
  charge: NewCharge,
): Promise<{ charge: ChargeRow; isNew: boolean }> {
  const inserted = await db
    .insertInto('sandbox_charge')
    .values({
      ref: charge.ref,
      customer: charge.customer,
      method: charge.method,
      attempt_id: charge.attemptId,
      amount_cents: charge.amountCents,
      state: charge.state,
      code: charge.code,
      client_secret: charge.clientSecret,
      idempotency_key: charge.idempotencyKey,
      order_hash: charge.orderHash,
      created_at: charge.createdAt,
    })
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .returning('ref')
    .executeTakeFirst()
  const stored = await db
    .selectFrom('sandbox_charge')
    .selectAll()
    .where('idempotency_key', '=', charge.idempotencyKey)
    .executeTakeFirstOrThrow()
  return { charge: stored, isNew: inserted !== undefined }
}

export async function findSandboxCharge(
  db: Db,
  by: { ref: string } | { attemptId: string },
): Promise<ChargeRow | undefined> {
  const query = db.selectFrom('sandbox_charge').selectAll()
  return (
    'ref' in by ? query.where('ref', '=', by.ref) : query.where('attempt_id', '=', by.attemptId)
  ).executeTakeFirst()
}

/** Cancels a charge unless it has succeeded. */
export async function cancelCharge(db: Db, ref: string): Promise<ChargeRow | undefined> {
  await db
    .updateTable('sandbox_charge')
    .set({ state: 'cancelled' })
    .where('ref', '=', ref)
    .where('state', '=', 'needs-action')
    .execute()
  return findSandboxCharge(db, { ref })
}

export async function storeAnswer(
  db: Db,
  clientSecret: string,
  approve: boolean,
): Promise<ChargeRow | undefined> {
  return db
    .updateTable('sandbox_charge')
    .set(approve ? { state: 'succeeded' } : { state: 'declined', code: 'authentication_failed' })
    .where('client_secret', '=', clientSecret)
    .where('state', '=', 'needs-action')
    .returningAll()
    .executeTakeFirst()
}
