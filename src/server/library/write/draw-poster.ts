import { m } from '#messages/generated/messages.js'

const formats: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp'])
const smallestWidth = 320
const largestWidth = 1280
/** More would take more memory than a small server has: a picture of few bytes may claim any size. */
const mostPixels = 50_000_000

/**
 * Draws the poster of a picture: WebP, upright, at most 1280 pixels wide, without what else the file says. Returns a
 * sentence where the bytes are no JPEG, PNG or WebP, or too small a picture.
 */
export async function drawPoster(bytes: Buffer): Promise<Buffer | { readonly refused: string }> {
  const { default: sharp } = await import('sharp')
  const picture = sharp(bytes, { limitInputPixels: mostPixels })
  try {
    const { format, autoOrient } = await picture.metadata()
    if (!formats.has(format)) return { refused: m.desk_poster_unknown() }
    if (autoOrient.width < smallestWidth) return { refused: m.desk_poster_small({ width: smallestWidth }) }
    return await picture
      .autoOrient()
      .resize({ width: largestWidth, withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer()
  } catch {
    return { refused: m.desk_poster_unknown() }
  }
}
