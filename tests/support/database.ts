import { createHash, randomUUID } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { beforeEach, inject } from 'vitest'
import { type Database, databaseOver } from '#server/platform/database/database.ts'
import { engineOver } from '#server/platform/database/embedded/open-embedded.ts'
import { openThread } from '#server/platform/database/embedded/supervised-thread.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { openPostgresql } from '#server/platform/database/postgresql.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { startQueue } from '#server/platform/queue/queue.ts'
import { refuseBusyConnections } from './busy-connection.ts'
import { openForTests } from './open-for-tests.ts'

refuseBusyConnections()

const root = resolve(import.meta.dirname, '../..')
const cache = join(root, '.cache/test-database')
const allMigrations = join(root, 'migrations')

/** The engine that this run of the tests uses: `TEST_DATABASE=postgresql`, else the embedded one. */
export const testEngine: Database['kind'] =
  process.env.TEST_DATABASE === 'postgresql' ? 'postgresql' : 'embedded'

/** Milliseconds that a query waits for a connection: a machine that is busy with other tests is no overloaded site. */
export const maxWaitMs = 60_000

/** A logger that discards everything. */
export const silentLog = { info: () => {}, warn: () => {}, error: () => {} }

/** PGlite's defaults, which do not wait for the disk, with the cache size of a site: a larger one doubles the time to open. */
const carelessParameters = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB']

/** Milliseconds after which a prepared database that is no longer used is removed. */
const keepPreparedMs = 7 * 24 * 3_600_000

/**
 * A fresh database with all migrations applied, for one test file, which has to close it.
 * It is copied from one that was prepared when the migrations changed last, and careless of the disk.
 */
export async function createTestDatabase(migrationsDir = allMigrations): Promise<Database> {
  return testEngine === 'postgresql'
    ? copyOnServer(`prepared_${fingerprint(migrationsDir)}`, migrationsDir)
    : copyOfFiles(migrationsDir)
}

/**
 * Puts an embedded database with all migrations applied into the data directory of a process that is to start: most of the work of
 * a first start, which `story-by-http.test.ts` does in full.
 */
export async function copyDatabaseInto(dataDir: string): Promise<void> {
  cpSync(await preparedFiles(allMigrations), join(dataDir, 'database'), { recursive: true })
}

/** The same for all tests of a file. */
export function testDatabase(): Database {
  return openForTests(() => createTestDatabase())
}

/** The same, emptied before each test. */
export function emptiedDatabase(): Database {
  const database = testDatabase()
  beforeEach(() => emptyDatabase(database))
  return database
}

/** A database as it was before a migration, for all tests of a file. `upgrade` applies this migration and all later ones. */
export function databaseBefore(migration: string) {
  const database = openForTests(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-before-'))
    for (const name of readdirSync(allMigrations).filter((file) => file < migration))
      cpSync(join(allMigrations, name), join(folder, name))
    return createTestDatabase(folder).finally(() => rmSync(folder, { recursive: true }))
  })
  return { database, upgrade: () => migrate(database, allMigrations, silentLog) }
}

/** Returns a function that runs work in a transaction of its own. */
export function transactionsIn(database: Database) {
  return <Answer>(work: Parameters<typeof inTransaction<Answer>>[1]): Promise<Answer> =>
    inTransaction(database.db, work)
}

async function copyOfFiles(migrationsDir: string): Promise<Database> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-test-'))
  cpSync(await preparedFiles(migrationsDir), folder, { recursive: true })
  const limits = { statementMs: 30_000, idleTransactionMs: 30_000 }
  const settings = { directory: folder, startParameters: carelessParameters }
  const thread = await openThread(settings, limits, silentLog)
  const database = databaseOver(engineOver(thread, silentLog, maxWaitMs))
  return {
    ...database,
    close: async () => {
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The folder of an embedded database with these migrations applied, which is made when they have changed. */
async function preparedFiles(migrationsDir: string): Promise<string> {
  const prepared = join(cache, `prepared_${fingerprint(migrationsDir)}`)
  if (!existsSync(prepared)) await prepareFiles(prepared, migrationsDir)
  return join(prepared, 'database')
}

/** Two test files may prepare the same database at once; the first one is kept. */
async function prepareFiles(prepared: string, migrationsDir: string): Promise<void> {
  await mkdir(cache, { recursive: true })
  removeUnused()
  const own = `${prepared}.${randomUUID()}`
  try {
    const database = await openDatabase({ dataDir: own, migrationsDir, log: silentLog })
    // half of the files belong to unused template databases: omitting them halves each copy
    await database.pool.query('update pg_database set datistemplate = false')
    await database.pool.query('drop database template0')
    await database.pool.query('drop database template1')
    await prepareQueue(database, migrationsDir)
    if (!existsSync(prepared)) renameSync(own, prepared)
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}

function removeUnused(): void {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name)
    if (Date.now() - statSync(path).mtimeMs > keepPreparedMs) rmSync(path, { recursive: true, force: true })
  }
}

async function copyOnServer(name: string, migrationsDir: string): Promise<Database> {
  const server = inject('postgresqlUrl') ?? ''
  const own = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(server, async (client) => {
    // one test file prepares, the others wait
    await client.query('select pg_advisory_lock(1)')
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await prepareOnServer(client, server, name, migrationsDir)
    await client.query(`create database ${own} template ${name} strategy file_copy`)
  })
  const database = databaseOver(await openPostgresql(at(server, own), { log: silentLog, waitMs: maxWaitMs }))
  return {
    ...database,
    close: async () => {
      await database.close()
      await onServer(server, (client) => client.query(`drop database ${own} with (force)`))
    },
  }
}

/**
 * Empties the queue and every table except the list of migrations, at a twentieth of the cost of a fresh copy. Triggers
 * and foreign keys are off meanwhile, so append-only tables are emptied too.
 */
export async function emptyDatabase({ pool }: Database): Promise<void> {
  await pool.query(`do $$ declare one record; begin
    set local session_replication_role = replica;
    for one in select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname = 'public' and tablename not like 'kysely%' and tablename <> 'oldest_program' or schemaname = 'pgboss' and tablename = 'job'
    loop execute 'delete from ' || one.name; end loop;
  end $$`)
}

/** The address of a test's own database on the run's PostgreSQL server, for a server process. */
export async function addressOf({ pool }: Database): Promise<string> {
  const { rows } = await pool.query<{ name: string }>('select current_database() as name')
  return at(inject('postgresqlUrl') ?? '', rows[0]?.name ?? '')
}

async function prepareOnServer(client: pg.Client, server: string, name: string, migrationsDir: string) {
  const unfinished = `${name}_unfinished`
  await client.query(`drop database if exists ${unfinished}`)
  await client.query(`create database ${unfinished}`)
  const database = await openDatabase({
    databaseUrl: at(server, unfinished),
    dataDir: '',
    migrationsDir,
    log: silentLog,
  })
  await prepareQueue(database, migrationsDir)
  await client.query(`alter database ${unfinished} rename to ${name}`)
}

/**
 * Stores the queue's tables and, with all migrations, the queues of all jobs, which a site makes at its first start: a
 * copy has them already. Closes the database.
 */
async function prepareQueue(database: Database, migrationsDir: string): Promise<void> {
  if (migrationsDir !== allMigrations) {
    const queue = await startQueue({ database, log: silentLog, run: 'when-drained' })
    await queue.stop()
    return database.close()
  }
  // test-app.ts opens its database by this file
  const { createTestApp } = await import('./test-app.ts')
  const site = await createTestApp({ services: { database } })
  await database.pool.query('delete from pgboss.job')
  await site.close()
}

async function onServer(server: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

function at(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

/** Changes with the migrations and with the packages that write the database's files. */
function fingerprint(migrationsDir: string): string {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const hash = createHash('sha256').update(
    `${dependencies['@electric-sql/pglite']} ${dependencies['pg-boss']}`,
  )
  for (const file of readdirSync(migrationsDir).sort()) {
    hash.update(file).update(readFileSync(join(migrationsDir, file)))
  }
  return hash.digest('hex').slice(0, 16)
}
