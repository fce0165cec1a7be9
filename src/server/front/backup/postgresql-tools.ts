import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { askAll, askOne } from '#server/front/move/ask-postgresql.ts'
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

/** Returns the major version of a PostgreSQL server, such as 17. Throws `StartProblem` when it is unreachable. */
export async function serverVersion(databaseUrl: string): Promise<number> {
  return (await askOne<{ version: number }>(databaseUrl, serverVersionQuery)).version
}

/** Returns the unreferenced media; none for a database from before they were recorded. */
export async function unusedMediaOf(databaseUrl: string): Promise<readonly UnusedMedia[]> {
  const { noted } = await askOne<{ noted: boolean }>(
    databaseUrl,
    `select to_regclass('unused_media') is not null as noted`,
  )
  return noted ? askAll<UnusedMedia>(databaseUrl, unusedMediaQuery) : []
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
  const options = [`--dbname=${url.href}`, '--no-owner', '--no-privileges', ...args]
  const child = spawn(pathOfTool(tool, await serverVersion(databaseUrl)), options, {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await succeeded(tool, child)
}

/**
 * Yields a dump as a script in SQL, by `pg_restore`. Throws `StartProblem` at its end unless it is complete.
 * @param dumped major version of the dumped server
 */
export async function* scriptOfDump(file: string, dumped: number | undefined): AsyncGenerator<string> {
  const options = ['--no-owner', '--no-privileges', '--file=-', file]
  const child = spawn(pathOfTool('pg_restore', dumped ?? 0), options, { stdio: ['ignore', 'pipe', 'pipe'] })
  const done = succeeded('pg_restore', child)
  // awaited later; until then a rejection must not count as unhandled
  done.catch(() => undefined)
  try {
    yield* child.stdout.setEncoding('utf8') as AsyncIterable<string>
    await done
  } finally {
    child.kill()
  }
}

/** Resolves when a tool has ended well. Throws `StartProblem` for a missing tool, and with its complaint. */
async function succeeded(
  tool: string,
  child: ChildProcessByStdio<null, Readable | null, Readable>,
): Promise<void> {
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
