import { sql } from 'kysely'
import type { Db } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { FoundDispute, FoundRefund } from '#server/platform/outside/payment.ts'

export type NewRefund = {
  readonly ref: string
  readonly chargeRef: string
  /** The site's refund id; null for a manual refund. */
  readonly refundId: string | null
  readonly amountCents: number
  readonly idempotencyKey: string
  readonly createdAt: Date
}

/** Refunds a charge, once per key and never beyond its amount; undefined where that is not possible. */
export async function ensureRefund(
  db: Db,
  refund: NewRefund,
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
    const given = await givenBack(trx, refund.chargeRef)
    if (charge?.state !== 'succeeded' || given + refund.amountCents > charge.amount_cents) return undefined
    // disputed money, claimed or reversed by the bank, is not refunded a second time
    if (await isDisputed(trx, refund.chargeRef)) return undefined
    await insertRefund(trx, refund)
    return { ref: refund.ref, isNew: true }
  })
}

async function givenBack(trx: Db, chargeRef: string): Promise<number> {
  const { given } = await trx
    .selectFrom('sandbox_refund')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::int`.as('given'))
    .where('charge_ref', '=', chargeRef)
    .executeTakeFirstOrThrow()
  return given
}

async function isDisputed(trx: Db, chargeRef: string): Promise<boolean> {
  const dispute = await trx
    .selectFrom('sandbox_dispute')
    .select('ref')
    .where('charge_ref', '=', chargeRef)
    .where('state', '!=', 'won')
    .executeTakeFirst()
  return dispute !== undefined
}

async function insertRefund(trx: Db, refund: NewRefund): Promise<void> {
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
}

export async function findSandboxRefund(db: Db, ref: string): Promise<FoundRefund | undefined> {
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
