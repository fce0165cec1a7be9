import { longFilmSeconds } from '#domain/catalogue/film-form.ts'
import { fittedSize, type Pixels } from './film-size.ts'
import type { FrameTimes, ProbedFilm, ProbedPicture, ProbedSound } from './probed-film.ts'

/** Why a film is not taken; `film_refused_<reason>` is the sentence. */
export type FilmRefusal =
  | 'unreadable'
  | 'breaks-off'
  | 'no-picture'
  | 'no-length'
  | 'too-long'
  | 'too-many-tracks'
  | 'too-small'
  | 'too-large'
  | 'needs-ffmpeg'
  | 'no-space'
  | 'took-too-long'
  | 'failed'

/** How a film becomes one that every browser plays. */
export type FilmPlan = {
  readonly picture: {
    readonly index: number
    /** Undefined where the track is copied. */
    readonly conversion: PictureConversion | undefined
    /** The size of the film that is made. */
    readonly size: Pixels
  }
  /** The size of a second, smaller film beside it. */
  readonly small: Pixels | undefined
  /**
   * The audio tracks of which the first that is not silent is taken. `isKept`: the only one, copied as it is, without
   * measuring its loudness.
   */
  readonly sounds: readonly ProbedSound[]
  readonly isSoundKept: boolean
}

type PictureConversion = {
  /** Frames per second, as a fraction. */
  readonly rate: string
  readonly isInterlaced: boolean
}

const maxTracks = 32
const minSide = 32
/** 8K: the longer side, and the pixels of a frame. */
const maxSide = 7680
const maxPixels = maxSide * 4320
const maxRate = 60
const maxCopiedBitRate = 3_000_000
const maxCopiedKeyFrameGapSeconds = 10
/** Seconds by which a picture may begin after its sound and still be copied. */
const maxCopiedDelaySeconds = 0.1
/** Bits per second up to which a film has no smaller one beside it. */
const slimBitRate = 450_000

/** Returns the video track that players show; undefined without one. Covers are none. */
export function shownPicture({ pictures }: ProbedFilm): ProbedPicture | undefined {
  return pictures.find(({ isCover }) => !isCover)
}

/** Returns whether the video track may be copied as far as the description tells; the times of its frames decide. */
export function mayBeCopied(film: ProbedFilm): boolean {
  const picture = shownPicture(film)
  if (!picture) return false
  const { width, height } = fittedSize(picture, 1080)
  return (
    picture.codec === 'h264' &&
    ['yuv420p', 'yuvj420p'].includes(picture.pixelFormat) &&
    picture.pixelShape === 1 &&
    picture.rotation === 0 &&
    !picture.isInterlaced &&
    width === picture.width &&
    height === picture.height &&
    numberOf(picture.rate) <= maxRate &&
    bitRateOf(film) < maxCopiedBitRate
  )
}

/**
 * Decides what becomes of an uploaded film: refused with a reason, or which tracks are copied and which are converted.
 * Sizes go by the shorter side and are never enlarged.
 * @param times of the frames of `shownPicture`, where `mayBeCopied`
 */
export function planFilm(
  film: ProbedFilm,
  times: FrameTimes | undefined,
): FilmPlan | { readonly refused: FilmRefusal } {
  const picture = shownPicture(film)
  if (film.trackCount > maxTracks) return { refused: 'too-many-tracks' }
  if (!picture) return { refused: 'no-picture' }
  if (Math.min(picture.width, picture.height) < minSide) return { refused: 'too-small' }
  if (Math.max(picture.width, picture.height) > maxSide) return { refused: 'too-large' }
  if (picture.width * picture.height > maxPixels) return { refused: 'too-large' }
  if (!(film.durationSeconds > 0)) return { refused: 'no-length' }
  if (film.durationSeconds > longFilmSeconds) return { refused: 'too-long' }
  const isCopied = mayBeCopied(film) && times !== undefined && areCopied(times)
  const size = fittedSize(picture, 1080)
  const [sound, ...others] = film.sounds
  return {
    picture: {
      index: picture.index,
      size,
      conversion: isCopied ? undefined : { rate: constantRate(picture), isInterlaced: picture.isInterlaced },
    },
    small:
      Math.min(size.width, size.height) > 720 && !(isCopied && isSlim(film))
        ? fittedSize(picture, 720)
        : undefined,
    sounds: film.sounds,
    isSoundKept: isCopied && sound !== undefined && others.length === 0 && isPlayed(sound),
  }
}

/** Returns whether browsers play the track as it is: AAC with one or two channels. */
export function isPlayed({ codec, channels }: ProbedSound): boolean {
  return codec === 'aac' && channels <= 2
}

/** Returns whether a film is so small that a smaller one beside it saves nothing. */
export function isSlim(film: { readonly bytes: number; readonly durationSeconds: number }): boolean {
  return bitRateOf(film) <= slimBitRate
}

/** LUFS. */
const wantedLoudness = -16
const maxLoudnessDifference = 3
/** LUFS; EBU R 128 does not count what is quieter. */
const silence = -70

/** Returns whether a track is silent. @param loudness LUFS; -Infinity for digital silence */
export function isSilent(loudness: number): boolean {
  return !(loudness > silence)
}

/** Returns whether a film is too loud or too quiet. @param loudness LUFS */
export function isLoudnessOff(loudness: number): boolean {
  return Math.abs(loudness - wantedLoudness) > maxLoudnessDifference
}

/** Milliseconds that the processing of a film may take: twenty times its length, and ten minutes at least. */
export function processingTimeoutMs(durationSeconds: number): number {
  return Math.max(10 * 60, 20 * durationSeconds) * 1000
}

function areCopied({ firstSeconds, isConstant, maxKeyFrameGapSeconds }: FrameTimes): boolean {
  return (
    isConstant &&
    maxKeyFrameGapSeconds <= maxCopiedKeyFrameGapSeconds &&
    firstSeconds > -0.001 &&
    firstSeconds <= maxCopiedDelaySeconds
  )
}

function bitRateOf({ bytes, durationSeconds }: { bytes: number; durationSeconds: number }): number {
  return (bytes * 8) / durationSeconds
}

const usualRates = [24, 25, 30, 50, 60]

/** Returns the constant rate for a track: its own, or for a variable one the next usual rate above its average. */
function constantRate({ rate, averageRate }: ProbedPicture): string {
  const [own, average] = [numberOf(rate), numberOf(averageRate)]
  if (own > 0 && own <= maxRate && (average === 0 || Math.abs(own / average - 1) < 0.01)) return rate
  if (own > 0 && own <= maxRate && usualRates.includes(Math.round(own))) return rate
  return String(usualRates.find((usual) => usual >= average * 0.99) ?? maxRate)
}

function numberOf(fraction: string): number {
  const [over = 0, under = 1] = fraction.split('/').map(Number)
  return under > 0 && over > 0 ? over / under : 0
}
