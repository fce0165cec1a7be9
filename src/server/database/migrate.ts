import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Log } from './engine.ts'
import type { Database } from './open.ts'
import { StartProblem } from './start-problem.ts'

const fileName = /^\d{4}-[a-z0-9-]+\.sql$/

/**
 * Applies the `.sql` files of a folder that the database has not seen yet, in the order of their numbers: all of them in
 * one transaction, so a failure or a crash leaves the database as it was. Two processes that start together wait for
 * each other. Throws `StartProblem` naming the file that fails, and for a database written by a newer version.
 */
export async function migrate(database: Database, migrationsDir: string, log: Log): Promise<void> {
  const files = await readMigrations(migrationsDir)
  await refuseNewerSchema(database, Object.keys(files))
  const migrator = new Migrator({ db: database.db, provider: { getMigrations: async () => files } })
  const { error, results } = await database.withoutTimeLimit(() => migrator.migrateToLatest())
  if (error) {
    const failed = results?.find((result) => result.status === 'Error')
    if (!failed) throw error
    throw new StartProblem(
      `Migration ${failed.migrationName}.sql failed and nothing was changed: ${describe(error)}`,
    )
  }
  const applied = results?.map((result) => result.migrationName) ?? []
  if (applied.length > 0) log.info({ applied }, 'the database was brought up to date')
}

/** The migrations of a folder by name; throws `StartProblem` for two with one number or a name without one. */
async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const misnamed = names.find((name) => !fileName.test(name))
  if (misnamed) throw new StartProblem(`The migration ${misnamed} is not named like 0001-accounts.sql.`)
  const twice = names.find((name, index) => name.slice(0, 4) === names[index - 1]?.slice(0, 4))
  if (twice)
    throw new StartProblem(`Two migrations have the number ${twice.slice(0, 4)}; one of them is ${twice}.`)
  const migrations = names.map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(join(folder, name), 'utf8')
    return [name.slice(0, -'.sql'.length), { up: (db) => runSql(db, text) }]
  })
  return Object.fromEntries(await Promise.all(migrations))
}

async function runSql(db: Kysely<unknown>, text: string): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(db)
  await sql.raw(text).execute(db)
}

/** A program must not write into tables that a newer one has changed. */
async function refuseNewerSchema(database: Database, known: readonly string[]): Promise<void> {
  const unknown = (await appliedMigrations(database)).filter((name) => !known.includes(name))
  const newest = unknown.at(-1)
  if (!newest) return
  const lastKnown = known.toSorted().at(-1) ?? ''
  throw new StartProblem(
    newest > lastKnown
      ? `The database was written by a newer version (its schema is at ${newest}, this program knows up to ${lastKnown || 'none'}): start that version, or restore a backup.`
      : `The database has seen the migration ${newest}, which is missing here: reinstall the program.`,
  )
}

async function appliedMigrations({ pool }: Database): Promise<string[]> {
  const table = await pool.query<{ name: string | null }>(
    "select to_regclass('kysely_migration')::text as name",
  )
  if (!table.rows[0]?.name) return []
  const { rows } = await pool.query<{ name: string }>('select name from kysely_migration order by name')
  return rows.map((row) => row.name)
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message.replaceAll('\n', ' ')
}
