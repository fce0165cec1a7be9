import { chmod, chown, mkdir, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { syncToDisk } from '#server/platform/runtime/sync-to-disk.ts'

/**
 * The folder for files that arrive in parts, each named by its id. It is in the media folder, so that a file can become
 * a medium without being copied, and has that folder's group and permissions.
 */
export type UploadFolder = {
  readonly path: string
  fileOf(id: string): string
  /** Makes the folder, and in it the empty file. */
  create(id: string): Promise<void>
  /** Waits until the bytes that were written so far survive a power failure; returns their number. */
  sync(id: string): Promise<number>
  remove(id: string): Promise<void>
  /** The files last written to before an instant. */
  olderThan(instant: Date): Promise<string[]>
  /** The disk, in bytes: what this user may still write, and its size. */
  disk(): Promise<{ freeBytes: number; allBytes: number }>
}

const ids = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function uploadFolder(mediaFolder: string): UploadFolder {
  const path = join(mediaFolder, 'uploads')
  const fileOf = (id: string) => {
    if (!ids.test(id)) throw new TypeError(`${id} is no id`)
    return join(path, id)
  }
  return {
    path,
    fileOf,

    async create(id) {
      const { mode, gid } = await stat(mediaFolder)
      await mkdir(path, { recursive: true })
      await give(path, mode & 0o7777, gid)
      await writeFile(fileOf(id), '', { mode: 0o600 })
      await give(fileOf(id), mode & 0o666, gid)
      await syncToDisk(path)
    },

    async sync(id) {
      await syncToDisk(fileOf(id))
      return (await stat(fileOf(id))).size
    },

    async remove(id) {
      await rm(fileOf(id), { force: true })
    },

    async olderThan(instant) {
      const names = await readdir(path).catch(unlessMissing)
      const old: string[] = []
      for (const id of (names ?? []).filter((name) => ids.test(name))) {
        const file = await stat(fileOf(id)).catch(unlessMissing)
        if (file && file.mtime < instant) old.push(id)
      }
      return old
    },

    async disk() {
      const { bavail, blocks, bsize } = await statfs(mediaFolder)
      return { freeBytes: bavail * bsize, allBytes: blocks * bsize }
    },
  }
}

/** Sets permissions and group. A group that this user does not belong to is left to others. */
async function give(path: string, mode: number, gid: number): Promise<void> {
  await chown(path, -1, gid).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPERM') throw error
  })
  // after the group, whose change clears setgid
  await chmod(path, mode)
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
