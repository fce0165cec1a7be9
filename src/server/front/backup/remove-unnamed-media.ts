import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isMediaKey } from '#server/platform/outside/media-store.ts'
import { listBackups } from './backup-folder.ts'
import { folderBeside } from './media-beside.ts'
import { mediaBeside } from './read-backup.ts'

/** A backup that takes longer has crashed; all that one names are touched while it is being made. */
const longestMs = 24 * 3_600_000

/**
 * Deletes media that no backup of the folder names, nor one that is being made, and returns their number. Throws, having deleted
 * nothing, where the list of a backup cannot be read.
 */
export async function removeUnnamedMedia(folder: string, now: Date): Promise<number> {
  const backups = (await listBackups(folder)).map(({ file }) => join(folder, file))
  const beside = folderBeside(join(folder, 'any'))
  const stored = await readdir(beside).catch(() => [])
  if (stored.length === 0) return 0
  const named = new Set<string>()
  for (const backup of backups) for (const key of (await mediaBeside(backup)) ?? []) named.add(key)
  let removed = 0
  for (const name of stored.filter((one) => isMediaKey(one.replace(/\.unfinished$/, '')))) {
    // another process may have renamed or removed it meanwhile
    const found = await stat(join(beside, name)).catch(() => undefined)
    if (!found || named.has(name) || now.getTime() - found.mtimeMs < longestMs) continue
    await rm(join(beside, name), { force: true })
    removed += 1
  }
  return removed
}
