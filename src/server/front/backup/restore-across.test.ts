import { createHash, randomUUID } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { makeTables } from '#server/front/move/copy-database.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { verifyAudit } from '#server/platform/audit/verify-audit.ts'
import type { Database } from '#server/platform/database/database.ts'
import { copyClosed } from '#server/platform/database/embedded/open-embedded.ts'
import { migrationsFolder as migrationsDir } from '#server/platform/database/migrate.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { silentLog as log, testEngine } from '#support/database.ts'
import { inLongForm } from '#support/rounds.ts'
import { seedAccount } from '#support/seeded-account.ts'
import { orderOnInvoice, voucherOnSale } from '#support/shopper.ts'
import { createTestApp } from '#support/test-app.ts'
import { type Part, writeBackup } from './backup-file.ts'
import { drillBackup } from './drill.ts'
import { makeBackup } from './make-backup.ts'
import { unpackBackup } from './read-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { secretCheck } from './secret-check.ts'

type Place = { readonly databaseUrl: string | undefined; readonly dataDir: string }

const server = inject('postgresqlUrl') ?? ''
const folder = mkdtempSync(join(tmpdir(), 'lectern-across-'))
const made: string[] = []
const appSecret = 'of a site'
const report = () => undefined

async function onServer(statement: string, database = 'postgres') {
  const client = new pg.Client({ connectionString: addressOf(database) })
  await client.connect()
  return client.query(statement).finally(() => client.end())
}

const addressOf = (name: string) => server.replace('/postgres?', `/${name}?`)
const newFolder = (): string => join(folder, randomUUID())
const emptyFolder = (): Place => ({ databaseUrl: undefined, dataDir: newFolder() })

async function emptyOnServer(): Promise<Place> {
  const name = `across_${randomUUID().replaceAll('-', '')}`
  await onServer(`create database ${name}`)
  made.push(name)
  return { databaseUrl: addressOf(name), dataDir: newFolder() }
}

async function backedUp({ databaseUrl, dataDir }: Place): Promise<string> {
  const path = join(folder, `${randomUUID()}.tar`)
  const copyEmbedded = async (to: string) => {
    await copyClosed(dataDir, to)
    return undefined
  }
  const mediaFolder = join(dataDir, 'media')
  const source = { databaseUrl, dataDir, mediaFolder, appSecret, copyEmbedded }
  await makeBackup(source, { path, now: new Date('2027-01-10T12:00:00Z'), report })
  return path
}

const restored = (path: string, place: Place, secret = appSecret) =>
  restoreBackup(
    path,
    {
      ...place,
      migrationsDir,
      mediaFolder: join(place.dataDir, 'media'),
      appSecret: secret,
      previousAppSecret: undefined,
    },
    report,
  )

/** Opens the database as a start does. */
async function started<Result>(place: Place, work: (database: Database) => Promise<Result>) {
  const database = await openDatabase({ ...place, migrationsDir, log })
  return work(database).finally(() => database.close())
}

/** When the queue was looked after last, which it notes wherever it is opened. */
const queueTimes = '{bam_on,cron_on,flow_on,monitor_backoff_on,reindex_on}'

/** Each row of each table, the queue's too, each trigger, constraint and index, and the positions of sequences. */
const everything = (place: Place) =>
  started(place, async ({ db }) => {
    const listed = async (query: ReturnType<typeof sql<{ row: string }>>) =>
      (await query.execute(db)).rows.map(({ row }) => row).toSorted()
    const tables = await listed(
      sql`select format('%I.%I', nspname, relname) as row from pg_class c join pg_namespace n on n.oid = relnamespace
        where relkind = 'r' and nspname <> 'information_schema' and nspname !~ '^pg_'`,
    )
    const contents: Record<string, string[]> = {}
    for (const table of tables)
      contents[table] = await listed(
        sql`select (to_jsonb(kept) - ${queueTimes}::text[])::text as row from ${sql.raw(table)} as kept`,
      )
    const guards = await listed(
      sql`select pg_get_triggerdef(oid) as row from pg_trigger where not tgisinternal
        union all select conrelid::regclass || ': ' || pg_get_constraintdef(oid) from pg_constraint
        where connamespace <> 'pg_catalog'::regnamespace and contype <> 'n' union all select pg_get_indexdef(indexrelid) from pg_index
        where indrelid::regclass::text !~ '^pg_' and pg_get_indexdef(indexrelid) !~ 'gin_trgm_ops'`,
    )
    const sequences = await listed(
      sql`select sequencename || ' ' || coalesce(last_value::text, 'unused') as row from pg_sequences`,
    )
    // versions of PostgreSQL differ in the parentheses that they write
    return { contents, guards: guards.map((guard) => guard.replaceAll(/[()]/g, '')), sequences }
  })

/** The dump in a backup. */
async function dumpIn(path: string): Promise<Buffer> {
  const place = newFolder()
  await unpackBackup(path, (name) => join(place, name), report)
  return readFileSync(join(place, 'database.dump'))
}

/** Tables and routines that are not the server's own. */
async function objectsIn({ databaseUrl }: Place): Promise<string[]> {
  const { rows } = await onServer(
    `select tablename as name from pg_tables where schemaname <> 'information_schema' and schemaname !~ '^pg_'
     union all select proname from pg_proc where pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`,
    new URL(databaseUrl ?? '').pathname.slice(1),
  )
  return rows.map(({ name }) => name)
}

const strange = [
  '\\.',
  '\\N',
  '',
  'NULL',
  '{"a",NULL}',
  'tab\tline\nreturn\rback\\slash',
  'Ä\u2028ß \u{1f600}\v\b\f',
]
const film = `${createHash('sha256').update('film').digest('hex')}.mp4`

/** A backup of PostgreSQL with anything as its dump. */
async function backupOf(content: Buffer, serverVersion?: number): Promise<string> {
  const path = join(folder, `${randomUUID()}.tar`)
  async function* parts(): AsyncIterable<Part> {
    yield { name: 'database.dump', size: content.length, content: [content] }
    yield { name: `media/${film}`, size: 4, content: [Buffer.from('film')] }
  }
  const madeAt = '2027-01-10T12:00:00.000Z'
  const manifest = { format: 1, madeAt, engine: 'postgresql', holdsSecret: false } as const
  await writeBackup(
    path,
    { ...manifest, secretCheck: secretCheck(appSecret), ...(serverVersion && { serverVersion }) },
    parts(),
  )
  return path
}

test('a dump of a newer PostgreSQL than the embedded database is refused', async () => {
  const place = emptyFolder()
  await expect(restored(await backupOf(Buffer.from('a dump'), 99), place)).rejects.toThrow(
    /^This backup is of PostgreSQL 99, .* Nothing was written\.$/,
  )
  expect(existsSync(place.dataDir)).toBe(false)
})

if (testEngine === 'postgresql')
  describe('a filled site', () => {
    let original: Place
    let copy: Place
    let dump: string
    let files: string
    let before: Awaited<ReturnType<typeof everything>>
    beforeAll(async () => {
      original = await emptyOnServer()
      const database = await openDatabase({ ...original, migrationsDir, log })
      const site = await createTestApp({ services: { database } })
      await seedAccount(site, 'moved')
      await orderOnInvoice(site.client(), 'guest@example.org', await voucherOnSale(site))
      const actor = { userId: randomUUID(), network: '192.0.2.0/24', requestId: 'a' }
      await inTransaction(database.db, (trx) =>
        recordAudit(trx, site.services, actor, { action: 'admin-created', target: 'site' }),
      )
      for (const name of strange)
        await sql`insert into account (id, name, billing_address, created_at)
          values (gen_random_uuid(), ${name}, ${name}, now())`.execute(database.db)
      // more than a piece, and a row that is longer than one
      await sql`update account set billing_address = repeat('ä"\\', 1000000) where name = 'NULL'`.execute(
        database.db,
      )
      await sql`insert into account (id, name, created_at) select gen_random_uuid(), repeat('text ', 30), now()
        from generate_series(1, 15000)`.execute(database.db)
      await sql`insert into setting (name, value) values ('announcement', 'null')`.execute(database.db)
      // a site of another day: the queue makes partitions by the day
      await sql`do $$ declare one regclass; begin
          for one in select inhrelid from pg_inherits where inhparent = 'pgboss.queue_stats'::regclass
          loop execute 'drop table ' || one; end loop;
        end $$`.execute(database.db)
      await sql`create table pgboss.queue_stats_20260102 partition of pgboss.queue_stats
        for values from ('2026-01-02 00:00:00+00') to ('2026-01-03 00:00:00+00')`.execute(database.db)
      await sql`insert into pgboss.queue_stats (name, captured_on) values ('mail', '2026-01-02 12:00:00+00')`.execute(
        database.db,
      )
      await site.close()
      await database.close().catch(() => undefined)
      before = await everything(original)
      mkdirSync(join(original.dataDir, 'media'), { recursive: true })
      writeFileSync(join(original.dataDir, 'media', film), 'film')
      dump = await backedUp(original)
      copy = emptyFolder()
      await restored(dump, copy)
      files = await backedUp(copy)
    }, 240_000)
    afterAll(async () => {
      for (const name of made) await onServer(`drop database if exists ${name} with (force)`)
      rmSync(folder, { recursive: true, force: true })
    })

    const dumpPath = () => dump
    /** A place of the other kind for each backup. */
    const others: [string, () => string, () => Promise<Place>][] = [
      ['of PostgreSQL into the embedded database', dumpPath, async () => emptyFolder()],
      ['of the embedded database into PostgreSQL', () => files, emptyOnServer],
    ]

    test('a backup of either kind restores into the other with every row, and starts', async () => {
      expect(await everything(copy)).toEqual(before)
      const place = await emptyOnServer()
      await restored(files, place)
      expect(await everything(place)).toEqual(before)
      for (const each of [copy, place])
        expect(readFileSync(join(each.dataDir, 'media', film), 'utf8')).toBe('film')
    }, 120_000)

    test('media get into a folder that nothing may be written beside, as a volume of a container', async () => {
      const [place, volume] = [emptyFolder(), newFolder()]
      mkdirSync(join(volume, 'media'), { recursive: true })
      mkdirSync(place.dataDir)
      const { ino } = statSync(join(volume, 'media'))
      symlinkSync(join(volume, 'media'), join(place.dataDir, 'media'))
      // where it must not unpack them
      writeFileSync(join(place.dataDir, 'media.unfinished'), 'no folder')
      await restored(files, place)
      expect(readdirSync(volume)).toEqual(['media'])
      expect(statSync(join(volume, 'media')).ino).toBe(ino)
      expect(readdirSync(join(volume, 'media'))).toEqual([film])
      expect(readdirSync(place.dataDir).toSorted()).toEqual([
        'database',
        'database.lock',
        'media',
        'media.unfinished',
      ])
    })

    test('a database with a function of the operator is refused, and keeps it', async () => {
      const place = await emptyOnServer()
      const name = new URL(place.databaseUrl ?? '').pathname.slice(1)
      await onServer(`create function of_the_operator(int) returns int language sql as 'select 1'`, name)
      // where a failure would remove what the copy made
      mkdirSync(place.dataDir)
      writeFileSync(join(place.dataDir, 'media'), 'no folder')
      await expect(restored(files, place)).rejects.toThrow(
        'it has the routine of_the_operator(integer), which',
      )
      expect(await objectsIn(place)).toEqual(['of_the_operator'])
      rmSync(join(place.dataDir, 'media'))
      await onServer('drop function of_the_operator; create schema pgboss', name)
      await expect(restored(files, place)).rejects.toThrow('it has the schema pgboss, which')
    })

    test.each([
      ['the embedded database', () => files, async () => emptyFolder(), 'is using the data directory'],
      ['PostgreSQL by a dump', dumpPath, emptyOnServer, 'Another restore or move is using the database'],
      ['PostgreSQL by files', () => files, emptyOnServer, 'Another restore or move is using the database'],
    ])(
      'of two restores into %s at once, one is refused',
      async (_, path, empty, sentence) => {
        const { databaseUrl, dataDir } = await empty()
        const other = databaseUrl ? newFolder() : dataDir
        const both = await Promise.allSettled(
          [dataDir, other].map((place) => restored(path(), { databaseUrl, dataDir: place })),
        )
        const [place] = [dataDir, other].filter((_, index) => both[index]?.status === 'fulfilled')
        expect(both.map((one) => String(one.status === 'rejected' && one.reason)).toSorted()).toEqual([
          expect.stringContaining(sentence),
          'false',
        ])
        expect(await everything({ databaseUrl, dataDir: place ?? '' })).toEqual(before)
      },
      120_000,
    )

    if (inLongForm) {
      test.each(others)(
        'of a backup %s is all there or not at all, and starts',
        async (_, path, empty) => {
          const place = await empty()
          mkdirSync(place.dataDir)
          const expectUntouched = async () => {
            expect(existsSync(join(place.dataDir, 'database'))).toBe(false)
            if (place.databaseUrl) expect(await objectsIn(place)).toEqual([])
          }
          await expect(restored(path(), place, 'another secret')).rejects.toThrow('APP_SECRET is not the one')
          const damaged = join(folder, 'damaged.tar')
          const bytes = readFileSync(path())
          bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
          writeFileSync(damaged, bytes)
          await expect(restored(damaged, place)).rejects.toThrow('was altered after it was made')
          truncateSync(damaged, bytes.length >> 1)
          await expect(restored(damaged, place)).rejects.toThrow('not whole')
          await expectUntouched()

          writeFileSync(join(place.dataDir, 'media'), 'no folder')
          await expect(restored(path(), place)).rejects.toThrow('ENOTDIR')
          await expectUntouched()
          rmSync(join(place.dataDir, 'media'))
          // the last step before the commit: a folder has the place of a film
          mkdirSync(join(place.dataDir, 'media/.restore.unfinished'), { recursive: true })
          mkdirSync(join(place.dataDir, 'media', film))
          await expect(restored(path(), place)).rejects.toThrow('EISDIR')
          await expectUntouched()
          rmSync(join(place.dataDir, 'media'), { recursive: true })

          const { copied } = await restored(path(), place)
          const rows = Object.values(before.contents).flat().length
          expect(rows).toBeGreaterThan(15_000)
          expect(copied).toEqual({ rows, tables: Object.keys(before.contents).length })
          expect(await everything(place)).toEqual(before)
          expect(readFileSync(join(place.dataDir, 'media', film), 'utf8')).toBe('film')
          expect(readdirSync(place.dataDir).filter((name) => name.endsWith('.unfinished'))).toEqual([])
          await expect(restored(path(), place)).rejects.toThrow(/not empty|already holds a database/)

          await started(place, async (database) => {
            expect(await verifyAudit(database.db)).toMatchObject({ entries: 1 })
            const site = await createTestApp({
              services: { database: { ...database, close: async () => {} } },
            })
            expect((await site.app.inject({ url: '/content' })).statusCode).toBe(200)
            await site.close()
          })
        },
        120_000,
      )

      test.each(others)(
        'passes a drill of a backup %s',
        async (_, path, empty) => {
          const { databaseUrl } = await empty()
          const temporary = mkdtempSync(join(folder, 'temporary-'))
          vi.stubEnv('TMPDIR', temporary)
          try {
            const site = { databaseUrl, appSecret, previousAppSecret: undefined }
            const found = await drillBackup({ path: path(), site, migrationsDir, now: new Date() }, report)
            expect(found).toMatchObject({
              audit: { entries: 1 },
              invoices: 1,
              missing: [],
              differing: [],
              altered: [],
            })
          } finally {
            vi.unstubAllEnvs()
          }
          expect(readdirSync(temporary)).toEqual([])
        },
        120_000,
      )

      test.each([
        ['PostgreSQL', emptyOnServer],
        ['the embedded database', async () => emptyFolder()],
      ])(
        'of a backup with a dump that cannot be read is not restored into %s, and another one is',
        async (_, empty) => {
          const place = await empty()
          const whole = await dumpIn(dump)
          for (const content of [Buffer.from('no dump'), whole.subarray(0, whole.length * 0.7)])
            await expect(restored(await backupOf(content), place)).rejects.toThrow('pg_restore failed')
          expect(existsSync(join(place.dataDir, 'database'))).toBe(false)
          expect(existsSync(join(place.dataDir, 'media'))).toBe(false)
          if (place.databaseUrl) expect(await objectsIn(place)).toEqual([])
          await restored(dump, place)
          expect(readdirSync(join(place.dataDir, 'media'))).toEqual([film])
        },
        120_000,
      )

      test.each(others)(
        'of a backup %s by an older version is brought up to date',
        async (_, path, empty) => {
          const older = join(folder, 'migrations')
          rmSync(older, { recursive: true, force: true })
          cpSync(migrationsDir, older, { recursive: true })
          const newest = readdirSync(older).toSorted().at(-1) ?? ''
          rmSync(join(older, newest))
          const source = path === dumpPath ? await emptyOnServer() : emptyFolder()
          const database = await openDatabase({ ...source, migrationsDir: older, log })
          await sql`insert into account (id, name, created_at) values (gen_random_uuid(), 'of old', now())`.execute(
            database.db,
          )
          await database.close()
          const place = await empty()
          mkdirSync(join(source.dataDir), { recursive: true })
          await restored(await backedUp(source), place)
          await started(place, async ({ db }) => {
            const accounts = await db.selectFrom('account').select('name').execute()
            expect(accounts).toEqual([{ name: 'of old' }])
            const { rows } =
              await sql`select name from kysely_migration where name || '.sql' = ${newest}`.execute(db)
            expect(rows).toHaveLength(1)
          })
        },
        120_000,
      )

      test('of a dump waits for the program that a killed restore has left', async () => {
        const place = await emptyOnServer()
        const left = new pg.Client({ connectionString: place.databaseUrl, application_name: 'pg_restore' })
        await left.connect()
        await expect(restored(dump, place)).rejects.toThrow('Another restore or move is using the database')
        await left.end()
        await expect.poll(() => restored(dump, place).then(() => 'restored', String)).toBe('restored')
      }, 120_000)

      // and by processes that are killed: tests/restore-kill.test.ts
      test('is restored into what a kill has left of a copy, but not over the rows of one', async () => {
        for (const path of [files, dump]) {
          const place = await emptyOnServer()
          const target = await openDatabase({ ...place, migrationsDir, log })
          await makeTables(target, target, migrationsDir)
          await target.pool.query("insert into moving_in values ('of a move', false)")
          await target.close()
          await expect(restored(path, place)).rejects.toThrow('is not empty')
          await onServer('delete from moving_in', new URL(place.databaseUrl ?? '').pathname.slice(1))
          await expect(started(place, async () => undefined)).rejects.toThrow('incomplete copy')
          await restored(path, place)
          expect(await everything(place)).toEqual(before)
        }
      }, 120_000)
    }
  })
