import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'

/** A picture of the operator; its address changes with its content. */
export type Picture = { readonly bytes: Buffer; readonly mediaType: string; readonly address: string }
type PictureSize = { readonly width: number; readonly height: number }

const maxBytes = 512 * 1024
/** Such a name needs no escaping in paths, URLs or HTML. */
const pictureName = /^\w[\w.-]{0,100}\.(svg|png|webp|jpe?g)$/

/**
 * Reads a picture of the site folder; returns a sentence with the fault of an invalid one.
 * @param under prefix of its public address
 */
export async function readPicture(
  path: string,
  under: '/logo' | '/pictures',
): Promise<Picture | { readonly sentence: string }> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => error.code ?? String(error))
  if (typeof bytes === 'string') return { sentence: `${path} cannot be read (${bytes})` }
  if (bytes.length > maxBytes) return { sentence: `${path} is larger than ${maxBytes / 1024} KB` }
  return pictureOf(path, bytes, under) ?? { sentence: `${path} is not the picture that its name says` }
}

/** Returns a picture with these bytes; undefined if they are not what the end of its name says. */
export function pictureOf(name: string, bytes: Buffer, under: '/logo' | '/pictures'): Picture | undefined {
  const kind = kinds.find(({ endings, begins }) => endings.includes(extname(name)) && begins(bytes))
  if (!kind) return undefined
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  return { bytes, mediaType: kind.mediaType, address: `${under}/${hash}${kind.endings[0]}` }
}

/** Returns width and height in pixels; undefined for a picture that has none. */
export async function pictureSize({ bytes }: Picture): Promise<PictureSize | undefined> {
  // loaded on demand: most sites start without it
  const { default: sharp } = await import('sharp')
  const { autoOrient } = await sharp(bytes)
    .metadata()
    .catch(() => ({ autoOrient: undefined }))
  return autoOrient && { width: autoOrient.width, height: autoOrient.height }
}

/** The same picture at an address of another kind. */
export function inPlace(picture: Picture, under: '/logo' | '/pictures'): Picture {
  return { ...picture, address: picture.address.replace(/^\/\w+/, under) }
}

/** Reads the pictures of the site folder by file name; invalid ones are reported to `complain`. */
export async function readPictures(
  folder: string,
  names: readonly string[],
  complain: (file: string, sentence: string) => void,
): Promise<ReadonlyMap<string, Picture>> {
  const pictures = new Map<string, Picture>()
  for (const file of names.filter((name) => name.startsWith('pictures/'))) {
    const name = file.slice('pictures/'.length)
    if (!pictureName.test(name)) {
      complain(
        file,
        'has to be named with letters, digits, "-", "_" and ".", and end in .svg, .png, .webp or .jpg',
      )
      continue
    }
    const picture = await readPicture(join(folder, file), '/pictures')
    if ('bytes' in picture) pictures.set(name, picture)
    else complain(file, picture.sentence)
  }
  return pictures
}

const kinds = [
  {
    endings: ['.svg'],
    mediaType: 'image/svg+xml',
    begins: (bytes: Buffer) =>
      /^\s*(<\?xml[^>]*>\s*)?(<!--.*?-->\s*)*<svg[\s>]/s.test(bytes.toString('utf8')),
  },
  {
    endings: ['.png'],
    mediaType: 'image/png',
    begins: (bytes: Buffer) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')),
  },
  {
    endings: ['.jpg', '.jpeg'],
    mediaType: 'image/jpeg',
    begins: (bytes: Buffer) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')),
  },
  {
    endings: ['.webp'],
    mediaType: 'image/webp',
    begins: (bytes: Buffer) =>
      bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  },
]
