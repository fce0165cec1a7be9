import type { FileHandle } from 'node:fs/promises'
import { momentsOf, plannedStoryboard, rowsOf, type Storyboard } from '#domain/catalogue/storyboard.ts'
import { type Ffmpeg, takePicture } from '#server/platform/outside/film-pictures.ts'

/** A storyboard with its sheet as WebP. */
export type DrawnStoryboard = { readonly storyboard: Storyboard; readonly sheet: Buffer }

/**
 * Extracts all frames of a video's storyboard, one after the other, and composes the sheet. Throws as `takePicture`
 * does, and for a video without any frame.
 */
export async function drawStoryboard(
  ffmpeg: Ffmpeg,
  film: FileHandle,
  durationSeconds: number,
  signal: AbortSignal,
): Promise<DrawnStoryboard> {
  const storyboard = plannedStoryboard(durationSeconds)
  const { width, height } = storyboard
  const pictures: Buffer[] = []
  for (const atSeconds of momentsOf(storyboard, durationSeconds)) {
    const picture = await takePicture(ffmpeg, film, { atSeconds, width, height }, signal)
    // the audio may be longer than the video track
    const shown = picture ?? pictures.at(-1)
    if (!shown) throw new Error('the film has no picture')
    pictures.push(shown)
  }
  return { storyboard, sheet: await sheetOf(pictures, storyboard) }
}

/** Composes the sheet of a storyboard from its pictures: three bytes per pixel (RGB). */
export async function sheetOf(pictures: readonly Buffer[], storyboard: Storyboard): Promise<Buffer> {
  const { width, height, columns } = storyboard
  // loaded on demand: at startup there is rarely work
  const { default: sharp } = await import('sharp')
  const size = { width: width * columns, height: height * rowsOf(storyboard) }
  return sharp({ create: { ...size, channels: 3, background: 'black' } })
    .composite(
      pictures.map((input, place) => ({
        input,
        raw: { width, height, channels: 3 },
        left: (place % columns) * width,
        top: Math.floor(place / columns) * height,
      })),
    )
    .webp({ quality: 50, effort: 5 })
    .toBuffer()
}
