import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import pg from 'pg'
import { type Database, databaseOver } from '#server/platform/database/database.ts'
import { placesIn } from '#server/platform/database/embedded/directory.ts'
import { openEmbedded } from '#server/platform/database/embedded/open-embedded.ts'
import { movedSetting, movingInTable } from '#server/platform/database/moved.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { openPostgresql } from '#server/platform/database/postgresql.ts'
import type { Random } from '#server/platform/runtime/random.ts'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'
import { isPostgresqlEmpty } from './ask-postgresql.ts'
import { copyRowsOf, inPlain, quietLog as log, makeTables } from './copy-database.ts'
import { type MoveProgress, refuseChanges } from './copy-tables.ts'
import { withLockedDatabase } from './lock-database.ts'

/** A database: the address of a PostgreSQL server's, or the data directory of an embedded one. */
export type DatabasePlace = { readonly databaseUrl: string | undefined; readonly dataDir: string }

type Move = {
  readonly from: DatabasePlace
  readonly to: DatabasePlace
  readonly migrationsDir: string
  readonly random: Pick<Random, 'token'>
}

/** Reads `MOVE_TO`: an address `postgresql://…`, or a folder; undefined if it is missing. */
export function placeToMoveTo(text: string | undefined, workingFolder: string): DatabasePlace | undefined {
  const place = text?.trim()
  if (!place) return undefined
  return /^postgres(ql)?:\/\//.test(place)
    ? { databaseUrl: place, dataDir: workingFolder }
    : { databaseUrl: undefined, dataDir: resolve(workingFolder, place) }
}

/**
 * Copies a stopped site's database to an empty one of either kind, compares both, and marks the former one as moved, so
 * that no start serves it again. Until that mark a failure or kill leaves the former site as it was, and the move can be
 * repeated; after it, repeating completes it and returns undefined. Throws `StartProblem` for what the operator must correct.
 */
export async function moveDatabase(
  move: Move,
  report: (progress: MoveProgress) => void,
): Promise<{ tables: number; rows: number } | undefined> {
  await refuseSource(move.from)
  return withLockedDatabase(move.from.databaseUrl, () =>
    withLockedDatabase(move.to.databaseUrl, () => copyAndMark(move, report)),
  )
}

async function copyAndMark(
  { from, to, migrationsDir, random }: Move,
  report: (progress: MoveProgress) => void,
): ReturnType<typeof moveDatabase> {
  const source = await openDatabase({ ...from, migrationsDir, log, forMove: true })
  try {
    const target = await openTarget(source, { to, migrationsDir })
    try {
      const earlier = await markOf(source)
      if (earlier !== undefined) return await finish(target, earlier)
      const id = random.token()
      const { sums, ...copied } = await copyRowsOf(source, target, {
        report,
        last: async (writing) => {
          await writing.query(`delete from ${movingInTable}`)
          await writing.query(`insert into ${movingInTable} (id) values ($1)`, [id])
        },
      })
      await source.withoutTimeLimit(() =>
        inPlain(source, 'read committed', async (client) => {
          await refuseChanges(client, sums)
          const mark = [movedSetting, JSON.stringify({ id })]
          await client.query('insert into setting (name, value) values ($1, $2)', mark)
        }),
      )
      await target.pool.query(`update ${movingInTable} set whole = true where id = $1`, [id])
      return copied
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

/**
 * Removes the mark of a moved database, so that the site starts there again, and blocks the copy. Throws `StartProblem`
 * once the program has opened the copy.
 */
export async function undoMove({ from, to, migrationsDir }: Omit<Move, 'random'>): Promise<void> {
  await refuseSource(from)
  const source = await openDatabase({ ...from, migrationsDir, log, forMove: true })
  try {
    const id = await markOf(source)
    if (id === undefined) throw new StartProblem('The site has not moved from this database.')
    const target = await openDatabase({ ...to, migrationsDir, log, forMove: true })
    try {
      if ((await arrivedAt(target))?.id !== id)
        throw new StartProblem(
          'The database named by MOVE_TO is not the one to which the site moved, or has been in use since: the move cannot be undone. Move the site back instead.',
        )
      await target.pool.query(`update ${movingInTable} set whole = false`)
      await source.pool.query('delete from setting where name = $1', [movedSetting])
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

/** A site that is missing, or in use by another process of the program, is not moved. */
async function refuseSource({ databaseUrl, dataDir }: DatabasePlace): Promise<void> {
  const missing = databaseUrl ? await isPostgresqlEmpty(databaseUrl) : !existsSync(placesIn(dataDir).database)
  if (missing) throw new StartProblem('There is no site to move: DATA_DIR and DATABASE_URL name none.')
  // the embedded database lets no second process in
  if (!databaseUrl) return
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'move' })
  await client.connect()
  try {
    const { rows } = await client.query(
      "select from pg_stat_activity where datname = current_database() and application_name like 'lectern%'",
    )
    if (rows.length > 0)
      throw new StartProblem('A process of the site is using the database: stop all of them first.')
  } finally {
    await client.end()
  }
}

/** Opens and migrates the target. Throws `StartProblem` unless it is empty, or has a copy of this site not in use yet. */
async function openTarget(
  source: Database,
  { to, migrationsDir }: Pick<Move, 'to' | 'migrationsDir'>,
): Promise<Database> {
  const engine = to.databaseUrl
    ? await openPostgresql(to.databaseUrl, { log })
    : await openEmbedded({ ...to, log })
  const target = databaseOver(engine)
  try {
    if (!(await isFree(target, await markOf(source))))
      throw new StartProblem(
        'The database named by MOVE_TO is not empty: nothing was written. Name an empty one, or a new folder.',
      )
    await makeTables(source, target, migrationsDir)
    return target
  } catch (problem) {
    await target.close()
    throw problem
  }
}

async function isFree(target: Database, moved: string | undefined): Promise<boolean> {
  const { rows } = await target.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname <> 'information_schema' and schemaname !~ '^pg_'`,
  )
  if (rows.length === 0) return true
  if (!rows.some(({ name }) => name === movingInTable)) return false
  const arrived = await arrivedAt(target)
  return arrived?.whole !== true || arrived.id === moved
}

/** Completes a move that ended between the mark and the release of the copy. */
async function finish(target: Database, id: string): Promise<undefined> {
  const { rowCount } = await target.pool.query(`update ${movingInTable} set whole = true where id = $1`, [id])
  if (rowCount === 0) throw new StartProblem('The site has moved from this database already, to another one.')
}

async function markOf({ pool }: Database): Promise<string | undefined> {
  const { rows } = await pool.query<{ id: string }>(
    "select value ->> 'id' as id from setting where name = $1",
    [movedSetting],
  )
  return rows[0]?.id
}

async function arrivedAt({ pool }: Database): Promise<{ id: string | null; whole: boolean } | undefined> {
  const { rows: tables } = await pool.query<{ there: boolean }>(
    `select to_regclass('${movingInTable}') is not null as there`,
  )
  if (!tables[0]?.there) return undefined
  const { rows } = await pool.query<{ id: string | null; whole: boolean }>(
    `select id, whole from ${movingInTable}`,
  )
  return rows[0]
}
