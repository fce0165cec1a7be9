import { sql } from 'kysely'
import type { Db } from '#server/platform/database/tables.ts'

/** Makes waiting jobs due: their delays use the machine's clock. The name is a pattern of SQL's `like`. */
export async function hurryJobs(db: Db, name: string): Promise<void> {
  await sql`update pgboss.job set start_after = now() where name like ${name} and state = 'created'`.execute(
    db,
  )
}

type WaitingJob = {
  readonly name: string
  readonly state: string
  /** Of which only one waits. */
  readonly singletonKey: string | null
  /** For how long it waits from when it was asked for, in whole seconds. */
  readonly seconds: number
}

/** Jobs that wait in the queue, or to be tried again, by name, which is a pattern of SQL's `like`. */
export async function waitingJobs(db: Db, name: string): Promise<WaitingJob[]> {
  const { rows } = await sql<WaitingJob>`
    select name, state::text, singleton_key as "singletonKey",
      round(extract(epoch from start_after - created_on))::int as seconds
    from pgboss.job where name like ${name} and state < 'active' order by name`.execute(db)
  return rows
}

/** Removes jobs, as if abandoned or lost. */
export async function loseJobs(db: Db, name: string): Promise<void> {
  await sql`delete from pgboss.job where name = ${name}`.execute(db)
}

/** How many jobs of a name there are in each state. */
export async function jobStates(db: Db, name: string): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<{ state: string; count: number }>`
    select state::text, count(*)::int from pgboss.job where name = ${name} group by 1`.execute(db)
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}
