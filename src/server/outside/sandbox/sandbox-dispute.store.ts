import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { FoundDispute, FoundRefund } from '#server/outside/payment.ts'

type Db = Kysely<Tables>

export async function findRefund(db: Db, ref: string): Promise<FoundRefund | undefined> {
  const row = await db.selectFrom('sandbox_refund').selectAll().where('ref', '=', ref).executeTakeFirst()
  return (
    row && {
      kind: 'succeeded',
      ref,
      chargeRef: row.charge_ref,
      refundId: row.refund_id ?? undefined,
      amountCents: row.amount_cents,
    }
  )
}

export async function findDispute(db: Db, ref: string): Promise<FoundDispute | undefined> {
  const row = await db.selectFrom('sandbox_dispute').selectAll().where('ref', '=', ref).executeTakeFirst()
  return row && { kind: row.state, ref, chargeRef: row.charge_ref, amountCents: row.amount_cents }
}

export async function insertDispute(
  db: Db,
  dispute: { ref: string; chargeRef: string; amountCents: number; createdAt: Date },
): Promise<void> {
  await db
    .insertInto('sandbox_dispute')
    .values({
      ref: dispute.ref,
      charge_ref: dispute.chargeRef,
      amount_cents: dispute.amountCents,
      state: 'open',
      created_at: dispute.createdAt,
    })
    .execute()
}

export async function closeDispute(db: Db, ref: string, state: 'won' | 'lost'): Promise<void> {
  await db.updateTable('sandbox_dispute').set({ state }).where('ref', '=', ref).execute()
}
