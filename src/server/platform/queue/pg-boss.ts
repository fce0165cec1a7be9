import { PgBoss } from 'pg-boss'
import type { Engine, Log } from '#server/platform/database/engine/engine.ts'

/**
 * The library behind the queue, over our own pool, so that it works on both engines. It keeps its tables in a schema of
 * its own (`pgboss`), brings them up to date when it starts, and does its own housekeeping when `supervise` says so.
 */
export function pgBossOver(engine: Engine, log: Log, supervise: boolean): PgBoss {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => executeScript(engine, text, values) },
    backend: engine.kind === 'embedded' ? 'pglite' : 'postgres',
    schedule: false,
    supervise,
    // dependencies between jobs are not used; once an hour is its slowest look at them
    flowIntervalSeconds: 3_600,
    monitorVacuum: false,
    reindex: false,
  })
  boss.on('error', (problem) => log.error({ problem: problem.message }, 'the job queue met an error'))
  boss.on('warning', (warning) => log.warn({ warning: warning.message }, 'the job queue warns'))
  return boss
}

/** Names of the jobs that are due or being done: one question, where asking for the jobs of each name takes many. */
export async function namesAtHand({ pool }: Engine): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ name: string }>(
    `select distinct name from pgboss.job where state < 'completed' and start_after <= now()`,
  )
  return new Set(rows.map((row) => row.name))
}

/**
 * Removes a waiting round that is further away than rounds are apart: it was stored while the database's clock was ahead,
 * and would keep the next one from being stored until that time comes.
 */
export async function removeFarAway({ pool }: Engine, name: string, everyMs: number): Promise<void> {
  await pool.query(
    `delete from pgboss.job where name = $1 and state = 'created'
     and start_after > now() + make_interval(secs => $2)`,
    [name, everyMs / 1_000 + 1],
  )
}

/** pg-boss also sends whole scripts, whose answer is a list of results. */
async function executeScript(engine: Engine, text: string, values?: unknown[]): Promise<{ rows: unknown[] }> {
  const answer: unknown = await engine.pool.query(text, values)
  const results = Array.isArray(answer) ? answer : [answer]
  return { rows: results.flatMap((result: { rows: unknown[] }) => result.rows) }
}
