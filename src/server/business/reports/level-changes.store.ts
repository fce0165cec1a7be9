import { type SelectQueryBuilder, sql } from 'kysely'
import type { Range } from '#domain/page-size.ts'
import type { ReportPeriod } from '#domain/reports/money-report.ts'
import type { LevelStep, SubscriptionLevel } from '#domain/reports/subscription-level.ts'
import type { Db, Tables } from '#server/platform/database/tables.ts'
import { boundsOf } from './money-days.store.ts'

/**
 * The rows of a number. `trial-ended`, `trial-paid`: changes that ended a trial, or did so with a payment. `first`: the first
 * payment of each account. `kept`: of the accounts that first paid in the month of `from`, the last change of those that pay at
 * the end.
 */
export type LevelFilter = LevelStep | 'trial-ended' | 'trial-paid' | 'first' | 'kept'

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
  db: Db,
  of: Pick<ReportPeriod, 'from' | 'to'> & { readonly zone: string; readonly step?: LevelFilter | undefined },
  { limit, offset }: Range,
): Promise<{ count: number; changes: LevelChange[] }> {
  const { start, end } = boundsOf(of, of.zone)
  const found = filtered(db.selectFrom('subscription_level'), of, { start, end })
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

type Levels = SelectQueryBuilder<Tables, 'subscription_level', object>

function filtered(
  levels: Levels,
  {
    from,
    zone,
    step,
  }: { readonly from: string; readonly zone: string; readonly step?: LevelFilter | undefined },
  { start, end }: { readonly start: Date; readonly end: Date },
): Levels {
  const isFirst = sql<boolean>`subscription_level.phase = 'paid' and step <> 'start' and not exists (
    select from subscription_level as former
    where former.account_id = subscription_level.account_id and former.id < subscription_level.id
      and former.phase = 'paid')`
  if (step === 'kept') {
    const month = { from: `${from.slice(0, 7)}-01`, to: lastOfMonth(from) }
    const bounds = boundsOf(month, zone)
    return levels
      .where('at', '<', end)
      .where('phase', '=', 'paid')
      .where(
        sql<boolean>`not exists (select from subscription_level as later
          where later.account_id = subscription_level.account_id and later.id > subscription_level.id
            and later.at < ${end})`,
      )
      .where('account_id', 'in', (query) =>
        query
          .selectFrom('subscription_level')
          .select('account_id')
          .where('at', '>=', bounds.start)
          .where('at', '<', bounds.end)
          .where(isFirst),
      )
  }
  const within = levels.where('at', '>=', start).where('at', '<', end)
  if (step === 'first') return within.where(isFirst)
  if (step === 'trial-ended' || step === 'trial-paid')
    return within
      .where('phase_before', '=', 'trial')
      .where('phase', 'in', step === 'trial-paid' ? ['paid'] : ['paid', 'over', 'granted'])
  return step ? within.where('step', '=', step) : within
}

function lastOfMonth(day: string): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}
