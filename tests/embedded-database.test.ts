import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Database } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { silentLog } from '#support/database.ts'
import { fixtureMigrations } from '#support/fixture-migrations.ts'
import { folderOfTest, folderOfTests } from '#support/folders.ts'
import { inLongForm } from '#support/rounds.ts'
import { peakMegabytes } from './bench/processor-time.ts'

/** A data directory with a fresh database, to be copied: making one takes seconds. */
const prepared = folderOfTests()
beforeAll(async () => (await openIn(prepared)).close(), 120_000)

if (inLongForm && process.platform === 'linux')
  test('a new database is made and opened in less than 600 MB', { timeout: 120_000 }, async () => {
    const dataDir = folderOfTest()
    const writer = startWriter(dataDir)
    await writer.says('open')
    expect(peakMegabytes(writer.pid)).toBeLessThan(600)
    await writer.kill()
  })

describe('a process that is killed', () => {
  const killRounds = inLongForm ? 5 : 2

  test('loses nothing that it acknowledged, and leaves no half transaction', {
    timeout: 120_000,
  }, async () => {
    const dataDir = copyOfADatabase()
    const acknowledged: string[] = []
    for (let round = 0; round < killRounds; round += 1) {
      const writer = startWriter(dataDir)
      await writer.says('open')
      // so many that there is something to lose, however slow the machine is
      while (writer.acknowledged.length < 11) await wait(1)
      await wait(Math.random() * 400)
      await writer.kill()
      acknowledged.push(...writer.acknowledged)
    }
    expect(acknowledged.length).toBeGreaterThan(killRounds * 10)

    const database = await open(dataDir)
    const { rows } = await database.pool.query<{ text: string }>('select text from note')
    const stored = new Set(rows.map((row) => row.text))
    expect(acknowledged.filter((word) => !stored.has(`${word}/a`) || !stored.has(`${word}/b`))).toEqual([])
    const partner = (text: string) =>
      text.endsWith('/a') ? text.replace(/a$/, 'b') : text.replace(/b$/, 'a')
    expect([...stored].filter((text) => !stored.has(partner(text)))).toEqual([])
  })

  if (inLongForm)
    test('while its database is being made leaves a directory that opens', { timeout: 300_000 }, async () => {
      const dataDir = join(emptyFolder(), 'data')
      const halfMade = [
        'database.lock',
        'database.new',
        'database.new/PG_VERSION',
        'database.new/pg_wal',
        'database',
      ]
      for (const stage of halfMade) {
        const writer = startWriter(dataDir)
        while (!existsSync(join(dataDir, stage))) await wait(1)
        await writer.kill()
        // completed stages are not repeated: the last stage completes the creation
        if (stage !== 'database') expect(existsSync(join(dataDir, 'database'))).toBe(false)
      }
      const database = await open(dataDir)
      expect(await database.ready()).toBe(true)
      expect(readdirSync(dataDir).sort()).toEqual(['database', 'database.lock'])
    })

  test('while migrating leaves the schema unchanged', { timeout: 300_000 }, async () => {
    const dataDir = copyOfADatabase()
    const migrations = emptyFolder()
    cpSync(fixtureMigrations, migrations, { recursive: true })
    const slow = join(migrations, '0003-slow.sql')
    // it creates a table, signals by a file, and then takes long
    const reached = join(dataDir, 'database/reached')
    writeFileSync(
      slow,
      `create table shelf (id bigint);
       do $$ begin execute format('copy (select 1) to %L', current_setting('data_directory') || '/reached'); end $$;
       select pg_sleep(600);`,
    )
    const writer = startWriter(dataDir, migrations)
    await writer.until(() => existsSync(reached))
    await writer.kill()

    const database = await open(dataDir)
    const { rows } = await database.pool.query("select to_regclass('shelf') as shelf")
    expect(rows).toEqual([{ shelf: null }])
    writeFileSync(slow, 'create table shelf (id bigint);')
    await migrate(database, migrations, silentLog)
  })

  test('frees the directory for the next one, and refuses it before that', { timeout: 300_000 }, async () => {
    const dataDir = copyOfADatabase()
    const first = startWriter(dataDir)
    await first.says('open')
    const second = startWriter(dataDir)
    expect(await second.ended).toBe(1)
    expect(second.complaint().trim()).toBe(
      `StartProblem: Another process is using the data directory ${dataDir}: stop it first, or choose another DATA_DIR.`,
    )
    const written = first.acknowledged.length
    await first.saysMoreThan(written)
    await first.kill()
    expect((await open(dataDir)).kind).toBe('embedded')
  })
})

// Only root can mount a disk of a certain size, and only on a small one can it be full.
if (userInfo().uid === 0) {
  describe('a disk', () => {
    test('that is read-only is refused with one sentence', async () => {
      const dataDir = mounted('size=256m')
      execFileSync('mount', ['-o', 'remount,ro', dataDir])
      await expect(openIn(dataDir)).rejects.toMatchObject({
        name: 'StartProblem',
        message: expect.stringContaining(`${dataDir} is not writable`),
      })
      expect(readdirSync(dataDir)).toEqual([])
    })

    test('without room is refused with one sentence, and nothing is changed', async () => {
      const dataDir = mounted('size=20m')
      await expect(openIn(join(dataDir, 'lectern'))).rejects.toMatchObject({
        name: 'StartProblem',
        message: expect.stringMatching(/is full: \d+ MB of space are free, 100 MB are needed/),
      })
      expect(readdirSync(dataDir)).toEqual([])
    })

    test('that fills up loses nothing acknowledged, and serves again when there is room', async () => {
      const dataDir = mounted('size=160m')
      cpSync(prepared, dataDir, { recursive: true })
      const database = await open(dataDir)
      const acknowledged: number[] = []
      const write = async () => {
        const { rows } = await database.pool.query<{ id: number }>(
          'insert into note (text) values (repeat(gen_random_uuid()::text, 20000)) returning id',
        )
        acknowledged.push(rows[0]?.id ?? 0)
      }
      await database.pool.query('alter table note alter column text set storage external')
      await expect(async () => {
        for (;;) await write()
      }).rejects.toThrow()
      expect(acknowledged.length).toBeGreaterThan(10)
      execFileSync('mount', ['-o', 'remount,size=400m', dataDir])
      await expect.poll(() => database.ready(), { timeout: 60_000 }).toBe(true)
      const { rows } = await database.pool.query<{ id: number }>('select id from note')
      const stored = new Set(rows.map((row) => row.id))
      expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
      await write()
    }, 300_000)
  })
} else {
  test('a folder that this user may not write to is refused with one sentence', async () => {
    const dataDir = emptyFolder()
    execFileSync('chmod', ['0500', dataDir])
    await expect(openIn(dataDir)).rejects.toThrow(`${dataDir} is not writable`)
    expect(readdirSync(dataDir)).toEqual([])
  })
}

type Writer = {
  readonly pid: number
  /** The rounds it has acknowledged so far. */
  readonly acknowledged: readonly string[]
  /** Resolves when it has said this; rejects when it ends before. */
  says(word: string): Promise<void>
  saysMoreThan(rounds: number): Promise<void>
  /** Resolves when this holds; rejects when it ends before. */
  until(holds: () => boolean): Promise<void>
  complaint(): string
  readonly ended: Promise<number | null>
  kill(): Promise<void>
}

function startWriter(dataDir: string, migrationsDir = fixtureMigrations): Writer {
  const script = join(import.meta.dirname, 'support/embedded-writer.ts')
  const args = ['--disable-warning=ExperimentalWarning', script, dataDir, migrationsDir]
  const child: ChildProcess = spawn(process.execPath, args)
  onTestFinished(() => void child.kill('SIGKILL'))
  const said: string[] = []
  let complaint = ''
  if (child.stdout) createInterface(child.stdout).on('line', (line) => said.push(line))
  child.stderr?.on('data', (chunk) => {
    complaint += chunk
  })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const until = async (holds: () => boolean) => {
    while (!holds()) {
      if (child.exitCode !== null) throw new Error(`the writer ended: ${complaint}`)
      await wait(5)
    }
  }
  return {
    pid: child.pid ?? 0,
    get acknowledged() {
      return said.filter((line) => line !== 'open')
    },
    says: (word) => until(() => said.includes(word)),
    saysMoreThan: (rounds) => until(() => said.length > rounds + 1),
    until,
    complaint: () => complaint,
    ended,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

function openIn(dataDir: string): Promise<Database> {
  return openDatabase({ dataDir, migrationsDir: fixtureMigrations, log: silentLog })
}

async function open(dataDir: string): Promise<Database> {
  const database = await openIn(dataDir)
  onTestFinished(() => database.close())
  return database
}

function copyOfADatabase(): string {
  const folder = emptyFolder()
  cpSync(prepared, folder, { recursive: true })
  return folder
}

function emptyFolder(): string {
  const folder = folderOfTest()
  return folder
}

function mounted(options: string): string {
  const folder = join(emptyFolder(), 'disk')
  mkdirSync(folder)
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder])
  onTestFinished(() => void execFileSync('umount', ['-l', folder]))
  return folder
}
