import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Log } from '#server/platform/database/engine/engine.ts'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'
import { isCompatible } from './compatible.ts'
import type { Database } from './database.ts'

const fileName = /^\d{4}-[a-z0-9-]+\.sql$/

/**
 * Applies the folder's pending `.sql` files in the order of their numbers, all in one transaction: a failure or crash
 * leaves the database unchanged. Processes that start together are serialised. Throws `StartProblem` with the file that
 * fails, and for a database written by a newer version.
 * @param keepCopy called with the newest applied migration before tables with data are changed
 */
export async function migrate(
  database: Database,
  migrationsDir: string,
  log: Log,
  keepCopy: (newest: string) => Promise<void> = async () => undefined,
): Promise<void> {
  const texts = await readMigrations(migrationsDir)
  const known = [...texts.keys()]
  const applied = await appliedMigrations(database)
  if (!(await onlyAddedTo(database, applied, known))) refuseNewerSchema(applied, known)
  if (known.every((name) => applied.includes(name))) return
  const newest = applied.at(-1)
  if (newest !== undefined) await keepCopy(newest)
  const migrator = new Migrator({
    db: database.db,
    provider: { getMigrations: async () => migrationsOf(texts) },
  })
  const { error, results = [] } = await database.withoutTimeLimit(() => migrator.migrateToLatest())
  if (error) {
    const failed = results.find((result) => result.status === 'Error')?.migrationName
    if (!failed) throw error
    const where = `${failed}.sql${lineOf(error, texts.get(failed) ?? '')}`
    throw new StartProblem(`The migration ${where} failed and nothing was changed: ${messageOf(error)}`)
  }
  const names = results.map((result) => result.migrationName)
  if (names.length > 0) log.info({ applied: names }, 'the database was brought up to date')
}

/** Reads a folder's migrations by name; throws `StartProblem` for duplicate or missing numbers. */
async function readMigrations(folder: string): Promise<Map<string, string>> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const misnamed = files.find((name) => !fileName.test(name))
  if (misnamed) throw new StartProblem(`The migration ${misnamed} is not named like 0001-accounts.sql.`)
  const twice = files.find((name, index) => name.slice(0, 4) === files[index - 1]?.slice(0, 4))
  if (twice)
    throw new StartProblem(`Two migrations have the number ${twice.slice(0, 4)}; one of them is ${twice}.`)
  const texts = files.map(async (name): Promise<[string, string]> => {
    return [name.slice(0, -'.sql'.length), await readFile(join(folder, name), 'utf8')]
  })
  return new Map(await Promise.all(texts))
}

function migrationsOf(texts: ReadonlyMap<string, string>): Record<string, Migration> {
  return Object.fromEntries(
    [...texts].map(([name, text], index) => {
      const former = [...texts.keys()][index - 1]
      return [name, { up: (db: Kysely<unknown>) => apply(db, { name, text, former }) }]
    }),
  )
}

/**
 * Runs a migration and records the oldest program that works with the tables: one that knows the last incompatible
 * migration.
 */
async function apply(
  db: Kysely<unknown>,
  { name, text, former }: { name: string; text: string; former: string | undefined },
): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(db)
  await sql.raw(text).execute(db)
  await sql`create table if not exists oldest_program (knows text primary key)`.execute(db)
  if (!isCompatible(text)) await sql`delete from oldest_program`.execute(db)
  const knows = isCompatible(text) ? (former ?? name) : name
  await sql`insert into oldest_program select ${knows} where not exists (select from oldest_program)`.execute(
    db,
  )
}

/** Returns the newest migration that a program must know to work with these tables; undefined if none is recorded. */
async function oldestProgram({ pool }: Pick<Database, 'pool'>): Promise<string | undefined> {
  const table = await pool.query<{ name: string | null }>(
    "select to_regclass('oldest_program')::text as name",
  )
  if (!table.rows[0]?.name) return undefined
  const { rows } = await pool.query<{ knows: string }>('select knows from oldest_program')
  return rows[0]?.knows
}

/**
 * Returns whether this program works with the tables: all of its migrations are applied, and newer ones, as in a
 * rolling upgrade, are compatible.
 */
export async function schemaFits(database: Pick<Database, 'pool'>): Promise<boolean> {
  const known = (await readdir(migrationsFolder)).flatMap((name) =>
    name.endsWith('.sql') ? [name.slice(0, -'.sql'.length)] : [],
  )
  const applied = await appliedMigrations(database)
  if (!known.every((name) => applied.includes(name))) return false
  return applied.length === known.length || onlyAddedTo(database, applied, known)
}

/** Returns whether all unknown migrations are newer than the known ones, and compatible. */
async function onlyAddedTo(
  database: Pick<Database, 'pool'>,
  applied: readonly string[],
  known: readonly string[],
): Promise<boolean> {
  const last = known.toSorted().at(-1) ?? ''
  const isLater = applied.every((name) => known.includes(name) || name > last)
  return isLater && known.includes((await oldestProgram(database)) ?? '')
}

/** A program must not write to tables that a newer one has changed. */
function refuseNewerSchema(applied: readonly string[], known: readonly string[]): void {
  const newest = applied.filter((name) => !known.includes(name)).at(-1)
  if (!newest) return
  const lastKnown = known.at(-1) ?? 'none'
  throw new StartProblem(
    newest > lastKnown
      ? `The database was written by a newer version (its schema is at ${newest}, this program knows up to ${lastKnown}): start that version, or restore a backup.`
      : `The database has seen the migration ${newest}, which is missing here: reinstall the program.`,
  )
}

async function appliedMigrations({ pool }: Pick<Database, 'pool'>): Promise<string[]> {
  const table = await pool.query<{ name: string | null }>(
    "select to_regclass('kysely_migration')::text as name",
  )
  if (!table.rows[0]?.name) return []
  const { rows } = await pool.query<{ name: string }>('select name from kysely_migration order by name')
  return rows.map((row) => row.name)
}

/** Position of the error in the file, where PostgreSQL reports one. */
function lineOf(error: unknown, text: string): string {
  const position = error instanceof Error && 'position' in error ? Number(error.position) : Number.NaN
  return position > 0 ? `, line ${text.slice(0, position - 1).split('\n').length},` : ''
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll('\n', ' ')
}

/** The folder of the `.sql` migrations. */
export const migrationsFolder = resolve(import.meta.dirname, '../../../../migrations')
