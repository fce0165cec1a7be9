import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { FilmSize } from '#domain/catalogue/film-form.ts'
import { plannedStoryboard } from '#domain/catalogue/storyboard.ts'
import {
  type FilmPlan,
  type FilmRefusal,
  isLoudnessOff,
  isPlayed,
  isSilent,
  isSlim,
  mayBeCopied,
  planFilm,
  processingTimeoutMs,
  shownPicture,
} from '#domain/films/film-plan.ts'
import type { ProbedChapter, ProbedFilm } from '#domain/films/probed-film.ts'
import { breaksOff, measureFilm } from '#server/library/catalogue-files/measure-film.ts'
import type { DrawnStoryboard } from '#server/library/storyboards/draw-storyboard.ts'
import {
  type Conversion,
  convertFilm,
  type Loudness,
  madeFilm,
  madeSmallFilm,
  measureLoudness,
} from '#server/platform/outside/ffmpeg-convert.ts'
import { probeFilm, probeFrameTimes } from '#server/platform/outside/ffmpeg-probe.ts'
import { FfmpegFailed } from '#server/platform/outside/ffmpeg-run.ts'
import type { Ffmpeg } from '#server/platform/outside/film-pictures.ts'
import { drawFrames, drawFramesOf, plannedPosters } from './draw-frames.ts'

/** A film for every browser, as files in the folder of its job. */
export type MadeFilm = {
  readonly film: MadeFile
  /** A smaller film beside it. */
  readonly small: MadeFile | undefined
  readonly durationSeconds: number
  /** Undefined for a film that was taken without ffmpeg. */
  readonly board: DrawnStoryboard | undefined
  /** Frames from which a poster may be chosen, as WebP. */
  readonly posters: readonly Buffer[]
  /** Chapters that were inside the film. */
  readonly chapters: readonly ProbedChapter[]
}

type MadeFile = { readonly path: string; readonly size: FilmSize }

/** What is being done; `share` is the part of it that is done, 0 to 1. */
export type FilmStep = { readonly name: 'reading' | 'measuring' | 'converting'; readonly share: number }

type Work = {
  /** An empty folder for what is made. */
  readonly folder: string
  readonly onStep: (step: FilmStep) => void
  readonly signal: AbortSignal
}

/**
 * Makes a film that every browser plays of an uploaded file, with its storyboard and posters, or refuses the file. What
 * is played everywhere already is copied. Throws `NoFfmpeg` without ffmpeg; aborting `signal` ends ffmpeg and throws.
 */
export async function makeFilm(
  ffmpeg: Ffmpeg,
  path: string,
  work: Work,
): Promise<MadeFilm | { readonly refused: FilmRefusal }> {
  const { onStep, folder } = work
  const limit = timeLimit(work.signal)
  const { signal } = limit
  onStep({ name: 'reading', share: 0 })
  await using source = await open(path, 'r')
  try {
    if (await breaksOff(path)) return { refused: 'breaks-off' }
    const probed = await probeFilm(ffmpeg, source, signal)
    const picture = mayBeCopied(probed) ? shownPicture(probed) : undefined
    const times = picture && (await probeFrameTimes(ffmpeg, source, picture.index, signal))
    const plan = planFilm(probed, times)
    if ('refused' in plan) return plan
    limit.start(probed.durationSeconds)
    onStep({ name: 'measuring', share: 0 })
    const sound = await soundOf(plan, (index) => measureLoudness(ffmpeg, source, index, signal))
    const conversion = conversionOf(probed, plan, sound)
    const frames = await convertFilm(ffmpeg, source, conversion, {
      folder,
      onProgress: (seconds) =>
        onStep({ name: 'converting', share: Math.min(1, seconds / probed.durationSeconds) }),
      signal,
    })
    const film = join(folder, madeFilm)
    const measured = await measureFilm(film)
    if (!('durationSeconds' in measured)) return { refused: 'unreadable' }
    const { durationSeconds } = measured
    if (isCutShort(durationSeconds, probed)) return { refused: 'breaks-off' }
    const small = plan.small && (await measureFilm(join(folder, madeSmallFilm)))
    if (small && !('durationSeconds' in small)) return { refused: 'unreadable' }
    await using made = await open(film, 'r')
    const { size: bytes } = await made.stat()
    const isDecoded = frames.board.length > 0
    const drawn = isDecoded
      ? await drawFrames(conversion, frames, durationSeconds)
      : await drawFramesOf(ffmpeg, made, conversion, durationSeconds, signal)
    return {
      film: { path: film, size: measured },
      small:
        small && !isSlim({ bytes, durationSeconds })
          ? { path: join(folder, madeSmallFilm), size: small }
          : undefined,
      durationSeconds,
      ...drawn,
      chapters: probed.chapters,
    }
  } catch (error) {
    if (limit.isOver()) return { refused: 'took-too-long' }
    if (error instanceof FfmpegFailed) return { refused: 'unreadable' }
    throw error
  } finally {
    limit.stop()
  }
}

/** Ends what takes too long: ten minutes at first, from `start` on what a film of that length may take. */
function timeLimit(cancelled: AbortSignal) {
  const timeout = new AbortController()
  const after = (durationSeconds: number) =>
    setTimeout(() => timeout.abort(), processingTimeoutMs(durationSeconds))
  let timer = after(0)
  const stop = () => clearTimeout(timer)
  return {
    signal: AbortSignal.any([cancelled, timeout.signal]),
    isOver: () => timeout.signal.aborted,
    start(durationSeconds: number) {
      stop()
      timer = after(durationSeconds)
    },
    stop,
  }
}

/** The first track that is not silent; the first one if all are. */
async function soundOf(
  { sounds, isSoundKept }: FilmPlan,
  measure: (index: number) => Promise<Loudness>,
): Promise<Conversion['sound']> {
  const [first] = sounds
  if (!first) return undefined
  if (isSoundKept) return { index: first.index, kept: true, normalise: undefined }
  for (const sound of sounds) {
    const loudness = await measure(sound.index)
    if (isSilent(loudness.integrated)) continue
    const normalise = isLoudnessOff(loudness.integrated) ? loudness : undefined
    return { index: sound.index, kept: isPlayed(sound) && !normalise, normalise }
  }
  return { index: first.index, kept: isPlayed(first), normalise: undefined }
}

/** Bytes per second that the limited rate of the encoder may reach, with sound and index. */
const maxBytesPerSecond = 1_300_000
const someBytes = 16 * 1024 * 1024

function conversionOf(probed: ProbedFilm, plan: FilmPlan, sound: Conversion['sound']): Conversion {
  const { durationSeconds, bytes } = probed
  const { conversion, ...picture } = plan.picture
  const { everySeconds, count, width, height } = plannedStoryboard(durationSeconds)
  const pixelFormat = shownPicture(probed)?.pixelFormat ?? ''
  return {
    durationSeconds,
    picture: {
      ...picture,
      conversion: conversion && {
        ...conversion,
        fromRgb: /^(?:gbr|pal8|[a0x]?2?(?:rgb|bgr))/.test(pixelFormat),
      },
    },
    small: plan.small,
    sound,
    board: { everySeconds, count, size: { width, height } },
    posters: plannedPosters(durationSeconds, picture.size),
    maxFileBytes: Math.max(bytes * 1.1, durationSeconds * maxBytesPerSecond) + someBytes,
  }
}

/** Whether a film has become shorter than its file said: a part of the file is missing. */
function isCutShort(madeSeconds: number, { durationSeconds }: ProbedFilm): boolean {
  return madeSeconds < durationSeconds - Math.max(1, durationSeconds * 0.02)
}
