import { randomUUID } from 'node:crypto'
import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Returns why files cannot be written to a folder, as the end of a sentence; undefined where they can. */
export async function folderFault(folder: string): Promise<string | undefined> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => error)
  if (found instanceof Error) return found.code === 'ENOENT' ? 'does not exist' : 'cannot be reached'
  if (!found.isDirectory()) return 'is not a folder'
  const probe = join(folder, `.probe-${randomUUID()}`)
  try {
    await writeFile(probe, 'x')
    await rm(probe)
    return undefined
  } catch (error) {
    return faults[(error as NodeJS.ErrnoException).code ?? ''] ?? 'is not writable'
  }
}

const faults: Readonly<Record<string, string | undefined>> = {
  ENOSPC: 'is full: it has no space left',
  EDQUOT: 'is full: it has no space left',
  EROFS: 'is read-only',
}

/** Returns whether a folder is empty, apart from hidden files. */
export async function isEmpty(folder: string): Promise<boolean> {
  return (await readdir(folder)).every((name) => name.startsWith('.'))
}
