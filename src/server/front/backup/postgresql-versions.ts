import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Database } from '#server/platform/database/database.ts'

/** Returns why the PostgreSQL server cannot be backed up, if so. */
export type BackupToolsWatch = () => Promise<string | undefined>

const checkedAgainAfterMs = 60_000

/**
 * Checks whether this machine's `pg_dump` can read the server, once a minute at most: an older client refuses a newer
 * server. A machine without the client tools has no fault: backups may be made on another one.
 */
export function watchBackupTools({
  database,
}: {
  database: Pick<Database, 'kind' | 'pool'>
}): BackupToolsWatch {
  let checked: { at: number; fault: Promise<string | undefined> } | undefined
  return () => {
    if (database.kind === 'embedded') return Promise.resolve(undefined)
    if (!checked || performance.now() - checked.at > checkedAgainAfterMs)
      checked = { at: performance.now(), fault: backupToolsFault(database).catch(() => undefined) }
    return checked.fault
  }
}

/** The same, uncached. Rejects while the database is unavailable. */
export async function backupToolsFault({ pool }: Pick<Database, 'pool'>): Promise<string | undefined> {
  const { rows } = await pool.query<{ version: number }>(serverVersionQuery)
  const server = rows[0]?.version ?? 0
  return olderClient(await toolVersion('pg_dump', server), server)
}

/** Query for a PostgreSQL server's major version, such as 17. */
export const serverVersionQuery = `select current_setting('server_version_num')::int / 10000 as version`

/**
 * Returns what to install where `pg_dump` is older than the server, by major version; a newer one reads all servers.
 */
export function olderClient(client: number | undefined, server: number): string | undefined {
  if (client === undefined || client >= server) return undefined
  return `backups cannot be made: pg_dump ${client} cannot read PostgreSQL ${server}; install its client programs (Debian: apt install postgresql-client-${server})`
}

/** Returns why a dump cannot be restored into a server, by major versions; `dumped` is that of the dumped server. */
export function olderServer({
  dumped,
  client,
  server,
}: {
  dumped: number | undefined
  client: number | undefined
  server: number
}): string | undefined {
  if (dumped !== undefined && server < dumped)
    return `This backup is of PostgreSQL ${dumped}, and this server is PostgreSQL ${server}: restore it into PostgreSQL ${dumped} or later.`
  // pg_restore 17 sets transaction_timeout, which older servers do not know
  if (client !== undefined && client >= 17 && server < 17)
    return `pg_restore ${client} cannot restore into PostgreSQL ${server}: restore into PostgreSQL 17 or later.`
  return undefined
}

/** Returns what to install where `pg_restore` is missing, or older than the dumped server, by major version. */
export function olderRestore(client: number | undefined, dumped: number | undefined): string | undefined {
  if (client !== undefined && client >= (dumped ?? 0)) return undefined
  const version = dumped === undefined ? '' : `-${dumped}`
  const program = client === undefined ? 'pg_restore was not found' : `pg_restore ${client} cannot read it`
  return `This backup is of PostgreSQL${dumped === undefined ? '' : ` ${dumped}`}, and ${program}: install PostgreSQL's client programs (Debian: apt install postgresql-client${version}).`
}

/** Major version of the tool used with a server; undefined if it is not installed. */
export async function toolVersion(
  tool: 'pg_dump' | 'pg_restore',
  server: number,
): Promise<number | undefined> {
  const said = await promisify(execFile)(pathOfTool(tool, server), ['--version']).catch(() => undefined)
  const [, major] = /\(PostgreSQL\) (\d+)/.exec(said?.stdout ?? '') ?? []
  return major === undefined ? undefined : Number(major)
}

/**
 * Returns the path of the tool of the server's version, else of the newest: Debian installs each version outside of
 * PATH, and newer tools read older servers.
 */
export function pathOfTool(tool: string, server: number): string {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : []
  return (
    [String(server), ...versions]
      .map((version) => join(debian, version, 'bin', tool))
      .find((path) => existsSync(path)) ?? tool
  )
}
