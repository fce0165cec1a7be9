import pg from 'pg'
import { databaseOver } from '#server/platform/database/database.ts'
import { openEmbedded } from '#server/platform/database/embedded/open-embedded.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { movingInTable, refuseMoved } from '#server/platform/database/moved.ts'
import { openPostgresql } from '#server/platform/database/postgresql.ts'
import { hasUnfinishedCopy, ownRoutines } from './ask-postgresql.ts'
import { copyRowsOf, makeTables, quietLog } from './copy-database.ts'
import type { MoveProgress } from './copy-tables.ts'

type IntoPostgresql = {
  /** The folder of the embedded database, which is brought up to date. */
  readonly from: string
  /** The address of a database without tables and `removableObjects`. */
  readonly to: string
  readonly migrationsDir: string
  /** Runs once all rows are copied and compared, before they are committed. */
  readonly last: () => Promise<void>
}

/**
 * Copies an embedded database that nobody uses into a PostgreSQL database, and compares both. A failure leaves the target
 * without tables. A kill leaves tables without rows, with which no site starts, and which `removeUnfinishedCopy` removes.
 * Throws `StartProblem` for a database of a newer program, and for one from which the site has moved.
 */
export async function copyIntoPostgresql(
  { from, to, migrationsDir, last }: IntoPostgresql,
  report: (progress: MoveProgress) => void,
): Promise<{ tables: number; rows: number }> {
  const source = databaseOver(await openEmbedded({ dataDir: from, log: quietLog }))
  try {
    await migrate(source, migrationsDir, quietLog)
    await refuseMoved(source)
    const target = databaseOver(await openPostgresql(to, { log: quietLog }))
    try {
      await makeTables(source, target, migrationsDir)
      const { tables, rows } = await copyRowsOf(source, target, {
        report,
        last: async (writing) => {
          await writing.query(`drop table ${movingInTable}`)
          await last()
        },
      })
      return { tables, rows }
    } finally {
      await target.close()
    }
  } catch (problem) {
    // what cannot be removed now is removed by the next restore
    await removeUnfinishedCopy(to).catch(() => undefined)
    throw problem
  } finally {
    await source.close()
  }
}

/** Removes the tables and routines of an unfinished copy from a PostgreSQL database; nothing from any other database. */
export async function removeUnfinishedCopy(databaseUrl: string): Promise<void> {
  if (!(await hasUnfinishedCopy(databaseUrl))) return
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'restore' })
  await client.connect()
  try {
    await client.query(removal)
  } finally {
    await client.end()
  }
}

/** In one transaction, whose lock waits for a running copy. After its commit the table has a row, or is gone. */
const removal = `do $$ declare statement text; begin
  lock table ${movingInTable} in access exclusive mode;
  if exists (select from ${movingInTable}) then return; end if;
  drop schema if exists pgboss cascade;
  for statement in
    select format('drop table %I.%I cascade', schemaname, tablename) from pg_tables
    where schemaname = current_schema()
  loop execute statement; end loop;
  for statement in
    select format('drop routine %s cascade', oid::regprocedure) from pg_proc where ${ownRoutines}
  loop execute statement; end loop;
end $$`
