import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'
import { syncToDisk } from '#server/platform/runtime/sync-to-disk.ts'

type Report = (progress: { phase: 'media'; done: number; total: number }) => void

/** Returns the folder of the media beside a backup, which all backups of its folder share. */
export function folderBeside(backup: string): string {
  return join(dirname(backup), 'media')
}

/**
 * Copies media that are not beside the backup yet, each compared with its key. Returns the keys that are there then: one that was
 * deleted meanwhile is rightly missing. Throws `StartProblem` for a file that is damaged, or has no space.
 */
export async function keepBeside(
  backup: string,
  { keys, mediaFolder, now }: { keys: readonly string[]; mediaFolder: string; now: Date },
  report: Report,
): Promise<readonly string[]> {
  const folder = folderBeside(backup)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const there: string[] = []
  for (const key of keys) {
    report({ phase: 'media', done: there.length, total: keys.length })
    const kept = join(folder, key)
    const isKept = (await stat(kept).catch(() => undefined)) !== undefined
    if (!isKept && !(await copyChecked(join(mediaFolder, key), kept))) continue
    await utimes(kept, now, now)
    there.push(key)
  }
  await syncToDisk(folder)
  return there
}

/** False where there is no such file. */
async function copyChecked(from: string, to: string): Promise<boolean> {
  const unfinished = `${to}.unfinished`
  try {
    await copyFile(from, unfinished)
    if ((await digestOf(unfinished)) !== digestIn(to))
      throw new StartProblem(`${from} is damaged: its bytes are not those of its name.`)
    await syncToDisk(unfinished)
    await rename(unfinished, to)
    return true
  } catch (error) {
    await rm(unfinished, { force: true })
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return false
    if (code === 'ENOSPC' || code === 'EDQUOT') throw new StartProblem(`There is no space left for ${to}.`)
    throw error
  }
}

/** Throws `StartProblem` naming the media beside a backup that are missing or damaged. */
export async function verifyBeside(backup: string, keys: readonly string[]): Promise<void> {
  const faulty: string[] = []
  for (const key of keys)
    if ((await digestOf(join(folderBeside(backup), key))) !== digestIn(key)) faulty.push(key)
  if (faulty.length === 0) return
  const more = faulty.length > 5 ? ` and ${faulty.length - 5} more` : ''
  throw new StartProblem(
    `Of the media of ${backup} are missing or damaged in ${folderBeside(backup)}: ${faulty.slice(0, 5).join(', ')}${more}.`,
  )
}

/** Copies media from beside a backup to a folder, each compared with its key. Throws `StartProblem` for one that is missing or damaged. */
export async function takeFromBeside(backup: string, keys: readonly string[], to: string): Promise<void> {
  for (const key of keys)
    if (!(await copyChecked(join(folderBeside(backup), key), join(to, key)))) await verifyBeside(backup, keys)
}

/** Undefined where there is no such file. */
async function digestOf(path: string): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk)
  } catch {
    return undefined
  }
  return hash.digest('hex')
}

/** Keys begin with the SHA-256 of their bytes. */
function digestIn(path: string): string | undefined {
  return /([0-9a-f]{64})\.\w+$/.exec(path)?.[1]
}
