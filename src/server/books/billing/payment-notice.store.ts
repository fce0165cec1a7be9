import { type Kysely, sql, type Transaction } from 'kysely'
import { afterCommit } from '#server/platform/database/engine/transaction-scope.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Services } from '#server/platform/services/services.ts'

/** What the operator has to look at, because no rule of this site can put it right. */
export type NoticeKind =
  /** Money came for what was no longer wanted, or twice; it is given back. */
  | 'late-payment'
  | 'amount-differs'
  | 'refund-failed'
  /** Money that came by transfer goes back: the operator transfers it. */
  | 'transfer-back'
  /** Somebody gave money back at the provider's own desk. */
  | 'refund-elsewhere'
  /** The card network believes that a charge was fraud; the money is still here. */
  | 'fraud-warning'
  /** Somebody deleted the customer at the provider, with all cards. */
  | 'customer-gone'
  | 'dispute-open'
  | 'dispute-lost'
  | 'dispute-won'
  /** The provider took money that this site knows nothing of. */
  | 'charge-unknown'
  /** The provider gave money back of a charge that this site knows nothing of. */
  | 'refund-unknown'
  /** The house has it, the provider has not. */
  | 'charge-missing'
  | 'refund-missing'
  /** A payment, or a refund, whose end nobody knows for a day. */
  | 'charge-unsettled'
  | 'refund-unsettled'
  /** The provider takes no money with this customer, card or order, and never will. */
  | 'charge-refused'
  /** The law asks for something on an invoice that was not known when it was written. */
  | 'invoice-incomplete'
  /** Sales to consumers elsewhere in the EU come near the threshold of the One Stop Shop, or have passed it. */
  | 'oss-threshold'

export type Notice = {
  readonly kind: NoticeKind
  /** The same thing is told once. */
  readonly effectKey: string
  readonly accountId?: string | undefined
  readonly provider?: string | undefined
  readonly ref?: string | null | undefined
  readonly attemptId?: string | undefined
  readonly amountCents?: number | undefined
  /** In the provider's words where it has some. */
  readonly because?: string
}

/** Tells the operator, in the transaction of what it is about: a row that stays, and a line in the log. False: told before. */
export async function noteForOperator(
  trx: Transaction<Tables>,
  { clock, log }: Pick<Services, 'clock' | 'log'>,
  notice: Notice,
): Promise<boolean> {
  const { kind, effectKey, accountId = null, provider = null, ref = null } = notice
  const { attemptId = null, amountCents = null, because = null } = notice
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
      noted_at: clock.real(),
    })
    .onConflict((conflict) => conflict.column('effect_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (noted) afterCommit(() => log.error({ notice }, 'a payment needs to be looked at'))
  return noted !== undefined
}

/** Whether a comparison of the books found the provider to have this attempt when this site had not (after a restore). */
export async function isChargeKnown(db: Kysely<Tables>, attemptId: string): Promise<boolean> {
  const noted = await db
    .selectFrom('payment_notice')
    .select('id')
    .where('kind', '=', 'charge-unknown')
    .where('attempt_id', '=', attemptId)
    .executeTakeFirst()
  return noted !== undefined
}

export async function isNoted(db: Kysely<Tables>, effectKey: string): Promise<boolean> {
  const noted = await db
    .selectFrom('payment_notice')
    .select('id')
    .where('effect_key', '=', effectKey)
    .executeTakeFirst()
  return noted !== undefined
}

/** Whether the operator was mailed about any of them since a time. */
export async function wasMailedSince(trx: Transaction<Tables>, since: Date): Promise<boolean> {
  const mailed = await trx
    .selectFrom('payment_notice')
    .select('id')
    .where('mailed_at', '>', since)
    .executeTakeFirst()
  return mailed !== undefined
}

/** What the operator was not mailed about, the oldest first; another process that wants to waits. */
export async function lockUnmailedNotices(trx: Transaction<Tables>) {
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

export async function markMailed(trx: Transaction<Tables>, lastId: number, at: Date): Promise<void> {
  await trx
    .updateTable('payment_notice')
    .set({ mailed_at: at })
    .where('mailed_at', 'is', null)
    .where('id', '<=', lastId)
    .execute()
}

/** Payments that a provider has refused for good since a time. */
export async function countRefusals(db: Kysely<Tables>, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('payment_notice')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('kind', 'in', ['charge-refused', 'refund-failed'])
    .where('noted_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}
