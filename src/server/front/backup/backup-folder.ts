import { mkdir, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A complete backup in the folder of backups. */
export type BackupOnDisk = {
  readonly file: string
  readonly bytes: number
  readonly madeAt: Date
  /** It was read again after it was made, and each digest was right. */
  readonly verified: boolean
}

const pattern = /^[\w-]{1,80}\.tar$/

/** Returns the name of the backup that is begun at `now`, as the command names it; another one where its media are beside it. */
export function backupName(now: Date, keepsMediaBeside = false): string {
  const time = now.toISOString().slice(0, 19).replaceAll(':', '')
  return `lectern-backup-${time}${keepsMediaBeside ? '-media-beside' : ''}.tar`
}

/** Returns the complete backups, newest first; those of the command too, if it wrote them there. */
export async function listBackups(folder: string): Promise<readonly BackupOnDisk[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => pattern.test(name))
  const found = await Promise.all(names.map((name) => backupAt(folder, name)))
  return found
    .filter((one) => one !== undefined)
    .toSorted(
      (one, other) => other.madeAt.getTime() - one.madeAt.getTime() || (one.file < other.file ? 1 : -1),
    )
}

/** Returns a backup by its name; undefined for every other name, whatever the disk has. */
export async function backupAt(folder: string, file: string): Promise<BackupOnDisk | undefined> {
  if (!pattern.test(file)) return undefined
  const found = await stat(join(folder, file)).catch(() => undefined)
  if (!found?.isFile()) return undefined
  const mark = await stat(markOf(folder, file)).catch(() => undefined)
  return { file, bytes: found.size, madeAt: found.mtime, verified: mark !== undefined }
}

/** An empty file beside the backup. */
function markOf(folder: string, file: string): string {
  return join(folder, `${file}.verified`)
}

/** Notes beside a backup that it was verified. */
export async function markVerified(folder: string, file: string): Promise<void> {
  await writeFile(markOf(folder, file), '', { mode: 0o600 })
}

/** Deletes a backup with its mark. */
export async function removeBackup(folder: string, file: string): Promise<void> {
  await rm(join(folder, file), { force: true })
  await rm(markOf(folder, file), { force: true })
}

/**
 * Deletes the oldest backups until `keep` are left, and returns their names. The last verified one stays, whatever its age. Backups
 * of the same moment count by their names.
 */
export async function removeSurplus(folder: string, keep: number): Promise<readonly string[]> {
  const backups = await listBackups(folder)
  const lastVerified = backups.find(({ verified }) => verified)
  const surplus = backups.slice(keep).filter((one) => one !== lastVerified)
  for (const { file } of surplus) await removeBackup(folder, file)
  return surplus.map(({ file }) => file)
}

/** Makes the folder, which only this user can read. */
export async function makeBackupFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
}

/** Returns the bytes that this user may still write where a folder is, or will be. */
export async function freeBytesAt(folder: string): Promise<number> {
  const disk = await statfs(folder).catch(() => undefined)
  if (disk) return disk.bavail * disk.bsize
  const above = dirname(folder)
  return above === folder ? 0 : freeBytesAt(above)
}
