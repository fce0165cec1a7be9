import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Amount } from '#domain/money.ts'
import type { Tables } from '#server/database/tables.ts'

type RefundRow = Selectable<Tables['refund']>

/** Writes a refund down before the provider is asked; undefined where it was ordered already. */
export async function insertRefund(
  trx: Transaction<Tables>,
  refund: { id: string; chargeId: string; reason: string; amount: Amount; now: Date; real: Date },
): Promise<string | undefined> {
  const { id, chargeId, reason, amount, now, real } = refund
  const stored = await trx
    .insertInto('refund')
    .values({
      id,
      charge_id: chargeId,
      reason,
      net_cents: amount.netCents,
      vat_cents: amount.vatCents,
      gross_cents: amount.grossCents,
      state: 'submitted',
      idempotency_key: `${chargeId} ${reason}`,
      created_at: now,
      last_sent_at: real,
    })
    .onConflict((conflict) => conflict.columns(['charge_id', 'reason']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return stored?.id
}

export async function findRefund(
  db: Kysely<Tables>,
  refundId: string,
): Promise<(RefundRow & { account_id: string }) | undefined> {
  return db
    .selectFrom('refund')
    .innerJoin('charge', 'charge.id', 'refund.charge_id')
    .selectAll('refund')
    .select('charge.account_id')
    .where('refund.id', '=', refundId)
    .executeTakeFirst()
}

export async function updateRefund(
  db: Kysely<Tables>,
  refundId: string,
  change: Partial<Pick<RefundRow, 'state' | 'provider_ref' | 'settled_at' | 'last_sent_at'>>,
): Promise<void> {
  await db.updateTable('refund').set(change).where('id', '=', refundId).execute()
}

export async function unsettledRefunds(db: Kysely<Tables>, askedBefore: Date): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('refund')
    .select('id')
    .where('state', 'in', ['submitted', 'unknown'])
    .where('last_sent_at', '<=', askedBefore)
    .limit(500)
    .execute()
  return rows.map(({ id }) => id)
}
