import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { type ServerProcess, startServerProcess } from '#support/server-process.ts'

const running: ServerProcess[] = []
afterEach(() => Promise.all(running.splice(0).map((server) => server.stop('SIGKILL'))))

test.each([
  ['PORT', { PORT: 'front-door' }],
  ['TRIAL_DAYS', { TRIAL_DAYS: 'a fortnight' }],
  ['SERVICE_MODE', { SERVICE_MODE: 'half-open' }],
  ['DATABASE_URL', { DATABASE_URL: 'somewhere' }],
])('a wrong %s stops the start with one line that names it', async (name, settings) => {
  const dataDir = emptyFolder()
  const lines = await refusal({ DEMO: '1', DATA_DIR: dataDir, ...settings })
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(name)
  expect(readdirSync(dataDir)).toEqual([])
})

test('a variable that nearly has the name of a setting is named first, with the likely one', async () => {
  const lines = await refusal({ DEMO: '1', DATA_DIR: emptyFolder(), TRAIL_DAYS: '7', PORT: 'front-door' })
  expect(lines[0]).toBe('Warning: TRAIL_DAYS is no setting of this program. Is TRIAL_DAYS meant?')
  expect(lines.slice(1)).toEqual([expect.stringContaining('PORT')])
})

test('a site for real visitors does not start without its secret and its address', async () => {
  const dataDir = emptyFolder()
  const lines = await refusal({ DEMO: '0', DATA_DIR: dataDir })
  for (const name of ['APP_SECRET', 'BASE_URL']) {
    expect(lines.filter((line) => line.includes(name))).toHaveLength(1)
  }
  expect(readdirSync(dataDir)).toEqual([])
})

test('a used port is refused with one line, and the data directory is unchanged', async () => {
  const occupant = createServer()
  await new Promise<void>((listening) => occupant.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void occupant.close())
  const address = occupant.address()
  const port = typeof address === 'object' && address ? String(address.port) : ''
  const dataDir = emptyFolder()
  const lines = await refusal({ DEMO: '1', DATA_DIR: dataDir, PORT: port })
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(port)
  expect(readdirSync(dataDir)).toEqual([])
})

test('a second process on the same data directory is refused with one line, and the first runs on', async () => {
  const dataDir = emptyFolder()
  const first = await startServerProcess({ DEMO: '1', DATA_DIR: dataDir })
  running.push(first)
  await first.ready()
  const lines = await refusal({ DEMO: '1', DATA_DIR: dataDir })
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(dataDir)
  expect((await fetch(`${first.url}/api/videos`)).status).toBe(200)
}, 180_000)

test.runIf(process.getuid?.() === 0)('a read-only data directory is refused with one line', async () => {
  const dataDir = mountedFolder('size=16m')
  execFileSync('mount', ['-o', 'remount,ro', dataDir])
  const lines = await refusal({ DEMO: '1', DATA_DIR: dataDir })
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/read-only|not writable|cannot write/i)
  expect(readdirSync(dataDir)).toEqual([])
})

test.runIf(process.getuid?.() === 0)('a full data directory is refused with one line', async () => {
  const dataDir = mountedFolder('size=256k')
  writeFileSync(join(dataDir, 'somebody-elses.bin'), Buffer.alloc(250 * 1024))
  const lines = await refusal({ DEMO: '1', DATA_DIR: dataDir })
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/space|full/i)
  expect(readdirSync(dataDir)).toEqual(['somebody-elses.bin'])
})

test.each([
  ['DATA_DIR', 'a file in the way', (file: string) => ({ DATA_DIR: join(file, 'data') })],
  ['MEDIA_URL', 'a file in the way', (file: string) => ({ MEDIA_URL: join(file, 'media') })],
  ['MEDIA_URL', 'a file', (file: string) => ({ MEDIA_URL: file })],
])('a %s that is %s is refused with one line', async (name, _what, settingsFor) => {
  const folder = emptyFolder()
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const lines = await refusal({ DEMO: '1', DATA_DIR: join(folder, 'data'), ...settingsFor(file) })
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(name)
  expect(lines[0]).toContain(file)
})

test('a media folder that is missing or empty, although there are videos, is refused with one line', async () => {
  const dataDir = join(emptyFolder(), 'not', 'there', 'yet')
  const first = await startServerProcess({ DEMO: '1', DATA_DIR: dataDir })
  running.push(first)
  await first.ready()
  await first.stop()
  rmSync(join(dataDir, 'media'), { recursive: true })
  for (const fault of ['does not exist', 'is empty']) {
    const lines = await refusal({ DEMO: '1', DATA_DIR: dataDir })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(new RegExp(`media folder .*${fault}, but the library has videos`))
    mkdirSync(join(dataDir, 'media'), { recursive: true })
  }
}, 180_000)

/** Starts a server that must not start; returns its lines on standard error. */
async function refusal(settings: Record<string, string>): Promise<string[]> {
  const server = await startServerProcess(settings)
  running.push(server)
  expect(await server.exited).toBe(1)
  return server.output().stderr.trim().split('\n')
}

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function mountedFolder(options: string): string {
  const folder = join(emptyFolder(), 'mounted')
  mkdirSync(folder)
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder])
  onTestFinished(() => void execFileSync('umount', ['-l', folder]))
  return folder
}
