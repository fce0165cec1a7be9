import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isMediaKey } from '#server/platform/outside/media-store.ts'
import { backupAt, listBackups, makeBackupFolder, markVerified, removeSurplus } from './backup-folder.ts'
import { type BackupProgress, type BackupSource, makeBackup } from './make-backup.ts'
import { folderBeside } from './media-beside.ts'
import { mediaBeside, verifyBackup } from './read-backup.ts'

/**
 * Makes a backup in the folder of backups, verifies it, and deletes the oldest beyond `keep`; none without it. Media beside backups
 * go once no backup names them. One of that name is only verified: it was complete when its process was killed. Throws
 * `StartProblem` as `makeBackup` and `verifyBackup`; then no other backup was deleted.
 */
export async function makeKeptBackup(
  source: BackupSource,
  of: {
    readonly folder: string
    readonly file: string
    /** Its media are kept beside it, once for all backups. */
    readonly keepsMediaBeside: boolean
    readonly keep: number | undefined
    readonly now: Date
    readonly report: (progress: BackupProgress) => void
  },
): Promise<{ readonly path: string; readonly bytes: number; readonly deleted: readonly string[] }> {
  const { folder, file, keepsMediaBeside, keep, now, report } = of
  const path = join(folder, file)
  await makeBackupFolder(folder)
  if (!(await backupAt(folder, file))) await makeBackup(source, { path, now, report, keepsMediaBeside })
  await verifyBackup(path, (done, total) => report({ phase: 'file', done, total }))
  await markVerified(folder, file)
  const deleted = keep === undefined ? [] : await removeSurplus(folder, keep)
  await removeUnnamedMedia(folder, now)
  return { path, bytes: (await stat(path)).size, deleted }
}

/** A backup that takes longer has crashed; all that one names are touched while it is being made. */
const longestMs = 24 * 3_600_000

/**
 * Deletes media that no backup of the folder names, nor one that is being made, and returns their number. Throws, having deleted
 * nothing, where the list of a backup cannot be read.
 */
async function removeUnnamedMedia(folder: string, now: Date): Promise<number> {
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
