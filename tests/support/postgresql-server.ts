import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

const oldestVersion = 15

/** The program that this machine lacks to run the tests on PostgreSQL; undefined if none. */
export function missingForPostgresql(): string | undefined {
  if (!newestBinaries()) return `PostgreSQL ${oldestVersion} or later is not installed`
  if (isRoot() && !hasUser('postgres')) return 'PostgreSQL refuses root, and there is no user "postgres"'
  return undefined
}

/**
 * Starts a separate PostgreSQL server in a temporary directory, reachable only by a socket in it, without syncing, and
 * in memory if there is room. Its URL lacks the database's name: `${url('lectern')}`. It also ends when this process is
 * killed.
 */
export async function startPostgresql(): Promise<{
  url: (database: string) => string
  /** The server's first process; the others are its children. */
  pid: number
  stop: () => Promise<void>
}> {
  const binaries = newestBinaries()
  if (!binaries) throw new Error(missingForPostgresql())
  const folder = mkdtempSync(join(inMemory() ?? tmpdir(), 'lectern-postgresql-'))
  if (isRoot()) execFileSync('chown', ['postgres', folder])
  const data = join(folder, 'data')
  const asUser = isRoot() ? ['runuser', '-u', 'postgres', '--'] : []
  const run = (...command: string[]) => [...asUser, ...command] as [string, ...string[]]
  const cluster = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
  const [program, ...args] = run(join(binaries, 'initdb'), ...cluster)
  execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  const settings = [
    'listen_addresses=',
    'full_page_writes=off',
    'synchronous_commit=off',
    'max_connections=100',
    // databases of seconds: nothing to tidy, nothing worth compiling
    'autovacuum=off',
    'jit=off',
  ]
  const careless = ['-D', data, '-k', folder, '-F', ...settings.flatMap((setting) => ['-c', setting])]
  // cat ends with the pipe from this process, whether it closes the pipe or dies
  const untilTold =
    '"$@" >/dev/null 2>&1 </dev/null & server=$!; cat >/dev/null; kill -INT $server; wait $server; rm -r "$PWD"'
  const [shell, ...script] = run('sh', '-c', untilTold, 'sh', join(binaries, 'postgres'), ...careless)
  const server = spawn(shell, script, { cwd: folder, stdio: ['pipe', 'ignore', 'inherit'] })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const url = (database: string) =>
    `postgresql://postgres@localhost/${database}?host=${encodeURIComponent(folder)}`
  await answering(url('postgres'))
  const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  return {
    url,
    pid,
    stop: async () => {
      server.stdin?.end()
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Linux's folder in memory, where a database of 300 files is copied at a tenth of the cost; undefined where it is small, as in containers. */
function inMemory(): string | undefined {
  const folder = '/dev/shm'
  if (!existsSync(folder)) return undefined
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize >= roomInMemory ? folder : undefined
}
/** Bytes: PostgreSQL keeps up to a gigabyte of its log. */
const roomInMemory = 4 * 2 ** 30

async function answering(url: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (problem) {
      if (attempt === 200) throw problem
      await wait(50)
    }
  }
}

/** The folder of the newest PostgreSQL programs that are recent enough. */
function newestBinaries(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const packaged = existsSync(debian)
    ? readdirSync(debian).map((version) => join(debian, version, 'bin'))
    : []
  return [...(process.env.PATH ?? '').split(':'), ...packaged]
    .filter(
      (folder) => folder !== '' && existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
    )
    .map((folder) => ({ folder, version: versionOf(join(folder, 'postgres')) }))
    .filter(({ version }) => version >= oldestVersion)
    .sort((one, other) => other.version - one.version)[0]?.folder
}

function versionOf(program: string): number {
  const words = execFileSync(program, ['--version'], { encoding: 'utf8' })
  return Number(/\(PostgreSQL\) (\d+)/.exec(words)?.[1] ?? 0)
}

function isRoot(): boolean {
  return userInfo().uid === 0
}

function hasUser(name: string): boolean {
  try {
    execFileSync('id', [name], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
