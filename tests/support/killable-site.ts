import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Database } from '#server/platform/database/database.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { addressOf, createTestDatabase, silentLog, testEngine } from './database.ts'
import { freePort, type ServerProcess, startServerProcess } from './server-process.ts'

/** A demo site in a separate process, on the engine of this run, that is killed and restarted on its data. */
export type KillableSite = {
  /** The process that was started last. */
  readonly server: ServerProcess
  /** Starts it at the same address as before; resolves when it is ready. */
  start(settings?: Readonly<Record<string, string>>): Promise<ServerProcess>
  kill(): Promise<void>
  /** Its folder for database and media. */
  readonly dataDir: string
  /** Reads the database. An embedded one can be read only while no server has it open. */
  look<Result>(work: (database: Database) => Promise<Result>): Promise<Result>
  end(): Promise<void>
}

/** @param database a database on this run's server, which the test reads meanwhile and closes */
export async function killableSite(database?: Database): Promise<KillableSite> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-killed-'))
  const own = database || testEngine === 'embedded' ? undefined : await createTestDatabase()
  const stored = database ?? own
  const settings = {
    DEMO: '1',
    DATA_DIR: dataDir,
    // the same address after a restart, so that browsers keep their session
    PORT: String(await freePort()),
    RATE_LIMITS: '100000',
    ...(stored && { DATABASE_URL: await addressOf(stored) }),
  }
  let server: ServerProcess | undefined
  const kill = async () => void (await server?.stop('SIGKILL'))
  return {
    dataDir,
    get server() {
      if (!server) throw new Error('it was not started')
      return server
    },
    async start(more) {
      server = await startServerProcess({ ...settings, ...more })
      await server.ready()
      return server
    },
    kill,
    async look(work) {
      if (stored) return work(stored)
      const migrationsDir = resolve(import.meta.dirname, '../../migrations')
      const files = await openDatabase({ dataDir, migrationsDir, log: silentLog })
      return work(files).finally(() => files.close())
    },
    async end() {
      await kill()
      await own?.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
