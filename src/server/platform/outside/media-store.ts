import type { FileHandle } from 'node:fs/promises'

/**
 * Stores videos, captions and posters under the SHA-256 of their bytes: a key names immutable content, so caches never
 * go stale, and an incomplete copy never has a key.
 */
export type MediaStore = {
  /**
   * Copies a local file to the store, unless it is stored already (`added` is then false). Durable when it resolves.
   * `report` gets the bytes read so far.
   */
  put(
    file: string,
    extension: MediaExtension,
    report?: (bytes: number) => void,
  ): Promise<StoredMediaFile | MediaRefusal>
  /** Opens stored bytes for random access (`handle.read` with a position); undefined if missing. */
  open(key: string): Promise<OpenMediaFile | undefined>
  /** Size in bytes; undefined if missing. */
  size(key: string): Promise<number | undefined>
  /** Copies stored bytes to a new file, never as a link; false if they are missing. */
  copy(key: string, to: string): Promise<boolean>
  /** The keys of all stored files. */
  keys(): Promise<readonly string[]>
  /** Deletes a file, if it exists. */
  delete(key: string): Promise<void>
}

type StoredMediaFile = { readonly key: string; readonly added: boolean }

/** The store cannot take the file: the disk is full, the store is not writable, or the source is not readable. */
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

/** Returns whether a text is a well-formed key. Nothing else reaches the disk. */
export function isMediaKey(text: string): boolean {
  return keyPattern.test(text)
}

/** Returns the media type of a key; throws for anything else. */
export function mediaMimeType(key: string): string {
  const extension = keyPattern.exec(key)?.[1]
  if (extension === undefined) throw new TypeError('Not a media key')
  return mimeTypes[extension as MediaExtension]
}
