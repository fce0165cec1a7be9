import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'

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
  /** Opens stored bytes for random access; undefined if missing. */
  open(key: string): Promise<OpenMediaFile | undefined>
  /** Opens stored bytes as a local file, for programs; undefined if missing. The caller closes it. */
  openLocal(key: string): Promise<FileHandle | undefined>
  /** Size in bytes; undefined if missing. */
  size(key: string): Promise<number | undefined>
  /** Copies stored bytes to a new file, never as a link; false if they are missing. */
  copy(key: string, to: string): Promise<boolean>
  /** The keys of all stored files. */
  keys(): Promise<readonly string[]>
  /** The sizes of all stored files in bytes, by key. */
  sizes(): Promise<ReadonlyMap<string, number>>
  /** Deletes a file, if it exists. */
  delete(key: string): Promise<void>
  /**
   * Address at which a browser fetches the file from its storage for a minute from now; missing where the site sends all
   * media itself.
   */
  address?(key: string): Promise<string>
  /** Whether the last request to a storage elsewhere failed; missing for a folder. */
  isAway?(): boolean
}

type StoredMediaFile = { readonly key: string; readonly added: boolean }

/** The store cannot take the file: the disk is full, the store is not writable, or the source is not readable. */
export type MediaRefusal = { readonly refused: 'no-space' | 'not-writable' | 'not-readable' }

/** A refusal of the store as an exception, for work of several steps. */
export class MediaRefused extends Error {
  readonly refused: MediaRefusal['refused']
  constructor(refused: MediaRefusal['refused']) {
    super(refused)
    this.refused = refused
  }
}

export type OpenMediaFile = {
  /** Bytes. */
  readonly size: number
  readonly mimeType: string
  /** Of a storage elsewhere, each read is a request of its own. */
  readonly isLocal: boolean
  /** Reads up to `length` bytes at a position to the start of `buffer`; returns how many there were. */
  read(buffer: Buffer, length: number, position: number): Promise<number>
  /** Reads the whole file, which should be a small one. */
  bytes(): Promise<Buffer>
  close(): Promise<void>
}

/**
 * The media storage does not answer, or answers what it must not. Requests get 503 with `Retry-After`; command-line
 * tools print the sentence.
 */
export class MediaAway extends StartProblem {
  readonly code = 'MEDIA_AWAY'
}

/** The media storage holds other bytes than the key names. */
export class MediaDamaged extends MediaAway {}

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

/** Returns the key of a file. `report` gets the bytes read so far; throws where the file cannot be read. */
export async function keyOfFile(
  file: string,
  extension: MediaExtension,
  report: (bytes: number) => void = () => undefined,
): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
    hash.update(chunk)
    report(chunk.length)
  }
  return `${hash.digest('hex')}.${extension}`
}

/** Reads an opened file to its end, and closes it. */
export function wholeFile(file: OpenMediaFile): Promise<Buffer> {
  return file.bytes().finally(() => file.close())
}
