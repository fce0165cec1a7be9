import { PgBoss } from 'pg-boss'
import type { Engine, Log } from '#server/platform/database/engine/engine.ts'

/**
 * The queue's library over our own pool, so that it works on both engines. It keeps its tables in the schema `pgboss`,
 * migrates them at startup, and does its own maintenance if `supervise` is set.
 */
export function pgBossOver(engine: Engine, log: Log, supervise: boolean): PgBoss {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => executeScript(engine, text, values) },
    backend: engine.kind === 'embedded' ? 'pglite' : 'postgres',
    schedule: false,
    supervise,
    // job dependencies are unused; once an hour is the longest interval for them
    flowIntervalSeconds: 3_600,
    monitorVacuum: false,
    reindex: false,
  })
  boss.on('error', (problem) => log.error({ problem: problem.message }, 'the job queue met an error'))
  boss.on('warning', (warning) => log.warn({ warning: warning.message }, 'the job queue warns'))
  return boss
}

/** Returns the names with due or running jobs: one query in place of one per name. */
export async function pendingNames({ pool }: Engine): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ name: string }>(
    `select distinct name from pgboss.job where state < 'completed' and start_after <= now()`,
  )
  return new Set(rows.map((row) => row.name))
}

/**
 * Deletes a scheduled round that is further away than its interval: it was stored while the database's clock was ahead,
 * and would suppress the next one until then.
 */
export async function removeFarAway({ pool }: Engine, name: string, everyMs: number): Promise<void> {
  await pool.query(
    `delete from pgboss.job where name = $1 and state = 'created'
     and start_after > now() + make_interval(secs => $2)`,
    [name, everyMs / 1_000 + 1],
  )
}

/** pg-boss also sends scripts of several statements, whose result is a list. */
async function executeScript(engine: Engine, text: string, values?: unknown[]): Promise<{ rows: unknown[] }> {
  const answer: unknown = await engine.pool.query(text, values)
  const results = Array.isArray(answer) ? answer : [answer]
  return { rows: results.flatMap((result: { rows: unknown[] }) => result.rows) }
}
