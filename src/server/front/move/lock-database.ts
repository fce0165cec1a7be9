import pg from 'pg'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'

/**
 * Calls `work` while no other restore or move uses the same PostgreSQL database; at once for the embedded one
 * (undefined). The server releases the lock however the process ends. Throws `StartProblem` where another one runs, also
 * the `pg_restore` of a restore that was killed.
 */
export async function withLockedDatabase<Result>(
  databaseUrl: string | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!databaseUrl) return work()
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    application_name: 'restore or move',
    keepAlive: true,
    options: '-c idle_session_timeout=0',
  })
  // a lost connection fails the work, too
  client.on('error', () => undefined)
  try {
    await lock(client)
    return await work()
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function lock(client: pg.Client): Promise<void> {
  await client.connect().catch((error: unknown) => {
    throw new StartProblem(
      `The database cannot be reached: ${error instanceof Error ? error.message : error}`,
    )
  })
  const { rows } = await client.query<{ free: boolean }>(
    `select pg_try_advisory_lock(hashtextextended('restore or move', 0)) and not exists (
       select from pg_stat_activity where datname = current_database() and application_name = 'pg_restore') as free`,
  )
  if (!rows[0]?.free)
    throw new StartProblem(
      'Another restore or move is using the database: wait until it has ended. Nothing was written.',
    )
}
