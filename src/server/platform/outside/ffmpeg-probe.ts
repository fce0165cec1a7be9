import type { FileHandle } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import {
  type FrameTimes,
  frameTimesOf,
  type ProbedChapter,
  type ProbedFilm,
  type ProbedPicture,
} from '#domain/films/probed-film.ts'
import { collect, runFfmpeg, untrustedInput } from './ffmpeg-run.ts'
import type { Ffmpeg } from './film-pictures.ts'

const maxDescriptionBytes = 1024 * 1024
const maxChapters = 200

/** Describes a film by ffprobe. Throws as `runFfmpeg`. */
export async function probeFilm(ffmpeg: Ffmpeg, film: FileHandle, signal: AbortSignal): Promise<ProbedFilm> {
  let description: Buffer = Buffer.alloc(0)
  await runFfmpeg(ffmpeg, {
    tool: 'ffprobe',
    options: [
      '-v',
      'error',
      '-show_format',
      '-show_streams',
      '-show_chapters',
      '-of',
      'json',
      ...untrustedInput,
    ],
    film,
    readers: [
      async (output) => {
        description = await collect(output, maxDescriptionBytes)
      },
    ],
    signal,
  })
  return { ...readDescription(JSON.parse(description.toString())), bytes: (await film.stat()).size }
}

/** Reads the times of a video track's frames, without decoding them; undefined for a track without frames. */
export async function probeFrameTimes(
  ffmpeg: Ffmpeg,
  film: FileHandle,
  index: number,
  signal: AbortSignal,
): Promise<FrameTimes | undefined> {
  const times: number[] = []
  const keyTimes: number[] = []
  await runFfmpeg(ffmpeg, {
    tool: 'ffprobe',
    options: [
      ['-v', 'error', '-select_streams', String(index), '-show_entries', 'packet=pts_time,flags'],
      ['-of', 'csv=p=0', ...untrustedInput],
    ].flat(),
    film,
    readers: [
      async (output) => {
        for await (const line of createInterface({ input: output })) {
          const [time = '', flags = ''] = line.split(',')
          times.push(Number(time))
          if (flags.startsWith('K')) keyTimes.push(Number(time))
        }
      },
    ],
    signal,
  })
  // a frame without a time can only be placed by decoding
  return times.every(Number.isFinite) ? frameTimesOf(times, keyTimes) : undefined
}

type Description = {
  readonly format?: { readonly duration?: string; readonly start_time?: string }
  readonly streams?: readonly Stream[]
  readonly chapters?: readonly { readonly start_time?: string; readonly tags?: Record<string, string> }[]
}

type Stream = {
  readonly index: number
  readonly codec_type?: string
  readonly codec_name?: string
  readonly width?: number
  readonly height?: number
  readonly channels?: number
  readonly sample_aspect_ratio?: string
  readonly pix_fmt?: string
  readonly field_order?: string
  readonly r_frame_rate?: string
  readonly avg_frame_rate?: string
  readonly disposition?: { readonly attached_pic?: number }
  readonly side_data_list?: readonly { readonly rotation?: number }[]
}

function readDescription({ format, streams = [], chapters = [] }: Description): Omit<ProbedFilm, 'bytes'> {
  const pictures = streams.filter((stream) => stream.codec_type === 'video').map(pictureOf)
  // a still picture beside a film is a cover, even if the file does not say so
  const isStill = ({ codec }: ProbedPicture) => ['mjpeg', 'png', 'bmp', 'gif', 'webp'].includes(codec)
  const hasFilm = pictures.some((picture) => !picture.isCover && !isStill(picture))
  return {
    durationSeconds: secondsOf(format?.duration),
    trackCount: streams.length,
    pictures: pictures.map((picture) => ({
      ...picture,
      isCover: picture.isCover || (hasFilm && isStill(picture)),
    })),
    sounds: streams
      .filter((stream) => stream.codec_type === 'audio')
      .map(({ index, codec_name: codec = '?', channels = 0 }) => ({ index, codec, channels })),
    chapters: chapters.slice(0, maxChapters).flatMap(({ start_time, tags }): ProbedChapter[] => {
      const title = tags?.title?.trim()
      return title ? [{ startSeconds: secondsOf(start_time), title: title.slice(0, 200) }] : []
    }),
  }
}

function pictureOf(stream: Stream): ProbedPicture {
  const [across = 1, down = 1] = (stream.sample_aspect_ratio ?? '1:1').split(':').map(Number)
  const rotation = stream.side_data_list?.find((data) => data.rotation !== undefined)?.rotation ?? 0
  return {
    index: stream.index,
    codec: stream.codec_name ?? '?',
    width: stream.width ?? 0,
    height: stream.height ?? 0,
    pixelShape: across > 0 && down > 0 ? across / down : 1,
    rotation: (Math.round(rotation / 90) * 90 + 360) % 360,
    pixelFormat: stream.pix_fmt ?? '?',
    rate: stream.r_frame_rate ?? '0/0',
    averageRate: stream.avg_frame_rate ?? '0/0',
    isInterlaced: ['tt', 'bb', 'tb', 'bt'].includes(stream.field_order ?? ''),
    isCover: stream.disposition?.attached_pic === 1,
  }
}

function secondsOf(text: string | undefined): number {
  const seconds = Number(text)
  return Number.isFinite(seconds) ? seconds : 0
}
