import { createHash } from 'node:crypto'
import { m } from '#messages/generated/messages.js'
import { type Picture, pictureOf } from '#server/platform/site-files/read-picture.ts'

const formats: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'svg'])
/** A picture of few bytes may claim any size. */
const mostPixels = 50_000_000
const mostSeconds = 5
/** Of a drawing, in dots per inch: enlarges what is a few units high. */
const mostDensity = 2400

/** Sizes in pixels: four times that of the header, three times that of the landing page. */
const kinds = {
  logo: { least: 24, width: 512, height: 128, fit: 'inside', format: 'png' },
  portrait: { least: 112, width: 336, height: 336, fit: 'cover', format: 'webp' },
} as const
export type PictureKind = keyof typeof kinds

/** A picture of the desk, with its name in `pictures/`. */
export type DrawnPicture = { readonly name: string; readonly picture: Picture }

/**
 * Draws the logo or portrait of a picture, PNG or WebP of one size without what else the file says, so that no SVG of a stranger
 * is ever served. Returns a sentence where the bytes are no JPEG, PNG, WebP or SVG, or too small a picture.
 */
export async function drawSitePicture(
  bytes: Buffer,
  kind: PictureKind,
): Promise<DrawnPicture | { readonly refused: string }> {
  const { least, width, height, fit, format } = kinds[kind]
  // not @resvg/resvg-js, which would draw files of the server that an SVG names
  const { default: sharp } = await import('sharp')
  try {
    const found = await sharp(bytes, { limitInputPixels: mostPixels }).metadata()
    if (!formats.has(found.format)) return { refused: m.look_picture_unknown() }
    const isDrawing = found.format === 'svg'
    const side = Math.min(found.autoOrient.width, found.autoOrient.height)
    if (!isDrawing && side < least) return { refused: m.look_picture_small({ pixels: least }) }
    const density = isDrawing ? Math.min(mostDensity, Math.max(72, (72 * height) / side)) : 72
    const drawn = await sharp(bytes, { limitInputPixels: mostPixels, density })
      .timeout({ seconds: mostSeconds })
      .autoOrient()
      .resize({ width, height, fit, withoutEnlargement: fit === 'inside' })
      .toFormat(format, format === 'png' ? { palette: true, effort: 10 } : { quality: 80 })
      .toBuffer()
    const name = `desk-${createHash('sha256').update(drawn).digest('hex').slice(0, 16)}.${format}`
    const picture = pictureOf(name, drawn, '/pictures')
    return picture ? { name, picture } : { refused: m.look_picture_unknown() }
  } catch {
    return { refused: m.look_picture_unknown() }
  }
}
