import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { hasUnfinishedCopy, isPostgresqlEmpty, removableObjects } from '#server/front/move/ask-postgresql.ts'
import { quietLog } from '#server/front/move/copy-database.ts'
import { copyIntoPostgresql, removeUnfinishedCopy } from '#server/front/move/copy-into-postgresql.ts'
import { withLockedDatabase } from '#server/front/move/lock-database.ts'
import {
  createDatabase,
  placesIn,
  postgresqlVersion,
  prepareDirectory,
} from '#server/platform/database/embedded/directory.ts'
import { fillEmbedded, withLockedDirectory } from '#server/platform/database/embedded/open-embedded.ts'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'
import type { Manifest } from './backup-file.ts'
import { placesOfBackup } from './backup-places.ts'
import { loadScript } from './load-script.ts'
import type { BackupProgress } from './make-backup.ts'
import { takeFromBeside } from './media-beside.ts'
import { restorePostgresql, scriptOfDump, serverVersion } from './postgresql-tools.ts'
import { olderRestore, olderServer, toolVersion } from './postgresql-versions.ts'
import { readManifest, unpackBackup } from './read-backup.ts'
import { mayFillMedia, restoredFiles } from './restored-files.ts'
import { isSecretOf } from './secret-check.ts'

export type RestoreTarget = {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly mediaFolder: string
  /** The secret of the backed up site; undefined in a demo, whose secret is in the backup. */
  readonly appSecret: string | undefined
  readonly previousAppSecret: string | undefined
  /** A backup of the other kind of database may be brought up to date. */
  readonly migrationsDir: string
}

/** What a restore did. `copied` is set where the backup is of the other kind of database. */
type Restored = {
  readonly madeAt: string
  /** False for a backup of the former format without digests. */
  readonly verified: boolean
  readonly copied?: { readonly tables: number; readonly rows: number }
}

/**
 * Restores a backup of either kind of database where no site exists yet. It is verified before anything is written, and
 * renamed only when complete, so that it can be repeated after any failure or kill. Throws `StartProblem` for an incomplete
 * or altered file, a place that is not empty, and a wrong secret.
 */
export async function restoreBackup(
  path: string,
  target: RestoreTarget,
  report: (progress: BackupProgress) => void,
): Promise<Restored> {
  const manifest = await readManifest(path)
  await refuseBackup(manifest, target)
  return withLockedDatabase(target.databaseUrl, async () => {
    await refusePlace(target)
    prepareDirectory(placesIn(target.dataDir))
    return withLockedDirectory(target.dataDir, async () => {
      // another restore may have ended before the lock
      await refusePlace(target)
      return restore(path, { manifest, target }, report)
    })
  })
}

async function restore(
  path: string,
  { manifest, target }: { manifest: Manifest; target: RestoreTarget },
  report: (progress: BackupProgress) => void,
): Promise<Restored> {
  const { dataDir, databaseUrl, migrationsDir } = target
  const places = placesIn(dataDir)
  const { copy, dump } = placesOfBackup(dataDir)
  const files = restoredFiles(target)
  let verified = false
  let copied: Restored['copied']
  try {
    if (manifest.engine === 'embedded' && !databaseUrl)
      await createDatabase(places, async (unfinished) => {
        await unpack(unfinished)
        await files.place()
      })
    else await inFolder(copy, () => (databaseUrl ? intoPostgresql(databaseUrl) : intoEmbedded()))
  } catch (error) {
    // where the commit cannot be excluded, the media belong to a site
    if (await hasNoSite(target).catch(() => false)) await files.takeBack()
    throw error
  }
  await files.finish()
  report({ phase: 'database', done: 1, total: 1 })
  return { madeAt: manifest.madeAt, verified, ...(copied && { copied }) }

  async function unpack(databaseFolder: string): Promise<void> {
    const placeOf = (name: string) => {
      if (name === 'database.dump') return manifest.engine === 'postgresql' ? dump : undefined
      if (name === 'app-secret' || name.startsWith('media/')) return files.placeOf(name)
      return manifest.engine === 'embedded' ? placeInDatabase(databaseFolder, name) : undefined
    }
    await files.prepare()
    const unpacked = await unpackBackup(path, placeOf, (done, total) =>
      report({ phase: 'file', done, total }),
    )
    verified = unpacked.verified
    if (unpacked.beside) await takeFromBeside(path, unpacked.beside, files.media)
    report({ phase: 'database', done: 0, total: 1 })
  }

  async function intoPostgresql(to: string): Promise<void> {
    await unpack(placesIn(copy).database)
    await removeUnfinishedCopy(to)
    if (manifest.engine === 'embedded')
      copied = await copyIntoPostgresql({ from: copy, to, migrationsDir, last: files.place }, () => undefined)
    else {
      await files.place()
      await restorePostgresql(to, dump)
    }
  }

  async function intoEmbedded(): Promise<void> {
    await unpack(copy)
    await createDatabase(places, async (unfinished) => {
      await fillEmbedded(unfinished, quietLog, async ({ pool }) => {
        copied = await loadScript(pool, scriptOfDump(dump, manifest.serverVersion))
      })
      await files.place()
    })
  }
}

/** Calls `work` with a new, temporary folder. */
async function inFolder(folder: string, work: () => Promise<void>): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await work()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns the path of a database file below a folder; undefined for a name that would leave it. */
function placeInDatabase(folder: string, name: string): string | undefined {
  const [top, ...rest] = name.replace(/\/$/, '').split('/')
  if (top !== 'database' || rest.some((part) => !/^[\w.-]+$/.test(part) || /^\.+$/.test(part)))
    return undefined
  return join(folder, ...rest)
}

async function refuseBackup(manifest: Manifest, target: RestoreTarget): Promise<void> {
  const { databaseUrl, appSecret, previousAppSecret } = target
  if (appSecret === undefined && !manifest.holdsSecret)
    throw new StartProblem('APP_SECRET is missing: give the one of the site that this backup is of.')
  if (appSecret !== undefined && !isSecretOf({ appSecret, previousAppSecret }, manifest.secretCheck))
    throw new StartProblem(
      'APP_SECRET is not the one of the site that this backup is of: with another one nobody could use an authenticator app. Nothing was written.',
    )
  if (manifest.engine === 'postgresql') await refuseVersions(manifest, databaseUrl)
}

async function refusePlace(target: RestoreTarget): Promise<void> {
  const { dataDir, databaseUrl, mediaFolder } = target
  if (!(await hasNoSite(target)))
    throw new StartProblem(
      databaseUrl
        ? 'The database is not empty: a restore touches none of a site. Name an empty one by DATABASE_URL.'
        : `${dataDir} already holds a database: a restore touches none of a site. Name an empty place by DATA_DIR.`,
    )
  if (databaseUrl) await refuseRemovable(databaseUrl)
  if (!(await mayFillMedia(mediaFolder)))
    throw new StartProblem(
      `The media folder ${mediaFolder} is not empty: a restore touches no media of a site. Name an empty place by MEDIA_URL (for a drill DATA_DIR, MEDIA_URL and DATABASE_URL).`,
    )
}

/** A failed restore could not tell them from those that it made. */
async function refuseRemovable(databaseUrl: string): Promise<void> {
  const objects = (await isPostgresqlEmpty(databaseUrl)) ? await removableObjects(databaseUrl) : []
  if (objects.length === 0) return
  const named = objects.slice(0, 3).join(', ')
  const more = objects.length > 3 ? ` and ${objects.length - 3} more` : ''
  throw new StartProblem(
    `The database is not empty: it has ${named}${more}, which removing a failed restore would remove, too. Name an empty one by DATABASE_URL.`,
  )
}

async function hasNoSite({ dataDir, databaseUrl }: RestoreTarget): Promise<boolean> {
  if (!databaseUrl) return !existsSync(placesIn(dataDir).database)
  return (await isPostgresqlEmpty(databaseUrl)) || hasUnfinishedCopy(databaseUrl)
}

/** An older PostgreSQL would fail in the middle of the dump, and so would a client that cannot read it. */
async function refuseVersions(
  { serverVersion: dumped }: Manifest,
  databaseUrl: string | undefined,
): Promise<void> {
  const server = databaseUrl ? await serverVersion(databaseUrl) : Number(postgresqlVersion)
  const client = await toolVersion('pg_restore', databaseUrl ? server : (dumped ?? 0))
  const fault =
    olderServer({ dumped, client, server }) ?? (databaseUrl ? undefined : olderRestore(client, dumped))
  if (fault) throw new StartProblem(`${fault} Nothing was written.`)
}
