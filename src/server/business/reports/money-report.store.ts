import { sql } from 'kysely'
import type { LevelSum, LevelsBefore, PaidSum, ReportPeriod, SalesSum } from '#domain/reports/money-report.ts'
import type { Db } from '#server/platform/database/tables.ts'
import { firstDay, moneyDays } from './money-days.store.ts'

/** Returns invoiced and credited sums by the day of issue. */
export async function salesByPeriod(db: Db, period: ReportPeriod, zone: string): Promise<SalesSum[]> {
  const { rows } = await sql<SalesSum>`
    select ${periodOf(period)} as day, key as kind, sum(count)::float8 as count, sum(sums[1])::float8 as "netCents",
      sum(sums[2])::float8 as "vatCents"
    from (${await moneyDays(db, 'sales', period, zone)}) as days group by 1, 2`.execute(db)
  return rows
}

/** Returns payments and refunds by their day in `zone`. */
export async function paidByPeriod(db: Db, period: ReportPeriod, zone: string): Promise<PaidSum[]> {
  const { rows } = await sql<PaidSum>`
    select ${periodOf(period)} as day, key as kind, sum(sums[1])::float8 as cents
    from (${await moneyDays(db, 'paid', period, zone)}) as days group by 1, 2`.execute(db)
  return rows
}

/** Returns the changes by their day in `zone`, and the sum of all earlier ones. */
export async function levelsByPeriod(
  db: Db,
  period: ReportPeriod,
  zone: string,
): Promise<{ before: LevelsBefore; rows: LevelSum[] }> {
  const { from, to } = period
  const sums = sql`coalesce(sum(count), 0)::float8 as count, coalesce(sum(sums[1]), 0)::float8 as accounts,
    coalesce(sum(sums[2]), 0)::float8 as "monthlyCents", coalesce(sum(sums[3]), 0)::float8 as seats`
  const all = await moneyDays(db, 'levels', { from: firstDay, to }, zone)
  const before = await sql<LevelsBefore>`
    select ${sums} from (${all}) as days where day < ${from}::date`.execute(db)
  const { rows } = await sql<LevelSum>`
    select ${periodOf(period)} as day, key as step, ${sums}
    from (${all}) as days where day >= ${from}::date group by 1, 2`.execute(db)
  // a sum without groups is one row
  return { before: (before.rows as [LevelsBefore])[0], rows }
}

function periodOf({ by }: ReportPeriod) {
  return sql`date_trunc(${sql.lit(by)}, day::timestamp)::date`
}

/** Returns the moment from which on the history is known, unless it is known from the first subscription on. */
export async function levelsSince(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('subscription_level')
    .select('at')
    .where('step', '=', 'start')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.at ?? null
}
