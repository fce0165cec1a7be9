import {
  accessSync,
  constants,
  type Dirent,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { copyFile, mkdir, readdir, rename } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type pg from 'pg'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'
import { syncToDisk } from '#server/platform/runtime/sync-to-disk.ts'

/** PGlite's version of PostgreSQL; files of other versions cannot be read. */
export const postgresqlVersion = '18'

/** Free bytes required: a new database takes 30 MB, an existing one needs space for its WAL. */
const roomForNew = 100 * 2 ** 20
const roomForExisting = 32 * 2 ** 20

/** Paths of the embedded database below the data directory. */
export type Places = {
  readonly dataDir: string
  readonly database: string
  /** A database under construction; it is renamed when complete. */
  readonly unfinished: string
  /** A copy that takes the place of the database after a failed upgrade (scripts/upgrade/replace.ts). */
  readonly returning: string
  readonly lock: string
}

export function placesIn(dataDir: string): Places {
  return {
    dataDir,
    database: join(dataDir, 'database'),
    unfinished: join(dataDir, 'database.new'),
    returning: join(dataDir, 'database.returning'),
    lock: join(dataDir, 'database.lock'),
  }
}

/**
 * Creates the data directory if needed, and ends the return of a copy that was interrupted. Throws `StartProblem`, having changed nothing, when it is not writable, full,
 * or holds a database that this program cannot read.
 */
export function prepareDirectory(places: Places): void {
  const { dataDir, database, returning } = places
  if (!existsSync(database) && existsSync(returning)) renameSync(returning, database)
  const exists = existsSync(database)
  const standing = nearestExisting(dataDir)
  try {
    accessSync(standing, constants.W_OK | constants.X_OK)
  } catch {
    throw new StartProblem(
      `The data directory ${dataDir} is not writable: give it to this user, or choose another DATA_DIR.`,
    )
  }
  const { bavail, bsize } = statfsSync(standing)
  const needed = exists ? roomForExisting : roomForNew
  if (bavail * bsize < needed) {
    throw new StartProblem(
      `The disk of the data directory ${dataDir} is full: ${megabytes(bavail * bsize)} MB of space are free, ${megabytes(needed)} MB are needed.`,
    )
  }
  if (exists) refuseUnreadable(database)
  try {
    mkdirSync(dataDir, { recursive: true })
  } catch (problem) {
    const { code, message } = problem as NodeJS.ErrnoException
    throw new StartProblem(
      `The data directory ${dataDir} cannot be made (${code ?? message}): choose another DATA_DIR.`,
    )
  }
}

/**
 * Creates a new database under a temporary name, syncs it to disk, and renames it. A killed process leaves an
 * incomplete directory, which the next start removes.
 */
export async function createDatabase(
  places: Places,
  fill: (directory: string) => Promise<void>,
): Promise<void> {
  rmSync(places.unfinished, { recursive: true, force: true })
  mkdirSync(places.unfinished, { mode: 0o700 })
  await fill(places.unfinished)
  await syncTree(places.unfinished)
  await rename(places.unfinished, places.database)
  await syncToDisk(places.dataDir)
}

/**
 * Copies the open database to a folder that can serve as a data directory. The copy is consistent, because it holds the
 * only connection, and is renamed only when complete and on disk.
 */
export async function copyDatabase(pool: pg.Pool, database: string, target: Places): Promise<void> {
  await copyInto(target, async (unfinished) => {
    const connection = await pool.connect()
    try {
      await connection.query('checkpoint')
      await copyFiles(database, unfinished)
    } finally {
      connection.release()
    }
  })
}

/** Copies a closed database to a folder that can serve as a data directory. */
export async function copyClosedDatabase(database: string, target: Places): Promise<void> {
  await copyInto(target, (unfinished) => copyFiles(database, unfinished))
}

async function copyInto(target: Places, copy: (unfinished: string) => Promise<void>): Promise<void> {
  if (existsSync(target.database)) throw new StartProblem(`${target.dataDir} already holds a database.`)
  await mkdir(target.dataDir, { recursive: true, mode: 0o700 })
  await createDatabase(target, copy)
}

/** `target` is an existing folder. */
async function copyFiles(database: string, target: string): Promise<void> {
  const entries = await readdir(database, { recursive: true, withFileTypes: true })
  const pathOf = ({ parentPath, name }: Dirent) => relative(database, join(parentPath, name))
  const [folders = [], files = []] = [true, false].map((isFolder) =>
    entries.filter((entry) => entry.isDirectory() === isFolder).map(pathOf),
  )
  for (const path of folders) await mkdir(join(target, path), { recursive: true, mode: 0o700 })
  await severalAtOnce(files, (path) =>
    copyFile(join(database, path), join(target, path), constants.COPYFILE_FICLONE),
  )
}

function refuseUnreadable(database: string): void {
  const versionFile = join(database, 'PG_VERSION')
  const version = existsSync(versionFile) ? readFileSync(versionFile, 'utf8').trim() : undefined
  if (version === undefined) throw new StartProblem(`${database} holds no database: move it away.`)
  if (version !== postgresqlVersion) {
    throw new StartProblem(
      `${database} was written by PostgreSQL ${version}, this program reads ${postgresqlVersion}: start the version that wrote it and move to a PostgreSQL server.`,
    )
  }
}

function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path))
}

async function syncTree(folder: string): Promise<void> {
  const inside = await readdir(folder, { recursive: true })
  await severalAtOnce([folder, ...inside.map((path) => join(folder, path))], syncToDisk)
}

/** A database has more than a thousand files: one after the other, most of the time is spent waiting for the disk. */
async function severalAtOnce(paths: readonly string[], work: (path: string) => Promise<void>): Promise<void> {
  const left = paths.values()
  const lane = async () => {
    for (const path of left) await work(path)
  }
  await Promise.all(Array.from({ length: 16 }, lane))
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 2 ** 20)
}
