import type { FileHandle } from 'node:fs/promises'
import { plannedStoryboard } from '#domain/catalogue/storyboard.ts'
import type { Pixels } from '#domain/films/film-size.ts'
import { type DrawnStoryboard, drawStoryboard, sheetOf } from '#server/library/storyboards/draw-storyboard.ts'
import type { Conversion, TakenFrames } from '#server/platform/outside/ffmpeg-convert.ts'
import { type Ffmpeg, takePicture } from '#server/platform/outside/film-pictures.ts'

type DrawnFrames = { readonly board: DrawnStoryboard; readonly posters: readonly Buffer[] }

const posterCount = 3
const maxPosterWidth = 1280

/** Returns when frames for posters are taken, from the first sixth of the film on, and their size. */
export function plannedPosters(durationSeconds: number, size: Pixels): Conversion['posters'] {
  const everySeconds = durationSeconds / posterCount
  const scale = Math.min(1, maxPosterWidth / size.width)
  return {
    fromSeconds: everySeconds / 2,
    everySeconds,
    count: posterCount,
    size: { width: Math.round(size.width * scale), height: Math.round(size.height * scale) },
  }
}

/** Draws storyboard and posters from the frames that a conversion took. */
export async function drawFrames(
  { posters }: Pick<Conversion, 'posters'>,
  taken: TakenFrames,
  durationSeconds: number,
): Promise<DrawnFrames> {
  const storyboard = plannedStoryboard(durationSeconds)
  const frames = cut(taken.board, storyboard)
  // the sound may be longer than the pictures
  const shown = Array.from({ length: storyboard.count }, (_, place) => frames[place] ?? frames.at(-1))
  return {
    board: {
      storyboard,
      sheet: await sheetOf(
        shown.filter((frame) => frame !== undefined),
        storyboard,
      ),
    },
    posters: await Promise.all(
      cut(taken.posters, posters.size).map((frame) => posterOf(frame, posters.size)),
    ),
  }
}

/** Draws them from a film whose picture was copied. */
export async function drawFramesOf(
  ffmpeg: Ffmpeg,
  film: FileHandle,
  { posters: { fromSeconds, everySeconds, count, size } }: Pick<Conversion, 'posters'>,
  durationSeconds: number,
  signal: AbortSignal,
): Promise<DrawnFrames> {
  const board = await drawStoryboard(ffmpeg, film, durationSeconds, signal)
  const posters: Buffer[] = []
  for (let place = 0; place < count; place += 1) {
    const order = { atSeconds: fromSeconds + place * everySeconds, ...size }
    const frame = await takePicture(ffmpeg, film, order, signal)
    if (frame) posters.push(await posterOf(frame, size))
  }
  return { board, posters }
}

function cut(frames: Buffer, { width, height }: Pixels): Buffer[] {
  const bytes = width * height * 3
  return Array.from({ length: Math.floor(frames.length / bytes) }, (_, place) =>
    frames.subarray(place * bytes, (place + 1) * bytes),
  )
}

async function posterOf(frame: Buffer, size: Pixels): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(frame, { raw: { ...size, channels: 3 } })
    .webp({ quality: 80 })
    .toBuffer()
}
