import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { PGlite } from '@electric-sql/pglite'
import type pg from 'pg'
import type { Engine, Log } from '#server/platform/database/engine/engine.ts'
import { GuardedPool } from '#server/platform/database/engine/pool.ts'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'
import { copyClosedDatabase, copyDatabase, createDatabase, placesIn, prepareDirectory } from './directory.ts'
import { durableParameters } from './durable-files.ts'
import { startMaintenance } from './maintenance.ts'
import { type Limits, openThread, type SupervisedThread } from './supervised-thread.ts'
import { fillDirectory } from './thread-link.ts'

type EmbeddedSettings = {
  readonly dataDir: string
  readonly log: Log
  /** Milliseconds that a query waits for the only connection, or for a restart of the database, before it fails. */
  readonly waitMs?: number | undefined
  readonly limits?: Limits
  /** PostgreSQL's start parameters; only tests use others than the durable ones. */
  readonly startParameters?: readonly string[]
}

const defaultWaitMs = 10_000

/** Milliseconds that running queries get at shutdown. */
const returnWithinMs = 3_000

const defaultLimits: Limits = { statementMs: 30_000, idleTransactionMs: 30_000 }

/**
 * Opens the embedded database in `dataDir`, creating it where missing. Throws `StartProblem` when the directory is in
 * use by another process, read-only, full or unreadable, and when writes would not be durable.
 */
export async function openEmbedded(settings: EmbeddedSettings): Promise<Engine> {
  const { dataDir, log, limits = defaultLimits, startParameters = durableParameters, waitMs } = settings
  const places = placesIn(dataDir)
  prepareDirectory(places)
  const unlock = lockDirectory(places.lock, dataDir)
  try {
    if (!existsSync(places.database)) {
      await createDatabase(places, fillDirectory)
    }
    const thread = await openThread({ directory: places.database, startParameters }, limits, log).catch(
      (problem: Error) => {
        throw new StartProblem(`${problem.message} (${places.database}). Restore a backup if this stays.`)
      },
    )
    const engine = engineOver(thread, log, waitMs)
    await refuseForgetful(engine.pool, thread).catch(async (problem: unknown) => {
      await engine.close()
      throw problem
    })
    const stopMaintenance = startMaintenance({ engine, dataDir, log })
    return {
      ...engine,
      copyTo: (folder) => copyDatabase(engine.pool, places.database, placesIn(folder)),
      close: async () => {
        await stopMaintenance()
        await engine.close()
        unlock()
      },
    }
  } catch (problem) {
    unlock()
    throw problem
  }
}

/**
 * Creates a new database in an empty directory and calls `fill` with it. Nothing is synced to disk: that is left to
 * `createDatabase`, without which the directory is no database yet.
 */
export async function fillEmbedded(
  directory: string,
  log: Log,
  fill: (engine: Engine) => Promise<void>,
): Promise<void> {
  await fillDirectory(directory)
  const startParameters = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB']
  const thread = await openThread({ directory, startParameters }, defaultLimits, log)
  const engine = engineOver(thread, log)
  try {
    await engine.withoutTimeLimit(async () => {
      await fill(engine)
      await engine.pool.query('checkpoint')
    })
  } finally {
    await engine.close()
  }
}

/**
 * Copies the closed embedded database of `dataDir` to a folder without opening it: a copy before an upgrade keeps the
 * old tables. Throws `StartProblem` where the database is missing or in use.
 */
export async function copyClosed(dataDir: string, folder: string): Promise<void> {
  const { database } = placesIn(dataDir)
  if (!existsSync(database)) throw new StartProblem(`There is no database in ${dataDir}.`)
  await withLockedDirectory(dataDir, () => copyClosedDatabase(database, placesIn(folder)))
}

/**
 * Calls `work` while no other process opens a database in the data directory, which exists. Throws `StartProblem` where
 * one does.
 */
export async function withLockedDirectory<Result>(
  dataDir: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const unlock = lockDirectory(placesIn(dataDir).lock, dataDir)
  try {
    return await work()
  } finally {
    unlock()
  }
}

/** A pool of one connection to the thread, which is never closed for idleness. */
export function engineOver(thread: SupervisedThread, log: Log, waitMs = defaultWaitMs): Engine {
  const pool = new GuardedPool(
    {
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: waitMs,
      // the driver asks for a net.Socket and uses only the methods of this one
      stream: () => thread.connect() as never,
    },
    (problem) => log.warn({ problem: problem.message }, 'the connection to the embedded database was lost'),
  )
  return {
    kind: 'embedded',
    pool,
    withoutTimeLimit: (work) => thread.withoutTimeLimit(work),
    close: async () => {
      // a leaked connection must not keep the process from exiting
      await Promise.race([pool.end(), new Promise((late) => setTimeout(late, returnWithinMs).unref())])
      await thread.close()
    },
  }
}

/** Commits once and refuses to start when that caused no fsync, as an update of PGlite might. */
async function refuseForgetful(pool: pg.Pool, thread: SupervisedThread): Promise<void> {
  const before = await thread.countSyncs()
  await pool.query("select pg_logical_emit_message(true, 'lectern', 'start')")
  if ((await thread.countSyncs()) === before) {
    throw new StartProblem(
      'The embedded database does not force its writes to the disk, so they would be lost with the power: reinstall the program, or use PostgreSQL.',
    )
  }
}

/**
 * Locks the directory and returns the function that unlocks it. The lock is an exclusive transaction on a small SQLite
 * file beside the database: the operating system releases it however the process ends. Two processes on one directory
 * would silently overwrite each other's data.
 */
function lockDirectory(lockFile: string, dataDir: string): () => void {
  const lock = new DatabaseSync(lockFile)
  try {
    lock.exec('pragma busy_timeout = 0; pragma journal_mode = memory; begin exclusive')
  } catch (problem) {
    lock.close()
    if (!isBusy(problem)) throw problem
    throw new StartProblem(
      `Another process is using the data directory ${dataDir}: stop it first, or choose another DATA_DIR.`,
    )
  }
  return () => lock.close()
}

function isBusy(problem: unknown): boolean {
  const sqliteBusy = 5
  return problem instanceof Error && 'errcode' in problem && problem.errcode === sqliteBusy
}
