// Prepares this checkout: installs packages, compiles the messages and builds the screens, each only if its input has
// changed. Plain JavaScript for Node 18 and later, because it runs before anything is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
/** What `npm run setup` makes: outside of the data folder, which backups copy. */
export const settingsFile = join(root, 'lectern.env')
export const bin = (name) => join(root, 'node_modules', '.bin', name)

const versions = ['package.json', 'package-lock.json']

/** Both kinds of installation write the same stamp; the installed packages are checked too. */
const packages = { madeFrom: versions, stamp: 'node_modules/.lectern-stamp', salt: 'packages' }

const steps = {
  packages: {
    ...packages,
    says: 'Installing packages (about a minute the first time)',
    isThere: () => missingPackages({ development: true }).length === 0,
    // explicit, since NODE_ENV=production would leave them out
    run: () => install('--include=dev', { development: true }),
  },
  /** Runtime packages. Installed development packages stay. */
  runtimePackages: {
    ...packages,
    says: 'Installing the packages that run the site',
    isThere: () => missingPackages({ development: false }).length === 0,
    run: () => install('--omit=dev', { development: false }),
  },
  messages: {
    says: 'Compiling the messages',
    madeFrom: [
      'src/messages/en',
      'src/messages/de',
      'project.inlang/settings.json',
      'mails.inlang/settings.json',
      ...versions,
    ],
    stamp: 'src/messages/generated/.lectern-stamp',
    isThere: () => areThere('src/messages/generated/messages.js', 'src/messages/generated-mails/messages.js'),
    run: () => run(bin('node'), ['--run', 'messages']),
  },
  screens: {
    says: 'Building the screens',
    madeFrom: [
      'src/web',
      'src/domain',
      'src/contract',
      'src/messages/en',
      'src/messages/de',
      'vite.config.ts',
      'scripts/build-screens.ts',
      'scripts/one-language.ts',
      'scripts/chunks.ts',
      'scripts/page-files.ts',
      'scripts/licences.ts',
      'scripts/licence-texts',
      'package-lock.json',
    ],
    stamp: 'dist/.lectern-stamp',
    isThere: () =>
      areThere(
        'dist/web/index.en.html',
        'dist/web/index.de.html',
        'dist/web/draw/draw.en.js',
        'dist/web/draw/draw.de.js',
        'dist/web/licences.json',
      ),
    run: () => run(bin('node'), ['--run', 'build']),
  },
  server: {
    says: 'Building the server',
    madeFrom: [
      'src/server',
      'src/domain',
      'src/contract',
      'src/messages/en',
      'src/messages/de',
      'scripts/build-server.ts',
      'package-lock.json',
    ],
    stamp: 'dist/server/.lectern-stamp',
    isThere: () => areThere(...Object.values(built)),
    run: () => run(bin('node'), ['--run', 'build:server']),
  },
}

/** Output of `build:server` for each program. */
const built = {
  'src/server/main.ts': 'dist/server/main.js',
  'src/server/front/command-line/admin.ts': 'dist/server/admin.js',
  'src/server/front/command-line/catalogue.ts': 'dist/server/catalogue.js',
  'src/server/front/command-line/site.ts': 'dist/server/site.js',
}

/**
 * Brings the named steps up to date; waits while another process of this checkout does so. A failing step ends the
 * process with its own message.
 */
export function prepare(wanted = ['packages', 'messages', 'screens', 'server']) {
  if (wanted.every(isDone)) return
  whileAlone(() => {
    for (const name of wanted) if (!isDone(name)) carryOut(name)
  })
}

/** For real visitors: builds with all packages if something must be built, otherwise installs the runtime packages. */
export function prepareToServe() {
  if (!isDone('messages') || !isDone('screens') || !isDone('server')) prepare()
  prepare(['runtimePackages'])
}

/** Removes the packages for building and testing, for an image (deploy/Dockerfile). */
export function prune() {
  whileAlone(() => carryOut('runtimePackages'))
}

function carryOut(name) {
  const step = steps[name]
  const stamp = join(root, step.stamp)
  console.error(`${step.says} …`)
  rmSync(stamp, { force: true })
  step.run()
  mkdirSync(dirname(stamp), { recursive: true })
  // installing may rewrite the lockfile, so the stamp describes the result
  writeFileSync(stamp, stampOf(name))
}

/** Tells a step run by `prepare` that its lock is held. */
const lockIsTaken = 'LECTERN_PREPARES'

/**
 * Runs `work` while no other process installs or builds in this checkout: concurrent runs would leave half of each. The
 * lock belongs to an open file, so the system releases it when this process ends, even when killed. Without flock(1) of
 * util-linux there is no lock.
 */
export function whileAlone(work) {
  const unlock = lock()
  const result = work()
  if (result instanceof Promise) return result.finally(unlock)
  unlock()
  return result
}

function lock() {
  if (process.env[lockIsTaken]) return () => undefined
  mkdirSync(join(root, '.cache'), { recursive: true })
  const file = openSync(join(root, '.cache/prepare.lock'), 'a')
  const flock = (...options) => spawnSync('flock', [...options, '3'], { stdio: ['ignore', 2, 2, file] })
  if (flock('--nonblock').status === 1) {
    console.error('Another process installs or builds here: waiting for it …')
    flock()
  }
  return () => closeSync(file)
}

/** For an additional tool: neither adds nor removes the packages for building and testing. */
export function prepareToRun() {
  if (!isDone('runtimePackages') || !isDone('messages') || !isDone('server'))
    prepare(['packages', 'messages', 'server'])
}

const site = 'src/server/main.ts'

/**
 * Returns Node's arguments for a program: the bundle if up to date, otherwise its source. The site runs for weeks in
 * little memory (decisions/008-memory.md).
 */
export function nodeArguments(source) {
  return [
    '--disable-warning=ExperimentalWarning',
    ...(source === site
      ? ['--max-semi-space-size=8', '--initial-old-space-size=64', '--heap-growing-percent=20']
      : []),
    built[source] && isDone('server') ? built[source] : source,
  ]
}

/** Environment with Node's compile cache: it halves the time of the next start. */
export const compileCache = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node') }

/** Returns the additional environment of a program. */
export function nodeEnvironment(source) {
  return source === site
    ? { ...compileCache, MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072' }
    : compileCache
}

function isDone(name) {
  const stamp = join(root, steps[name].stamp)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === stampOf(name) && steps[name].isThere()
}

function areThere(...files) {
  return files.every((file) => existsSync(join(root, file)))
}

/** Returns the lockfile's packages that are not installed. Optional ones may be for another platform. */
function missingPackages({ development }) {
  if (!existsSync(join(root, 'package-lock.json'))) return []
  return Object.entries(read('package-lock.json').packages ?? {})
    .filter(
      ([path, { dev, devOptional, optional }]) =>
        path !== '' && !optional && (development || !(dev || devOptional)),
    )
    .map(([path]) => path)
    .filter((path) => !existsSync(join(root, path, 'package.json')))
}

function stampOf(name) {
  const hash = createHash('sha256').update(steps[name].salt ?? name)
  for (const path of steps[name].madeFrom) addTo(hash, path)
  return hash.digest('hex')
}

function addTo(hash, path) {
  const full = join(root, path)
  if (!existsSync(full)) return
  if (statSync(full).isDirectory()) {
    for (const name of readdirSync(full).sort()) if (!isTest(name)) addTo(hash, join(path, name))
  } else {
    hash.update(path).update('\0').update(readFileSync(full))
  }
}

function isTest(name) {
  return /\.test\.tsx?$/.test(name)
}

/** Not `npm ci`, and without npm's warnings: decisions/002-installing.md. A failed installation ends the process. */
function install(which, wanted) {
  const lent = hasOwnNode() ? undefined : installNodeAlone()
  run(npm, ['install', which, ...(lockfileFits() ? ['--no-save'] : []), ...npmSettings], lent)
  rmSync(lentNode, { recursive: true, force: true })
  dropNodeHeaders()
  const missing = missingPackages(wanted)
  if (missing.length === 0) return
  console.error(
    `npm left out ${missing.length} packages, the first is ${missing[0]}: remove node_modules and try again.`,
  )
  process.exit(1)
}

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
const npmSettings = ['--no-audit', '--no-fund', '--loglevel=error']
const lentNode = join(root, '.cache/node')

function hasOwnNode() {
  const version = ownVersion()
  if (parseInt(process.version.slice(1), 10) >= parseInt(version, 10)) return true
  return spawnSync(bin('node'), ['--version'], { encoding: 'utf8' }).stdout?.trim() === `v${version}`
}

/** npm skips optional programs that its own Node is too old for, so ours is installed first. */
function installNodeAlone() {
  run(npm, ['install', '--prefix', lentNode, `node@${ownVersion()}`, ...npmSettings])
  return join(lentNode, 'node_modules/.bin')
}

function ownVersion() {
  return read('package.json').dependencies.node
}

/**
 * An older npm would rewrite a lockfile that matches package.json; a lockfile that does not match is for the developer to
 * commit.
 */
function lockfileFits() {
  const { dependencies, devDependencies } = read('package.json')
  const locked = read('package-lock.json').packages?.['']
  return isDeepStrictEqual([dependencies, devDependencies], [locked?.dependencies, locked?.devDependencies])
}

function read(file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8'))
}

/** `node` unpacks a whole distribution of which one program is needed; the headers are 67 MB. */
function dropNodeHeaders() {
  const unpacked = join(root, 'node_modules/node/node_modules')
  if (!existsSync(unpacked)) return
  for (const name of readdirSync(unpacked).filter((name) => name.startsWith('node-'))) {
    rmSync(join(unpacked, name, 'include'), { recursive: true, force: true })
  }
}

function run(command, args, programs = join(root, 'node_modules/.bin')) {
  const path = `${programs}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`
  const done = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, PATH: path, [lockIsTaken]: '1' },
  })
  if (done.error) throw done.error
  if (done.status !== 0) process.exit(done.status ?? 1)
}
