import { type Kysely, sql } from 'kysely'
import type { ReportPeriod } from '#domain/reports/money-report.ts'
import type { LevelStep, SubscriptionLevel } from '#domain/reports/subscription-level.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { boundsOf } from './money-report.store.ts'

export type LevelChange = {
  readonly id: number
  readonly accountId: string
  /** Null where the account was deleted. */
  readonly name: string | null
  readonly at: Date
  readonly step: LevelStep | 'start'
  readonly phaseBefore: SubscriptionLevel['phase']
  readonly phase: SubscriptionLevel['phase']
  readonly monthlyCents: number
  readonly monthlyChange: number
  readonly paidSeats: number
  readonly seatsChange: number
  readonly freeSeats: number
}

/** Returns a page of the changes in a period, newest first, and their total number. */
export async function levelChanges(
  db: Kysely<Tables>,
  of: Pick<ReportPeriod, 'from' | 'to'> & { readonly zone: string; readonly step?: LevelStep | undefined },
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ count: number; changes: LevelChange[] }> {
  const { start, end } = boundsOf(of, of.zone)
  let found = db.selectFrom('subscription_level').where('at', '>=', start).where('at', '<', end)
  if (of.step) found = found.where('step', '=', of.step)
  const [{ count }, changes] = await Promise.all([
    found.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow(),
    found
      .leftJoin('account', 'account.id', 'subscription_level.account_id')
      .select(['subscription_level.id', 'account_id as accountId', 'account.name', 'at', 'step', 'phase'])
      .select(['phase_before as phaseBefore', 'monthly_cents as monthlyCents'])
      .select(['monthly_change as monthlyChange', 'paid_seats as paidSeats'])
      .select(['seats_change as seatsChange', 'free_seats as freeSeats'])
      .orderBy('at', 'desc')
      .orderBy('subscription_level.id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
  ])
  return { count, changes }
}
