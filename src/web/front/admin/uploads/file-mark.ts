import type { UploadStart } from '#contract/admin/library/admin-uploads.ts'

/** By what a file is known again: on another day, in another browser. */
export type FileMark = Pick<UploadStart, 'name' | 'length' | 'modifiedAt' | 'digest'>

/** So much of either end counts: the whole of a large file would take a minute to read. */
const endBytes = 256 * 1024

/** Reads the mark of a file. Rejects for a file that cannot be read, such as a folder. */
export async function markOf(file: File): Promise<FileMark> {
  const ends = await new Blob([file.slice(0, endBytes), file.slice(-endBytes)]).arrayBuffer()
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', ends))
  return {
    name: file.name,
    length: file.size,
    modifiedAt: new Date(file.lastModified).toISOString(),
    digest: [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
  }
}

export function isSameFile(one: FileMark, other: FileMark): boolean {
  return (['name', 'length', 'modifiedAt', 'digest'] as const).every((part) => one[part] === other[part])
}
