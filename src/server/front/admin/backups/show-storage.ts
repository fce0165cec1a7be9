import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { StorageKind } from '#contract/desk/backup-calls.ts'
import { freeBytesAt, listBackups } from '#server/front/backup/backup-folder.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import type { Services } from '#server/platform/services/services.ts'
import { databaseBytes } from './backup-state.store.ts'
import { codeBytes, readMediaKinds } from './storage.store.ts'

type Used = { readonly files: number; readonly bytes: number }

/** `GET /api/admin/system/storage`: what takes the space, by kind. */
export const showStorage: UseCase<'storageAtDesk', 'config' | 'database' | 'media'> = async ({
  config,
  database,
  media,
}) => {
  const { mediaFolder, backupFolder } = config
  const backups = await listBackups(backupFolder)
  const used: Record<StorageKind, Used> = {
    ...(await mediaByKind({ database, media })),
    originals: await folderUse(join(mediaFolder, 'originals')),
    uploads: await folderUse(join(mediaFolder, 'uploads')),
    backups: { files: backups.length, bytes: backups.reduce((sum, { bytes }) => sum + bytes, 0) },
    database: { files: 0, bytes: await databaseBytes(database) },
    code: { files: 0, bytes: await codeBytes(database.db) },
  }
  const kinds = (Object.keys(used) as StorageKind[]).map((kind) => ({ kind, ...used[kind] }))
  return { status: 200, body: { freeBytes: await freeBytesAt(mediaFolder), kinds } }
}

async function mediaByKind({ database, media }: Pick<Services, 'database' | 'media'>) {
  const kindOf = await readMediaKinds(database.db)
  const none = { files: 0, bytes: 0 }
  const used = {
    films: none,
    posters: none,
    captions: none,
    avatars: none,
    trash: none,
    versions: none,
    unused: none,
  }
  for (const [key, size] of await media.sizes()) {
    const kind = kindOf.get(key) ?? 'unused'
    const { files, bytes } = used[kind]
    used[kind] = { files: files + 1, bytes: bytes + size }
  }
  return used
}

/** The files of a folder, which need not be there. */
async function folderUse(folder: string): Promise<Used> {
  const names = await readdir(folder).catch(() => [])
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return { files: names.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
}
