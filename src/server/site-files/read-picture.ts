import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'

/** A picture of the operator's; its address changes with its bytes. */
export type Picture = { readonly bytes: Buffer; readonly mediaType: string; readonly address: string }

const mostBytes = 512 * 1024

/** Reads a picture of the site folder, or says why it is none. */
export async function readPicture(path: string): Promise<Picture | { readonly sentence: string }> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => error.code ?? String(error))
  if (typeof bytes === 'string') return { sentence: `${path} cannot be read (${bytes})` }
  if (bytes.length > mostBytes) return { sentence: `${path} is larger than ${mostBytes / 1024} KB` }
  const kind = kinds.find(({ ending, begins }) => extname(path) === ending && begins(bytes))
  if (!kind) return { sentence: `${path} is not the picture that its name says` }
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  return { bytes, mediaType: kind.mediaType, address: `/logo/${hash}${kind.ending}` }
}

const kinds = [
  {
    ending: '.svg',
    mediaType: 'image/svg+xml',
    begins: (bytes: Buffer) =>
      /^\s*(<\?xml[^>]*>\s*)?(<!--.*?-->\s*)*<svg[\s>]/s.test(bytes.toString('utf8')),
  },
  {
    ending: '.png',
    mediaType: 'image/png',
    begins: (bytes: Buffer) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')),
  },
  {
    ending: '.webp',
    mediaType: 'image/webp',
    begins: (bytes: Buffer) =>
      bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  },
]
