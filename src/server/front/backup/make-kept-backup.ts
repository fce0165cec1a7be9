import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { backupAt, makeBackupFolder, markVerified, removeSurplus } from './backup-folder.ts'
import { type BackupProgress, type BackupSource, makeBackup } from './make-backup.ts'
import { verifyBackup } from './read-backup.ts'
import { removeUnnamedMedia } from './remove-unnamed-media.ts'

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
