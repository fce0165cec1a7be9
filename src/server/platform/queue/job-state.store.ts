import { sql } from 'kysely'
import type { Engine } from '#server/platform/database/engine/engine.ts'
import type { Db } from '#server/platform/database/tables.ts'

/** The jobs of a name. Times are of the database's clock. */
export type JobState = {
  readonly name: string
  /** Number of jobs that wait, for their time or another try. */
  readonly waiting: number
  readonly running: number
  /** When the first of those that wait is due. */
  readonly nextRunAt: Date | null
  /** The end of the last run that went well. */
  readonly lastRunAt: Date | null
  readonly durationMs: number | null
  /** The last fault of a job that is kept: it waits for another try, or was given up. */
  readonly lastProblem: string | null
}

/** Returns the jobs by name, as far as the queue keeps them. */
export async function readJobs({ pool }: Engine): Promise<readonly JobState[]> {
  const { rows } = await pool.query<JobState>(`
    select queue.name, count(*) filter (where job.state in ('created', 'retry'))::int as waiting,
      count(*) filter (where job.state = 'active')::int as running,
      min(job.start_after) filter (where job.state in ('created', 'retry')) as "nextRunAt",
      max(job.completed_on) filter (where job.state = 'completed') as "lastRunAt",
      (array_agg(round(extract(epoch from job.completed_on - job.started_on) * 1000)::int
        order by job.completed_on desc) filter (where job.state = 'completed'))[1] as "durationMs",
      (array_agg(coalesce(job.output ->> 'message', job.output -> 'value' ->> 'message')
        order by job.created_on desc) filter (where job.state in ('retry', 'failed')))[1] as "lastProblem"
    from pgboss.queue left join pgboss.job on job.name = queue.name
    group by queue.name order by queue.name`)
  return rows
}

/** Makes the waiting jobs of a name due. */
export async function hastenJobs(db: Db, name: string): Promise<void> {
  await sql`update pgboss.job set start_after = now()
    where name = ${name} and state in ('created', 'retry') and start_after > now()`.execute(db)
}
