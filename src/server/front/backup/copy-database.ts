import { rm } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { readUnusedMedia } from '#server/library/unused-media/unused-media.store.ts'
import type { Services } from '#server/platform/services/services.ts'
import { secretCheck } from './secret-check.ts'
import { unusedThroughout } from './unused-throughout.ts'

/** The control command that copies a running server's embedded database (command-line/control-socket.ts). */
export const copyDatabaseCommand = 'copy-database'

/**
 * Copies the open embedded database to an absolute folder: every acknowledged write is in the copy. The request is
 * `{folder}`; an existing copy is replaced. Returns the check value of the site's secret, and the keys of unreferenced
 * media in the copy.
 */
export async function copyDatabaseOnRequest(
  { database: { db, copyTo }, config }: Pick<Services, 'database' | 'config'>,
  request: unknown,
): Promise<{ secretCheck: string; unusedMedia: readonly string[] }> {
  const folder = typeof request === 'object' && request && 'folder' in request ? request.folder : undefined
  if (typeof folder !== 'string' || !isAbsolute(folder) || !copyTo)
    throw new TypeError('A copy needs an embedded database and an absolute folder')
  await rm(folder, { recursive: true, force: true })
  const before = await readUnusedMedia(db)
  await copyTo(folder)
  const unusedMedia = unusedThroughout(before, await readUnusedMedia(db))
  return { secretCheck: secretCheck(config.appSecret), unusedMedia: [...unusedMedia] }
}
