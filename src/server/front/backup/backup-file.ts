import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Header, Pack, ReadEntry } from 'tar'
import * as z from 'zod/mini'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'
import { syncToDisk } from '#server/platform/runtime/sync-to-disk.ts'

/** What a backup says of itself, before everything else in it. */
export const Manifest = z.object({
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
  /** The end holds a digest of each member. Missing in backups of before: whether they were altered is not known. */
  digests: z.optional(z.literal('sha256')),
})
export type Manifest = z.output<typeof Manifest>

/** The last member: a file that was cut off lacks it. */
export const End = z.object({
  files: z.number(),
  bytes: z.number(),
  /** SHA-256 in hex of the manifest and each file, by name. */
  digests: z.optional(z.record(z.string(), z.string())),
})

export const manifestName = 'manifest.json'
export const endName = 'end.json'

/** A folder, or a file of as many bytes as it says. */
export type Part = { readonly name: string } & (
  | { readonly size?: never }
  | { readonly size: number; readonly content: AsyncIterable<Buffer> | Iterable<Buffer> }
)

/**
 * Writes a backup: a tar archive with the manifest first, and last the digest of each member. It gets its name when all of it is on the disk. Throws
 * `StartProblem` where it cannot be written.
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
  // whoever waits for it is told; until then it must not count as unhandled
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

/** Resolves when the archive has taken all of it; answers the SHA-256 of a file. */
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
