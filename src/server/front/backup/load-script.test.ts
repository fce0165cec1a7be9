import { createReadStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fillEmbedded } from '#server/platform/database/embedded/open-embedded.ts'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'
import { silentLog, testDatabase } from '#support/database.ts'
import { loadScript } from './load-script.ts'

const database = testDatabase()
let tables = 0

/** Loads a script that arrives in chunks of three characters; `THE_TABLE` is a new table. */
async function load(script: string, size = 3) {
  tables += 1
  const table = `public.loaded_${tables}`
  const text = script.replaceAll('THE_TABLE', table)
  async function* chunks() {
    for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
  }
  const found = await loadScript(database.pool, chunks())
  const { rows } = await database.pool.query(`select * from ${table} order by 1`)
  return { ...found, stored: rows }
}

const head = `--
-- PostgreSQL database dump
--

\\restrict 6zGJ

SET statement_timeout = 0;
SET timeout_of_a_newer_version = 0;
SET client_encoding = 'UTF8';
SELECT pg_catalog.set_config('search_path', '', false);
SET row_security = off;

`

test('a script is run as psql would, without what the embedded database has not', async () => {
  const found = await load(`${head}
CREATE EXTENSION IF NOT EXISTS nothing_of_the_kind WITH SCHEMA public;
COMMENT ON EXTENSION nothing_of_the_kind IS 'text';
CREATE TABLE THE_TABLE (
    id integer NOT NULL,
    name text,
    twice integer GENERATED ALWAYS AS ((id * 2)) STORED,
    CONSTRAINT named CHECK ((name <> 'SET x = 1;'::text))
);
ALTER TABLE THE_TABLE ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (SEQUENCE NAME THE_TABLE_id);
COPY THE_TABLE (id, name) FROM stdin;
7\tAda
9\t\\N
\\.

SELECT pg_catalog.setval('THE_TABLE_id', 9, true);
CREATE INDEX ON THE_TABLE USING gin (name public.gin_trgm_ops);
ALTER TABLE ONLY THE_TABLE ADD PRIMARY KEY (id);

\\unrestrict 6zGJ

`)
  expect(found).toEqual({
    tables: 1,
    rows: 2,
    stored: [
      { id: 7, name: 'Ada', twice: 14 },
      { id: 9, name: null, twice: 18 },
    ],
  })
  const { rows } = await database.pool.query(
    `insert into loaded_${tables} (name) values ('next') returning id`,
  )
  expect(rows).toEqual([{ id: 10 }])
})

test('a script of PostgreSQL 18 is run, with its identity, its partition, its trigger and its strange values', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-script-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const script = join(import.meta.dirname, '../../../../tests/support/dump-of-postgresql-18.sql')
  await fillEmbedded(folder, silentLog, async ({ pool }) => {
    expect(await loadScript(pool, createReadStream(script, 'utf8'))).toEqual({ tables: 2, rows: 5 })
    const { rows } = await pool.query(
      `select id, name, created_at::text as at, settings, picture, short from account order by id`,
    )
    expect(rows).toEqual([
      {
        id: 1,
        name: 'Ada',
        at: expect.stringContaining('12:00:00.123456'),
        settings: { a: '\\tab' },
        picture: Buffer.from([0, 255]),
        short: 'Ada',
      },
      {
        id: 2,
        name: 'tab\tline\nback\\slash',
        at: expect.any(String),
        settings: null,
        picture: null,
        short: 'tab',
      },
      { id: 3, name: '\\N', at: expect.any(String), settings: null, picture: Buffer.from(''), short: '\\N' },
    ])
    const { rows: visits } = await pool.query('select account_id from visit_2027 order by 1')
    expect(visits).toEqual([{ account_id: 1 }, { account_id: 2 }])
    await expect(pool.query("update account set name = 'Eve' where id = 1")).rejects.toThrow(
      'a name stays; Ada',
    )
    const added = await pool.query("insert into account (name, created_at) values ('x', now()) returning id")
    expect(added.rows).toEqual([{ id: 4 }])
  })
})

test.each([
  [
    'ends within rows',
    `${head}create table THE_TABLE (a text);\nCOPY THE_TABLE (a) FROM stdin;\na\n`,
    /ends early/,
  ],
  ['ends before its tables', head, /ends early/],
  ['is empty', '', /ends early/],
  ['is in another encoding', head.replace('UTF8', 'LATIN1'), /database in LATIN1/],
  ['has a wrong statement', `${head}create sense;\n`, /does not take the dump: syntax error/],
  [
    'has a row that the table refuses',
    `${head}create table THE_TABLE (a integer);\nCOPY THE_TABLE (a) FROM stdin;\nx\n\\.\n`,
    /does not take the dump: invalid input syntax/,
  ],
])('a script that %s is refused', async (_, script, sentence) => {
  const before = await database.pool.query('show search_path')
  const outcome = await load(script).catch((error: unknown) => error)
  expect(outcome).toBeInstanceOf(StartProblem)
  expect(String(outcome)).toMatch(sentence)
  // the settings of the script are gone, too
  const after = await database.pool.query('show search_path')
  expect(after.rows).toEqual(before.rows)
})

test('rows are inserted in pieces, of which one may be smaller than a row', async () => {
  const long = 'ä'.repeat(3 * 2 ** 20)
  const rows = Array.from({ length: 30_000 }, (_, index) => `${index}\t${'text '.repeat(20)}`)
  const found = await load(
    `${head}create table THE_TABLE (id integer, name text);
COPY THE_TABLE (id, name) FROM stdin;\n${rows.join('\n')}\n30000\t${long}\n\\.\n`,
    2 ** 16,
  )
  expect(found).toMatchObject({ rows: 30_001, tables: 1 })
  expect(found.stored.at(-1)).toEqual({ id: 30_000, name: long })
  expect(found.stored).toHaveLength(30_001)
})
