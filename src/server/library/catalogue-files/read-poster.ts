import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { m } from '#messages/generated/messages.js'
import type { Complain } from '#server/platform/runtime/file-mistake.ts'
import { reasonOf } from '#server/platform/runtime/read-text.ts'

type PosterType = 'webp' | 'jpg' | 'png' | 'avif'
export type Poster = { readonly path: string; readonly type: PosterType }

const largestPosterMegabytes = 5

/** Returns the picture `poster.*` of a video's folder, validated; undefined without a usable one. */
export async function readPoster(
  folder: { readonly path: string; readonly name: string; readonly files: readonly string[] },
  complain: Complain,
): Promise<Poster | undefined> {
  const [name, ...others] = folder.files.filter((candidate) => candidate.startsWith('poster.'))
  for (const other of others)
    complain(`${folder.name}/${other}`, 1, m.catalogue_poster_twice({ other: name ?? '' }))
  if (name === undefined) return undefined
  const file = `${folder.name}/${name}`
  const path = join(folder.path, name)
  try {
    if ((await stat(path)).size > largestPosterMegabytes * 1024 * 1024)
      complain(file, 1, m.catalogue_poster_too_large({ megabytes: largestPosterMegabytes }))
    const type = await posterType(path)
    if (!type) complain(file, 1, m.catalogue_poster_unknown())
    else if (name !== `poster.${type}` && !(type === 'jpg' && name === 'poster.jpeg'))
      complain(file, 1, m.catalogue_poster_other_type({ type }))
    return type && { path, type }
  } catch (error) {
    complain(file, 1, m.catalogue_unreadable({ reason: reasonOf(error) }))
    return undefined
  }
}

/** Detects the format of a picture by its first bytes, ignoring its name; undefined for an unsupported one. */
async function posterType(path: string): Promise<PosterType | undefined> {
  await using file = await open(path, 'r')
  const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0)
  const head = buffer.subarray(0, bytesRead).toString('latin1')
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'webp'
  if (head.startsWith('\xff\xd8\xff')) return 'jpg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  // the brands of an ISO file begin at byte 8; the box contains their length
  const brands = head.startsWith('ftyp', 4) ? head.slice(8, buffer.readUInt32BE(0)) : ''
  return /avi[fs]/.test(brands) ? 'avif' : undefined
}
