import { open } from 'node:fs/promises'

/** Calls fsync on a file or folder: only then do its contents or entries survive a power failure. */
export async function syncToDisk(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
}
