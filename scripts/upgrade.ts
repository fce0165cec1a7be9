// npm run upgrade -- <archive or folder> [--without-backup]: replaces the installed version (docs/operate.md, Upgrade)
// npm run upgrade -- --back: returns to the version before
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { bin, root } from './prepare.mjs'
import { checkVersion, installBeside } from './upgrade/new-version.ts'
import { findPlace, migrationsOf, type Place, packageOf } from './upgrade/place.ts'
import { replaceVersion } from './upgrade/replace.ts'
import { incompatibleSince } from './upgrade/rules.ts'
import { UpgradeProblem } from './upgrade/upgrade-problem.ts'

/** What an upgrade notes in the folder of the new version. */
type Former = { readonly folder: string; readonly backup: string | undefined; readonly replacedAt: string }

const noteIn = (folder: string) => join(folder, '.cache/former-version.json')

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { back: { type: 'boolean' }, 'without-backup': { type: 'boolean' } },
  })
  const [source, ...more] = positionals
  if (more.length > 0 || (source === undefined) === !values.back)
    throw new UpgradeProblem(
      'Use: npm run upgrade -- <archive or folder> [--without-backup], or npm run upgrade -- --back',
    )
  const place = findPlace()
  if (source === undefined) return goBack(place)
  await upgrade(place, resolve(process.env.INIT_CWD ?? process.cwd(), source), !values['without-backup'])
}

async function upgrade(place: Place, source: string, withBackup: boolean): Promise<void> {
  console.log('Installing the new version beside the running one …')
  const folder = await installBeside(place, source)
  try {
    checkVersion(folder)
    const backup = withBackup ? backUp() : undefined
    const former: Former = { folder: place.root, backup, replacedAt: new Date().toISOString() }
    mkdirSync(dirname(noteIn(folder)), { recursive: true })
    writeFileSync(noteIn(folder), JSON.stringify(former))
    const atOnce = incompatibleSince(migrationsOf(place.root), migrationsOf(folder)).length > 0
    await replace(place, folder, { atOnce, backup })
  } catch (problem) {
    rmSync(folder, { recursive: true, force: true })
    throw problem
  }
}

/** Makes and verifies a backup with the running version. Returns its path. */
function backUp(): string {
  console.log('Making a backup …')
  const words = ['scripts/run.mjs', 'src/server/front/command-line/admin.ts', 'backup', 'keep']
  const { status, stdout } = spawnSync(bin('node'), words, {
    cwd: root,
    stdio: ['ignore', 'pipe', 2],
    encoding: 'utf8',
  })
  if (status !== 0) throw new UpgradeProblem(`There is no backup, so nothing was replaced. ${stdout}`)
  console.log(stdout.trim())
  return /\/.*?\.tar\b/.exec(stdout)?.[0] ?? 'the backup made before'
}

async function goBack(place: Place): Promise<void> {
  const note = noteIn(place.root)
  if (!existsSync(note))
    throw new UpgradeProblem('No upgrade brought this version, so there is none before it.')
  const { folder, backup, replacedAt }: Former = JSON.parse(readFileSync(note, 'utf8'))
  if (!existsSync(folder)) throw new UpgradeProblem(`The version before was in ${folder}, which was deleted.`)
  const incompatible = incompatibleSince(migrationsOf(folder), migrationsOf(place.root))
  if (incompatible.length > 0)
    throw new UpgradeProblem(
      `The version before cannot work with the tables since ${incompatible.join(', ')}. A restore of ${backup ?? 'a backup'} would lose all that was stored since ${replacedAt}: accounts, orders, payments, videos and what was watched.`,
    )
  await replace(place, folder, { atOnce: false, backup })
}

async function replace(
  place: Place,
  folder: string,
  { atOnce, backup }: { atOnce: boolean; backup: string | undefined },
): Promise<void> {
  const { failed, formerFailed, tookMs } = await replaceVersion(place, folder, atOnce)
  const version = packageOf(folder).version
  if (formerFailed)
    throw new UpgradeProblem(
      `Version ${version} did not become ready: ${failed}\nVersion ${place.version} does not run, either: ${formerFailed}\nStop the service and restore ${backup ?? 'a backup'} (docs/operate.md, Restore).`,
    )
  if (failed)
    throw new UpgradeProblem(
      `Version ${version} did not become ready, so ${place.version} runs as before: ${failed}`,
    )
  console.log(
    tookMs === undefined
      ? `${place.link} is version ${version} now. No site was running: start it.`
      : `Version ${version} runs, after ${(tookMs / 1000).toFixed(1)} s. Version ${place.version} is kept in ${place.root}.`,
  )
}

main().catch((error: unknown) => {
  if (!(error instanceof UpgradeProblem)) throw error
  console.error(error.message)
  process.exitCode = 1
})
