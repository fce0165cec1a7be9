import { randomUUID } from 'node:crypto'
import { constants, read } from 'node:fs'
import { copyFile, type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'
import { syncToDisk } from '#server/platform/runtime/sync-to-disk.ts'
import {
  isMediaKey,
  keyOfFile,
  type MediaExtension,
  type MediaRefusal,
  type MediaStore,
  mediaMimeType,
  type OpenMediaFile,
} from './media-store.ts'

/**
 * Suffix of incomplete copies. Those left by a crash are removed at startup once they are an hour old: a younger one
 * may belong to a running process.
 */
const unfinished = '.unfinished'
const abandonedAfterMs = 60 * 60 * 1000

/**
 * Media in a local folder, created with the first file. Files are never modified. Throws `StartProblem` for a path that
 * cannot be a folder.
 */
export async function openMediaFolder(folder: string): Promise<MediaStore> {
  await removeUnfinished(folder)
  return {
    put: (file, extension, report) => put(folder, file, extension, report),

    async open(key) {
      if (!isMediaKey(key)) return undefined
      const handle = await open(join(folder, key), 'r').catch(unlessMissing)
      if (!handle) return undefined
      const { size } = await handle.stat()
      return openFile(handle, { size, mimeType: mediaMimeType(key) })
    },

    async openLocal(key) {
      return isMediaKey(key) ? open(join(folder, key), 'r').catch(unlessMissing) : undefined
    },

    async size(key) {
      if (!isMediaKey(key)) return undefined
      return (await stat(join(folder, key)).catch(unlessMissing))?.size
    },

    async copy(key, to) {
      if (!isMediaKey(key) || !(await stat(join(folder, key)).catch(unlessMissing))) return false
      // shares blocks where the file system can
      await copyFile(join(folder, key), to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
      return true
    },

    keys: () => keysIn(folder),

    async sizes() {
      const keys = await keysIn(folder)
      const sizes = await Promise.all(keys.map((key) => stat(join(folder, key)).catch(unlessMissing)))
      return new Map(keys.flatMap((key, index) => (sizes[index] ? [[key, sizes[index].size]] : [])))
    },

    async delete(key) {
      if (isMediaKey(key)) await rm(join(folder, key), { force: true })
    },
  }
}

async function put(
  folder: string,
  file: string,
  extension: MediaExtension,
  report?: (bytes: number) => void,
): Promise<{ key: string; added: boolean } | MediaRefusal> {
  let key: string
  try {
    key = await keyOfFile(file, extension, report)
  } catch {
    return { refused: 'not-readable' }
  }
  if (await stat(join(folder, key)).catch(unlessMissing)) return { key, added: false }
  const copy = join(folder, `${randomUUID()}${unfinished}`)
  try {
    // paid videos must not be readable for other users of this machine
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // a reflink, on file systems that support it, shares the blocks of the original
    await copyFile(file, copy, constants.COPYFILE_FICLONE)
    await syncToDisk(copy)
    // the file may have changed during the copy: the key must match the copied bytes
    const copiedKey = await keyOfFile(copy, extension)
    await rename(copy, join(folder, copiedKey))
    await syncToDisk(folder)
    return { key: copiedKey, added: true }
  } catch (error) {
    await rm(copy, { force: true }).catch(() => undefined)
    const refused = refusals[codeOf(error)]
    if (refused) return { refused }
    throw error
  }
}

const refusals: Readonly<Record<string, MediaRefusal['refused'] | undefined>> = {
  ENOSPC: 'no-space',
  EDQUOT: 'no-space',
  EROFS: 'not-writable',
  EACCES: 'not-writable',
  EPERM: 'not-writable',
  ENOTDIR: 'not-writable',
  EEXIST: 'not-writable',
  ENOENT: 'not-readable',
}

async function keysIn(folder: string): Promise<string[]> {
  return ((await readdir(folder).catch(unlessMissing)) ?? []).filter(isMediaKey)
}

function openFile(handle: FileHandle, of: Pick<OpenMediaFile, 'size' | 'mimeType'>): OpenMediaFile {
  return {
    ...of,
    isLocal: true,
    // cheaper than `handle.read`
    read: (buffer, length, position) =>
      new Promise((resolve, reject) => {
        read(handle.fd, buffer, 0, length, position, (error, got) => (error ? reject(error) : resolve(got)))
      }),
    bytes: () => handle.readFile(),
    close: () => handle.close(),
  }
}

async function removeUnfinished(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error) => {
    if (codeOf(error) === 'ENOENT') return []
    throw new StartProblem(`The media folder ${folder} cannot be read (${codeOf(error)}).`)
  })
  for (const path of names.filter((name) => name.endsWith(unfinished)).map((name) => join(folder, name))) {
    const touched = (await stat(path).catch(unlessMissing))?.mtimeMs ?? Date.now()
    if (Date.now() - touched > abandonedAfterMs) await rm(path, { force: true }).catch(() => undefined)
  }
}

function unlessMissing(error: unknown): undefined {
  if (codeOf(error) === 'ENOENT') return undefined
  throw error
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
