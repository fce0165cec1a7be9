import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MediaExtension, MediaStore } from '#server/platform/outside/media-store.ts'
import type { Services } from '#server/platform/services/services.ts'
import { isNamed, noteInUse } from './unused-media.store.ts'

/**
 * Stores a file for a row that will reference it; nothing else may add media. Existing bytes may be about to be removed
 * as unused, so the key is marked as used first, and the file copied again if it has gone meanwhile. Not inside a
 * transaction, because the mark must be visible to others. The row may be stored days later.
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

/** Stores a text or bytes in the same way. */
export async function keepContent(
  services: Pick<Services, 'database' | 'media'>,
  content: string | Buffer,
  extension: MediaExtension,
): ReturnType<MediaStore['put']> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-kept-'))
  try {
    const file = join(folder, `content.${extension}`)
    await writeFile(file, content)
    return await keepMedia(services, file, extension)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Deletes bytes at once unless a row references them: no personal picture may stay behind. */
export async function deleteUnlessNamed(
  { database, media }: Pick<Services, 'database' | 'media'>,
  key: string,
): Promise<void> {
  if (await isNamed(database.db, key)) return
  await media.delete(key)
  await noteInUse(database.db, key)
}
