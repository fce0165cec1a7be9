import type { FileHandle } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Pixels } from '#domain/films/film-size.ts'
import { collect, FfmpegFailed, runFfmpeg, threads, untrustedInput } from './ffmpeg-run.ts'
import type { Ffmpeg } from './film-pictures.ts'

/** Loudness of an audio track as ffmpeg's loudnorm measures it (EBU R 128). */
export type Loudness = {
  /** LUFS; -Infinity for silence. */
  readonly integrated: number
  /** The report itself, for the second pass. */
  readonly report: Readonly<Record<string, string>>
}

/** What is made of a film. Frames are three bytes a pixel (RGB). */
export type Conversion = {
  readonly durationSeconds: number
  readonly picture: {
    readonly index: number
    readonly size: Pixels
    /** Undefined: the track is copied. */
    readonly conversion:
      | { readonly rate: string; readonly isInterlaced: boolean; readonly fromRgb: boolean }
      | undefined
  }
  readonly small: Pixels | undefined
  readonly sound:
    | { readonly index: number; readonly kept: boolean; readonly normalise: Loudness | undefined }
    | undefined
  /** The frames of the storyboard, and of posters; of a copied track none are taken unless it is decoded anyway. */
  readonly board: { readonly everySeconds: number; readonly count: number; readonly size: Pixels }
  readonly posters: {
    readonly fromSeconds: number
    readonly everySeconds: number
    readonly count: number
    readonly size: Pixels
  }
  readonly maxFileBytes: number
}

export const madeFilm = 'film.mp4'
export const madeSmallFilm = 'film.720.mp4'

/** Decoded frames of the storyboard, and of posters. */
export type TakenFrames = { readonly board: Buffer; readonly posters: Buffer }

/** Measures the loudness of an audio track as it is heard in stereo. Throws as `runFfmpeg`. */
export async function measureLoudness(
  ffmpeg: Ffmpeg,
  film: FileHandle,
  index: number,
  signal: AbortSignal,
): Promise<Loudness> {
  let report = ''
  await runFfmpeg(ffmpeg, {
    tool: 'ffmpeg',
    // loudnorm reports at the level "info", on standard error: its own output goes through a pipe as nothing
    options: start('info').concat(
      ['-map', `0:${index}`, '-vn', '-af', `${stereo},loudnorm=${target}:print_format=json`],
      ['-f', 'null', '-'],
    ),
    film,
    readers: [(output) => collect(output, 0).then(() => undefined)],
    onComplaint: (text) => {
      report = text
    },
    signal,
  })
  const found = /\{[^{}]*"input_i"[^{}]*\}/.exec(report)?.[0]
  if (found === undefined) throw new FfmpegFailed('it did not measure the loudness')
  const values: Record<string, string> = JSON.parse(found)
  const integrated = Number(values.input_i)
  return { integrated: Number.isNaN(integrated) ? Number.NEGATIVE_INFINITY : integrated, report: values }
}

/**
 * Writes `madeFilm`, and `madeSmallFilm` if asked for, into a folder, from one decoding of the film, and returns the
 * frames that were taken meanwhile. `onProgress` gets the seconds that are done. Throws as `runFfmpeg`.
 */
export async function convertFilm(
  ffmpeg: Ffmpeg,
  film: FileHandle,
  conversion: Conversion,
  {
    folder,
    onProgress,
    signal,
  }: { folder: string; onProgress: (seconds: number) => void; signal: AbortSignal },
): Promise<TakenFrames> {
  const { board, posters, maxFileBytes } = conversion
  const bytesOf = ({ width, height }: Pixels) => width * height * 3
  const frames: { board: Buffer; posters: Buffer } = { board: Buffer.alloc(0), posters: Buffer.alloc(0) }
  await runFfmpeg(ffmpeg, {
    tool: 'ffmpeg',
    options: conversionOptions(conversion),
    film,
    folder,
    maxFileBytes,
    readers: [
      async (output) => {
        for await (const line of createInterface({ input: output })) {
          const micros = /^out_time_us=(\d+)$/.exec(line)?.[1]
          if (micros !== undefined) onProgress(Number(micros) / 1e6)
        }
      },
      async (output) => {
        // the last picture may be that of a time after the end
        frames.board = await collect(output, bytesOf(board.size) * (board.count + 2))
      },
      async (output) => {
        frames.posters = await collect(output, bytesOf(posters.size) * posters.count)
      },
    ],
    signal,
  })
  return frames
}

const stereo = 'aformat=channel_layouts=stereo'
/** EBU R 128 for the web: loudness in LUFS, true peak in dBTP, range in LU. */
const target = 'I=-16:TP=-1.5:LRA=11'

function start(level: 'error' | 'info'): string[] {
  return [
    ['-nostdin', '-hide_banner', '-v', level, '-max_alloc', String(256 * 1024 * 1024)],
    ['-threads', threads, '-filter_threads', '1', '-filter_complex_threads', threads, ...untrustedInput],
  ].flat()
}

function conversionOptions(conversion: Conversion): string[] {
  const { picture, small, sound } = conversion
  const isDecoded = picture.conversion !== undefined || small !== undefined
  const sounds = !sound || sound.kept ? [] : small ? ['[sound0]', '[sound1]'] : ['[sound0]']
  const graph = [
    ...(isDecoded ? pictureGraph(conversion) : []),
    ...(sounds.length > 0 && sound
      ? [`[0:${sound.index}]${soundFilters(sound.normalise)},asplit=${sounds.length}${sounds.join('')}`]
      : []),
  ]
  const soundOf = (place: 0 | 1) =>
    !sound
      ? ['-an']
      : sound.kept
        ? ['-map', `0:${sound.index}`, '-c:a', 'copy']
        : ['-map', `[sound${place}]`, '-c:a', 'aac', '-b:a', '128k']
  return [
    ...start('error'),
    '-progress',
    'pipe:1',
    '-nostats',
    '-y',
    ...(graph.length > 0 ? ['-filter_complex', graph.join(';')] : []),
    ...(picture.conversion ? ['-map', '[large]', ...avc] : ['-map', `0:${picture.index}`, '-c:v', 'copy']),
    ...soundOf(0),
    ...mp4(madeFilm),
    ...(small ? ['-map', '[small]', ...avc, ...soundOf(1), ...mp4(madeSmallFilm)] : []),
    ...(isDecoded ? [...rawFrames('[board]', 4), ...rawFrames('[posters]', 5)] : []),
  ]
}

/** A key frame every four seconds by time, so that a seek starts at once. */
const avc = [
  ['-threads', threads, '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-profile:v', 'high'],
  ['-maxrate', '8M', '-bufsize', '16M', '-force_key_frames', 'expr:gte(t,n_forced*4)'],
].flat()

/** Without what recorders write into a film, such as its place and its chapters. */
function mp4(name: string): string[] {
  return [
    '-sn',
    '-dn',
    '-map_metadata',
    '-1',
    '-map_chapters',
    '-1',
    '-movflags',
    '+faststart',
    '-f',
    'mp4',
    name,
  ]
}

function rawFrames(label: string, pipe: number): string[] {
  return [
    '-map',
    label,
    '-threads',
    '1',
    '-c:v',
    'rawvideo',
    '-fps_mode',
    'passthrough',
    '-f',
    'rawvideo',
    `pipe:${pipe}`,
  ]
}

function pictureGraph({ picture, small, board, posters }: Conversion): string[] {
  const { conversion, index, size } = picture
  const scaled = ({ width, height }: Pixels) => `scale=${width}:${height}:flags=bicubic`
  const colours = conversion?.fromRgb ? ':out_color_matrix=bt709' : ''
  const constant = conversion
    ? `${conversion.isInterlaced ? 'bwdif=mode=send_frame:deint=interlaced,' : ''}fps=${conversion.rate}:start_time=0,`
    : ''
  const outputs = [conversion && '[large]', small && '[middle]', '[frames]'].filter(
    (label) => label !== undefined,
  )
  const shape = `${board.size.width}:${board.size.height}`
  return [
    `[0:${index}]${constant}${scaled(size)}${colours},setsar=1,format=yuv420p,split=${outputs.length}${outputs.join('')}`,
    ...(small ? [`[middle]${scaled(small)}[small]`] : []),
    '[frames]split=2[few][some]',
    // of each interval the frame in its middle
    `[few]fps=1/${board.everySeconds}:round=near:start_time=0,scale=${shape}:force_original_aspect_ratio=decrease:flags=area,pad=${shape}:-1:-1,format=rgb24[board]`,
    `[some]select='lt(selected_n,${posters.count})*gte(t,${posters.fromSeconds}+selected_n*${posters.everySeconds})',${scaled(posters.size)},format=rgb24[posters]`,
  ]
}

function soundFilters(normalise: Loudness | undefined): string {
  // fills gaps, and the beginning where the sound begins late
  const timed = `${stereo},aresample=48000:async=1:first_pts=0`
  if (!normalise) return timed
  const { input_i, input_tp, input_lra, input_thresh, target_offset } = normalise.report
  const measured = `measured_I=${input_i}:measured_TP=${input_tp}:measured_LRA=${input_lra}:measured_thresh=${input_thresh}:offset=${target_offset}`
  return `${timed},loudnorm=${target}:${measured}:linear=true,aresample=48000`
}
