import type { Db } from '#server/platform/database/tables.ts'
import type { Movement, PaymentEvent } from '#server/platform/outside/payment.ts'

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
