import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { extract } from 'tar'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addressOf, createTestDatabase, testEngine } from '#support/database.ts'
import { nginxIsInstalled, startProxyNginx } from '#support/nginx-server.ts'
import type { ProxyProcess } from '#support/proxy-process.ts'
import { inLongForm } from '#support/rounds.ts'
import { freePort } from '#support/server-process.ts'
import { prepare } from '../scripts/prepare.mjs'
import { writeRelease } from '../scripts/release-archive.ts'
import { connectKeepers } from '../scripts/upgrade/keepers.ts'

// A real release of this work tree replaces another behind nginx while visitors ask (docs/operate.md, Upgrade).

vi.setConfig({ testTimeout: 300_000, hookTimeout: 600_000 })

const root = resolve(import.meta.dirname, '..')
const host = 'videos.example.org'
const folder = mkdtempSync(join(tmpdir(), 'lectern-releases-'))
const link = join(folder, 'app')
const releases = join(folder, 'releases')
const running: string = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version
const next = '99.0.0'

const canRun = nginxIsInstalled()
if (!canRun) process.stdout.write('Not tried without nginx: upgrades.\n')

let settings: Record<string, string>
let keeper: ChildProcess
let nginx: ProxyProcess
let archive: string
/** Milliseconds of a stop and start of the same version, which five seconds are compared with on a slow machine. */
let restartMs: number
beforeAll(async () => {
  if (!canRun) return
  prepare()
  const tracked = git(root, 'ls-files', '-co', '--exclude-standard').split('\n')
  await installed(await writeRelease({ root, tracked, version: running, time: new Date(), folder }))
  archive = releaseOfNext(tracked)
  const port = await freePort()
  settings = {
    APP_SECRET: 'of-an-upgrade:K7v2mQ9xR4bT8nW1pZ6cY3',
    BASE_URL: `https://${host}`,
    DATA_DIR: join(folder, 'data'),
    MEDIA_URL: join(folder, 'media'),
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'videos@example.org',
    TRUST_PROXY: '127.0.0.1',
    RATE_LIMITS: '100000',
    LOG_LEVEL: 'warn',
    PORT: String(port),
    ...(testEngine === 'postgresql' && { DATABASE_URL: await addressOf(await createTestDatabase()) }),
  }
  nginx = await startProxyNginx({ sitePort: port, mediaFolder: join(folder, 'media') })
  keeper = startKeeper()
  await vi.waitFor(async () => expect((await ask()).status).toBe(200), { timeout: 120_000, interval: 100 })
  const [kept] = await connectKeepers(join(folder, 'releases'))
  const since = performance.now()
  await kept?.stop()
  await kept?.start(realpathSync(link))
  restartMs = performance.now() - since
  kept?.close()
})
afterAll(async () => {
  if (keeper?.exitCode === null) {
    const ended = new Promise((done) => keeper.once('exit', done))
    keeper.kill('SIGTERM')
    await ended
  }
  await nginx?.stop()
  rmSync(folder, { recursive: true, force: true })
})

if (canRun) {
  test('an archive that its digest does not fit is refused', async () => {
    const altered = join(folder, 'altered.tar.gz')
    cpSync(archive, altered)
    writeFileSync(`${altered}.sha256`, `${'0'.repeat(64)}  altered.tar.gz\n`)
    expect(await upgraded(altered)).toMatchObject({
      code: 1,
      said: expect.stringContaining('fetch it again'),
    })
  })

  test('a broken build replaces nothing, and no visitor notices', async () => {
    const broken = await changed('broken-build', { 'dist/server/main.js': 'const = 1' })
    const { code, said, refused } = await upgraded(broken, '--without-backup')
    expect({ code, refused }).toEqual({ code: 1, refused: [] })
    expect(said).toContain('The new version cannot be used')
    expect(served()).toBe(running)
  })

  test.each<Failing>([
    [
      'a migration that fails',
      { 'migrations/9999-broken.sql': 'select nothing from nowhere;' },
      /9999-broken\.sql, line 1/,
      3,
    ],
    ...(testEngine === 'postgresql'
      ? []
      : [
          [
            'a version that ends after its migrations',
            {
              'migrations/9999-gone.sql': 'drop table bookmark;',
              'dist/server/main.js': `process.send = () => process.exit(3)\nawait import('./real-main.js')`,
            },
            /It ended with 3/,
            8,
          ] satisfies Failing,
        ]),
  ])('%s: the former one runs again soon', async (name, files, why, restarts) => {
    const { code, said, refused } = await upgraded(
      await changed(name.replaceAll(' ', '-'), files),
      '--without-backup',
    )
    expect(code).toBe(1)
    expect(said).toMatch(`so ${running} runs as before`)
    expect(said).toMatch(why)
    expectShort(refused, restarts)
    expect(served()).toBe(running)
  })

  test('a release replaces the running version, and it can be taken back', async () => {
    const there = await upgraded(archive)
    expect(there).toMatchObject({ code: 0, said: expect.stringContaining(`Version ${next} runs`) })
    expectShort(there.refused, 2)
    expect([served(), basename(realpathSync(link))]).toEqual([next, next])
    const back = await upgraded('--back')
    expect(back).toMatchObject({ code: 0, said: expect.stringContaining(`Version ${running} runs`) })
    expectShort(back.refused, 2)
    expect([served(), basename(realpathSync(link))]).toEqual([running, running])
  })

  if (inLongForm) {
    test('packages that cannot be installed replace nothing, and nothing of them is left', async () => {
      const place = await changed('no-packages', {})
      const lock = JSON.parse(readFileSync(join(place, 'package-lock.json'), 'utf8'))
      const { dependencies } = lock.packages['']
      for (const [name, entry] of Object.entries<{ resolved?: string }>(lock.packages))
        if (name === 'node_modules/fastify') entry.resolved = 'http://127.0.0.1:9/fastify.tgz'
      lock.packages['node_modules/fastify'].integrity = `sha512-${'A'.repeat(86)}==`
      lock.packages['node_modules/fastify'].version = '99.0.0'
      dependencies.fastify = '99.0.0'
      writeFileSync(join(place, 'package-lock.json'), JSON.stringify(lock))
      const described = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'))
      described.dependencies.fastify = '99.0.0'
      writeFileSync(join(place, 'package.json'), JSON.stringify(described))
      const { code, said, refused } = await upgraded(place, '--without-backup')
      expect({ code, refused }).toEqual({ code: 1, refused: [] })
      expect(said).toContain('The new version could not be installed')
      expect(readdirSync(releases).filter((name) => !name.startsWith('.keeper'))).toEqual([running])
      expect(served()).toBe(running)
    })

    test.each<[point: string, isThere: () => boolean]>([
      ['while it installs', () => readdirSync(releases).some((name) => name.startsWith('.new-'))],
      ['before it replaces', () => existsSync(join(releases, next))],
    ])('killed %s, it replaces nothing, and can be repeated', async (_, isThere) => {
      expect(await upgraded({ killedWhen: isThere }, archive, '--without-backup')).toMatchObject({
        code: null,
        refused: [],
      })
      expect([served(), basename(realpathSync(link))]).toEqual([running, running])
      rmSync(join(releases, next), { recursive: true, force: true })
      expect(await upgraded(archive, '--without-backup')).toMatchObject({ code: 0 })
      expect(served()).toBe(next)
      expect(readdirSync(releases).filter((name) => name.startsWith('.new-'))).toEqual([])
      expect(await upgraded('--back')).toMatchObject({ code: 0 })
      rmSync(join(releases, next), { recursive: true })
    })

    test.each(['the upgrade', 'everything'])(
      '%s killed while it replaces: the next start works',
      async (what) => {
        const isThere = () => basename(realpathSync(link)) === next
        await upgraded({ killedWhen: isThere }, archive, '--without-backup')
        if (what === 'everything') {
          const sites = childrenOfKeeper()
          keeper.kill('SIGKILL')
          for (const site of sites) process.kill(site, 'SIGKILL')
          keeper = startKeeper()
        }
        await vi.waitFor(async () => expect([(await ask()).status, served()]).toEqual([200, next]), {
          timeout: 120_000,
          interval: 100,
        })
        expect(await upgraded('--back')).toMatchObject({ code: 0 })
        expect(served()).toBe(running)
        rmSync(join(releases, next), { recursive: true })
      },
    )
  }

  test('after an incompatible migration there is no way back, and the sentence names what a restore would lose', async () => {
    const incompatible = await changed('incompatible', {
      'migrations/9999-more.sql': 'create table more (id int);',
    })
    expect(await upgraded(incompatible)).toMatchObject({ code: 0 })
    const { code, said, refused } = await upgraded('--back')
    expect({ code, refused }).toEqual({ code: 1, refused: [] })
    expect(said).toMatch(
      /since 9999-more\.sql\. A restore of \/.*\.tar would lose all that was stored since 20/,
    )
  })
}

function git(cwd: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd, encoding: 'utf8', maxBuffer: 1e8 }).trim()
}

/** Installs a release as docs/operate.md says. */
async function installed({ file }: { file: string }): Promise<void> {
  const place = join(folder, 'releases', running)
  mkdirSync(place, { recursive: true })
  await extract({ file, cwd: place, strip: 1 })
  linkPackages(place)
  symlinkSync(`releases/${running}`, link)
}

/** `npm run release` in a copy of this work tree with a higher version and one more migration. Returns the archive. */
function releaseOfNext(tracked: readonly string[]): string {
  const copy = join(folder, 'checkout')
  for (const path of tracked) cpSync(join(root, path), join(copy, path), { recursive: true })
  for (const path of ['package.json', 'package-lock.json']) {
    const read = JSON.parse(readFileSync(join(copy, path), 'utf8'))
    read.version = next
    if (read.packages) read.packages[''].version = next
    writeFileSync(join(copy, path), JSON.stringify(read))
  }
  writeFileSync(
    join(copy, 'migrations/9998-added.sql'),
    '-- compatible: adds a table\ncreate table added (id int);',
  )
  linkPackages(copy)
  git(copy, 'init', '--quiet')
  git(copy, 'add', '.')
  git(copy, '-c', 'user.name=x', '-c', 'user.email=x@example.org', 'commit', '--quiet', '--message', 'next')
  const { status, stderr } = spawnSync(process.execPath, ['scripts/release.ts'], {
    cwd: copy,
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)
  return join(copy, `dist/release/lectern-${next}.tar.gz`)
}

function linkPackages(to: string): void {
  const copy = (how: string) => spawnSync('cp', [how, join(root, 'node_modules'), to]).status
  if (copy('-al') !== 0) copy('-a')
}

function startKeeper(): ChildProcess {
  const words = ['scripts/start.mjs', '--production']
  return spawn(process.execPath, words, {
    cwd: link,
    env: environment(),
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

/** The next release as a folder with other files. */
async function changed(name: string, files: Record<string, string>): Promise<string> {
  const place = join(folder, name)
  mkdirSync(place)
  await extract({ file: archive, cwd: place, strip: 1 })
  cpSync(join(place, 'dist/server/main.js'), join(place, 'dist/server/real-main.js'))
  for (const [path, text] of Object.entries(files)) writeFileSync(join(place, path), text)
  return place
}

function environment() {
  return { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, HOME: process.env.HOME, ...settings }
}

/** Name, changed files, the reason given, and how many plain restarts the way back may take. */
type Failing = [string, Record<string, string>, RegExp, number]

type Refusal = { readonly atMs: number; readonly status: number; readonly retryAfter: string | undefined }

/**
 * Runs `npm run upgrade` with these words while visitors ask; returns what it said, and what they did not get. First a condition at
 * which it is killed may be given: then without code.
 */
async function upgraded(
  ...given: readonly (string | { killedWhen: () => boolean })[]
): Promise<{ code: number | null; said: string; refused: Refusal[] }> {
  const words = given.filter((word) => typeof word === 'string')
  const [killed] = given.filter((word) => typeof word !== 'string')
  const child = spawn(process.execPath, ['scripts/upgrade.ts', ...words], { cwd: link, env: environment() })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said += text
    })
  const refused: Refusal[] = []
  const ended = new Promise<number | null>((done) => child.once('close', done))
  let code: number | null | undefined
  void ended.then((given) => {
    code = given
  })
  const looking = killed && setInterval(() => killed.killedWhen() && child.kill('SIGKILL'), 5)
  void ended.then(() => clearInterval(looking))
  while (code === undefined) {
    const answer = await ask()
    if (answer.status !== 200) refused.push({ atMs: performance.now(), ...answer })
    await wait(50)
  }
  return { code, said, refused }
}

function ask(): Promise<{ status: number; retryAfter: string | undefined }> {
  return new Promise((done, failed) => {
    get({ host: '127.0.0.1', port: nginx.port, path: '/api/config', headers: { host } }, (reply) => {
      reply.resume()
      reply.on('end', () => done({ status: reply.statusCode ?? 0, retryAfter: reply.headers['retry-after'] }))
    }).on('error', failed)
  })
}

/** Checks that the site was away briefly: for five seconds, or on a slow machine for no more than `restarts` plain ones. */
function expectShort(refused: readonly Refusal[], restarts: number): void {
  for (const { status, retryAfter } of refused) expect([status, retryAfter]).toEqual([503, '5'])
  const awayMs = (refused.at(-1)?.atMs ?? 0) - (refused[0]?.atMs ?? 0)
  process.stdout.write(`Away for ${Math.round(awayMs)} ms; a restart takes ${Math.round(restartMs)} ms.\n`)
  expect(awayMs).toBeLessThan(Math.max(5_000, restarts * restartMs))
}

/** The version in whose folder the site runs. */
function served(): string {
  return basename(realpathSync(`/proc/${childrenOfKeeper()[0]}/cwd`))
}

function childrenOfKeeper(): number[] {
  const children = readFileSync(`/proc/${keeper.pid}/task/${keeper.pid}/children`, 'utf8')
  return [...children.matchAll(/\d+/g)].map(Number)
}
