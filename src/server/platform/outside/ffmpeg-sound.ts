import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { soundRate } from '#domain/films/quiet-cut.ts'
import { collect, runFfmpeg, threads, untrustedInput } from './ffmpeg-run.ts'
import type { Ffmpeg } from './film-pictures.ts'

const name = 'sound.pcm'

/**
 * Writes an audio track into a folder as mono samples of 16 bits at `soundRate`, from the beginning of the film on, and returns
 * the file. Throws as `runFfmpeg`.
 */
export async function takeSound(
  ffmpeg: Ffmpeg,
  film: FileHandle,
  {
    index,
    durationSeconds,
    folder,
    signal,
  }: { index: number; durationSeconds: number; folder: string; signal: AbortSignal },
): Promise<string> {
  await runFfmpeg(ffmpeg, {
    tool: 'ffmpeg',
    options: [
      ['-nostdin', '-hide_banner', '-v', 'error', '-threads', threads, ...untrustedInput],
      // fills gaps, and the beginning where the sound begins late
      ['-map', `0:${index}`, '-vn', '-af', `aresample=${soundRate}:async=1:first_pts=0`],
      ['-ac', '1', '-ar', String(soundRate), '-c:a', 'pcm_s16le', '-f', 's16le', '-y', name],
    ].flat(),
    film,
    folder,
    maxFileBytes: (durationSeconds * 1.1 + 60) * soundRate * 2,
    readers: [(output) => collect(output, 0).then(() => undefined)],
    signal,
  })
  return join(folder, name)
}
