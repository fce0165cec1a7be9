import { rm } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { readUnusedMedia } from '#server/library/unused-media/unused-media.store.ts'
import type { Services } from '#server/platform/services/services.ts'
import { secretCheck } from './secret-check.ts'
import { unusedThroughout } from './unused-throughout.ts'

/** Name of the command by which a running server copies its embedded database (command-line/control-socket.ts). */
export const copyDatabaseCommand = 'copy-database'

/**
 * Copies the embedded database, open as it is, into an absolute folder: what a write was acknowledged for before is in it.
 * The request is `{folder}`; a copy of an earlier attempt that lies there is replaced. Answers by
 * what the site's secret is known again, and with the keys of media that nothing names in the copy.
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
