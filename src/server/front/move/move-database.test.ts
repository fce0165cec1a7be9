import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { verifyAudit } from '#server/platform/audit/verify-audit.ts'
import type { Database } from '#server/platform/database/database.ts'
import { migrationsFolder as migrationsDir } from '#server/platform/database/migrate.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { systemRandom as random } from '#server/platform/runtime/random.ts'
import { silentLog as log, testEngine } from '#support/database.ts'
import { seedAccount } from '#support/seeded-account.ts'
import { contentsOf, tableNames } from '#support/stored/rows.ts'
import { createTestApp } from '#support/test-app.ts'
import { type DatabasePlace, moveDatabase, placeToMoveTo, undoMove } from './move-database.ts'

const server = inject('postgresqlUrl') ?? ''
const folder = mkdtempSync(join(tmpdir(), 'lectern-move-'))
const made: string[] = []

async function onServer(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

async function onDatabase({ databaseUrl }: DatabasePlace, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function emptyOnServer(): Promise<DatabasePlace> {
  const name = `move_${randomUUID().replaceAll('-', '')}`
  await onServer(`create database ${name}`)
  made.push(name)
  return { databaseUrl: server.replace('/postgres?', `/${name}?`), dataDir: folder }
}

const emptyFolder = (): DatabasePlace => ({ databaseUrl: undefined, dataDir: join(folder, randomUUID()) })

async function look<Result>(place: DatabasePlace, work: (database: Database) => Promise<Result>) {
  const database = await openDatabase({ ...place, migrationsDir, log, forMove: true })
  return work(database).finally(() => database.close())
}

/** Everything: each row of each table, of the queue too, and the sequences. */
const everything = (place: DatabasePlace) =>
  look(place, async (database) => {
    const names = (await tableNames(database.db)).filter((name) => String(name) !== 'moving_in')
    const queue = await sql`select to_jsonb(job)::text as row from pgboss.job order by 1`.execute(database.db)
    const sequences = await sql`select sequencename, last_value from pg_sequences order by 1`.execute(
      database.db,
    )
    const tables = await contentsOf(database.db, names)
    const setting = tables.get('setting')?.filter((row) => !row.includes('"moved"'))
    const others = [...tables].filter(([name]) => name !== 'setting')
    return { setting, tables: Object.fromEntries(others), queue: queue.rows, sequences: sequences.rows }
  })

const start = async (place: DatabasePlace) => (await openDatabase({ ...place, migrationsDir, log })).close()
const moving = (
  from: DatabasePlace,
  to: DatabasePlace,
  report: (progress: unknown) => void = () => undefined,
) => moveDatabase({ from, to, migrationsDir, random }, report)

test.each([
  [
    'postgresql://me:word@db.example.org/lectern',
    { databaseUrl: 'postgresql://me:word@db.example.org/lectern' },
  ],
  ['data-2', { databaseUrl: undefined, dataDir: '/srv/data-2' }],
])('MOVE_TO=%s names a database', (text, place) => {
  expect(placeToMoveTo(text, '/srv')).toMatchObject(place)
  expect(placeToMoveTo(' ', '/srv')).toBeUndefined()
})

if (testEngine === 'postgresql')
  describe('a filled site', () => {
    let original: DatabasePlace
    beforeAll(async () => {
      original = await emptyOnServer()
      const database = await openDatabase({ ...original, migrationsDir, log })
      const site = await createTestApp({ services: { database } })
      await seedAccount(site, 'moved')
      await inTransaction(database.db, (trx) =>
        recordAudit(
          trx,
          site.services,
          { userId: randomUUID(), network: '192.0.2.0/24', requestId: 'a' },
          { action: 'admin-created', target: 'site' },
        ),
      )
      await database.db
        .insertInto('setting')
        .values([
          { name: 'announcement', value: 'null' },
          { name: 'maintenance', value: '{"a":"ä\\\\\\"{},NULL"}' },
        ])
        .execute()
      // what runs cannot be moved
      await expect(moving(original, emptyFolder())).rejects.toThrow('stop all of them first')
      await site.close()
      await database.close().catch(() => undefined)
    }, 120_000)
    afterAll(async () => {
      for (const name of made) await onServer(`drop database if exists ${name} with (force)`)
      rmSync(folder, { recursive: true, force: true })
    })

    test('moves to the embedded database and back to PostgreSQL with every table equal', async () => {
      const before = await everything(original)
      expect(before.tables.account_user?.length).toBeGreaterThan(1)
      expect(before.tables.audit_entry?.length).toBe(1)
      const files = emptyFolder()
      const failing = (progress: unknown) => {
        if (JSON.stringify(progress).includes('"comparing","done":3')) throw new Error('interrupted')
      }
      await expect(moving(original, files, failing)).rejects.toThrow('interrupted')
      await start(original)
      await expect(start(files)).rejects.toThrow('incomplete copy')

      // a process of the site that was started meanwhile
      const writing: Promise<void>[] = []
      const meanwhile = (progress: unknown) => {
        if (!JSON.stringify(progress).includes('"rows","done":0')) return
        writing.push(onDatabase(original, "insert into setting (name, value) values ('set-up', 'null')"))
      }
      await expect(moving(original, files, meanwhile)).rejects.toThrow(
        'has changed public.setting during the copy',
      )
      await Promise.all(writing)
      await onDatabase(original, "delete from setting where name = 'set-up'")
      await start(original)

      expect(await moving(original, files)).toMatchObject({ tables: expect.any(Number) })
      expect(await everything(files)).toEqual(before)
      expect(await everything(original)).toEqual(before)
      await expect(start(original)).rejects.toThrow('has moved from this database')
      // repeated, it changes nothing
      expect(await moving(original, files)).toBeUndefined()

      await undoMove({ from: original, to: files, migrationsDir })
      await start(original)
      await expect(start(files)).rejects.toThrow('incomplete copy')

      await moving(original, files)
      await start(files)
      await expect(undoMove({ from: original, to: files, migrationsDir })).rejects.toThrow('cannot be undone')
      await expect(moving(original, files)).rejects.toThrow('not empty')

      const back = await emptyOnServer()
      await moving(files, back)
      expect(await everything(back)).toEqual(before)
      await start(back)
      expect(await look(back, ({ db }) => verifyAudit(db))).not.toHaveProperty('fault')
      await expect(start(files)).rejects.toThrow('has moved from this database')
    }, 240_000)

    test('of two moves at once into one database, one is refused and leaves its site as it was', async () => {
      const sites = [await emptyOnServer(), await emptyOnServer()]
      for (const site of sites) await start(site)
      const target = await emptyOnServer()
      const both = await Promise.allSettled(sites.map((site) => moving(site, target)))
      expect(both.map((one) => String(one.status === 'rejected' && one.reason)).toSorted()).toEqual([
        expect.stringContaining('Another restore or move is using the database'),
        'false',
      ])
      for (const [index, site] of sites.entries())
        if (both[index]?.status === 'rejected') await start(site)
        else await expect(start(site)).rejects.toThrow('has moved from this database')
      await start(target)
    }, 120_000)

    test('is refused where there is nothing to move, and into a database that is not empty', async () => {
      const nowhere = emptyFolder()
      await expect(moving(nowhere, await emptyOnServer())).rejects.toThrow('no site to move')
      expect(existsSync(nowhere.dataDir)).toBe(false)
      const other = await emptyOnServer()
      await start(other)
      const third = await emptyOnServer()
      await start(third)
      await expect(moving(third, other)).rejects.toThrow('not empty')
      await expect(undoMove({ from: third, to: other, migrationsDir })).rejects.toThrow('has not moved')
    }, 120_000)
  })
