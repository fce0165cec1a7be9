import { type Selectable, sql } from 'kysely'
import { taxRefund } from '#domain/billing/ledger.ts'
import type { Amount } from '#domain/money.ts'
import type { CreditedPart } from '#server/books/invoices/issue-invoice.ts'
import type { Db, Tables, Trx } from '#server/platform/database/tables.ts'

export type RefundRow = Selectable<Tables['refund']>

/** Stores a refund before it is sent to the provider; undefined if it was ordered already. */
export async function insertRefund(
  trx: Trx,
  refund: {
    id: string
    /** The attempt that is refunded. */
    attempt: { id: string; charge_id: string; number: number }
    reason: string
    /** The amount of the credit note; an uninvoiced one has no tax. */
    amount: CreditedPart
    /** The refunded amount. */
    grossCents: number
    now: Date
    real: Date
    /** The provider's reference, if it is refunded already. */
    givenBackAs?: string
  },
): Promise<string | undefined> {
  const { id, attempt, reason, amount, grossCents, now, real, givenBackAs = null } = refund
  const stored = await trx
    .insertInto('refund')
    .values({
      id,
      charge_id: attempt.charge_id,
      attempt_id: attempt.id,
      reason,
      net_cents: amount.netCents,
      vat_cents: amount.vatCents,
      gross_cents: grossCents,
      // mutant `amount.taxes → true`: JSON of undefined is undefined, which stores null
      taxes: amount.taxes ? JSON.stringify(amount.taxes) : null,
      // mutant `amount.articles → true`: as above
      articles: amount.articles ? JSON.stringify(amount.articles) : null,
      state: givenBackAs === null ? 'submitted' : 'succeeded',
      provider_ref: givenBackAs,
      settled_at: givenBackAs === null ? null : now,
      idempotency_key: `${attempt.charge_id} ${attempt.number} ${reason}`,
      created_at: now,
      last_sent_at: real,
    })
    .onConflict((conflict) => conflict.columns(['charge_id', 'reason', 'attempt_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return stored?.id
}

export async function findRefund(
  db: Db,
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

/** Returns this site's refund by the provider's reference. */
export async function findRefundByRef(db: Db, provider: string, ref: string): Promise<RefundRow | undefined> {
  return db
    .selectFrom('refund')
    .innerJoin('charge_attempt', 'charge_attempt.id', 'refund.attempt_id')
    .selectAll('refund')
    .where('charge_attempt.provider', '=', provider)
    .where('refund.provider_ref', '=', ref)
    .executeTakeFirst()
}

export async function updateRefund(
  db: Db,
  refundId: string,
  change: Partial<Pick<RefundRow, 'state' | 'provider_ref' | 'settled_at' | 'last_sent_at'>>,
): Promise<void> {
  await db.updateTable('refund').set(change).where('id', '=', refundId).execute()
}

/** `orderedAt`: by this site's clock at that time. */
export type UnsettledRefund = { readonly id: string; readonly orderedAt: Date }

/** Returns unsettled refunds that were not looked up since a time, the most recent lookup last. */
export async function unsettledRefunds(db: Db, askedBefore: Date): Promise<readonly UnsettledRefund[]> {
  return db
    .selectFrom('refund')
    .select(['id', 'created_at as orderedAt'])
    .where('state', 'in', ['submitted', 'unknown'])
    .where('last_sent_at', '<=', askedBefore)
    .orderBy('last_sent_at')
    .limit(500)
    .execute()
}

/** Gross cents of ordered, unsettled refunds of a charge. */
export async function onTheWayBack(trx: Db, chargeId: string): Promise<number> {
  const { cents } = await trx
    .selectFrom('refund')
    .select(sql<number>`coalesce(sum(gross_cents), 0)::int`.as('cents'))
    .where('charge_id', '=', chargeId)
    .where('state', 'in', ['submitted', 'unknown'])
    .where('reason', '!=', 'late')
    .executeTakeFirstOrThrow()
  return cents
}

/** Returns what pending refunds of a charge will credit of its invoice; `taxes`: by rate, if it has several. */
export async function creditsOnTheWay(
  trx: Db,
  chargeId: string,
): Promise<readonly { netCents: number; vatCents: number; taxes: readonly Amount[] | null }[]> {
  return (
    trx
      .selectFrom('refund')
      .select(['net_cents as netCents', 'vat_cents as vatCents', 'taxes'])
      .where('charge_id', '=', chargeId)
      .where('state', 'in', ['submitted', 'unknown'])
      // neither has a credit note
      .where('reason', 'not in', ['late', taxRefund])
      .execute()
  )
}
