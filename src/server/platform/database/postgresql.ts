import pg from 'pg'
import type { Engine, Log } from '#server/platform/database/engine/engine.ts'
import { GuardedPool } from '#server/platform/database/engine/pool.ts'
import { shareChanges } from '#server/platform/database/engine/share-changes.ts'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'

const oldestVersion = 15

/** Milliseconds after which PostgreSQL ends a statement or an idle transaction. */
const statementTimeoutMs = 30_000

/** Milliseconds that a query waits for a free connection before it fails. */
const defaultWaitMs = 2_000

/** Connects to a PostgreSQL server; refuses an unreachable one and versions before 15. */
export async function openPostgresql(
  databaseUrl: string,
  {
    log,
    poolSize = 10,
    waitMs = defaultWaitMs,
  }: { log: Log; poolSize?: number; waitMs?: number | undefined },
): Promise<Engine> {
  const connection = {
    connectionString: databaseUrl,
    application_name: 'lectern',
    connectionTimeoutMillis: waitMs,
    keepAlive: true,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
    // dates of timestamps must not depend on the server's time zone
    options: '-c TimeZone=UTC',
  }
  const pool = new GuardedPool({ ...connection, max: poolSize }, (problem) =>
    log.warn({ problem: problem.message }, 'a connection to PostgreSQL was lost'),
  )
  const version = await majorVersion(pool).catch(async (problem: unknown) => {
    await pool.end()
    throw new StartProblem(`PostgreSQL cannot be used at ${placeOf(databaseUrl)}: ${sayWhy(problem)}`)
  })
  if (version < oldestVersion) {
    await pool.end()
    throw new StartProblem(
      `PostgreSQL ${oldestVersion} or later is needed; the server at ${placeOf(databaseUrl)} is version ${version}.`,
    )
  }
  const changes = await shareChanges(
    pool,
    () => new pg.Client({ ...connection, application_name: 'lectern-changes' }),
    log,
  )
  const close = async () => {
    await changes.close()
    await pool.end()
  }
  return { kind: 'postgresql', pool, withoutTimeLimit: (work) => work(), close }
}

async function majorVersion(pool: GuardedPool): Promise<number> {
  const { rows } = await pool.query<{ number: string }>(
    "select current_setting('server_version_num') as number",
  )
  return Math.floor(Number(rows[0]?.number ?? 0) / 10_000)
}

/** Returns host and database of a URL, without user and password. */
function placeOf(databaseUrl: string): string {
  try {
    const { host, pathname } = new URL(databaseUrl)
    return `${host}${pathname}`
  } catch {
    return 'DATABASE_URL'
  }
}

/** A refused connection to a name with several addresses is an AggregateError with an empty message. */
function sayWhy(problem: unknown): string {
  const one = problem instanceof AggregateError ? problem.errors[0] : problem
  return one instanceof Error ? one.message.replaceAll('\n', ' ') : String(one)
}
