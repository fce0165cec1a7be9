import { createHash, randomUUID } from 'node:crypto'
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { m } from '#messages/generated/messages.js'
import type { ReadConfig } from '#server/platform/config/config.ts'
import {
  isMediaKey,
  MediaAway,
  MediaDamaged,
  type MediaExtension,
  type MediaRefusal,
  type MediaStore,
} from '#server/platform/outside/media-store.ts'
import { openMedia } from '#server/platform/outside/s3/open-media.ts'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'

/** Where media are stored: a bucket, otherwise a folder. */
export type MediaPlace = Pick<ReadConfig, 's3' | 'mediaFolder'>

/** Bytes that are read back at once. */
const pieceBytes = 8 * 1024 * 1024

export type MediaMoved = {
  readonly files: number
  readonly bytes: number
  /** Files that this call stored. */
  readonly copied: number
  /** Keys whose bytes are others in the former place, and which were left out. */
  readonly damaged: readonly string[]
}

/** Returns a place as MEDIA_URL names it. */
export function nameOfPlace({ s3, mediaFolder }: MediaPlace): string {
  return s3 ? `s3://${s3.bucket}/${s3.prefix}`.replace(/\/$/, '') : mediaFolder
}

/**
 * Copies all media to another place, and reads each back there: its SHA-256 has to be its key. The former place is only
 * read. Can be repeated after any failure, and for media that came meanwhile: what was verified is listed in the data
 * directory, and not read again. `report` gets bytes. Throws `StartProblem` for what the operator must correct.
 */
export async function moveMedia(
  from: MediaPlace,
  to: MediaPlace,
  { dataDir, report }: { dataDir: string; report: (done: number, total: number) => void },
): Promise<MediaMoved> {
  const isSame = nameOfPlace(from) === nameOfPlace(to) && from.s3?.endpoint === to.s3?.endpoint
  if (isSame) throw new StartProblem(m.move_media_same())
  const [source, target] = [await openMedia(from), await openMedia(to)]
  const wanted = await source.sizes()
  const there = await target.sizes()
  const verified = await openVerified(join(dataDir, 'media-moved.txt'), to)
  const total = [...wanted.values()].reduce((sum, size) => sum + size, 0)
  const outcomes: Record<Outcome, string[]> = { copied: [], there: [], gone: [], damaged: [] }
  let done = 0
  report(done, total)
  for (const [key, size] of wanted) {
    const isThere = there.get(key) === size
    const one = { key, isThere, to, target, report: (read: number) => report(done + read, total) }
    const outcome = isThere && verified.has(key) ? 'there' : await moveOne(from, source, one)
    outcomes[outcome].push(key)
    if (outcome === 'copied' || outcome === 'there') await verified.add(key)
    done += size
    report(done, total)
  }
  const { copied, damaged } = outcomes
  return { files: copied.length + outcomes.there.length, bytes: total, copied: copied.length, damaged }
}

/** `gone`: the site has deleted it meanwhile. */
type Outcome = 'copied' | 'there' | 'gone' | 'damaged'
type One = {
  readonly key: string
  /** In the right length. */
  readonly isThere: boolean
  readonly to: MediaPlace
  readonly target: MediaStore
  /** Gets the bytes read back so far. */
  readonly report: (read: number) => void
}

async function moveOne(from: MediaPlace, source: MediaStore, one: One): Promise<Outcome> {
  const { key, isThere, target, report } = one
  if (isThere && (await isWhole(target, key, report))) return 'there'
  if ((await source.size(key)) === undefined) return 'gone'
  // a store keeps what it has under a key
  await target.delete(key)
  if (!(await copyOne(from, source, one))) return 'damaged'
  if (await isWhole(target, key, report)) return 'copied'
  throw new MediaAway(m.move_media_altered({ key }))
}

/** Returns false if the bytes of the former place are not those of the key. */
async function copyOne(from: MediaPlace, source: MediaStore, { to, target, key }: One): Promise<boolean> {
  if (!from.s3) return put(target, join(from.mediaFolder, key), key)
  const folder = to.s3 ? tmpdir() : to.mediaFolder
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // by this ending, the media folder deletes what a kill has left
  const file = join(folder, `${randomUUID()}.unfinished`)
  try {
    return (await source.copy(key, file)) && (await put(target, file, key))
  } catch (error) {
    if (error instanceof MediaDamaged) return false
    throw error
  } finally {
    await rm(file, { force: true })
  }
}

async function put(target: MediaStore, file: string, key: string): Promise<boolean> {
  const stored = await target.put(file, key.slice(key.indexOf('.') + 1) as MediaExtension)
  if ('refused' in stored) throw new StartProblem(refusals[stored.refused]({ key }))
  if (stored.key === key) return true
  if (stored.added) await target.delete(stored.key)
  return false
}

const refusals: Record<MediaRefusal['refused'], (of: { key: string }) => string> = {
  'no-space': m.move_media_no_space,
  'not-writable': m.move_media_not_writable,
  'not-readable': m.move_media_not_readable,
}

/** Reads stored bytes to their end, and returns whether they are those of the key. */
async function isWhole(media: MediaStore, key: string, report: (bytes: number) => void): Promise<boolean> {
  const file = await media.open(key)
  if (!file) return false
  try {
    const hash = createHash('sha256')
    const buffer = Buffer.allocUnsafe(Math.min(pieceBytes, file.size))
    for (let position = 0; position < file.size; ) {
      const got = await file.read(buffer, buffer.length, position)
      if (got === 0) return false
      hash.update(buffer.subarray(0, got))
      position += got
      report(position)
    }
    return key.startsWith(hash.digest('hex'))
  } finally {
    await file.close()
  }
}

/** The list of keys that were verified in a place: its name and address, then a key a line. */
async function openVerified(file: string, place: MediaPlace) {
  const head = `${nameOfPlace(place)} ${place.s3?.endpoint ?? ''}`.trimEnd()
  const [first, ...lines] = (await readFile(file, 'utf8').catch(() => '')).split('\n')
  const isOfPlace = first === head
  if (!isOfPlace) await writeFile(file, `${head}\n`, { mode: 0o600 })
  const keys = new Set(isOfPlace ? lines.filter(isMediaKey) : [])
  return {
    has: (key: string) => keys.has(key),
    async add(key: string) {
      if (keys.has(key)) return
      keys.add(key)
      await appendFile(file, `${key}\n`)
    },
  }
}
