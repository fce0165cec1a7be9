import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  isMediaKey,
  MediaDamaged,
  type MediaStore,
  mediaMimeType,
  type OpenMediaFile,
} from '#server/platform/outside/media-store.ts'
import { type AskS3, openS3, type S3Place } from './ask-s3.ts'
import { putToS3 } from './put-to-s3.ts'
import { textOf } from './xml-text.ts'

/** Bytes that are fetched at once for a copy. */
const copiedAtOnce = 8 * 1024 * 1024
/** For how long an address that was given to a browser is valid: it cannot be withdrawn. */
const addressSeconds = 60

/**
 * Media in a bucket of an S3 storage. Requests are sent only when something is stored or read: a site starts while its
 * storage is away. Methods throw `MediaAway` then.
 * @param localFolder for `openLocal`
 * @param redirect whether browsers fetch from the storage
 * @param withinMs milliseconds without a byte after which the storage counts as silent
 */
export function openMediaS3(
  place: S3Place,
  {
    localFolder,
    redirect = false,
    withinMs,
  }: { readonly localFolder: string; readonly redirect?: boolean; readonly withinMs?: number },
): MediaStore {
  const s3 = openS3(place, withinMs)
  const sizeOf = async (key: string) => {
    if (!isMediaKey(key)) return undefined
    const reply = await s3.ask({ method: 'HEAD', key })
    if (reply.status === 404) return undefined
    const size = Number(reply.headers.get('content-length') ?? 'none')
    if (reply.status !== 200 || !Number.isSafeInteger(size)) throw s3.fault(reply)
    return size
  }
  return {
    put: (file, extension, report) => putToS3(s3, sizeOf, { file, extension, report }),

    async open(key) {
      const size = await sizeOf(key)
      return size === undefined ? undefined : openFile(s3, key, size)
    },

    async openLocal(key) {
      const size = await sizeOf(key)
      if (size === undefined) return undefined
      const local = await openUnnamed(localFolder)
      await fill(local, openFile(s3, key, size), key)
      return local
    },

    size: sizeOf,

    async copy(key, to) {
      const size = await sizeOf(key)
      if (size === undefined) return false
      await copyTo(to, openFile(s3, key, size), key)
      return true
    },

    async keys() {
      return [...(await listed(s3, place.prefix)).keys()]
    },

    sizes: () => listed(s3, place.prefix),

    async delete(key) {
      if (!isMediaKey(key)) return
      const reply = await s3.ask({ method: 'DELETE', key })
      if (reply.status >= 300 && reply.status !== 404) throw s3.fault(reply)
    },

    ...(redirect && { address: (key: string) => s3.address(key, addressSeconds) }),

    isAway: s3.isAway,
  }
}

async function copyTo(path: string, from: OpenMediaFile, key: string): Promise<void> {
  const copy = await open(path, 'wx', 0o600)
  await fill(copy, from, key).catch(async (error) => {
    await rm(path, { force: true })
    throw error
  })
  await copy.close()
}

/** Opens a new file without a name: it goes with its last reader, even if that is killed. */
async function openUnnamed(folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${randomUUID()}.unfinished`)
  const local = await open(path, 'wx+', 0o600)
  await rm(path)
  return local
}

function openFile(s3: AskS3, key: string, size: number): OpenMediaFile {
  const read = async (buffer: Buffer, length: number, position: number) => {
    const wanted = Math.min(length, size - position)
    if (wanted <= 0) return 0
    const last = position + wanted - 1
    const reply = await s3.ask({
      method: 'GET',
      key,
      headers: { range: `bytes=${position}-${last}` },
      mostBytes: wanted,
    })
    const isAsked = reply.headers.get('content-range') === `bytes ${position}-${last}/${size}`
    if (reply.status !== 206 || !isAsked || reply.body.length !== wanted) throw s3.fault(reply)
    return reply.body.copy(buffer)
  }
  return {
    size,
    mimeType: mediaMimeType(key),
    isLocal: false,
    read,
    async bytes() {
      const whole = Buffer.allocUnsafe(size)
      await read(whole, size, 0)
      return whole
    },
    close: async () => undefined,
  }
}

/** Copies a file in pieces, and verifies it by its key; otherwise closes the copy and throws. */
async function fill(copy: FileHandle, file: OpenMediaFile, key: string): Promise<void> {
  try {
    const hash = createHash('sha256')
    const buffer = Buffer.allocUnsafe(Math.min(copiedAtOnce, file.size))
    for (let position = 0; position < file.size; ) {
      const got = await file.read(buffer, buffer.length, position)
      hash.update(buffer.subarray(0, got))
      await copy.write(buffer, 0, got, position)
      position += got
    }
    if (!key.startsWith(hash.digest('hex')))
      throw new MediaDamaged(`The media storage holds other bytes than ${key} names.`)
  } catch (error) {
    await copy.close()
    throw error
  }
}

/** The sizes of all media by key, a thousand a request. */
async function listed(s3: AskS3, prefix: string): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>()
  let token: string | undefined
  do {
    const reply = await s3.ask({
      method: 'GET',
      query: { 'list-type': '2', prefix, ...(token !== undefined && { 'continuation-token': token }) },
    })
    const xml = reply.body.toString()
    if (reply.status !== 200 || !xml.includes('<ListBucketResult')) throw s3.fault(reply)
    for (const [, contents = ''] of xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)) {
      const key = textOf(contents, 'Key').slice(prefix.length)
      if (isMediaKey(key)) sizes.set(key, Number(textOf(contents, 'Size')))
    }
    const next = textOf(xml, 'IsTruncated') === 'true' ? textOf(xml, 'NextContinuationToken') : undefined
    // the same page again would never end
    if (next === '' || (next !== undefined && next === token)) throw s3.fault(reply)
    token = next
  } while (token !== undefined)
  return sizes
}
