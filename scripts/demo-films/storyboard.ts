import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Storyboard } from '#domain/catalogue/storyboard.ts'
import { drawStoryboard } from '#server/library/storyboards/draw-storyboard.ts'

/** Makes `storyboard.webp` and `storyboard.vtt` for the film in a folder, as a site does. Returns the bytes of both. */
export async function writeStoryboard(folder: string, durationSeconds: number): Promise<number> {
  const film = await open(join(folder, 'film.mp4'), 'r')
  try {
    const ffmpeg = { program: 'ffmpeg', searchPath: process.env.PATH ?? '' }
    const never = new AbortController().signal
    const { storyboard, sheet } = await drawStoryboard(ffmpeg, film, Math.round(durationSeconds), never)
    const track = trackOf(storyboard, durationSeconds)
    await writeFile(join(folder, 'storyboard.webp'), sheet)
    await writeFile(join(folder, 'storyboard.vtt'), track)
    return sheet.length + Buffer.byteLength(track)
  } finally {
    await film.close()
  }
}

function trackOf(
  { width, height, columns, count, everySeconds }: Storyboard,
  durationSeconds: number,
): string {
  const cues = Array.from({ length: count }, (_, place) => {
    const from = place * everySeconds
    const to = Math.max(Math.min(from + everySeconds, durationSeconds), from + 0.001)
    const part = [(place % columns) * width, Math.floor(place / columns) * height, width, height]
    return `${timestamp(from)} --> ${timestamp(to)}\nstoryboard.webp#xywh=${part.join(',')}\n`
  })
  return `WEBVTT\n\n${cues.join('\n')}`
}

/** `mm:ss.mmm`: films are shorter than an hour. */
function timestamp(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const thousandths = Math.round(seconds * 1000)
  const rest = String(thousandths % 1000).padStart(3, '0')
  return `${two(Math.floor(thousandths / 60_000))}:${two(Math.floor(thousandths / 1000) % 60)}.${rest}`
}
