import { type Kysely, sql } from 'kysely'
import { startOfDay, startOfDayAfter } from '#domain/billing/billing-period.ts'
import type { LevelSum, LevelsBefore, PaidSum, ReportPeriod, SalesSum } from '#domain/reports/money-report.ts'
import type { Tables } from '#server/platform/database/tables.ts'

/** Returns invoiced and credited sums by the day of issue. */
export async function salesByPeriod(db: Kysely<Tables>, { from, to, by }: ReportPeriod): Promise<SalesSum[]> {
  const day = sql<string>`date_trunc(${sql.lit(by)}, issued_on::timestamp)::date`
  return db
    .selectFrom('invoice')
    .select([
      day.as('day'),
      'kind',
      sql<number>`count(*)::float8`.as('count'),
      sql<number>`sum(net_cents)::float8`.as('netCents'),
      sql<number>`sum(vat_cents)::float8`.as('vatCents'),
    ])
    .where('issued_on', '>=', from)
    .where('issued_on', '<=', to)
    .groupBy([sql`1`, 'kind'])
    .execute()
}

/** Returns payments and refunds by their day in `zone`. */
export async function paidByPeriod(
  db: Kysely<Tables>,
  period: ReportPeriod,
  zone: string,
): Promise<PaidSum[]> {
  const { by } = period
  const { start, end } = boundsOf(period, zone)
  const day = sql<string>`date_trunc(${sql.lit(by)}, booked_at at time zone ${sql.lit(zone)})::date`
  return db
    .selectFrom('ledger_entry')
    .select([day.as('day'), sql<PaidSum['kind']>`kind`.as('kind')])
    .select(sql<number>`sum(amount_cents)::float8`.as('cents'))
    .where('booked_at', '>=', start)
    .where('booked_at', '<', end)
    .where('kind', 'in', ['captured', 'refunded'])
    .groupBy([sql`1`, 'kind'])
    .execute()
}

/** Returns the changes by their day in `zone`, and the sum of all earlier ones. */
export async function levelsByPeriod(
  db: Kysely<Tables>,
  period: ReportPeriod,
  zone: string,
): Promise<{ before: LevelsBefore; rows: LevelSum[] }> {
  const { by } = period
  const { start, end } = boundsOf(period, zone)
  const day = sql<string>`date_trunc(${sql.lit(by)}, at at time zone ${sql.lit(zone)})::date`
  const sums = [
    sql<number>`count(*)::float8`.as('count'),
    sql<number>`coalesce(sum((phase = 'paid')::int - (phase_before = 'paid')::int), 0)::float8`.as(
      'accounts',
    ),
    sql<number>`coalesce(sum(monthly_change), 0)::float8`.as('monthlyCents'),
    sql<number>`coalesce(sum(seats_change), 0)::float8`.as('seats'),
  ] as const
  const [before, rows] = await Promise.all([
    db.selectFrom('subscription_level').select(sums).where('at', '<', start).executeTakeFirstOrThrow(),
    db
      .selectFrom('subscription_level')
      .select([day.as('day'), 'step', ...sums])
      .where('at', '>=', start)
      .where('at', '<', end)
      .groupBy([sql`1`, 'step'])
      .execute(),
  ])
  return { before, rows }
}

/** Returns the moment from which on the history is known, unless it is known from the first subscription on. */
export async function levelsSince(db: Kysely<Tables>): Promise<Date | null> {
  const row = await db
    .selectFrom('subscription_level')
    .select('at')
    .where('step', '=', 'start')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.at ?? null
}

/** Returns the first moment of a period, and the first one after it. */
export function boundsOf({ from, to }: Pick<ReportPeriod, 'from' | 'to'>, zone: string) {
  const lastDay = startOfDay(to, zone)
  return { start: startOfDay(from, zone), end: startOfDayAfter(lastDay, { value: 1, unit: 'd' }, zone) }
}
