import type { Config } from '#server/platform/config/config.ts'
import type { Db } from '#server/platform/database/tables.ts'
import { uploadFolder } from '#server/platform/outside/upload-folder.ts'
import type { Services } from '#server/platform/services/services.ts'
import { deleteUpload, readUpload } from './upload.store.ts'

/** Returns path, length in bytes, and the name on the user's disk of an uploaded file; undefined once it was released. */
export async function uploadedFile(
  db: Db,
  { mediaFolder }: Pick<Config, 'mediaFolder'>,
  id: string,
): Promise<{ path: string; name: string; length: number } | undefined> {
  const upload = await readUpload(db, id)
  if (!upload) return undefined
  return { path: uploadFolder(mediaFolder).fileOf(id), name: upload.name, length: upload.length }
}

/** Deletes an upload with its file, if that is still there. */
export async function releaseUpload(
  { database, config }: Pick<Services, 'database'> & { readonly config: Pick<Config, 'mediaFolder'> },
  id: string,
): Promise<void> {
  await deleteUpload(database.db, id)
  await uploadFolder(config.mediaFolder).remove(id)
}
