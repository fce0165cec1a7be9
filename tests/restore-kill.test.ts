import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { makeBackup } from '#server/front/backup/make-backup.ts'
import { copyClosed } from '#server/platform/database/embedded/open-embedded.ts'
import { copyDatabaseInto } from '#support/database.ts'
import type { DieMoving } from '#support/die-moving.ts'
import { fillSite } from '#support/filled-site.ts'
import { contents, look, type Place, refusal } from '#support/moved-site.ts'
import { programArguments, programCache } from '#support/program.ts'
import { rounds } from '#support/rounds.ts'

// `admin.ts restore` of a backup, killed at many points of its way into either kind of database: no site starts there, and
// the restore that is not killed has every row and every film (docs/operate.md).

const root = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'lectern-restore-kill-'))
const server = inject('postgresqlUrl') ?? ''
const appSecret = 'of-a-restore:K7v2mQ9xR4bT8nW1pZ6cY3'
const made: string[] = []
const films = ['first', 'second'].map((text) => ({
  text,
  key: `${createHash('sha256').update(text).digest('hex')}.mp4`,
}))
const ofFilm = '^rename [0-9a-f]{64}.mp4'
let kills = 0

async function emptyOnServer(): Promise<Place> {
  const name = `restored_${randomUUID().replaceAll('-', '')}`
  await onServer(`create database ${name}`)
  made.push(name)
  return { databaseUrl: server.replace('/postgres?', `/${name}?`), dataDir: join(folder, name) }
}

async function onServer(statement: string, values: readonly string[] = []) {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  return client.query<{ count: number }>(statement, [...values]).finally(() => client.end())
}

afterAll(async () => {
  for (const name of made) await onServer(`drop database if exists ${name} with (force)`)
  rmSync(folder, { recursive: true, force: true })
})

test(`a backup of ${rounds.movedAccounts} accounts is restored into either kind through thirty kills`, async () => {
  const former = { databaseUrl: undefined, dataDir: join(folder, 'former') }
  await copyDatabaseInto(former.dataDir)
  mkdirSync(join(former.dataDir, 'media'))
  for (const { key, text } of films) writeFileSync(join(former.dataDir, 'media', key), text)
  await look(former, (database) => fillSite(database, rounds.movedAccounts))
  const before = await contents(former)
  expect(before.get('public.viewing')).toMatch(`${rounds.movedAccounts * 10} rows`)

  const onPostgresql = await emptyOnServer()
  const files = await backedUp(former)
  await killEach(files, onPostgresql, [
    ['^create table if not exists moving_in', 0],
    ['^create table if not exists moving_in', 30],
    ['^create table if not exists moving_in', 400],
    ['^truncate', 0],
    ...[100, 200, 300, 400].map((after): [string, number] => ['^truncate', after]),
    // then each of two films gets its place, and the last one is the commit
    ...[0, 1, 2, 3].map((after): [string, number] => ['^drop table moving_in', after]),
  ])
  expect(await contents(onPostgresql)).toEqual(before)

  const embedded = { databaseUrl: undefined, dataDir: join(folder, 'embedded') }
  const dump = await backedUp(onPostgresql)
  await killEach(dump, embedded, [
    ['^SET ', 0],
    ['CREATE TABLE', 0],
    ...[0, 5, 10, 20, 40].map((after): [string, number] => ['^insert into', after]),
    ['^insert into', 160],
    ['ADD CONSTRAINT', 0],
    ['^checkpoint', 0],
    [ofFilm, 0],
    [ofFilm, 1],
    ['^rename database$', 0],
  ])
  expect(await contents(embedded)).toEqual(before)

  // into its own kind: before the second film, and before the database
  const sameFiles = { databaseUrl: undefined, dataDir: join(folder, 'same') }
  await killEach(files, sameFiles, [
    [ofFilm, 0],
    [ofFilm, 1],
    ['^rename database$', 0],
  ])
  expect(await contents(sameFiles)).toEqual(before)
  const sameServer = await emptyOnServer()
  await killEach(dump, sameServer, [
    [ofFilm, 1],
    [ofFilm, 2],
  ])
  expect(await contents(sameServer)).toEqual(before)
  expect(kills).toBe(30)
}, 3_600_000)

async function backedUp({ databaseUrl, dataDir }: Place): Promise<string> {
  const path = join(folder, `${randomUUID()}.tar`)
  const copyEmbedded = async (to: string) => {
    await copyClosed(dataDir, to)
    return undefined
  }
  mkdirSync(dataDir, { recursive: true })
  const source = { databaseUrl, dataDir, mediaFolder: join(dataDir, 'media'), appSecret, copyEmbedded }
  await makeBackup(source, { path, now: new Date(), report: () => undefined })
  return path
}

/** Kills a restore at each of these statements, and lets the last one end. */
async function killEach(path: string, to: Place, points: readonly [string, number][]): Promise<void> {
  for (const [at, after] of points) {
    const dying = { DIE_AT: at, DIE_AFTER: String(after), DIE_NOTE: join(folder, 'note') }
    const killed = await restore(path, to, dying)
    expect({ at, after, ...killed }).toMatchObject({ signal: 'SIGKILL' })
    kills += 1
    await untilGone()
    if (to.databaseUrl === undefined) expect(existsSync(join(to.dataDir, 'database'))).toBe(false)
    else if (!(await isEmpty(to.databaseUrl))) expect(await refusal(to)).toContain('incomplete copy')
  }
  expect(await restore(path, to)).toMatchObject({ code: 0, signal: null })
  expect(readdirSync(to.dataDir).filter((name) => name.includes('unfinished'))).toEqual([])
  expect(readdirSync(join(to.dataDir, 'media')).toSorted()).toEqual(films.map(({ key }) => key).toSorted())
  expect(await refusal(to)).toBeUndefined()
}

/** `npm run admin -- restore`. */
async function restore(path: string, to: Place, dying?: DieMoving) {
  const child = spawn(
    process.execPath,
    [...programArguments('src/server/front/command-line/admin.ts'), 'restore', path],
    {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        INIT_CWD: folder,
        ...programCache,
        APP_SECRET: appSecret,
        DATA_DIR: to.dataDir,
        ...(to.databaseUrl && { DATABASE_URL: to.databaseUrl }),
        ...(dying && { ...dying, NODE_OPTIONS: `--import=${join(root, 'tests/support/die-moving.ts')}` }),
      },
    },
  )
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk
    })
  return new Promise<{ code: number | null; signal: NodeJS.Signals | null; said: string }>((ended) =>
    child.on('close', (code, signal) => ended({ code, signal, said })),
  )
}

async function isEmpty(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client
    .query(`select from pg_tables where schemaname <> 'information_schema' and schemaname !~ '^pg_'`)
    .finally(() => client.end())
  return rows.length === 0
}

/** PostgreSQL notices the end of a process when it next reads from it. */
async function untilGone(): Promise<void> {
  for (;;) {
    const { rows } = await onServer(
      'select count(*)::int from pg_stat_activity where datname = any($1) and pid <> pg_backend_pid()',
      [`{${made.join()}}`],
    )
    if (rows[0]?.count === 0) return
    await wait(50)
  }
}
