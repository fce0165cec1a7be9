import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { framesPerSecond } from './shots.ts'
import type { Timeline } from './timeline.ts'
import { samplesPerSecond } from './voice.ts'

const run = promisify(execFile)

/** Encoder settings: slides stay sharp at this rate, and a key frame every seven seconds lets players seek. */
export const encoderOptions: readonly string[] = [
  [
    '-vsync',
    'cfr',
    '-r',
    String(framesPerSecond),
    '-vf',
    'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p',
  ],
  ['-c:v', 'libx264', '-preset', 'medium', '-tune', 'animation', '-crf', '36'],
  ['-force_key_frames', 'expr:gte(t,n_forced*7)', '-bf', '4', '-threads', '2'],
  ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'],
  [
    '-af',
    'rubberband=pitch=0.94:formant=preserved,highpass=f=70,acompressor=threshold=-20dB:ratio=2.5:attack=8:release=120,loudnorm=I=-17:TP=-1.5:LRA=7',
  ],
  ['-c:a', 'aac', '-b:a', '26k', '-ar', '24000', '-ac', '1'],
].flat()

/** A picture file and its duration in frames. */
export type Still = { file: string; frames: number }

/** Joins pictures and speech into an MP4 (H.264, AAC, playable while loading). */
export async function encodeFilm(
  stills: readonly Still[],
  speech: Int16Array,
  workFolder: string,
  target: string,
) {
  const list = join(workFolder, 'stills.txt')
  const sound = join(workFolder, 'speech.raw')
  const entries = stills.map(({ file, frames }) => entry(file, frames))
  await writeFile(list, `ffconcat version 1.0\n${entries.join('\n')}\n`)
  await writeFile(sound, speech)
  const seconds = stills.reduce((sum, { frames }) => sum + frames, 0) / framesPerSecond
  const commands = [
    ['-v', 'error', '-y', '-safe', '0', '-f', 'concat', '-i', list],
    ['-f', 's16le', '-ar', String(samplesPerSecond), '-ac', '1', '-i', sound],
    encoderOptions,
    ['-t', String(seconds), '-movflags', '+faststart', '-map_metadata', '-1', '-fflags', '+bitexact'],
    target,
  ]
  await run('ffmpeg', commands.flat())
}

function entry(file: string, frames: number): string {
  return `file '${file}'\noption framerate ${framesPerSecond}\nduration ${(frames / framesPerSecond).toFixed(6)}`
}

/** Writes the poster as WebP, in the best quality below the given size. */
export async function encodePoster(picture: string, target: string, mostBytes: number): Promise<void> {
  for (const quality of [88, 80, 70, 60, 45]) {
    const compression = ['-preset', 'text', '-quality', String(quality), '-compression_level', '6']
    const { stdout } = await run(
      'ffmpeg',
      ['-v', 'error', '-i', picture, '-c:v', 'libwebp', ...compression, '-f', 'webp', '-'],
      { encoding: 'buffer', maxBuffer: 1 << 24 },
    )
    if (stdout.length < mostBytes || quality === 45) return writeFile(target, stdout)
  }
}

/** Writes the spoken sentences, in the timeline's order, to one track. */
export function soundTrack(timeline: Timeline, spoken: readonly Int16Array[]): Int16Array {
  const track = new Int16Array(Math.ceil(timeline.durationSeconds * samplesPerSecond))
  const sentences = timeline.scenes.flatMap(({ steps }) => steps.flatMap((step) => step.sentences))
  for (const [index, samples] of spoken.entries()) {
    const start = sentences[index]?.start ?? 0
    track.set(samples, Math.min(Math.round(start * samplesPerSecond), track.length - samples.length))
  }
  return track
}
