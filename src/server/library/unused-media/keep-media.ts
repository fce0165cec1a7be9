import type { MediaExtension, MediaStore } from '#server/platform/outside/media-store.ts'
import type { Services } from '#server/platform/services/services.ts'
import { isNamed, noteInUse } from './unused-media.store.ts'

/**
 * Puts a file into the media store for a row that will name it: the only way to do so. Bytes that were there already may be about
 * to be removed as unused, so the key is taken from those first and the file copied again if it has gone meanwhile. Not within a transaction:
 * the note has to be seen by others. From here on the row has days to be stored.
 */
export async function keepMedia(
  { database, media }: Pick<Services, 'database' | 'media'>,
  file: string,
  extension: MediaExtension,
  report?: (bytes: number) => void,
): ReturnType<MediaStore['put']> {
  for (;;) {
    const stored = await media.put(file, extension, report)
    if ('refused' in stored) return stored
    await noteInUse(database.db, stored.key)
    if ((await media.size(stored.key)) !== undefined) return stored
  }
}

/** Removes bytes at once unless a row names them: of a person's picture nothing may be left. */
export async function deleteUnlessNamed(
  { database, media }: Pick<Services, 'database' | 'media'>,
  key: string,
): Promise<void> {
  if (await isNamed(database.db, key)) return
  await media.delete(key)
  await noteInUse(database.db, key)
}
