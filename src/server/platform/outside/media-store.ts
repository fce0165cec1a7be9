import type { FileHandle } from 'node:fs/promises'

/**
 * Where films, captions and posters lie, each under the SHA-256 of its bytes: a key names the same bytes for ever, so
 * whatever is served under it never goes stale, and a copy that broke off never carries a name.
 */
export type MediaStore = {
  /**
   * Copies a file of this machine into the store; bytes that are there already are kept once (`added` is false then).
   * It is on the disk, under its name, when this answers. `report` is told of bytes as they are read.
   */
  put(
    file: string,
    extension: MediaExtension,
    report?: (bytes: number) => void,
  ): Promise<StoredMediaFile | MediaRefusal>
  /** Opens stored bytes for reading at any place (`handle.read` with a position); undefined where there are none. */
  open(key: string): Promise<OpenMediaFile | undefined>
  /** Size in bytes; undefined where there is nothing under the key. */
  size(key: string): Promise<number | undefined>
  /** The keys of all that is stored. */
  keys(): Promise<readonly string[]>
  /** Removes stored bytes; does nothing where there are none. */
  delete(key: string): Promise<void>
}

type StoredMediaFile = { readonly key: string; readonly added: boolean }

/** The store cannot take the file: the disk is full, or the store may not be written to, or the file not read. */
export type MediaRefusal = { readonly refused: 'no-space' | 'not-writable' | 'not-readable' }

export type OpenMediaFile = {
  /** Bytes. */
  readonly size: number
  readonly mimeType: string
  readonly handle: FileHandle
  close(): Promise<void>
}

const mimeTypes = {
  mp4: 'video/mp4',
  vtt: 'text/vtt; charset=utf-8',
  webp: 'image/webp',
  avif: 'image/avif',
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
} as const

export type MediaExtension = keyof typeof mimeTypes

const keyPattern = new RegExp(`^[0-9a-f]{64}\\.(${Object.keys(mimeTypes).join('|')})$`)

/** Whether a text can be a key at all. Anything else never reaches the disk. */
export function isMediaKey(text: string): boolean {
  return keyPattern.test(text)
}

/** Content type of a key; throws for anything else. */
export function mediaMimeType(key: string): string {
  const extension = keyPattern.exec(key)?.[1]
  if (extension === undefined) throw new TypeError('Not a media key')
  return mimeTypes[extension as MediaExtension]
}
