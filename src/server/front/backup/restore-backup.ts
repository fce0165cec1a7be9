import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createDatabase, placesIn, prepareDirectory } from '#server/platform/database/embedded/directory.ts'
import { isMediaKey } from '#server/platform/outside/media-store.ts'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'
import type { Manifest } from './backup-file.ts'
import { placesOfBackup } from './backup-places.ts'
import type { BackupProgress } from './make-backup.ts'
import { takeFromBeside } from './media-beside.ts'
import { isPostgresqlEmpty, restorePostgresql, serverVersion } from './postgresql-tools.ts'
import { olderServer, toolVersion } from './postgresql-versions.ts'
import { readManifest, unpackBackup } from './read-backup.ts'
import { isSecretOf } from './secret-check.ts'

export type RestoreTarget = {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly mediaFolder: string
  /** The secret of the backed up site; undefined in a demo, whose secret is in the backup. */
  readonly appSecret: string | undefined
  readonly previousAppSecret: string | undefined
}

/**
 * Restores a backup where no site exists yet. It is verified before anything is written, and renamed only when
 * complete, so that it can be repeated after any failure. Throws `StartProblem` for an incomplete or altered file, a
 * place that is not empty, and a wrong secret. `verified` is false for a backup of the former format without digests.
 */
export async function restoreBackup(
  path: string,
  target: RestoreTarget,
  report: (progress: BackupProgress) => void,
): Promise<{ madeAt: string; verified: boolean }> {
  const manifest = await readManifest(path)
  let verified = false
  await refuse(manifest, target)
  const { dataDir, databaseUrl } = target
  const places = placesIn(dataDir)
  prepareDirectory(places)
  if (databaseUrl) {
    const { copy, dump } = placesOfBackup(dataDir)
    await rm(copy, { recursive: true, force: true })
    await mkdir(copy, { recursive: true, mode: 0o700 })
    try {
      await unpack(copy)
      report({ phase: 'database', done: 0, total: 1 })
      await restorePostgresql(databaseUrl, dump)
    } finally {
      await rm(copy, { recursive: true, force: true })
    }
  } else await createDatabase(places, unpack)
  report({ phase: 'database', done: 1, total: 1 })
  return { madeAt: manifest.madeAt, verified }

  /** The database is placed last: without it, there is no site. */
  async function unpack(databaseFolder: string): Promise<void> {
    const { mediaFolder } = target
    const { demoSecret } = placesOfBackup(dataDir)
    const media = `${mediaFolder}.unfinished`
    const secret = join(dataDir, 'app-secret.unfinished')
    await rm(media, { recursive: true, force: true })
    await rm(secret, { force: true })
    await mkdir(media, { recursive: true, mode: 0o700 })
    const placeOf = (name: string) => {
      if (name === 'app-secret') return secret
      if (name === 'database.dump') return databaseUrl && join(databaseFolder, name)
      if (name.startsWith('media/'))
        return isMediaKey(basename(name)) ? join(media, basename(name)) : undefined
      return databaseUrl ? undefined : placeInDatabase(databaseFolder, name)
    }
    const unpacked = await unpackBackup(path, placeOf, (done, total) =>
      report({ phase: 'file', done, total }),
    )
    verified = unpacked.verified
    if (unpacked.beside) await takeFromBeside(path, unpacked.beside, media)
    await rmdir(mediaFolder).catch(() => undefined)
    await rename(media, mediaFolder)
    if (existsSync(secret)) {
      await copyFile(secret, demoSecret)
      await rm(secret)
    }
  }
}

/** Returns the path of a database file below a folder; undefined for a name that would leave it. */
function placeInDatabase(folder: string, name: string): string | undefined {
  const [top, ...rest] = name.replace(/\/$/, '').split('/')
  if (top !== 'database' || rest.some((part) => !/^[\w.-]+$/.test(part) || /^\.+$/.test(part)))
    return undefined
  return join(folder, ...rest)
}

async function refuse(manifest: Manifest, target: RestoreTarget): Promise<void> {
  const { dataDir, databaseUrl, mediaFolder, appSecret, previousAppSecret } = target
  if (manifest.engine === 'embedded' && databaseUrl)
    throw new StartProblem('This backup is of an embedded database: restore it without DATABASE_URL.')
  if (manifest.engine === 'postgresql' && !databaseUrl)
    throw new StartProblem('This backup is of a PostgreSQL database: name an empty one by DATABASE_URL.')
  if (appSecret === undefined && !manifest.holdsSecret)
    throw new StartProblem('APP_SECRET is missing: give the one of the site that this backup is of.')
  if (appSecret !== undefined && !isSecretOf({ appSecret, previousAppSecret }, manifest.secretCheck))
    throw new StartProblem(
      'APP_SECRET is not the one of the site that this backup is of: with another one nobody could use an authenticator app. Nothing was written.',
    )
  if (databaseUrl) await refuseOlderServer(manifest, databaseUrl)
  if (databaseUrl ? !(await isPostgresqlEmpty(databaseUrl)) : existsSync(placesIn(dataDir).database))
    throw new StartProblem(
      databaseUrl
        ? 'The database is not empty: a restore touches none of a site. Name an empty one by DATABASE_URL.'
        : `${dataDir} already holds a database: a restore touches none of a site. Name an empty place by DATA_DIR.`,
    )
  if ((await readdir(mediaFolder).catch(() => [])).length > 0)
    throw new StartProblem(
      `The media folder ${mediaFolder} is not empty: a restore touches no media of a site. Name an empty place by MEDIA_URL (for a drill DATA_DIR, MEDIA_URL and DATABASE_URL).`,
    )
}

/** An older PostgreSQL would fail in the middle of the dump. */
async function refuseOlderServer({ serverVersion: dumped }: Manifest, databaseUrl: string): Promise<void> {
  const server = await serverVersion(databaseUrl)
  const older = olderServer({ dumped, client: await toolVersion('pg_restore', server), server })
  if (older) throw new StartProblem(`${older} Nothing was written.`)
}
