import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { root, settingsFile } from '../prepare.mjs'
import type { Migrations } from './rules.ts'
import { UpgradeProblem } from './upgrade-problem.ts'

/** An installation of releases: `releases/<version>` and, beside `releases`, a link to one of them. */
export type Place = {
  readonly releases: string
  readonly link: string
  /** Folder of the linked version, which is that of this program. */
  readonly root: string
  readonly version: string
  /** Absolute path of DATA_DIR. */
  readonly dataDir: string
  readonly isEmbedded: boolean
}

/** Finds the installation that this program belongs to. Throws `UpgradeProblem` where it is laid out in another way. */
export function findPlace(): Place {
  const releases = dirname(root)
  const link = basename(releases) === 'releases' ? linkTo(root, dirname(releases)) : undefined
  if (!link)
    throw new UpgradeProblem(
      `${root} is not installed as releases/<version> with a link to it: docs/operate.md, Upgrade, says how to change that.`,
    )
  if (statSync(releases).uid !== process.getuid?.())
    throw new UpgradeProblem(
      `Run this as the owner of ${releases}, with the settings of the site (docs/operate.md).`,
    )
  const { DATA_DIR, SITE_DIR, DATABASE_URL } = settings()
  const dataDir = resolve(root, DATA_DIR ?? 'data')
  refuseInside('DATA_DIR', dataDir)
  refuseInside('SITE_DIR', resolve(root, SITE_DIR ?? 'site'))
  return { releases, link, root, version: packageOf(root).version ?? '', dataDir, isEmbedded: !DATABASE_URL }
}

/** The settings of this command, and those of `npm run setup`. */
function settings(): NodeJS.Dict<string> {
  const saved = existsSync(settingsFile) ? parseEnv(readFileSync(settingsFile, 'utf8')) : {}
  return { ...saved, ...process.env }
}

function linkTo(folder: string, parent: string): string | undefined {
  return readdirSync(parent)
    .map((name) => join(parent, name))
    .find(
      (path) =>
        lstatSync(path).isSymbolicLink() && existsSync(path) && realpathSync(path) === realpathSync(folder),
    )
}

/** What a version leaves behind in its own folder would be lost to the next. */
function refuseInside(setting: string, path: string): void {
  if (!path.startsWith(`${root}/`) || !existsSync(path)) return
  throw new UpgradeProblem(
    `${path} is inside of the program: stop the site, move it elsewhere, name the new place by ${setting}, and start the site.`,
  )
}

/** Points the link to another folder by one rename. */
export function pointTo(link: string, folder: string): void {
  const made = `${link}.new`
  rmSync(made, { force: true })
  symlinkSync(relative(dirname(link), folder), made)
  renameSync(made, link)
}

/** `package.json` of a version; empty if there is none. */
export function packageOf(folder: string): { name?: string; version?: string } {
  const file = join(folder, 'package.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/** The migrations that a version brings. */
export function migrationsOf(folder: string): Migrations {
  const files = readdirSync(join(folder, 'migrations')).filter((name) => name.endsWith('.sql'))
  return Object.fromEntries(
    files.map((name) => [name, readFileSync(join(folder, 'migrations', name), 'utf8')]),
  )
}
