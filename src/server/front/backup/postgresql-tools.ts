import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import pg from 'pg'
import { type UnusedMedia, unusedMediaQuery } from '#server/library/unused-media/unused-media.store.ts'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'
import { olderClient, pathOfTool, serverVersionQuery, toolVersion } from './postgresql-versions.ts'

/**
 * Dumps a PostgreSQL database, consistent, to a file by `pg_dump`. Throws `StartProblem` for a `pg_dump` that is older
 * than the server.
 */
export async function dumpPostgresql(databaseUrl: string, file: string): Promise<void> {
  const server = await serverVersion(databaseUrl)
  const older = olderClient(await toolVersion('pg_dump', server), server)
  if (older) throw new StartProblem(`${older}.`)
  await run('pg_dump', databaseUrl, file, ['--format=custom', `--file=${file}`])
}

/** Restores a dump into an empty database, in one transaction. */
export function restorePostgresql(databaseUrl: string, file: string): Promise<void> {
  return run('pg_restore', databaseUrl, file, ['--single-transaction', '--exit-on-error', file])
}

/** Returns whether a PostgreSQL database has any table. Throws `StartProblem` when it is unreachable. */
export async function isPostgresqlEmpty(databaseUrl: string): Promise<boolean> {
  const { tables } = await ask<{ tables: number }>(
    databaseUrl,
    `select count(*)::int as tables from pg_catalog.pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  return tables === 0
}

/** Returns the major version of a PostgreSQL server, such as 17. Throws `StartProblem` when it is unreachable. */
export async function serverVersion(databaseUrl: string): Promise<number> {
  return (await ask<{ version: number }>(databaseUrl, serverVersionQuery)).version
}

/** Returns the unreferenced media; none for a database from before they were recorded. */
export async function unusedMediaOf(databaseUrl: string): Promise<readonly UnusedMedia[]> {
  const { noted } = await ask<{ noted: boolean }>(
    databaseUrl,
    `select to_regclass('unused_media') is not null as noted`,
  )
  return noted ? askAll<UnusedMedia>(databaseUrl, unusedMediaQuery) : []
}

/** Returns the single row of a query. */
async function ask<Row extends pg.QueryResultRow>(databaseUrl: string, query: string): Promise<Row> {
  const [row] = await askAll<Row>(databaseUrl, query)
  if (!row) throw new StartProblem('The database cannot be reached: it answered nothing')
  return row
}

async function askAll<Row extends pg.QueryResultRow>(databaseUrl: string, query: string): Promise<Row[]> {
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

/**
 * Runs a PostgreSQL tool on a database. The password is passed in a file beside the dump, because arguments are visible
 * to other users.
 */
async function run(
  tool: 'pg_dump' | 'pg_restore',
  databaseUrl: string,
  file: string,
  args: readonly string[],
): Promise<void> {
  const url = new URL(databaseUrl)
  if (url.password) {
    const passwords = `${file}.password`
    const password = decodeURIComponent(url.password).replaceAll(/[\\:]/g, '\\$&')
    await writeFile(passwords, `*:*:*:*:${password}\n`, { mode: 0o600 })
    url.password = ''
    url.searchParams.set('passfile', passwords)
  }
  const child = spawn(
    pathOfTool(tool, await serverVersion(databaseUrl)),
    [`--dbname=${url.href}`, '--no-owner', '--no-privileges', ...args],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  let complaint = ''
  child.stderr.on('data', (chunk) => {
    complaint = `${complaint}${chunk}`.slice(-2_000)
  })
  const code = await new Promise<number | null>((ended, failed) => {
    child.on('error', (error: NodeJS.ErrnoException) =>
      failed(
        error.code === 'ENOENT'
          ? new StartProblem(
              `${tool} was not found: install PostgreSQL's client programs (Debian: apt install postgresql-client).`,
            )
          : error,
      ),
    )
    child.on('close', ended)
  })
  if (code !== 0) throw new StartProblem(`${tool} failed: ${complaint.trim().replaceAll('\n', ' ')}`)
}
