import { randomUUID } from 'node:crypto'
import { rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What keeps a folder from being written to, as the end of a sentence: "The media folder …". Undefined where nothing does. */
export async function folderFault(folder: string): Promise<string | undefined> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => error)
  if (found instanceof Error) return found.code === 'ENOENT' ? 'does not exist' : 'cannot be reached'
  if (!found.isDirectory()) return 'is not a folder'
  const probe = join(folder, `.probe-${randomUUID()}`)
  return writeFile(probe, 'x')
    .then(() => rm(probe))
    .then(
      () => undefined,
      (error: NodeJS.ErrnoException) => faults[error.code ?? ''] ?? 'cannot be written to',
    )
}

const faults: Readonly<Record<string, string>> = {
  ENOSPC: 'is full',
  EDQUOT: 'is full',
  EROFS: 'is read-only',
}
