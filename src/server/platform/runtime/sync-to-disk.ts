import { open } from 'node:fs/promises'

/** Waits until the disk has what was written to a file, or which names a folder holds: only then does it outlive a power cut. */
export async function syncToDisk(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
}
