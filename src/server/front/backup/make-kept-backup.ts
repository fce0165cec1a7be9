import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { backupAt, makeBackupFolder, markVerified, removeSurplus } from './backup-folder.ts'
import { type BackupProgress, type BackupSource, makeBackup } from './make-backup.ts'
import { verifyBackup } from './read-backup.ts'

/**
 * Makes a backup in the folder of backups, verifies it, and deletes the oldest beyond `keep`; none without it. One of that name is
 * only verified: it was complete when its process was killed. Throws `StartProblem` as `makeBackup` and `verifyBackup`; then no
 * other backup was deleted.
 */
export async function makeKeptBackup(
  source: BackupSource,
  of: {
    readonly folder: string
    readonly file: string
    readonly keep: number | undefined
    readonly now: Date
    readonly report: (progress: BackupProgress) => void
  },
): Promise<{ readonly path: string; readonly bytes: number; readonly deleted: readonly string[] }> {
  const { folder, file, keep, now, report } = of
  const path = join(folder, file)
  await makeBackupFolder(folder)
  if (!(await backupAt(folder, file))) await makeBackup(source, { path, now, report })
  await verifyBackup(path, (done, total) => report({ phase: 'file', done, total }))
  await markVerified(folder, file)
  const deleted = keep === undefined ? [] : await removeSurplus(folder, keep)
  return { path, bytes: (await stat(path)).size, deleted }
}
