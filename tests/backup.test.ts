import { spawn } from 'node:child_process'
import {
  appendFileSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isNamed } from '#server/library/unused-media/unused-media.store.ts'
import type { Database } from '#server/platform/database/database.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { addressOf, createTestDatabase, silentLog, testEngine } from '#support/database.ts'
import { programArguments, programCache } from '#support/program.ts'
import { type ServerProcess, startServerProcess } from '#support/server-process.ts'

// A site is backed up while people register, lost, and restored elsewhere: whatever was acknowledged before is there again.

const root = resolve(import.meta.dirname, '..')
const wrongSecret = 'J3v8#pXq6Rm1sT9wZkB4nC7yH2dF5gLa'

/** An empty place for a site: a data directory, and on PostgreSQL a database. */
type Place = { dataDir: string; settings: Record<string, string>; look: Look; end(): Promise<void> }
type Look = <Result>(work: (database: Database) => Promise<Result>) => Promise<Result>

let lost: Place
let found: Place
let folder: string
let backup: string
let server: ServerProcess
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-backup-'))
  backup = join(folder, 'site.tar')
  lost = await emptyPlace()
  found = await emptyPlace()
  server = await startServerProcess({ ...lost.settings, DEMO: '1', RATE_LIMITS: '100000' })
  await server.ready()
}, 240_000)
afterAll(async () => {
  await server.stop('SIGKILL')
  await lost.end()
  await found.end()
  rmSync(folder, { recursive: true, force: true })
})

async function emptyPlace(): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-place-'))
  const database = testEngine === 'postgresql' ? await createTestDatabase() : undefined
  if (database)
    await database.pool.query('drop schema public cascade; drop schema pgboss cascade; create schema public')
  const migrationsDir = join(root, 'migrations')
  return {
    dataDir,
    settings: { DATA_DIR: dataDir, ...(database && { DATABASE_URL: await addressOf(database) }) },
    async look(work) {
      if (database) return work(database)
      const files = await openDatabase({ dataDir, migrationsDir, log: silentLog })
      return work(files).finally(() => files.close())
    },
    async end() {
      await database?.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function admin(settings: Record<string, string>, ...words: string[]) {
  const child = spawn(
    process.execPath,
    [...programArguments('src/server/front/command-line/admin.ts'), ...words],
    {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        INIT_CWD: folder,
        ...programCache,
        ...settings,
      },
    },
  )
  const said = { output: '', errors: '' }
  child.stdout.on('data', (chunk) => {
    said.output += chunk
  })
  child.stderr.on('data', (chunk) => {
    said.errors += chunk
  })
  const code = await new Promise<number | null>((ended) => child.on('close', ended))
  return { code, ...said }
}

/** Registers one user after the other until told to stop, and records confirmed registrations. */
async function registerMany(acknowledged: string[], isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const email = `p${acknowledged.length}-${Math.random().toString(36).slice(2)}@example.org`
    const first = await fetch(`${server.url}/api/csrf-token`)
    const cookie = first.headers
      .getSetCookie()
      .map((line) => line.split(';')[0] ?? '')
      .join('; ')
    const { token } = await first.json()
    const reply = await fetch(`${server.url}/auth/register`, {
      method: 'POST',
      headers: { cookie, 'x-csrf-token': token, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Ada', email, password: 'notes on the engine', termsAccepted: true }),
    })
    // while the database is copied, a request may need a retry
    expect([202, 503]).toContain(reply.status)
    if (reply.status === 202) acknowledged.push(email)
  }
}

const mediaOf = ({ dataDir }: Place) =>
  readdirSync(join(dataDir, 'media'))
    .filter((name) => !name.endsWith('.unfinished'))
    .map((name) => `${name} ${statSync(join(dataDir, 'media', name)).size}`)
    .toSorted()

const acknowledgedBefore: string[] = []
let mediaBefore: string[] = []

test('a backup is made while the site runs and people register', async () => {
  const acknowledged: string[] = []
  let over = false
  const registering = [1, 2, 3].map(() => registerMany(acknowledged, () => over))
  await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(4)
  acknowledgedBefore.push(...acknowledged)
  mediaBefore = mediaOf(lost)
  const made = await admin(lost.settings, 'backup', 'site.tar')
  over = true
  await Promise.all(registering)
  expect(made).toMatchObject({ code: 0, output: expect.stringContaining(backup) })
  expect(made.errors).toContain('Media')
  expect(statSync(backup).mode & 0o777).toBe(0o600)
  expect(readdirSync(lost.dataDir)).not.toContain('backup.unfinished')
  expect(acknowledged.length).toBeGreaterThan(acknowledgedBefore.length)
  // what a timer does each night
  const kept = join(folder, 'kept')
  const nightly = await admin({ ...lost.settings, BACKUP_DIR: kept, BACKUP_KEEP: '1' }, 'backup', 'keep')
  expect(nightly).toMatchObject({ code: 0, output: expect.stringContaining(kept) })
  expect(readdirSync(kept).map((name) => name.replace(/\d{4}-\d\d-\d\dT\d+/, 'TIME'))).toEqual([
    'lectern-backup-TIME.tar',
    'lectern-backup-TIME.tar.verified',
  ])
  // and each quarter: the site that runs is not touched
  const { code, output } = await admin(lost.settings, 'drill', 'site.tar')
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('books of this backup hold.') })
}, 240_000)

describe('is not restored, and nothing is written,', () => {
  test.each([
    ['over another backup', () => admin(lost.settings, 'backup', 'site.tar'), /is there already/],
    ['where a site is', () => admin(lost.settings, 'restore', 'site.tar'), /already holds|not empty/],
    [
      'under a wrong secret',
      () => admin({ ...found.settings, APP_SECRET: wrongSecret }, 'restore', 'site.tar'),
      /^APP_SECRET is not the one/,
    ],
    ['from nothing', () => admin(found.settings, 'restore', 'nothing.tar'), /^There is no file/],
    [
      'from anything else',
      () => admin(found.settings, 'restore', join(root, 'package.json')),
      /is no backup/,
    ],
    ['into no directory', () => admin(found.settings, 'restore'), /^This command knows/],
  ])(
    '%s',
    async (_, restore, sentence) => {
      const { code, errors } = await restore()
      expect(code).not.toBe(0)
      expect(errors).toMatch(sentence)
      expect(readdirSync(found.dataDir)).toEqual([])
    },
    60_000,
  )

  test('where a byte of it was altered', async () => {
    const altered = join(folder, 'altered.tar')
    const other = mkdtempSync(join(tmpdir(), 'lectern-place-'))
    copyFileSync(backup, altered)
    const file = openSync(altered, 'r+')
    // inside the database, which is the first and largest member
    const at = 100_000
    const [byte] = readFileSync(altered).subarray(at, at + 1)
    writeSync(file, Buffer.from([(byte ?? 0) ^ 1]), 0, 1, at)
    closeSync(file)
    for (const words of [
      ['restore', altered],
      ['backup', 'verify', altered],
    ]) {
      const { code, errors } = await admin({ ...found.settings, DATA_DIR: other }, ...words)
      expect({ code, errors }).toEqual({
        code: 1,
        errors: expect.stringMatching(/was altered after it was made/),
      })
    }
    expect(existsSync(join(other, 'database'))).toBe(false)
    expect(existsSync(join(other, 'media'))).toBe(false)
    rmSync(other, { recursive: true })
    const { code, output } = await admin({}, 'backup', '--', 'verify', 'site.tar')
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('is whole') })
  }, 180_000)

  test('if it is truncated', async () => {
    const cut = join(folder, 'cut.tar')
    const other = mkdtempSync(join(tmpdir(), 'lectern-place-'))
    copyFileSync(backup, cut)
    truncateSync(cut, Math.floor(statSync(backup).size * 0.7))
    const { code, errors } = await admin({ ...found.settings, DATA_DIR: other }, 'restore', cut)
    expect({ code, errors }).toEqual({ code: 1, errors: expect.stringMatching(/not whole/) })
    expect(existsSync(join(other, 'database'))).toBe(false)
    expect(existsSync(join(other, 'media'))).toBe(false)
    rmSync(other, { recursive: true })
  }, 180_000)
})

test('restored elsewhere it has all registered users, all media, and correct books', async () => {
  await server.stop('SIGKILL')
  const { code, output, errors } = await admin(found.settings, 'restore', 'site.tar')
  const kilobytes = Math.ceil(statSync(backup).size / 1024)
  expect({ code, errors }).toEqual({
    code: 0,
    errors: expect.stringContaining(`Reading ${kilobytes}/${kilobytes} kB`),
  })
  expect(output).toContain('Start the site')
  expect(output).not.toContain('could not be verified')
  // the site makes smaller copies of posters during the backup: one without a row yet is made again
  const missing = mediaBefore
    .filter((file) => !mediaOf(found).includes(file))
    .map((file) => file.split(' ')[0] ?? '')
  expect(missing.filter((key) => !key.endsWith('.webp'))).toEqual([])
  for (const key of missing) expect(await found.look(({ db }) => isNamed(db, key)), key).toBe(false)
  expect(mediaOf(lost)).toEqual(expect.arrayContaining(mediaOf(found)))
  const gone = acknowledgedBefore[0] ?? ''
  const { idOfGone, emails, halves, kept } = await found.look(async ({ pool }) => {
    const contacts = await pool.query<{ email: string; account_id: string }>(
      'select email, account_id from contact',
    )
    const { rows } = await pool.query(
      'select id from account a where not exists (select from account_user u where u.account_id = a.id)',
    )
    const money = await pool.query(
      `select coalesce(sum(case kind when 'captured' then amount_cents when 'refunded' then -amount_cents
         when 'invoiced' then -amount_cents when 'credited' then amount_cents else 0 end), 0)::int as difference from ledger_entry`,
    )
    return {
      emails: contacts.rows.map(({ email }) => email),
      idOfGone: contacts.rows.find(({ email }) => email === gone)?.account_id ?? '',
      halves: rows,
      kept: money.rows[0],
    }
  })
  expect(emails).toEqual(expect.arrayContaining(acknowledgedBefore))
  expect(halves).toEqual([])
  expect(kept).toEqual({ difference: 0 })

  // a user was purged after the backup, and is on the separate list
  appendFileSync(join(found.dataDir, 'purged.txt'), `2026-11-22T10:00:00.000Z account ${idOfGone}\n`)
  server = await startServerProcess({ ...found.settings, DEMO: '1' })
  await server.ready()
  expect((await fetch(`${server.url}/content`)).status).toBe(200)
  await server.stop()
  const left = await found.look(
    async ({ pool }) => (await pool.query<{ email: string }>('select email from contact')).rows,
  )
  const after = left.map(({ email }) => email)
  expect(after).not.toContain(gone)
  expect(after).toEqual(expect.arrayContaining(acknowledgedBefore.slice(1)))
}, 240_000)
