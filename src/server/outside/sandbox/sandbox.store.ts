import type { Kysely, Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { Movement, PaymentEvent } from '#server/outside/payment.ts'

export type ChargeRow = Selectable<Tables['sandbox_charge']>
export type MethodRow = Selectable<Tables['sandbox_method']>
type SetupRow = Selectable<Tables['sandbox_setup']>

type Db = Kysely<Tables>

export async function ensureCustomer(
  db: Db,
  { accountId, ref }: { accountId: string; ref: string },
): Promise<string> {
  await db
    .insertInto('sandbox_customer')
    .values({ ref, account_id: accountId })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute()
  const customer = await db
    .selectFrom('sandbox_customer')
    .select('ref')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return customer.ref
}

export async function ensureSetup(
  db: Db,
  setup: { ref: string; customer: string; clientSecret: string; idempotencyKey: string },
): Promise<SetupRow> {
  await db
    .insertInto('sandbox_setup')
    .values({
      ref: setup.ref,
      customer: setup.customer,
      client_secret: setup.clientSecret,
      idempotency_key: setup.idempotencyKey,
      state: 'open',
    })
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .execute()
  return db
    .selectFrom('sandbox_setup')
    .selectAll()
    .where('idempotency_key', '=', setup.idempotencyKey)
    .executeTakeFirstOrThrow()
}

export async function findSetup(
  db: Db,
  by: { ref: string } | { clientSecret: string },
): Promise<SetupRow | undefined> {
  const query = db.selectFrom('sandbox_setup').selectAll()
  return (
    'ref' in by ? query.where('ref', '=', by.ref) : query.where('client_secret', '=', by.clientSecret)
  ).executeTakeFirst()
}

export async function settleSetup(
  db: Db,
  ref: string,
  outcome: { state: SetupRow['state']; method: string | null; message: string | null },
): Promise<void> {
  await db.updateTable('sandbox_setup').set(outcome).where('ref', '=', ref).execute()
}

export async function insertMethod(
  db: Db,
  method: { ref: string; customer: string; number: string; expires: string },
): Promise<void> {
  await db.insertInto('sandbox_method').values(method).execute()
}

export async function findMethod(db: Db, ref: string): Promise<MethodRow | undefined> {
  return db.selectFrom('sandbox_method').selectAll().where('ref', '=', ref).executeTakeFirst()
}

export async function detachMethod(db: Db, ref: string): Promise<void> {
  await db.updateTable('sandbox_method').set({ detached: true }).where('ref', '=', ref).execute()
}

/** With cards and set-ups; what was paid stays. */
export async function deleteCustomer(db: Db, customer: string): Promise<void> {
  await db.deleteFrom('sandbox_customer').where('ref', '=', customer).execute()
}

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

/** Books a charge, once for each idempotency key; `isNew` tells whether it was this time. */
export async function ensureCharge(
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

export async function findCharge(
  db: Db,
  by: { ref: string } | { attemptId: string },
): Promise<ChargeRow | undefined> {
  const query = db.selectFrom('sandbox_charge').selectAll()
  return (
    'ref' in by ? query.where('ref', '=', by.ref) : query.where('attempt_id', '=', by.attemptId)
  ).executeTakeFirst()
}

/** A charge that has not succeeded never will. */
export async function cancelCharge(db: Db, ref: string): Promise<ChargeRow | undefined> {
  await db
    .updateTable('sandbox_charge')
    .set({ state: 'cancelled' })
    .where('ref', '=', ref)
    .where('state', '=', 'needs-action')
    .execute()
  return findCharge(db, { ref })
}

export async function answerCharge(
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

/** Gives money back, once for each key and never more than was taken; undefined where that is not possible. */
export async function ensureRefund(
  db: Db,
  refund: {
    ref: string
    chargeRef: string
    refundId: string | null
    amountCents: number
    idempotencyKey: string
    createdAt: Date
  },
): Promise<{ ref: string; isNew: boolean } | undefined> {
  return inTransaction(db, async (trx) => {
    const charge = await trx
      .selectFrom('sandbox_charge')
      .select(['amount_cents', 'state'])
      .where('ref', '=', refund.chargeRef)
      .forUpdate()
      .executeTakeFirst()
    const known = await trx
      .selectFrom('sandbox_refund')
      .select('ref')
      .where('idempotency_key', '=', refund.idempotencyKey)
      .executeTakeFirst()
    if (known) return { ref: known.ref, isNew: false }
    const { given } = await trx
      .selectFrom('sandbox_refund')
      .select(sql<number>`coalesce(sum(amount_cents), 0)::int`.as('given'))
      .where('charge_ref', '=', refund.chargeRef)
      .executeTakeFirstOrThrow()
    if (charge?.state !== 'succeeded' || given + refund.amountCents > charge.amount_cents) return undefined
    // what the bank takes back, or has taken, is not given back a second time
    const disputed = await trx
      .selectFrom('sandbox_dispute')
      .select('ref')
      .where('charge_ref', '=', refund.chargeRef)
      .where('state', '!=', 'won')
      .executeTakeFirst()
    if (disputed) return undefined
    await trx
      .insertInto('sandbox_refund')
      .values({
        ref: refund.ref,
        charge_ref: refund.chargeRef,
        refund_id: refund.refundId,
        amount_cents: refund.amountCents,
        idempotency_key: refund.idempotencyKey,
        created_at: refund.createdAt,
      })
      .execute()
    return { ref: refund.ref, isNew: true }
  })
}

export async function insertEvent(db: Db, event: PaymentEvent): Promise<void> {
  await db
    .insertInto('sandbox_event')
    .values({
      ref: event.id,
      type: event.type,
      about: JSON.stringify(event.about),
      created_at: event.createdAt,
    })
    .execute()
}

export async function eventsSince(db: Db, since: Date): Promise<readonly PaymentEvent[]> {
  const rows = await db
    .selectFrom('sandbox_event')
    .selectAll()
    .where('created_at', '>=', since)
    .orderBy('position')
    .execute()
  return rows.map((row) => ({
    id: row.ref,
    type: row.type,
    createdAt: row.created_at,
    about: row.about as PaymentEvent['about'],
  }))
}

export async function movementsSince(db: Db, since: Date): Promise<readonly Movement[]> {
  const charges = await db
    .selectFrom('sandbox_charge')
    .selectAll()
    .where('state', '=', 'succeeded')
    .where('created_at', '>=', since)
    .execute()
  const refunds = await db
    .selectFrom('sandbox_refund')
    .innerJoin('sandbox_charge', 'sandbox_charge.ref', 'sandbox_refund.charge_ref')
    .select([
      'sandbox_refund.ref',
      'sandbox_refund.amount_cents',
      'sandbox_refund.created_at',
      'sandbox_charge.attempt_id',
    ])
    .where('sandbox_refund.created_at', '>=', since)
    .execute()
  return [...charges.map((row) => movement('charge', row)), ...refunds.map((row) => movement('refund', row))]
}

function movement(
  kind: Movement['kind'],
  row: { ref: string; attempt_id: string; amount_cents: number; created_at: Date },
): Movement {
  return { kind, ref: row.ref, attemptId: row.attempt_id, amountCents: row.amount_cents, at: row.created_at }
}
