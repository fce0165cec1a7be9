import pg from 'pg'
import { movingInTable } from '#server/platform/database/moved.ts'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'

/** Returns whether a PostgreSQL database has no table. Throws `StartProblem` when it is unreachable. */
export async function isPostgresqlEmpty(databaseUrl: string): Promise<boolean> {
  const { tables } = await askOne<{ tables: number }>(
    databaseUrl,
    `select count(*)::int as tables from pg_catalog.pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  return tables === 0
}

/**
 * Condition on `pg_proc`: routines of the user in the schema of a site, without those of extensions. In a database that
 * had none when a copy began, all of them are the copy's.
 */
export const ownRoutines = `pronamespace = current_schema()::regnamespace and proowner = current_user::regrole
  and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')`

/** Returns the user's routines and the schema of a queue, which removing an unfinished copy would remove, too. */
export async function removableObjects(databaseUrl: string): Promise<readonly string[]> {
  const rows = await askAll<{ name: string }>(
    databaseUrl,
    `select 'the routine ' || oid::regprocedure as name from pg_proc where ${ownRoutines}
     union all select 'the schema ' || nspname from pg_namespace where nspname = 'pgboss' order by 1`,
  )
  return rows.map(({ name }) => name)
}

/**
 * Returns whether a PostgreSQL database has the tables of a copy of which no row was committed, as a kill leaves them.
 * Throws `StartProblem` when it is unreachable.
 */
export async function hasUnfinishedCopy(databaseUrl: string): Promise<boolean> {
  const { there } = await askOne<{ there: boolean }>(
    databaseUrl,
    `select to_regclass('${movingInTable}') is not null as there`,
  )
  if (!there) return false
  const { rows } = await askOne<{ rows: number }>(
    databaseUrl,
    `select count(*)::int as rows from ${movingInTable}`,
  )
  return rows === 0
}

/** Returns the single row of a query. Throws `StartProblem` when the database is unreachable. */
export async function askOne<Row extends pg.QueryResultRow>(
  databaseUrl: string,
  query: string,
): Promise<Row> {
  const [row] = await askAll<Row>(databaseUrl, query)
  if (!row) throw new StartProblem('The database cannot be reached: it answered nothing')
  return row
}

/** Returns the rows of a query. Throws `StartProblem` when the database is unreachable. */
export async function askAll<Row extends pg.QueryResultRow>(
  databaseUrl: string,
  query: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    return (await client.query<Row>(query)).rows
  } catch (error) {
    throw new StartProblem(
      `The database cannot be reached: ${error instanceof Error ? error.message : error}`,
    )
  } finally {
    await client.end().catch(() => undefined)
  }
}
