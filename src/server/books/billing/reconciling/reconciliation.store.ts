import type { Db } from '#server/platform/database/tables.ts'
import type { PaymentProvider } from '#server/platform/outside/payment.ts'

export type Report = {
  readonly provider: string
  readonly since: Date
  readonly ranAt: Date
  readonly outcome: 'agrees' | 'differs' | 'unreachable'
  readonly charges: number
  readonly refunds: number
  /** Number of movements that were unknown here and have been settled. */
  readonly settled: number
  readonly differences: readonly { kind: string; ref: string; amountCents: number }[]
}

export async function keepReport(db: Db, report: Report): Promise<void> {
  await db
    .insertInto('reconciliation')
    .values({
      provider: report.provider,
      since: report.since,
      ran_at: report.ranAt,
      outcome: report.outcome,
      charges: report.charges,
      refunds: report.refunds,
      settled: report.settled,
      differences: JSON.stringify(report.differences),
    })
    .execute()
}

/** Returns the last reconciliation of a provider, and whether it succeeded. */
export async function lastReport(
  db: Db,
  provider: string,
): Promise<{ ran_at: Date; outcome: Report['outcome'] } | undefined> {
  return (
    db
      .selectFrom('reconciliation')
      .select(['ran_at', 'outcome'])
      .where('provider', '=', provider)
      .orderBy('ran_at', 'desc')
      .orderBy('id', 'desc')
      // mutant `1 → 2`: of more than one the first is taken
      .limit(1)
      .executeTakeFirst()
  )
}

export type Booked = {
  readonly id: string
  readonly ref: string | null
  readonly amountCents: number
  readonly accountId: string
}

/** Returns this site's charges at a provider since a time. */
export async function takenSince(
  db: Db,
  provider: Pick<PaymentProvider, 'name' | 'mode'>,
  since: Date,
): Promise<readonly (Booked & { customer: string; sentAt: Date })[]> {
  const rows = await db
    .selectFrom('charge_attempt')
    .innerJoin('charge', 'charge.id', 'charge_attempt.charge_id')
    .select([
      'charge_attempt.id',
      'charge_attempt.provider_ref',
      'charge_attempt.params',
      'charge_attempt.first_sent_at',
      'charge.gross_cents',
      'charge.account_id',
    ])
    .where('charge_attempt.provider', '=', provider.name)
    .where('charge_attempt.mode', 'in', [provider.mode, 'unknown'])
    .where('charge_attempt.state', '=', 'succeeded')
    .where('charge_attempt.first_sent_at', '>=', since)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    ref: row.provider_ref,
    amountCents: row.gross_cents,
    accountId: row.account_id,
    customer: (row.params as { customer: string }).customer,
    sentAt: row.first_sent_at,
  }))
}

/** Returns this site's refunds at a provider since a time. */
export async function returnedSince(
  db: Db,
  provider: Pick<PaymentProvider, 'name' | 'mode'>,
  since: Date,
): Promise<readonly Booked[]> {
  const rows = await db
    .selectFrom('refund')
    .innerJoin('charge_attempt', 'charge_attempt.id', 'refund.attempt_id')
    .innerJoin('charge', 'charge.id', 'refund.charge_id')
    .select(['refund.id', 'refund.provider_ref', 'refund.gross_cents', 'charge.account_id'])
    .where('charge_attempt.provider', '=', provider.name)
    .where('charge_attempt.mode', 'in', [provider.mode, 'unknown'])
    .where('refund.state', '=', 'succeeded')
    .where('refund.last_sent_at', '>=', since)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    ref: row.provider_ref,
    amountCents: row.gross_cents,
    accountId: row.account_id,
  }))
}
