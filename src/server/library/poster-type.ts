import { open } from 'node:fs/promises'

export type PosterType = 'webp' | 'jpg' | 'png' | 'avif'

/** Kind of a picture by its first bytes, whatever its name says; undefined where it is none that is shown. */
export async function posterType(path: string): Promise<PosterType | undefined> {
  await using file = await open(path, 'r')
  const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0)
  const head = buffer.subarray(0, bytesRead).toString('latin1')
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'webp'
  if (head.startsWith('\xff\xd8\xff')) return 'jpg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  // the brands of an ISO file begin at byte 8; the box says how long they are
  const brands = head.startsWith('ftyp', 4) ? head.slice(8, buffer.readUInt32BE(0)) : ''
  return /avi[fs]/.test(brands) ? 'avif' : undefined
}
