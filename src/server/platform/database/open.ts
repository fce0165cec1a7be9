import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '#server/platform/database/engine/engine.ts'
import { type Database, databaseOver } from './database.ts'
import { openEmbedded } from './embedded/open-embedded.ts'
import { migrate } from './migrate.ts'
import { refuseMoved } from './moved.ts'
import { openPostgresql } from './postgresql.ts'

export type DatabaseSettings = {
  /** PostgreSQL 15 or later; by default the embedded database below `dataDir`. */
  readonly databaseUrl?: string | undefined
  readonly dataDir: string
  /** Maximum number of connections; the embedded database has one. */
  readonly poolSize?: number
  /** Milliseconds that a query waits for a connection before it fails. */
  readonly waitMs?: number | undefined
  readonly migrationsDir: string
  readonly log: Log
  /** Only for a move: also opens a database that a start would refuse because of one. */
  readonly forMove?: boolean
}

/** Number of pre-upgrade copies that are kept. */
const copiesKept = 3

/**
 * Opens the database and migrates it. Throws `StartProblem` for what the operator must correct: an unreachable server,
 * a directory that is in use, read-only or full, a newer schema, a database from which the site has moved.
 */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const { databaseUrl, dataDir, migrationsDir, log } = settings
  const engine = databaseUrl ? await openPostgresql(databaseUrl, settings) : await openEmbedded(settings)
  const database = databaseOver(engine)
  try {
    if (!settings.forMove) await refuseMoved(database)
    await migrate(database, migrationsDir, log, (newest) => keepCopy(database, { dataDir, newest, log }))
    return database
  } catch (problem) {
    await database.close()
    throw problem
  }
}

/**
 * Copies the embedded database before a migration, so that an upgrade can be undone (docs/operate.md): the copy can
 * serve as a data directory. On a PostgreSQL server backups are the operator's.
 */
async function keepCopy(
  { copyTo }: Database,
  { dataDir, newest, log }: { dataDir: string; newest: string; log: Log },
): Promise<void> {
  if (!copyTo) return
  const folder = join(dataDir, 'before-upgrade')
  // sorts chronologically
  const copy = join(folder, `${new Date().toISOString().replaceAll(':', '')}-${newest}`)
  await copyTo(copy)
  log.info({ copy }, 'the database was copied before it is brought up to date')
  const older = (await readdir(folder)).toSorted().slice(0, -copiesKept)
  for (const name of older) await rm(join(folder, name), { recursive: true, force: true })
}
