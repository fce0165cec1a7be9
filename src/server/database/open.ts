import type { Log } from '#server/database/engine/engine.ts'
import { type Database, databaseOver } from './database.ts'
import { openEmbedded } from './embedded/open-embedded.ts'
import { migrate } from './migrate.ts'
import { openPostgresql } from './postgresql.ts'

export type DatabaseSettings = {
  /** PostgreSQL 15 or later; without it the embedded database below `dataDir` is used. */
  readonly databaseUrl?: string | undefined
  readonly dataDir: string
  /** Connections that are held at most; the embedded database has one. */
  readonly poolSize?: number
  /** Milliseconds a query waits for a connection before it fails. */
  readonly waitMs?: number | undefined
  readonly migrationsDir: string
  readonly log: Log
}

/**
 * Opens the database and brings its tables up to date. Throws `StartProblem` for what the operator must put right:
 * a server that cannot be reached, a directory that another process uses, that is read-only or full, a newer schema.
 */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const { databaseUrl, migrationsDir, log } = settings
  const engine = databaseUrl ? await openPostgresql(databaseUrl, settings) : await openEmbedded(settings)
  const database = databaseOver(engine)
  try {
    await migrate(database, migrationsDir, log)
    return database
  } catch (problem) {
    await database.close()
    throw problem
  }
}
