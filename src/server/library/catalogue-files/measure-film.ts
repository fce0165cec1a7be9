import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { InputAudioTrack, InputVideoTrack } from 'mediabunny'
import type { FilmSize } from '#domain/catalogue/film-form.ts'
import {
  type FilmFaults,
  ffmpegLine,
  filmFile,
  isFourK,
  longFilmSeconds,
  smallFilmFile,
} from '#domain/catalogue/film-form.ts'
import { m } from '#messages/generated/messages.js'
import { isPlayable, samplingOf } from './avc-sampling.ts'

/**
 * Size and duration of a video in seconds (with fractions) and warnings for its author, or the faults that keep browsers
 * from playing it, the last one with the command that corrects them.
 */
export type MeasuredFilm =
  | (FilmSize & { readonly durationSeconds: number; readonly warnings: readonly string[] })
  | { readonly sentences: readonly string[] }

/**
 * Checks that a video is MP4 with H.264 and AAC (audio may be missing), and measures it. What browsers play in part,
 * late or not everywhere is a warning.
 */
export async function measureFilm(path: string): Promise<MeasuredFilm> {
  // takes 110 ms to load, and only imports need it
  const { FilePathSource, Input, LogLevel, Logging, MATROSKA, MP4, MPEG_TS, QTFF, WEBM } = await import(
    'mediabunny'
  )
  // its output duplicates the reported mistakes, and would break the progress bar
  Logging.level = LogLevel.Silent
  const source = new FilePathSource(path, { handleUnhandledError: () => undefined })
  using input = new Input({ source, formats: [MP4, QTFF, WEBM, MATROSKA, MPEG_TS] })
  try {
    const format = await input.getFormat()
    const boxes = format === MP4 || format === QTFF ? await boxesOf(path) : undefined
    if (boxes?.breaksOff) return { sentences: [m.catalogue_film_breaks_off()] }
    const pictures = await picturesOf(await input.getVideoTracks())
    const sounds = await Promise.all((await input.getAudioTracks()).map(soundOf))
    const faults: FilmFaults = {
      picture: pictures.some(({ fault }) => fault !== undefined),
      sound: sounds.some(({ fault }) => fault !== undefined),
    }
    const sentences = [
      ...(format === MP4 ? [] : [m.catalogue_film_container({ container: format.name })]),
      ...(boxes?.strayBytes ? [m.catalogue_film_stray_bytes({ bytes: boxes.strayBytes })] : []),
      ...(pictures.length === 0 ? [m.catalogue_film_without_picture()] : []),
      ...[...pictures, ...sounds].flatMap(({ fault }) => fault ?? []),
    ]
    if (pictures.length === 0) return { sentences }
    if (sentences.length > 0) return { sentences: withCommand(sentences, basename(path), faults) }
    const durationSeconds = await input.computeDuration()
    if (!(durationSeconds > 0)) return { sentences: [m.catalogue_film_empty()] }
    const warnings = [
      ...(boxes?.endsWithIndex ? [m.catalogue_film_not_faststart({ command: remuxed(path) })] : []),
      ...(pictures.some(isFourK) ? [m.catalogue_film_four_k()] : []),
      ...(sounds.length > 1 ? [m.catalogue_film_sounds({ count: sounds.length })] : []),
      ...(sounds.some(({ channels }) => channels > 2) ? [m.catalogue_film_channels()] : []),
      ...(durationSeconds > longFilmSeconds
        ? [m.catalogue_film_long({ hours: Math.floor(durationSeconds / 3600) })]
        : []),
    ]
    const { size } = await stat(path)
    return {
      height: Math.max(...pictures.map(({ width, height }) => Math.min(width, height))),
      kilobitsPerSecond: Math.max(1, Math.round((size * 8) / 1000 / durationSeconds)),
      durationSeconds,
      warnings,
    }
  } catch {
    // any exception of the parser is the file's fault
    return { sentences: [m.catalogue_film_unreadable()] }
  }
}

function remuxed(path: string): string {
  return ffmpegLine(basename(path), { picture: false, sound: false })
}

/** Appends the command that converts the file to a playable one. */
function withCommand(sentences: readonly string[], file: string, faults: FilmFaults): string[] {
  const command = ffmpegLine(file, faults)
  const mend =
    file === filmFile || file === smallFilmFile
      ? m.catalogue_film_mend_in_place({ command, file })
      : m.catalogue_film_mend({ command })
  return [...sentences.slice(0, -1), `${sentences.at(-1)} ${mend}`]
}

type Picture = { readonly width: number; readonly height: number; readonly fault: string | undefined }

/** The video tracks, without cover art, which browsers ignore. */
async function picturesOf(tracks: readonly InputVideoTrack[]): Promise<Picture[]> {
  const codecs = await Promise.all(tracks.map((track) => track.getCodec()))
  const films = tracks.filter((_, place) => codecs[place] !== null || !codecs.includes('avc'))
  return Promise.all(
    films.map(async (track) => ({
      width: await track.getCodedWidth(),
      height: await track.getCodedHeight(),
      fault: await pictureFault(track),
    })),
  )
}

async function pictureFault(track: InputVideoTrack): Promise<string | undefined> {
  const codec = await track.getCodec()
  if (codec !== 'avc') return m.catalogue_film_picture({ codec: codec ?? (await codecId(track)) })
  const sampling = samplingOf(await track.getDecoderConfig())
  return sampling && !isPlayable(sampling) ? m.catalogue_film_sampling(sampling) : undefined
}

async function soundOf(track: InputAudioTrack): Promise<{ channels: number; fault: string | undefined }> {
  const codec = await track.getCodec()
  const fault =
    codec === 'aac' ? undefined : m.catalogue_film_sound({ codec: codec ?? (await codecId(track)) })
  return { channels: await track.getNumberOfChannels(), fault }
}

/** The file's identifier of an unknown codec: `apch` for ProRes. */
async function codecId(track: InputVideoTrack | InputAudioTrack): Promise<string> {
  const id = await track.getInternalCodecId()
  return typeof id === 'string' && /^[\w./ -]{1,40}$/.test(id) ? id : '?'
}

/** Returns whether a film ends inside a box of an ISO file, like a truncated copy; false for other containers. */
export async function breaksOff(path: string): Promise<boolean> {
  await using file = await open(path, 'r')
  const head = Buffer.alloc(8)
  await file.read(head, 0, 8, 0)
  const isIso = /^(?:ftyp|moov|mdat|wide|free|skip)$/.test(head.toString('latin1', 4))
  return isIso && (await boxesOf(path)).breaksOff
}

type Boxes = {
  /** Whether the file ends inside a box, like a truncated copy. */
  readonly breaksOff: boolean
  /** Number of bytes after the last box, too few for another. */
  readonly strayBytes: number
  /** Whether the index (moov) comes last. */
  readonly endsWithIndex: boolean
}

/** Reads the top-level boxes of an ISO file (ISO/IEC 14496-12, 4.2). */
async function boxesOf(path: string): Promise<Boxes> {
  await using file = await open(path, 'r')
  const { size } = await file.stat()
  const order: string[] = []
  const head = Buffer.alloc(16)
  let at = 0
  while (at + 8 <= size) {
    await file.read(head, 0, 16, at)
    const short = head.readUInt32BE(0)
    // 1: a 64-bit length follows; 0: up to the end of the file
    const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? size - at : short
    if (length < 8 || at + length > size) return { breaksOff: true, strayBytes: 0, endsWithIndex: false }
    order.push(head.toString('latin1', 4, 8))
    at += length
  }
  return {
    breaksOff: false,
    strayBytes: size - at,
    endsWithIndex: order.indexOf('moov') > order.indexOf('mdat'),
  }
}
