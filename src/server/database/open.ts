import { Kysely, PostgresDialect } from 'kysely'
import { openEmbedded } from './embedded/open-embedded.ts'
import type { Engine, Log } from './engine.ts'
import { migrate } from './migrate.ts'
import { openPostgresql } from './postgresql.ts'
import type { Tables } from './tables.ts'

/** The database of the site, open and migrated. */
export type Database = Engine & {
  readonly db: Kysely<Tables>
  /** Whether it answers within two seconds, for the health check. */
  ready(): Promise<boolean>
  /** What time it is on the machine that it runs on. */
  now(): Promise<Date>
}

export type DatabaseSettings = {
  /** PostgreSQL 15 or later; without it the embedded database below `dataDir` is used. */
  readonly databaseUrl?: string | undefined
  readonly dataDir: string
  readonly migrationsDir: string
  readonly log: Log
}

/** Milliseconds within which a healthy database answers a trivial question. */
const readyWithinMs = 2_000

/**
 * Opens the database and brings its tables up to date. Throws `StartProblem` for what the operator must put right:
 * a server that cannot be reached, a directory that another process uses, that is read-only or full, a newer schema.
 */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const { databaseUrl, dataDir, migrationsDir, log } = settings
  const engine = databaseUrl ? await openPostgresql(databaseUrl, log) : await openEmbedded({ dataDir, log })
  const database = databaseOver(engine)
  try {
    await migrate(database, migrationsDir, log)
    return database
  } catch (problem) {
    await database.close()
    throw problem
  }
}

/** The query builder over an engine's pool. */
export function databaseOver(engine: Engine): Database {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: engine.pool }) })
  return { ...engine, db, ready: () => answers(engine), now: () => timeOf(engine) }
}

async function timeOf({ pool }: Engine): Promise<Date> {
  const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now')
  const [row] = rows
  if (!row) throw new Error('The database does not tell the time')
  return row.now
}

async function answers({ pool }: Engine): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<false>((late) => {
    timer = setTimeout(() => late(false), readyWithinMs)
  })
  const answered = pool.query('select 1').then(
    () => true,
    () => false,
  )
  return Promise.race([answered, tooLate]).finally(() => clearTimeout(timer))
}
