import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { taxRefund } from '#domain/billing/ledger.ts'
import type { Amount } from '#domain/money.ts'
import type { CreditedPart } from '#server/books/invoices/issue-invoice.ts'
import type { Tables } from '#server/platform/database/tables.ts'

export type RefundRow = Selectable<Tables['refund']>

/** Writes a refund down before the provider is asked; undefined where it was ordered already. */
export async function insertRefund(
  trx: Transaction<Tables>,
  refund: {
    id: string
    /** Whose money goes back. */
    attempt: { id: string; charge_id: string; number: number }
    reason: string
    /** Of the credit note; what was never invoiced has no tax. */
    amount: CreditedPart
    /** Given back. */
    grossCents: number
    now: Date
    real: Date
    /** The provider's own reference, where it is given back already. */
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

/** A refund of this house by what a provider calls it. */
export async function findRefundByRef(
  db: Kysely<Tables>,
  provider: string,
  ref: string,
): Promise<RefundRow | undefined> {
  return db
    .selectFrom('refund')
    .innerJoin('charge_attempt', 'charge_attempt.id', 'refund.attempt_id')
    .selectAll('refund')
    .where('charge_attempt.provider', '=', provider)
    .where('refund.provider_ref', '=', ref)
    .executeTakeFirst()
}

export async function updateRefund(
  db: Kysely<Tables>,
  refundId: string,
  change: Partial<Pick<RefundRow, 'state' | 'provider_ref' | 'settled_at' | 'last_sent_at'>>,
): Promise<void> {
  await db.updateTable('refund').set(change).where('id', '=', refundId).execute()
}

/** `orderedAt`: by this site's clock at that time. */
export type UnsettledRefund = { readonly id: string; readonly orderedAt: Date }

/** What was not settled and not asked about since; what was asked last comes last. */
export async function unsettledRefunds(
  db: Kysely<Tables>,
  askedBefore: Date,
): Promise<readonly UnsettledRefund[]> {
  return db
    .selectFrom('refund')
    .select(['id', 'created_at as orderedAt'])
    .where('state', 'in', ['submitted', 'unknown'])
    .where('last_sent_at', '<=', askedBefore)
    .orderBy('last_sent_at')
    .limit(500)
    .execute()
}

/** Gross, ordered to be given back of a charge and not settled yet. */
export async function onTheWayBack(trx: Kysely<Tables>, chargeId: string): Promise<number> {
  const { cents } = await trx
    .selectFrom('refund')
    .select(sql<number>`coalesce(sum(gross_cents), 0)::int`.as('cents'))
    .where('charge_id', '=', chargeId)
    .where('state', 'in', ['submitted', 'unknown'])
    .where('reason', '!=', 'late')
    .executeTakeFirstOrThrow()
  return cents
}

/** What refunds of a charge will credit of its invoice once they are settled; `taxes`: by rate, where it has several. */
export async function creditsOnTheWay(
  trx: Kysely<Tables>,
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
