import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { copyDatabaseInto } from '#support/database.ts'
import type { DieMoving } from '#support/die-moving.ts'
import { fillSite } from '#support/filled-site.ts'
import { contents, look, type Place, refusal } from '#support/moved-site.ts'
import { programArguments, programCache } from '#support/program.ts'
import { rounds } from '#support/rounds.ts'
import { startServerProcess } from '#support/server-process.ts'

// `admin.ts move`, killed at ten points of its way in each direction. Until the mark the former site starts as before, and
// nobody takes the copy for a site; the move that is not killed has every row (docs/operate.md).

const root = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'lectern-move-kill-'))
const server = inject('postgresqlUrl') ?? ''
const made: string[] = []

const folderNamed = (name: string): Place => ({ databaseUrl: undefined, dataDir: join(folder, name) })

async function emptyOnServer(): Promise<Place> {
  const name = `moved_${randomUUID().replaceAll('-', '')}`
  await onServer(`create database ${name}`)
  made.push(name)
  return { databaseUrl: server.replace('/postgres?', `/${name}?`), dataDir: folder }
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

test(`a site of ${rounds.movedAccounts} accounts moves to PostgreSQL and back through twenty kills`, async () => {
  const former = folderNamed('former')
  await copyDatabaseInto(former.dataDir)
  await look(former, (database) => fillSite(database, rounds.movedAccounts))
  const before = await contents(former)
  expect(before.get('public.viewing')).toMatch(`${rounds.movedAccounts * 10} rows`)

  const onServer = await emptyOnServer()
  await killAtEachPoint(former, onServer, before)
  // killed after the mark, it can still be taken back
  expect(await refusal(former)).toContain('has moved from this database')
  expect(await refusal(onServer)).toContain('incomplete copy')
  expect(await move(former, onServer, { words: ['--undo'] })).toMatchObject({ code: 0 })
  await expectUntouched(former, onServer, before)
  expect(await move(former, onServer)).toMatchObject({ code: 0, signal: null })
  expect(await contents(onServer)).toEqual(before)
  expect(await refusal(former)).toContain('has moved from this database')
  expect(await refusal(onServer)).toBeUndefined()

  const files = folderNamed('back')
  await killAtEachPoint(onServer, files, before)
  // or repeated, which completes it
  expect(await move(onServer, files)).toMatchObject({ code: 0, signal: null })
  expect(await contents(files)).toEqual(before)
  expect(await refusal(onServer)).toContain('has moved from this database')
  await expectServing(files)
}, 3_600_000)

/** Kills ten moves, the last one right after the mark. */
async function killAtEachPoint(from: Place, to: Place, before: ReadonlyMap<string, string>): Promise<void> {
  const spread = 6
  const killed = async (at: string, after = 0) => {
    const note = join(folder, 'note')
    const dying = { DIE_AT: at, DIE_AFTER: String(after), DIE_NOTE: note }
    expect({ at, after, ...(await move(from, to, { dying })) }).toMatchObject({ signal: 'SIGKILL' })
    await untilGone()
    return Number(readFileSync(note, 'utf8'))
  }
  // while the tables of the target are made
  await killed('^create table if not exists moving_in', 30)
  await expectUntouched(from, to, before)
  const statements = await killed(theMark)
  expect(statements).toBeGreaterThan(spread * 20)
  await expectUntouched(from, to, before)
  if (from.databaseUrl === undefined) await expectServing(from)
  for (let part = 0; part < spread; part += 1) {
    await killed('^truncate', Math.round((statements * part) / spread))
    await expectUntouched(from, to, before)
  }
  // in the last comparison, while writers are locked out
  await killed('^lock table', 20)
  await expectUntouched(from, to, before)
  await killed('^update moving_in set whole')
}

const theMark = '^insert into setting \\(name, value\\)'

/** The former site starts with all that it had, and the copy does not. */
async function expectUntouched(from: Place, to: Place, before: ReadonlyMap<string, string>): Promise<void> {
  expect(await refusal(from)).toBeUndefined()
  expect(await contents(from)).toEqual(before)
  expect(await refusal(to)).toContain('incomplete copy')
}

/** A process of the site starts on a copy of the folder, because it would write. */
async function expectServing({ dataDir }: Place): Promise<void> {
  const copy = join(folder, randomUUID())
  cpSync(dataDir, copy, { recursive: true })
  mkdirSync(join(copy, 'media'))
  // the film of all videos, without which it is refused
  writeFileSync(join(copy, `media/${'0'.repeat(64)}.mp4`), 'film')
  const site = await startServerProcess({
    DATA_DIR: copy,
    APP_SECRET: 'of-a-move:K7v2mQ9xR4bT8nW1pZ6cY3',
    BASE_URL: 'https://videos.example.org',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'videos@example.org',
  })
  await site.ready()
  await site.stop()
  rmSync(copy, { recursive: true })
}

type Moved = { readonly code: number | null; readonly signal: NodeJS.Signals | null; readonly said: string }

/** `npm run admin -- move`. */
async function move(
  from: Place,
  to: Place,
  { words = [], dying }: { words?: readonly string[]; dying?: DieMoving } = {},
): Promise<Moved> {
  const child = spawn(
    process.execPath,
    [...programArguments('src/server/front/command-line/admin.ts'), 'move', ...words],
    {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        INIT_CWD: folder,
        ...programCache,
        DATA_DIR: from.dataDir,
        ...(from.databaseUrl && { DATABASE_URL: from.databaseUrl }),
        MOVE_TO: to.databaseUrl ?? to.dataDir,
        ...(dying && { ...dying, NODE_OPTIONS: `--import=${join(root, 'tests/support/die-moving.ts')}` }),
      },
    },
  )
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk
    })
  return new Promise((ended) => child.on('close', (code, signal) => ended({ code, signal, said })))
}

/** PostgreSQL notices the end of a process when it next reads from it. */
async function untilGone(): Promise<void> {
  for (;;) {
    const { rows } = await onServer(
      `select count(*)::int from pg_stat_activity where datname = any($1) and application_name like 'lectern%'`,
      [`{${made.join()}}`],
    )
    if (rows[0]?.count === 0) return
    await wait(50)
  }
}
