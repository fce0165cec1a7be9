import { cpSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { silentLog } from '#support/database.ts'
import { fixtureMigrations } from '#support/fixture-migrations.ts'
import { openDatabase } from './open.ts'

let dataDir: string
let migrationsDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'lectern-upgrade-'))
  migrationsDir = mkdtempSync(join(tmpdir(), 'lectern-migrations-'))
  cpSync(fixtureMigrations, migrationsDir, { recursive: true })
})
afterEach(() => {
  for (const folder of [dataDir, migrationsDir]) rmSync(folder, { recursive: true, force: true })
})

const open = (directory = dataDir, migrations = migrationsDir) =>
  openDatabase({ dataDir: directory, migrationsDir: migrations, log: silentLog })
const copies = () => readdirSync(join(dataDir, 'before-upgrade')).toSorted()

test('an upgrade of the embedded database keeps a copy, which works as a data directory of the former version', async () => {
  const before = await open()
  await before.pool.query("insert into note (text) values ('kept')")
  await before.close()
  expect(readdirSync(dataDir)).not.toContain('before-upgrade')
  const older = ['2026-01-01T000000.000Z-0001', '2026-01-02T000000.000Z-0002', '2026-01-03T000000.000Z-0003']
  for (const name of older) mkdirSync(join(dataDir, 'before-upgrade', name), { recursive: true })
  writeFileSync(join(migrationsDir, '0009-forget.sql'), 'drop table note;')
  await (await open()).close()
  // three are kept
  expect(copies()).toEqual([...older.slice(1), expect.stringMatching(/Z-\d{4}-/)])
  const old = await open(join(dataDir, 'before-upgrade', copies()[2] ?? ''), fixtureMigrations)
  expect((await old.pool.query('select text from note')).rows).toEqual([{ text: 'kept' }])
  await old.close()
  // the way back was killed when the copy had left its place, and the migrated database its own
  renameSync(
    join(dataDir, 'before-upgrade', copies()[2] ?? '', 'database'),
    join(dataDir, 'database.returning'),
  )
  renameSync(join(dataDir, 'database'), join(dataDir, 'database-of-failed-upgrade'))
  const returned = await open(dataDir, fixtureMigrations)
  expect((await returned.pool.query('select text from note')).rows).toEqual([{ text: 'kept' }])
  await returned.close()
}, 120_000)
