import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Parser, type ReadEntry } from 'tar'
import * as z from 'zod/mini'
import { isMediaKey } from '#server/platform/outside/media-store.ts'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'
import { End, endName, Manifest, manifestName, mediaListName } from './backup-file.ts'
import { verifyBeside } from './media-beside.ts'

/** Bytes read so far, and the file's size. */
type Report = (done: number, total: number) => void

/** Reads a backup's manifest; throws `StartProblem` for another kind of file, or one made by a newer program. */
export async function readManifest(path: string): Promise<Manifest> {
  const text = parsed(await textOfFirst(path))
  const manifest = Manifest.safeParse(text)
  if (manifest.success) return manifest.data
  const format = typeof text === 'object' && text && 'format' in text ? Number(text.format) : 0
  throw new StartProblem(
    format > 1
      ? `${path} was made by a newer version of this program: restore it with that one.`
      : `${path} is no backup of this program.`,
  )
}

/** Returns the first entry's text if it is a manifest, else an empty text. It is in the first bytes of the file. */
async function textOfFirst(path: string): Promise<string> {
  const head = await readHead(path).catch((error: unknown) => {
    throw readProblem(path, error)
  })
  let first: ReadEntry | undefined
  const parser = new Parser({
    onwarn: () => undefined,
    onReadEntry: (entry) => {
      first ??= entry
    },
  })
  parser.write(head)
  // all of it must be in the bytes read: the parser gets no more
  const isThere = first?.path === manifestName && first.size + 512 <= head.length
  return isThere && first ? String(await first.concat()) : ''
}

async function readHead(path: string): Promise<Buffer> {
  await using file = await open(path, 'r')
  const { buffer, bytesRead } = await file.read(Buffer.alloc(16_384), 0, 16_384, 0)
  return buffer.subarray(0, bytesRead)
}

/** What a backup was found to have. `beside`: the keys of its media, where they are beside it. */
type Read = {
  readonly verified: boolean
  readonly files: number
  readonly beside: readonly string[] | undefined
}

/** Returns the keys of the media beside a backup; undefined where they are in it. Throws `StartProblem` as `readManifest`. */
export async function mediaBeside(path: string): Promise<readonly string[] | undefined> {
  if ((await readManifest(path)).media === undefined) return undefined
  let list: Buffer | undefined
  const parser = new Parser({
    onwarn: () => undefined,
    onReadEntry: (entry) => {
      if (entry.path !== mediaListName) return entry.resume()
      entry.concat().then(
        (bytes) => {
          list = bytes
        },
        () => undefined,
      )
    },
  })
  // it comes before the database, so the rest is not read
  for await (const chunk of createReadStream(path)) {
    parser.write(chunk)
    await nextTurn()
    if (list) return keysOf(path, list)
  }
  throw new StartProblem(`${path} is not whole: a part of it is missing.`)
}

function keysOf(path: string, list: Buffer): readonly string[] {
  const keys = z.array(z.string()).safeParse(parsed(String(list))).data
  if (keys?.every(isMediaKey)) return keys
  throw new StartProblem(`${path} was altered after it was made: ${mediaListName}.`)
}

/**
 * Reads a complete backup and verifies every member's digest, and the media beside it. `verified` is false for a complete backup of the former
 * format, which has no digests. Throws `StartProblem` for a truncated or altered file.
 */
export async function verifyBackup(path: string, report: Report): Promise<Read> {
  const read = await readParts(path, report, async (entry) => entry)
  if (read.beside) await verifyBeside(path, read.beside)
  return read
}

/**
 * Unpacks a backup to the paths from `placeOf`, which returns undefined for names that do not belong in a backup, and
 * verifies every member's digest, as `verifyBackup`. Throws `StartProblem` for a truncated or altered file or one with
 * other contents, with some of it written already. Media beside it are neither read nor copied.
 */
export function unpackBackup(
  path: string,
  placeOf: (name: string) => string | undefined,
  report: Report,
): Promise<Read> {
  return readParts(path, report, async (entry) => {
    const place = placeOf(entry.path)
    if (place === undefined || (entry.type !== 'File' && entry.type !== 'Directory')) {
      entry.resume()
      throw new StartProblem(`${path} holds ${JSON.stringify(entry.path)}, which belongs into no backup.`)
    }
    if (entry.type === 'File') return writing(entry, place)
    await mkdir(place, { recursive: true, mode: 0o700 })
    return entry
  })
}

/** Yields a file's bytes once they are written. */
async function* writing(entry: ReadEntry, place: string): AsyncGenerator<Buffer> {
  await mkdir(dirname(place), { recursive: true, mode: 0o700 })
  await using file = await open(place, 'wx', 0o600)
  for await (const chunk of entry) {
    await file.write(chunk)
    yield chunk
  }
  await file.sync()
}

/** Reads all members in sequence; `take` processes and returns the bytes of one. */
async function readParts(
  path: string,
  report: Report,
  take: (entry: ReadEntry) => Promise<AsyncIterable<Buffer>>,
): Promise<Read> {
  const { digests: algorithm } = await readManifest(path)
  const total = { files: 0, bytes: 0 }
  const found = new Map<string, string>()
  let end: z.output<typeof End> | undefined
  let beside: readonly string[] | undefined
  let work = Promise.resolve()
  const parser = new Parser({
    strict: true,
    onReadEntry: (entry) => {
      // entries arrive in sequence, each after the previous one was read
      work = work.then(() => read(entry))
      work.catch(() => entry.resume())
    },
  })
  const { size } = await stat(path)
  await new Promise<void>((done, failed) => {
    parser.on('end', done).on('error', failed)
    const file = createReadStream(path).on('error', failed)
    file.on('data', () => report(file.bytesRead, size))
    file.pipe(parser)
  }).catch((error: unknown) => {
    throw readProblem(path, error)
  })
  await work
  if (!end || end.files !== total.files || end.bytes !== total.bytes)
    throw new StartProblem(`${path} is not whole: a part of it is missing.`)
  if (algorithm === undefined && end.digests === undefined)
    return { verified: false, files: total.files, beside }
  const altered = [...found].filter(([name, digest]) => end?.digests?.[name] !== digest)
  if (altered.length > 0) throw new StartProblem(alteredProblem(path, altered))
  return { verified: true, files: total.files, beside }

  async function read(entry: ReadEntry): Promise<void> {
    if (entry.path === endName) {
      end = End.safeParse(parsed(String(await entry.concat()))).data
      return
    }
    const hash = createHash('sha256')
    const isPart = entry.path !== manifestName && entry.type === 'File'
    const isList = entry.path === mediaListName
    const list: Buffer[] = []
    for await (const chunk of entry.path === manifestName || isList ? entry : await take(entry)) {
      hash.update(chunk)
      if (isList) list.push(chunk)
      if (isPart) total.bytes += chunk.length
    }
    if (isList) beside = keysOf(path, Buffer.concat(list))
    if (isPart) total.files += 1
    if (entry.type === 'File') found.set(entry.path, hash.digest('hex'))
  }
}

function alteredProblem(path: string, altered: readonly (readonly [string, string])[]): string {
  const names = altered.slice(0, 5).map(([name]) => name)
  const more = altered.length > names.length ? ` and ${altered.length - names.length} more` : ''
  return `${path} was altered after it was made: ${names.join(', ')}${more}.`
}

function readProblem(path: string, error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return new StartProblem(`There is no file ${path}.`)
  if (code.startsWith('TAR_'))
    return new StartProblem(`${path} is no backup of this program, or is not whole.`)
  return ['EACCES', 'EPERM', 'EISDIR', 'EIO'].includes(code)
    ? new StartProblem(`${path} cannot be read (${code}).`)
    : error
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
