import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isMediaKey } from '#server/platform/outside/media-store.ts'
import { syncToDisk } from '#server/platform/runtime/sync-to-disk.ts'
import { placesOfBackup } from './backup-places.ts'

type Folders = { readonly dataDir: string; readonly mediaFolder: string }

/** Whether a restore may put media into a folder: it is empty, or a restore into it did not end. */
export async function mayFillMedia(mediaFolder: string): Promise<boolean> {
  return existsSync(unpackedMedia(mediaFolder)) || (await filesIn(mediaFolder)).length === 0
}

/**
 * Where media are unpacked: in their folder, which may be a disk of its own. Deleted only after the commit of the
 * database.
 */
function unpackedMedia(mediaFolder: string): string {
  return join(mediaFolder, '.restore.unfinished')
}

/**
 * The media and the demo's secret of a backup, unpacked near their places. The name of a media file is the digest of its
 * content, so a repeated restore may replace the files of a killed one.
 */
export function restoredFiles({ dataDir, mediaFolder }: Folders) {
  const { demoSecret } = placesOfBackup(dataDir)
  const media = unpackedMedia(mediaFolder)
  const secret = join(dataDir, 'app-secret.unfinished')
  const placed: string[] = []
  let isFolderNew = false
  return {
    media,
    placeOf(name: string): string | undefined {
      if (name === 'app-secret') return secret
      return isMediaKey(basename(name)) ? join(media, basename(name)) : undefined
    },
    async prepare(): Promise<void> {
      await rm(secret, { force: true })
      const made = await mkdir(media, { recursive: true, mode: 0o700 })
      isFolderNew = made !== undefined && made !== media
      for (const name of await filesIn(media)) await rm(join(media, name), { recursive: true })
    },
    /** Puts all of them in place, before the database is committed. */
    async place(): Promise<void> {
      for (const key of await readdir(media)) {
        const place = join(mediaFolder, key)
        const isNew = !existsSync(place)
        await rename(join(media, key), place)
        if (isNew) placed.push(key)
      }
      await syncToDisk(mediaFolder)
      if (existsSync(secret)) {
        await copyFile(secret, demoSecret)
        await rm(secret)
      }
    },
    /** Removes from the media folder what `place` has added, after a failure. */
    async takeBack(): Promise<void> {
      for (const key of placed) await rename(join(mediaFolder, key), join(media, key))
      const others = (await filesIn(mediaFolder)).filter((name) => name !== basename(media))
      if (others.length === 0) await removeUnpacked()
      if (isFolderNew) await rmdir(mediaFolder).catch(() => undefined)
    },
    /** Deletes the folder of unpacked media, after the commit. */
    finish: removeUnpacked,
  }

  async function removeUnpacked(): Promise<void> {
    await rm(media, { recursive: true, force: true })
  }
}

async function filesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => [])
}
