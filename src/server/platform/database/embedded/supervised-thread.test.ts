import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Engine } from '#server/platform/database/engine/engine.ts'
import { silentLog } from '#support/database.ts'
import { folderOfTests } from '#support/folders.ts'
import { openEmbedded } from './open-embedded.ts'

// Opening again takes half a second, but several on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 90_000 })

const limits = { statementMs: 2_500, idleTransactionMs: 1_500 }

const dataDir = folderOfTests()
let engine: Engine
beforeAll(async () => {
  engine = await openEmbedded({ dataDir, log: silentLog, limits })
  await engine.pool.query('create table word (text text)')
})
afterAll(() => engine.close())
beforeEach(() => afterReopening(() => engine.pool.query('truncate word')))

describe('a statement that takes too long', () => {
  test('is ended with the code a server would give, and the next one finds all that was committed', async () => {
    await engine.pool.query("insert into word values ('kept')")
    await expect(engine.pool.query(endless)).rejects.toMatchObject({ code: '57014' })
    expect(await words()).toEqual(['kept'])
  })

  test('takes its transaction with it', async () => {
    const connection = await engine.pool.connect()
    await connection.query('begin')
    await connection.query("insert into word values ('undone')")
    await expect(connection.query(endless)).rejects.toMatchObject({ code: '57014' })
    connection.release(true)
    expect(await words()).toEqual([])
  })

  test('may go on where the time is not limited', async () => {
    const slow = `select pg_sleep(${limits.statementMs / 1_000 + 1})`
    await engine.withoutTimeLimit(() => engine.pool.query(slow))
    expect(await words()).toEqual([])
  })
})

test('an idle transaction is ended, and its connection is free for others', async () => {
  const connection = await engine.pool.connect()
  const lost = new Promise<Error>((tell) => connection.once('error', tell))
  await connection.query('begin')
  await connection.query("insert into word values ('undone')")
  expect(await lost).toMatchObject({ code: '25P03' })
  connection.release(true)
  expect(await words()).toEqual([])
})

describe('a new connection', () => {
  test('finds no transaction, setting or prepared statement of the one before', async () => {
    const before = await engine.pool.connect()
    await before.query("set lectern.mood = 'bad'")
    await before.query({ name: 'same', text: 'select 1 as one' })
    await before.query('begin')
    await before.query("insert into word values ('undone')")
    before.release(true)
    const after = await afterReopening(() => engine.pool.connect())
    expect((await after.query("select current_setting('lectern.mood', true) as mood")).rows).toEqual([
      { mood: '' },
    ])
    expect((await after.query({ name: 'same', text: 'select 2 as two' })).rows).toEqual([{ two: 2 }])
    after.release()
    expect(await words()).toEqual([])
  })

  test('is usable after one that ended in the middle of an error', async () => {
    const before = await engine.pool.connect()
    await before.query('begin')
    await expect(before.query('select nonsense')).rejects.toMatchObject({ code: '42703' })
    before.release(true)
    expect(await words()).toEqual([])
  })
})

test('a thread that fails is replaced, and committed data is kept', async () => {
  await engine.pool.query("insert into word values ('kept')")
  // deeper than the thread's stack, which PostgreSQL inside of it cannot know
  const tooDeep = engine.pool.query("select repeat('[', 8000000)::jsonb")
  await expect(tooDeep).rejects.toMatchObject({ code: 'XX000' })
  expect(await words()).toEqual(['kept'])
})

test('input as deep as a request can carry is an error like any other', async () => {
  await expect(engine.pool.query("select repeat('[', 100000)::jsonb")).rejects.toMatchObject({
    code: expect.stringMatching(/22P02|54001/),
  })
})

test('a large question and a large answer pass the wire whole', async () => {
  const large = 'Ω'.repeat(3_000_000)
  const { rows } = await engine.pool.query('select $1::text as text', [large])
  expect(rows[0].text === large).toBe(true)
})

const endless =
  'with recursive endless(n) as (select 1 union all select n + 1 from endless) select max(n) from endless'

async function words(): Promise<string[]> {
  const { rows } = await afterReopening(() => engine.pool.query<{ text: string }>('select text from word'))
  return rows.map((row) => row.text)
}

/** Tries again while connections still fail because the database is being opened. */
function afterReopening<Result>(work: () => Promise<Result>): Promise<Result> {
  return vi.waitFor(work, { timeout: 60_000, interval: 50 })
}
