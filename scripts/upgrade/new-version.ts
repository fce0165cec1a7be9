import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { extract } from 'tar'
import { bin } from '../prepare.mjs'
import { type Place, packageOf } from './place.ts'
import { refusalOf } from './rules.ts'
import { UpgradeProblem } from './upgrade-problem.ts'

/** A checkout's own; a release has none of them. */
const notCopied = ['node_modules', '.git', '.cache', 'data', 'site', 'test-results', 'lectern.env']

/**
 * Installs the version of an archive or folder beside the running one. Returns its folder. Throws `UpgradeProblem`; nothing of it is left then.
 */
export async function installBeside(place: Place, source: string): Promise<string> {
  removeAbandoned(place.releases)
  const made = join(place.releases, `.new-${process.pid}`)
  try {
    mkdirSync(made)
    await unpack(source, made)
    const offered = packageOf(made)
    const refused = refusalOf(offered, place.version)
    if (refused) throw new UpgradeProblem(refused)
    takeAlong(place.root, made)
    install(made)
    const folder = freeFolder(place.releases, String(offered.version))
    renameSync(made, folder)
    return folder
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}

/** Removes what upgrades left that were killed. */
function removeAbandoned(releases: string): void {
  for (const name of readdirSync(releases)) {
    const [, pid] = /^\.new-(\d+)$/.exec(name) ?? []
    if (pid && !isRunning(Number(pid))) rmSync(join(releases, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function unpack(source: string, folder: string): Promise<void> {
  if (!existsSync(source)) throw new UpgradeProblem(`${source} does not exist.`)
  if (statSync(source).isDirectory()) {
    const filter = (path: string) => dirname(path) !== source || !notCopied.includes(basename(path))
    return cpSync(source, folder, { recursive: true, filter, verbatimSymlinks: true })
  }
  verifyDigest(source)
  await extract({ file: source, cwd: folder, strip: 1, strict: true }).catch(({ message }: Error) => {
    throw new UpgradeProblem(`${source} cannot be unpacked: ${message}`)
  })
}

/** Compares an archive with the digest beside it, if there is one. */
function verifyDigest(archive: string): void {
  if (!existsSync(`${archive}.sha256`)) return
  const [wanted] = readFileSync(`${archive}.sha256`, 'utf8').split(/\s/)
  if (createHash('sha256').update(readFileSync(archive)).digest('hex') !== wanted)
    throw new UpgradeProblem(`${archive} is not what its .sha256 says: fetch it again.`)
}

/**
 * The settings of `npm run setup`, and the packages as hard links: npm replaces a package that changes and fetches only those. What it
 * rewrites in place is copied.
 */
function takeAlong(from: string, to: string): void {
  const settings = join(from, 'lectern.env')
  if (existsSync(settings)) cpSync(settings, join(to, 'lectern.env'))
  const packages = join(to, 'node_modules')
  const linked = spawnSync('cp', ['-al', join(from, 'node_modules'), packages], { stdio: 'ignore' })
  if (linked.status !== 0) {
    rmSync(packages, { recursive: true, force: true })
    return
  }
  const tree = '.package-lock.json'
  rmSync(join(packages, tree), { force: true })
  if (existsSync(join(from, 'node_modules', tree)))
    cpSync(join(from, 'node_modules', tree), join(packages, tree))
}

const prepareToServe = "import('./scripts/prepare.mjs').then(({ prepareToServe }) => prepareToServe())"

function install(folder: string): void {
  const { status } = spawnSync(process.execPath, ['-e', prepareToServe], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
  })
  if (status !== 0)
    throw new UpgradeProblem('The new version could not be installed: the lines above say why.')
}

/**
 * Loads an installed version with the settings of the site; it opens and changes nothing. Node keeps what it has compiled, so that the
 * start takes half the time. Throws `UpgradeProblem`.
 */
export function checkVersion(folder: string): void {
  const words = ['scripts/run.mjs', 'src/server/main.ts', '--check']
  const env = { ...process.env, DEMO: '0' }
  const { status } = spawnSync(bin('node'), words, { cwd: folder, env, stdio: ['ignore', 'ignore', 2] })
  if (status !== 0) throw new UpgradeProblem('The new version cannot be used: the lines above say why.')
}

function freeFolder(releases: string, version: string, turn = 1): string {
  const folder = join(releases, turn === 1 ? version : `${version}-${turn}`)
  return existsSync(folder) ? freeFolder(releases, version, turn + 1) : folder
}
