import { setTimeout as wait } from 'node:timers/promises'
import { Kysely } from 'kysely'
import type { Engine } from '#server/platform/database/engine/engine.ts'
import { PatientDialect } from './collision.ts'
import type { Db, Tables } from './tables.ts'

/** The site's database, open and migrated. */
export type Database = Engine & {
  readonly db: Db
  /** Returns whether it answers within two seconds (for the health check). */
  ready(): Promise<boolean>
  /** The time of the database server's clock. */
  now(): Promise<Date>
}

/** Creates the query builder over an engine's pool. */
export function databaseOver(engine: Engine): Database {
  const db = new Kysely<Tables>({ dialect: new PatientDialect({ pool: engine.pool }) })
  return { ...engine, db, ready: () => answers(engine), now: () => timeOf(engine) }
}

async function timeOf({ pool }: Engine): Promise<Date> {
  const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now')
  const [row] = rows
  if (!row) throw new Error('The database did not answer its time')
  return row.now
}

async function answers({ pool }: Engine): Promise<boolean> {
  const answered = pool.query('select 1').then(
    () => true,
    () => false,
  )
  return Promise.race([answered, wait(readyWithinMs, false, { ref: false })])
}

/** Milliseconds within which a healthy database answers a trivial query. */
const readyWithinMs = 2_000
