import { sql } from 'kysely'
import { unsettledStates } from '#server/books/billing/charging/charging.store.ts'
import type { Db } from '#server/platform/database/tables.ts'

/** A value, and the label that it belongs to. */
export type Labelled = { readonly label: string; readonly value: number }

/** Seconds for which a process reports the state of the database after it was last asked. */
const reportsForSeconds = 60

/**
 * Makes this process the one that reports the state of the database, or prolongs that. Returns whether it is: another
 * process follows once this one has not been asked for a minute. Times are of the database's clock.
 */
export async function mayReport(db: Db, process: string): Promise<boolean> {
  const { rows } = await sql`
    insert into setting (name, value) values ('metrics-reporter', jsonb_build_object(
      'process', ${process}::text, 'until', now() + make_interval(secs => ${reportsForSeconds})))
    on conflict (name) do update set value = excluded.value
    where setting.value ->> 'process' = ${process} or (setting.value ->> 'until')::timestamptz < now()
    returning name`.execute(db)
  return rows.length > 0
}

/**
 * Returns the number of mails by state: `waiting` for their time, `delayed` after a fault, and `failed`, which were
 * written within a day and given up.
 */
export const countMails = (db: Db, real: Date) =>
  labelled(
    db,
    sql`select case when put_off_since is null then 'waiting' else 'delayed' end as label, count(*)::int as value
      from mail where sent_at is null and failed_at is null group by 1
      union all
      select 'failed', count(*)::int from mail where created_at > ${dayBefore(real)} and failed_at is not null`,
  )

/** Returns the number of attempts to charge by state: those without an outcome, and all of a day. */
export const countCharges = (db: Db, real: Date) =>
  labelled(
    db,
    sql`select state as label, count(*)::int as value from (
        select id, state from charge_attempt where state in (${sql.join([...unsettledStates])})
        union select id, state from charge_attempt where created_at > ${dayBefore(real)}) as attempt
      group by state`,
  )

/** Returns the number of conversions of videos by state: `waiting` and `running`. */
export const countConversions = (db: Db) =>
  labelled(
    db,
    sql`select state as label, count(*)::int as value from film_job where state in ('waiting', 'running') group by state`,
  )

/** Returns the number of differences that the last reconciliation with each payment provider found. */
export const countDifferences = (db: Db) =>
  labelled(
    db,
    sql`select distinct on (provider) provider as label, jsonb_array_length(differences) as value
      from reconciliation order by provider, ran_at desc`,
  )

/** Returns the number of webhooks' events by state: `waiting`, and those of a day that were `given-up`. */
export const countWebhooks = (db: Db, real: Date) =>
  labelled(
    db,
    sql`select state as label, count(*)::int as value from webhook_delivery
      where state = 'waiting' or (state = 'given-up' and last_attempt_at > ${dayBefore(real)}) group by state`,
  )

/** Returns the number of subscriptions by status. */
export const countSubscriptions = (db: Db) =>
  labelled(db, sql`select status as label, count(*)::int as value from subscription group by status`)

/** Returns the number of films that have been playing within a minute. */
export async function countPlaying(db: Db, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('playback_grant')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('last_used_at', '>', new Date(now.getTime() - 60_000))
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function labelled(db: Db, query: ReturnType<typeof sql>): Promise<readonly Labelled[]> {
  const { rows } = await sql<Labelled>`${query}`.execute(db)
  return rows
}

const dayBefore = (real: Date) => new Date(real.getTime() - 86_400_000)
