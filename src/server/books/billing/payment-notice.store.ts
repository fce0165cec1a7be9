import { sql } from 'kysely'
import { afterCommit } from '#server/platform/database/engine/transaction-scope.ts'
import type { Db, Trx } from '#server/platform/database/tables.ts'
import type { Services } from '#server/platform/services/services.ts'

/** What the operator must review, because no rule of this site resolves it. */
export type NoticeKind =
  /** A payment that is no longer owed, or a duplicate; it is refunded. */
  | 'late-payment'
  | 'amount-differs'
  | 'refund-failed'
  /** A payment by transfer to refund; the operator transfers it. */
  | 'transfer-back'
  /** A refund from the provider's dashboard. */
  | 'refund-elsewhere'
  /** The card network suspects fraud; the payment has not been reversed. */
  | 'fraud-warning'
  /** The customer was deleted at the provider, with all cards. */
  | 'customer-gone'
  | 'dispute-open'
  | 'dispute-lost'
  | 'dispute-won'
  /** The provider has a charge that is unknown here. */
  | 'charge-unknown'
  /** The provider refunded a charge that is unknown here. */
  | 'refund-unknown'
  /** The ledger has a charge that the provider does not have. */
  | 'charge-missing'
  | 'refund-missing'
  /** A payment or refund whose outcome has been unknown for a day. */
  | 'charge-unsettled'
  | 'refund-unsettled'
  /** The provider permanently refuses this customer, card or order. */
  | 'charge-refused'
  /** An invoice was issued without data that the law requires. */
  | 'invoice-incomplete'
  /** Sales to consumers in other EU countries approach or exceed the threshold of the One Stop Shop. */
  | 'oss-threshold'

export type Notice = {
  readonly kind: NoticeKind
  /** Unique: the same event is reported once. */
  readonly effectKey: string
  readonly accountId?: string | undefined
  readonly provider?: string | undefined
  readonly ref?: string | null | undefined
  readonly attemptId?: string | undefined
  readonly amountCents?: number | undefined
  /** By when the provider wants an answer. */
  readonly dueAt?: Date | undefined
  /** The provider's message, if any. */
  readonly because?: string
}

/**
 * Reports to the operator in the caller's transaction: stores a row, and logs a line. False if it was reported before.
 */
export async function noteForOperator(
  trx: Trx,
  { clock, log }: Pick<Services, 'clock' | 'log'>,
  notice: Notice,
): Promise<boolean> {
  const { kind, effectKey, accountId = null, provider = null, ref = null } = notice
  const { attemptId = null, amountCents = null, because = null, dueAt = null } = notice
  const noted = await trx
    .insertInto('payment_notice')
    .values({
      kind,
      effect_key: effectKey,
      account_id: accountId,
      provider,
      ref,
      attempt_id: attemptId,
      amount_cents: amountCents,
      reason: because,
      due_at: dueAt,
      noted_at: clock.real(),
    })
    .onConflict((conflict) => conflict.column('effect_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (noted) afterCommit(() => log.error({ notice }, 'a payment needs to be looked at'))
  return noted !== undefined
}

/** Returns whether a reconciliation found this attempt at the provider when it was missing here (after a restore). */
export async function isChargeKnown(db: Db, attemptId: string): Promise<boolean> {
  const noted = await db
    .selectFrom('payment_notice')
    .select('id')
    .where('kind', '=', 'charge-unknown')
    .where('attempt_id', '=', attemptId)
    .executeTakeFirst()
  return noted !== undefined
}

export async function isNoted(db: Db, effectKey: string): Promise<boolean> {
  const noted = await db
    .selectFrom('payment_notice')
    .select('id')
    .where('effect_key', '=', effectKey)
    .executeTakeFirst()
  return noted !== undefined
}

/** Returns whether any of them was mailed to the operator since a time. */
export async function wasMailedSince(trx: Trx, since: Date): Promise<boolean> {
  const mailed = await trx
    .selectFrom('payment_notice')
    .select('id')
    .where('mailed_at', '>', since)
    .executeTakeFirst()
  return mailed !== undefined
}

/** Returns the notices that were not mailed yet, oldest first, and locks them: another process waits. */
export async function lockUnmailedNotices(trx: Trx) {
  return trx
    .selectFrom('payment_notice')
    .select([
      'id',
      'kind',
      'account_id as accountId',
      'amount_cents as amountCents',
      'reason',
      'noted_at as notedAt',
    ])
    .where('mailed_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function markMailed(trx: Trx, lastId: number, at: Date): Promise<void> {
  await trx
    .updateTable('payment_notice')
    .set({ mailed_at: at })
    .where('mailed_at', 'is', null)
    .where('id', '<=', lastId)
    .execute()
}

/** Counts payments that a provider has permanently refused since a time. */
export async function countRefusals(db: Db, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('payment_notice')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('kind', 'in', ['charge-refused', 'refund-failed'])
    .where('noted_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}
