import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Header, Pack, Parser, ReadEntry } from 'tar'
import * as z from 'zod/mini'
import { StartProblem } from '#server/runtime/start-problem.ts'
import { syncToDisk } from '#server/runtime/sync-to-disk.ts'

/** What a backup says of itself, before everything else in it. */
const Manifest = z.object({
  /** Counts up with each change that an older program could not restore. */
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** Which kind of database it was made of; it is restored into the same kind. */
  engine: z.enum(['embedded', 'postgresql']),
  /** Major version of the PostgreSQL server; an older server cannot take the dump. Missing in backups of before. */
  serverVersion: z.optional(z.int()),
  /** Tells a wrong APP_SECRET from the right one (secret-check.ts). */
  secretCheck: z.string(),
  /** The secret is in it: a demo's, which nobody was given. */
  holdsSecret: z.boolean(),
})
export type Manifest = z.output<typeof Manifest>

/** What stands at the end: a file that was cut off lacks it. */
const End = z.object({ files: z.number(), bytes: z.number() })

const manifestName = 'manifest.json'
const endName = 'end.json'

/** A folder, or a file of as many bytes as it says. */
export type Part = { readonly name: string } & (
  | { readonly size?: never }
  | { readonly size: number; readonly content: AsyncIterable<Buffer> | Iterable<Buffer> }
)

/**
 * Writes a backup: a tar archive with the manifest first. It gets its name when all of it is on the disk. Throws
 * `StartProblem` where it cannot be written.
 */
export async function writeBackup(
  path: string,
  manifest: Manifest,
  parts: AsyncIterable<Part>,
): Promise<z.output<typeof End>> {
  const unfinished = `${path}.unfinished`
  const pack = new Pack({ portable: true })
  const file = createWriteStream(unfinished, { mode: 0o600 })
  const written = new Promise<void>((done, failed) => {
    file.on('close', done).on('error', failed)
    pack.on('error', failed)
  })
  // whoever waits for it is told; until then it must not count as unhandled
  written.catch(() => undefined)
  pack.pipe(file)
  const total = { files: 0, bytes: 0 }
  try {
    await Promise.race([packAll(), written.then(() => undefined)])
    await written
    await syncToDisk(unfinished)
    await rename(unfinished, path)
    await syncToDisk(dirname(path))
    return total
  } catch (error) {
    file.destroy()
    await rm(unfinished, { force: true })
    throw writeProblem(path, error)
  }

  async function packAll(): Promise<void> {
    await addText(manifestName, manifest)
    for await (const part of parts) {
      await add(part)
      if (part.size === undefined) continue
      total.files += 1
      total.bytes += part.size
    }
    await addText(endName, total)
    pack.end()
  }

  function addText(name: string, value: unknown): Promise<void> {
    const text = Buffer.from(JSON.stringify(value))
    return add({ name, size: text.length, content: [text] })
  }

  function add(part: Part): Promise<void> {
    return addPart(pack, part, new Date(manifest.madeAt))
  }
}

/** Resolves when the archive has taken all of it. */
async function addPart(pack: Pack, part: Part, mtime: Date): Promise<void> {
  const isFile = part.size !== undefined
  const entry = new ReadEntry(
    new Header({
      path: part.name,
      mode: isFile ? 0o600 : 0o700,
      size: part.size ?? 0,
      type: isFile ? 'File' : 'Directory',
      mtime,
    }),
  )
  const taken = once(entry, 'end')
  pack.add(entry)
  if (isFile) {
    let left = part.size
    for await (const chunk of part.content) {
      const bytes = chunk.subarray(0, left)
      left -= bytes.length
      if (bytes.length > 0 && !entry.write(bytes)) await once(entry, 'drain')
    }
    if (left > 0) throw new Error(`${part.name} became shorter while it was copied`)
  }
  entry.end()
  await taken
}

/** Reads what a backup says of itself; throws `StartProblem` for a file that is none, or that a newer program made. */
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

/** The first entry's text if it is a manifest, else nothing. It stands in the first bytes of the file. */
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
  // all of it has to be in what was read: the parser is given no more
  const isThere = first?.path === manifestName && first.size + 512 <= head.length
  return isThere && first ? String(await first.concat()) : ''
}

async function readHead(path: string): Promise<Buffer> {
  await using file = await open(path, 'r')
  const { buffer, bytesRead } = await file.read(Buffer.alloc(16_384), 0, 16_384, 0)
  return buffer.subarray(0, bytesRead)
}

/**
 * Writes the parts of a backup to where `placeOf` says, which answers undefined for what does not belong into a backup.
 * Throws `StartProblem` for a file that was cut off or holds anything else than a backup, having written some of it.
 */
export async function unpackBackup(
  path: string,
  placeOf: (name: string) => string | undefined,
  report: (bytes: number) => void,
): Promise<void> {
  const total = { files: 0, bytes: 0 }
  let end: z.output<typeof End> | undefined
  let work = Promise.resolve()
  const parser = new Parser({
    strict: true,
    onReadEntry: (entry) => {
      // entries come one after another, each when the one before has been read to its end
      work = work.then(() => take(entry))
      work.catch(() => entry.resume())
    },
  })
  const read = new Promise<void>((done, failed) => {
    parser.on('end', done).on('error', failed)
    createReadStream(path).on('error', failed).pipe(parser)
  })
  await read.catch((error: unknown) => {
    throw readProblem(path, error)
  })
  await work
  if (!end || end.files !== total.files || end.bytes !== total.bytes)
    throw new StartProblem(`${path} is not whole: a part of it is missing.`)

  async function take(entry: ReadEntry): Promise<void> {
    if (entry.path === manifestName) return void entry.resume()
    if (entry.path === endName) {
      end = End.parse(parsed(String(await entry.concat())))
      return
    }
    const place = placeOf(entry.path)
    if (place === undefined || (entry.type !== 'File' && entry.type !== 'Directory')) {
      entry.resume()
      throw new StartProblem(`${path} holds ${JSON.stringify(entry.path)}, which belongs into no backup.`)
    }
    if (entry.type === 'Directory') {
      entry.resume()
      await mkdir(place, { recursive: true, mode: 0o700 })
      return
    }
    await mkdir(dirname(place), { recursive: true, mode: 0o700 })
    await using file = await open(place, 'wx', 0o600)
    for await (const chunk of entry) {
      await file.write(chunk)
      total.bytes += chunk.length
      report(total.bytes)
    }
    await file.sync()
    total.files += 1
  }
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

/** Throws `StartProblem` where a file is already. */
export async function refuseExisting(path: string): Promise<void> {
  const there = await open(path, 'r').catch(() => undefined)
  await there?.close()
  if (there) throw new StartProblem(`${path} is there already: name another file.`)
}

function writeProblem(path: string, error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  if (['ENOSPC', 'EDQUOT'].includes(code)) return new StartProblem(`There is no space left for ${path}.`)
  if (['ENOENT', 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR'].includes(code))
    return new StartProblem(`${path} cannot be written (${code}).`)
  return error
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
