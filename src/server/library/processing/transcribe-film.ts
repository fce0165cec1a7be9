import { type FileHandle, open } from 'node:fs/promises'
import type { TimedCue } from '#domain/catalogue/spoken-cues.ts'
import type { CaptionsRefusal } from '#domain/films/captions-refusal.ts'
import { longestPieceSeconds, quietCut, soundRate } from '#domain/films/quiet-cut.ts'
import { probeFilm } from '#server/platform/outside/ffmpeg-probe.ts'
import { takeSound } from '#server/platform/outside/ffmpeg-sound.ts'
import type { Ffmpeg } from '#server/platform/outside/film-pictures.ts'
import type { Heard, Transcriber } from '#server/platform/outside/transcriber.ts'

type Work = {
  /** An empty folder. */
  readonly folder: string
  readonly signal: AbortSignal
  /** Gets the part that is transcribed, 0 to 1. */
  readonly onShare: (share: number) => void
}

/**
 * Returns what a transcription server hears in a film, in pieces cut where it is quiet, one after the other. Throws as
 * `runFfmpeg`; aborting `signal` ends it and throws.
 */
export async function transcribeFilm(
  { ffmpeg, transcriber }: { ffmpeg: Ffmpeg; transcriber: Transcriber },
  { film, durationSeconds, srclang }: { film: FileHandle; durationSeconds: number; srclang: string },
  { folder, signal, onShare }: Work,
): Promise<Heard | { readonly refused: CaptionsRefusal }> {
  const [sound] = (await probeFilm(ffmpeg, film, signal)).sounds
  if (!sound) return { refused: 'no-sound' }
  await using file = await open(
    await takeSound(ffmpeg, film, { index: sound.index, durationSeconds, folder, signal }),
    'r',
  )
  const all = (await file.stat()).size / bytesOfSample
  const cues: TimedCue[] = []
  for (let at = 0; at < all; ) {
    onShare(at / all)
    const read = await samplesAt(file, at)
    const piece = read.subarray(0, quietCut(read))
    const heard = await transcriber.transcribe(piece, srclang, signal)
    if ('failed' in heard) return heard
    cues.push(...inFilm(heard.cues, at / soundRate, piece.length / soundRate))
    at += piece.length
  }
  return { cues }
}

const bytesOfSample = Int16Array.BYTES_PER_ELEMENT

/** Reads one sample more than the longest piece, which tells that the sound goes on. */
async function samplesAt(file: FileHandle, at: number): Promise<Int16Array> {
  const samples = new Int16Array(longestPieceSeconds * soundRate + 1)
  const bytes = new Uint8Array(samples.buffer)
  const { bytesRead } = await file.read(bytes, 0, bytes.length, at * bytesOfSample)
  return samples.subarray(0, Math.floor(bytesRead / bytesOfSample))
}

/** The times of a piece as those of the film. What a machine hears after the end of its piece is invented. */
function inFilm(cues: readonly TimedCue[], fromSeconds: number, lengthSeconds: number): TimedCue[] {
  return cues
    .filter(({ startSeconds }) => startSeconds < lengthSeconds)
    .map(({ startSeconds, endSeconds, text }) => ({
      startSeconds: fromSeconds + startSeconds,
      endSeconds: fromSeconds + Math.min(endSeconds, lengthSeconds),
      text,
    }))
}
