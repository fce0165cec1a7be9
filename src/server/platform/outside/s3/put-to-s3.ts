import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import {
  keyOfFile,
  MediaAway,
  type MediaExtension,
  MediaRefused,
  type MediaStore,
  mediaMimeType,
} from '#server/platform/outside/media-store.ts'
import { type AskS3, isFull, type S3Reply } from './ask-s3.ts'
import { textOf } from './xml-text.ts'

/** Bytes of a part, and of the longest file that is sent in one request. S3 takes at most 10,000 parts. */
const partBytes = 16 * 1024 * 1024

/**
 * Stores a file as `MediaStore.put` does. A key appears only with all its bytes: each request is verified by the SHA-256
 * of its body, and an upload in parts is completed only if they are what the key names, and aborted otherwise.
 */
export async function putToS3(
  s3: AskS3,
  sizeOf: (key: string) => Promise<number | undefined>,
  of: {
    readonly file: string
    readonly extension: MediaExtension
    report?: ((bytes: number) => void) | undefined
  },
): ReturnType<MediaStore['put']> {
  const handle = await open(of.file, 'r').catch(() => undefined)
  if (!handle) return { refused: 'not-readable' }
  try {
    const key = await keyOfFile(of.file, of.extension, of.report).catch(() => undefined)
    if (key === undefined) return { refused: 'not-readable' }
    const { size } = await handle.stat()
    // another size is a fault of somebody else's copy
    if ((await sizeOf(key)) === size) return { key, added: false }
    if (size <= partBytes) await putWhole(s3, key, await readPart(handle, 0, size))
    else await putInParts(s3, key, handle, size)
    if ((await sizeOf(key)) === size) return { key, added: true }
    await s3.ask({ method: 'DELETE', key })
    throw new MediaAway('The media storage has stored a file in another length.')
  } catch (error) {
    if (error instanceof MediaRefused) return { refused: error.refused }
    throw error
  } finally {
    await handle.close()
  }
}

async function putWhole(s3: AskS3, key: string, body: Buffer): Promise<void> {
  verify(key, createHash('sha256').update(body).digest('hex'))
  const headers = { 'content-type': mediaMimeType(key) }
  expectDone(s3, await s3.ask({ method: 'PUT', key, headers, body }))
}

async function putInParts(s3: AskS3, key: string, handle: FileHandle, size: number): Promise<void> {
  const headers = { 'content-type': mediaMimeType(key) }
  const begun = expectDone(s3, await s3.ask({ method: 'POST', key, query: { uploads: '' }, headers }))
  const uploadId = textOf(begun.body.toString(), 'UploadId')
  if (!uploadId) throw s3.fault(begun)
  try {
    const hash = createHash('sha256')
    const parts: string[] = []
    for (let first = 0; first < size; first += partBytes) {
      const body = await readPart(handle, first, Math.min(partBytes, size - first))
      hash.update(body)
      const query = { partNumber: String(parts.length + 1), uploadId }
      const { headers } = expectDone(s3, await s3.ask({ method: 'PUT', key, query, body }))
      parts.push(headers.get('etag') ?? '')
    }
    verify(key, hash.digest('hex'))
    const body = Buffer.from(completion(parts))
    const completed = expectDone(s3, await s3.ask({ method: 'POST', key, query: { uploadId }, body }))
    // the status was sent before the storage had put the parts together
    if (completed.body.includes('<Error>')) throw s3.fault(completed)
  } catch (error) {
    // what is left of it costs space until a rule of the bucket deletes it
    await s3.ask({ method: 'DELETE', key, query: { uploadId } }).catch(() => undefined)
    throw error
  }
}

/** The file may have changed since its key was computed. */
function verify(key: string, hash: string): void {
  if (!key.startsWith(hash)) throw new MediaRefused('not-readable')
}

function expectDone(s3: AskS3, reply: S3Reply): S3Reply {
  if (reply.status === 200) return reply
  if (isFull(reply)) throw new MediaRefused('no-space')
  // the key may not write, or there is no such bucket
  if (reply.status === 403 || reply.status === 404) throw new MediaRefused('not-writable')
  throw s3.fault(reply)
}

async function readPart(handle: FileHandle, first: number, length: number): Promise<Buffer> {
  const part = Buffer.allocUnsafe(length)
  const { bytesRead } = await handle.read(part, 0, length, first)
  if (bytesRead < length) throw new MediaRefused('not-readable')
  return part
}

function completion(etags: readonly string[]): string {
  const parts = etags.map(
    (etag, index) =>
      `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag.replaceAll('"', '&quot;')}</ETag></Part>`,
  )
  return `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</CompleteMultipartUpload>`
}
