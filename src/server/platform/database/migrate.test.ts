import { cpSync, mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, silentLog } from '#support/database.ts'
import { fixtureMigrations } from '#support/fixture-migrations.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'

let folder: string
let database: Database
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-migrations-'))
  cpSync(fixtureMigrations, folder, { recursive: true })
  database = await createTestDatabase(fixtureMigrations)
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('new migrations', () => {
  test('are applied in the order of their numbers, each once', async () => {
    add(
      '0004-shelf-label.sql',
      "alter table shelf add label text default 'A'; insert into shelf default values;",
    )
    add('0003-shelf.sql', 'create table shelf (id bigint generated always as identity);')
    await migrate(database, folder, silentLog)
    await migrate(database, folder, silentLog)
    expect((await database.pool.query('select * from shelf')).rows).toEqual([{ id: 1, label: 'A' }])
  })

  test('may hold functions, several statements and any text', async () => {
    add(
      '0003-function.sql',
      `-- it's a comment; with a semicolon, and $1 that is no parameter
       create function greeting() returns text language plpgsql as $$ begin return 'a;b $1 ''c'''; end $$;
       create table greeted as select greeting() as words;`,
    )
    await migrate(database, folder, silentLog)
    expect((await database.pool.query('select words from greeted')).rows).toEqual([{ words: "a;b $1 'c'" }])
  })

  test('are applied once by two processes that start together', async () => {
    add('0003-shelf.sql', 'create table shelf (id bigint); insert into shelf values (1);')
    await Promise.all([migrate(database, folder, silentLog), migrate(database, folder, silentLog)])
    expect((await database.pool.query('select id from shelf')).rows).toEqual([{ id: 1 }])
  })
})

describe('a migration that fails', () => {
  test('is reported with its line, and leaves nothing of itself or of those before it', async () => {
    add('0003-shelf.sql', 'create table shelf (id bigint);')
    add('0004-broken.sql', 'create table book (id bigint);\ncreate table page (\n  id biggint\n);')
    await expect(migrate(database, folder, silentLog)).rejects.toMatchObject({
      name: 'StartProblem',
      message:
        'The migration 0004-broken.sql, line 3, failed and nothing was changed: type "biggint" does not exist',
    })
    expect(await tables()).not.toContain('shelf')
    expect(await tables()).not.toContain('book')
  })

  test('can be repeated when it has been put right', async () => {
    add('0003-shelf.sql', 'create table shelf (id bigint); select 1 / 0;')
    await expect(migrate(database, folder, silentLog)).rejects.toThrow('0003-shelf.sql')
    add('0003-shelf.sql', 'create table shelf (id bigint);')
    await migrate(database, folder, silentLog)
    expect(await tables()).toContain('shelf')
  })
})

describe('a database', () => {
  test('that a newer version has written is refused, and the sentence says which', async () => {
    add('0003-shelf.sql', 'create table shelf (id bigint);')
    await migrate(database, folder, silentLog)
    await expect(migrate(database, fixtureMigrations, silentLog)).rejects.toMatchObject({
      name: 'StartProblem',
      message: expect.stringMatching(/newer version .*0003-shelf.*0002-counter/),
    })
  })

  test('that a newer version has only added to is used, as by processes that wait for their upgrade', async () => {
    add('0003-shelf.sql', '-- compatible: nobody looks at shelves yet\ncreate table shelf (id bigint);')
    await migrate(database, folder, silentLog)
    await migrate(database, fixtureMigrations, silentLog)
    add('0004-no-notes.sql', 'drop table note;')
    await migrate(database, folder, silentLog)
    add('0005-page.sql', '-- compatible: nor at pages\ncreate table page (id bigint);')
    await migrate(database, folder, silentLog)
    await expect(migrate(database, fixtureMigrations, silentLog)).rejects.toThrow('newer version')
  })

  test('that has seen a migration which is missing here is refused', async () => {
    unlinkSync(join(folder, '0001-notes.sql'))
    await expect(migrate(database, folder, silentLog)).rejects.toMatchObject({
      name: 'StartProblem',
      message: expect.stringContaining('0001-notes, which is missing'),
    })
  })
})

describe('a folder of migrations', () => {
  test('is refused when two have one number', async () => {
    add('0002-second.sql', 'select 1')
    await expect(migrate(database, folder, silentLog)).rejects.toThrow('Two migrations have the number 0002')
  })

  test('is refused when one has no number', async () => {
    add('later.sql', 'select 1')
    await expect(migrate(database, folder, silentLog)).rejects.toThrow('later.sql is not named like')
  })
})

function add(name: string, text: string): void {
  writeFileSync(join(folder, name), text)
}

async function tables(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  )
  return rows.map((row) => row.name)
}
