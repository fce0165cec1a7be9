import { sql } from 'kysely'
import type { CohortSum, TrialSum } from '#domain/reports/cohorts.ts'
import type { Db } from '#server/platform/database/tables.ts'

type Bounds = { readonly start: Date; readonly end: Date; readonly zone: string }

/**
 * Returns when the accounts that paid for the first time between two moments paid, by months of `zone`. Accounts that
 * paid when the history began have no known beginning, and are left out.
 */
export async function cohortSums(db: Db, { start, end, zone }: Bounds): Promise<CohortSum[]> {
  const month = (at: string) => sql`date_trunc('month', ${sql.ref(at)} at time zone ${sql.lit(zone)})::date`
  const { rows } = await sql<CohortSum>`
    with first as (
      select distinct on (account_id) account_id, id, at, step from subscription_level
      where phase = 'paid' order by account_id, id
    )
    select ${month('first.at')} as start, ${month('level.at')} as month,
      (count(*) filter (where level.id = first.id))::int as started,
      sum((level.phase = 'paid')::int - (level.phase_before = 'paid')::int)::int as change
    from first join subscription_level as level on level.account_id = first.account_id
    where first.step <> 'start' and first.at >= ${start} and first.at < ${end} and level.at < ${end}
      and (level.phase = 'paid' or level.phase_before = 'paid')
    group by 1, 2`.execute(db)
  return rows
}

/** Returns the trials that ended between two moments, by months of `zone`. */
export async function trialSums(db: Db, { start, end, zone }: Bounds): Promise<TrialSum[]> {
  return db
    .selectFrom('subscription_level')
    .select([
      sql<string>`date_trunc('month', at at time zone ${sql.lit(zone)})::date`.as('month'),
      sql<number>`count(*)::int`.as('ended'),
      sql<number>`(count(*) filter (where phase = 'paid'))::int`.as('paid'),
    ])
    .where('phase_before', '=', 'trial')
    .where('phase', 'in', ['paid', 'over', 'granted'])
    .where('at', '>=', start)
    .where('at', '<', end)
    .groupBy(sql`1`)
    .execute()
}
