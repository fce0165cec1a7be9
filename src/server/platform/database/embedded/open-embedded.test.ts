import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Engine } from '#server/platform/database/engine/engine.ts'
import { silentLog } from '#support/database.ts'
import { folderOfTest, folderOfTests } from '#support/folders.ts'
import { openEmbedded } from './open-embedded.ts'

// Each test opens a database, which takes half a second, but several on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 90_000 })

const dataDir = folderOfTests()
let engine: Engine
beforeAll(async () => {
  engine = await openEmbedded({ dataDir, log: silentLog })
  await engine.pool.query('create table word (text text)')
})
afterAll(() => engine.close())

describe('the data directory', () => {
  test('holds the database and its lock, and nothing half made', () => {
    expect(readdirSync(dataDir).sort()).toEqual(['database', 'database.lock'])
  })

  test('is not readable for other users of the machine', () => {
    expect(statSync(join(dataDir, 'database')).mode & 0o777).toBe(0o700)
  })

  test('is refused to a second opening with one sentence that names it', async () => {
    const second = openEmbedded({ dataDir, log: silentLog })
    await expect(second).rejects.toMatchObject({
      name: 'StartProblem',
      message: `Another process is using the data directory ${dataDir}: stop it first, or choose another DATA_DIR.`,
    })
  })

  test('is refused when it holds something else under that name', async () => {
    const folder = emptyFolder()
    mkdirSync(join(folder, 'database'))
    writeFileSync(join(folder, 'database/holiday.jpg'), '')
    await expect(openEmbedded({ dataDir: folder, log: silentLog })).rejects.toThrow('holds no database')
    expect(readdirSync(folder)).toEqual(['database'])
  })

  test('is refused when another version of PostgreSQL wrote it', async () => {
    const folder = emptyFolder()
    mkdirSync(join(folder, 'database'))
    writeFileSync(join(folder, 'database/PG_VERSION'), '17\n')
    await expect(openEmbedded({ dataDir: folder, log: silentLog })).rejects.toThrow(
      'written by PostgreSQL 17',
    )
    expect(readdirSync(folder)).toEqual(['database'])
  })

  test("is opened when a kill left an empty file of PostgreSQL's own lock", async () => {
    const folder = emptyFolder()
    await (await openEmbedded({ dataDir: folder, log: silentLog })).close()
    writeFileSync(join(folder, 'database/postmaster.pid'), '')
    const again = await openEmbedded({ dataDir: folder, log: silentLog })
    const { rows } = await again.pool.query('select 1 as one')
    await again.close()
    expect(rows).toEqual([{ one: 1 }])
  })

  test('that is damaged is refused with a sentence that names it', async () => {
    const folder = emptyFolder()
    mkdirSync(join(folder, 'database/base'), { recursive: true })
    writeFileSync(join(folder, 'database/PG_VERSION'), '18\n')
    await expect(openEmbedded({ dataDir: folder, log: silentLog })).rejects.toMatchObject({
      name: 'StartProblem',
      message: expect.stringContaining(join(folder, 'database')),
    })
  })
})

test('a copy taken while the database is open has all committed data, and can be opened', async () => {
  const folder = join(emptyFolder(), 'backup')
  await engine.pool.query("insert into word values ('kept')")
  await engine.copyTo?.(folder)
  await engine.pool.query("insert into word values ('later')")
  const copy = await openEmbedded({ dataDir: folder, log: silentLog })
  onTestFinished(() => copy.close())
  expect((await copy.pool.query('select text from word')).rows).toEqual([{ text: 'kept' }])
  await expect(engine.copyTo?.(folder)).rejects.toThrow('already holds a database')
})

test('a database that does not force its writes to the disk is refused', async () => {
  const folder = await copyOfTheDirectory()
  const forgetful = openEmbedded({
    dataDir: folder,
    log: silentLog,
    startParameters: PGlite.defaultStartParams,
  })
  await expect(forgetful).rejects.toThrow('does not force its writes to the disk')
  const durable = await openEmbedded({ dataDir: folder, log: silentLog })
  await durable.close()
})

test('a connection that was never given back does not keep the database from closing', async () => {
  const folder = await copyOfTheDirectory()
  const forgotten = await openEmbedded({ dataDir: folder, log: silentLog })
  await forgotten.pool.connect()
  await forgotten.close()
  const again = await openEmbedded({ dataDir: folder, log: silentLog })
  await again.close()
})

async function copyOfTheDirectory(): Promise<string> {
  const folder = join(emptyFolder(), 'data')
  await engine.copyTo?.(folder)
  return folder
}

function emptyFolder(): string {
  const folder = folderOfTest()
  return folder
}
