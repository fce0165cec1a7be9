import type { PoolClient } from 'pg'
import type { Database } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { movingInTable } from '#server/platform/database/moved.ts'
import { startQueue } from '#server/platform/queue/queue.ts'
import { beginPlain, copyTables, type MoveProgress } from './copy-tables.ts'

export const quietLog = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Creates all tables in the target, which no start serves from then on, and those of the queue in both databases. */
export async function makeTables(source: Database, target: Database, migrationsDir: string): Promise<void> {
  await target.pool.query(
    `create table if not exists ${movingInTable} (id text, whole boolean not null default false)`,
  )
  await migrate(target, migrationsDir, quietLog)
  for (const database of [source, target])
    await (await startQueue({ database, log: quietLog, run: 'when-drained' })).stop()
}

/**
 * Copies all rows in one transaction of each database: the target has all of them, or none. `last` runs in the target's
 * transaction, before it commits.
 */
export async function copyRowsOf(
  source: Database,
  target: Database,
  {
    report,
    last,
  }: { report: (progress: MoveProgress) => void; last: (writing: PoolClient) => Promise<unknown> },
): ReturnType<typeof copyTables> {
  return source.withoutTimeLimit(() =>
    target.withoutTimeLimit(() =>
      inPlain(source, 'repeatable read read only', (reading) =>
        inPlain(target, 'read committed', async (writing) => {
          const copied = await copyTables(reading, writing, report)
          await last(writing)
          return copied
        }),
      ),
    ),
  )
}

/** Runs work in a transaction of `beginPlain`. */
export async function inPlain<Result>(
  { pool }: Database,
  isolation: string,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    await beginPlain(client, isolation)
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (problem) {
    await client.query('rollback')
    throw problem
  } finally {
    client.release()
  }
}
