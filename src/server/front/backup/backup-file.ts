import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Header, Pack, ReadEntry } from 'tar'
import * as z from 'zod/mini'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'
import { syncToDisk } from '#server/platform/runtime/sync-to-disk.ts'

/** The header of a backup. */
export const Manifest = z.object({
  /** Incremented by each change that older programs cannot restore. */
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** The kind of database. */
  engine: z.enum(['embedded', 'postgresql']),
  /** Major version of the PostgreSQL server; an older server cannot take the dump. Absent in older backups. */
  serverVersion: z.optional(z.int()),
  /** Verifies APP_SECRET (secret-check.ts). */
  secretCheck: z.string(),
  /** It contains the secret: a demo's, which is generated. */
  holdsSecret: z.boolean(),
  /** The end contains a digest of each member. Absent in older backups: these cannot be verified. */
  digests: z.optional(z.literal('sha256')),
  /** A member lists the media, which are in the folder `media` beside the backup (media-beside.ts). Absent: they are in it. */
  media: z.optional(z.literal('beside')),
})
export type Manifest = z.output<typeof Manifest>

/** The last member: its absence shows a truncated file. */
export const End = z.object({
  files: z.number(),
  bytes: z.number(),
  /** SHA-256 in hex of the manifest and each file, by name. */
  digests: z.optional(z.record(z.string(), z.string())),
})

export const manifestName = 'manifest.json'
export const endName = 'end.json'
/** The keys of the media beside a backup; before the database, so that they are read quickly. */
export const mediaListName = 'media.json'

/** A folder, or a file with its size in bytes. */
export type Part = { readonly name: string } & (
  | { readonly size?: never }
  | { readonly size: number; readonly content: AsyncIterable<Buffer> | Iterable<Buffer> }
)

/**
 * Writes a backup: a tar archive with the manifest first, and the digest of each member last. It is renamed to its name
 * once complete and on disk. Throws `StartProblem` where it cannot be written.
 */
export async function writeBackup(
  path: string,
  manifest: Omit<Manifest, 'digests'>,
  parts: AsyncIterable<Part>,
): Promise<{ files: number; bytes: number }> {
  const unfinished = `${path}.unfinished`
  const pack = new Pack({ portable: true })
  const file = createWriteStream(unfinished, { mode: 0o600 })
  const written = new Promise<void>((done, failed) => {
    file.on('close', done).on('error', failed)
    pack.on('error', failed)
  })
  // awaited later; until then a rejection must not count as unhandled
  written.catch(() => undefined)
  pack.pipe(file)
  const total = { files: 0, bytes: 0 }
  const digests: Record<string, string> = {}
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
    await addText(manifestName, { ...manifest, digests: 'sha256' })
    for await (const part of parts) {
      await add(part)
      if (part.size === undefined) continue
      total.files += 1
      total.bytes += part.size
    }
    await addText(endName, { ...total, digests })
    pack.end()
  }

  function addText(name: string, value: unknown): Promise<void> {
    const text = Buffer.from(JSON.stringify(value))
    return add({ name, size: text.length, content: [text] })
  }

  async function add(part: Part): Promise<void> {
    const digest = await addPart(pack, part, new Date(manifest.madeAt))
    if (digest) digests[part.name] = digest
  }
}

/** Resolves when the archive has taken the part; returns the SHA-256 of a file. */
async function addPart(pack: Pack, part: Part, mtime: Date): Promise<string | undefined> {
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
  const hash = createHash('sha256')
  pack.add(entry)
  if (isFile) {
    let left = part.size
    for await (const chunk of part.content) {
      const bytes = chunk.subarray(0, left)
      left -= bytes.length
      hash.update(bytes)
      if (bytes.length > 0 && !entry.write(bytes)) await once(entry, 'drain')
    }
    if (left > 0) throw new Error(`${part.name} became shorter while it was copied`)
  }
  entry.end()
  await taken
  return isFile ? hash.digest('hex') : undefined
}

/** Throws `StartProblem` if the file exists. */
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
