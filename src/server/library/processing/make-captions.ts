import { type CaptionsRefusal, minutesToNextTry } from '#domain/films/captions-refusal.ts'
import { machineCaptions } from '#domain/films/machine-captions.ts'
import { keepContent } from '#server/library/unused-media/keep-media.ts'
import { lockImports } from '#server/library/unused-media/unused-media.store.ts'
import { setCaptions } from '#server/library/write/set-captions.ts'
import { readWholeVideo } from '#server/library/write/video-write.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { FfmpegFailed } from '#server/platform/outside/ffmpeg-run.ts'
import { NoFfmpeg } from '#server/platform/outside/film-pictures.ts'
import { createTranscriber } from '#server/platform/outside/transcriber.ts'
import { endJob, type FilmJob, putOff } from './film-job.store.ts'
import { makeCaptionsJob, type ProcessingServices } from './processing.ts'
import { type JobWork, jobExpiry, runJob } from './run-job.ts'
import { transcribeFilm } from './transcribe-film.ts'

/** Registers the worker of captions by machine, one at a time; it is that of the processes which make films. */
export async function startCaptionsJobs(services: ProcessingServices): Promise<void> {
  await services.queue.work<{ jobId: string }>(
    makeCaptionsJob,
    ({ jobId }) => makeCaptions(services, jobId),
    { concurrency: Math.min(1, services.config.processingJobs), ...jobExpiry },
  )
}

/**
 * Has a transcription server write the captions of a film, and puts them into the library, marked as made by a machine. A
 * server that gives no answer is asked again after growing pauses (`minutesToNextTry`), then the job is refused.
 */
export function makeCaptions(services: ProcessingServices, id: string): Promise<void> {
  const refuse = async (job: FilmJob, refusal: CaptionsRefusal) => {
    const end = { state: 'refused', refusal, hasFile: false } as const
    await endJob(services.database.db, job, end, services.clock.real())
  }
  return runJob(services, id, {
    work: async (run) => {
      const refusal = await work(services, run)
      const minutes = refusal === 'transcriber-silent' ? minutesToNextTry(run.job.tries + 1) : undefined
      if (minutes !== undefined) await putOff(services.database.db, run.job, later(services, minutes))
      else if (refusal) await refuse(run.job, refusal)
    },
    fail: (job) => refuse(job, 'captions-failed'),
  })
}

function later({ clock }: Pick<ProcessingServices, 'clock'>, minutes: number): Date {
  return new Date(clock.real().getTime() + minutes * 60_000)
}

/** Returns why there are no captions. */
async function work(
  services: ProcessingServices,
  { job, folder, signal, onStep }: JobWork,
): Promise<CaptionsRefusal | undefined> {
  const { config, database, media, clock, log } = services
  const srclang = job.srclang ?? ''
  if (!config.transcriber) return 'no-transcriber'
  if (!config.ffmpeg) return 'no-ffmpeg'
  const video = await readWholeVideo(database.db, job.video_id)
  const filmKey = video?.film_key ?? undefined
  const film = filmKey === undefined ? undefined : await media.openLocal(filmKey)
  if (!video || filmKey === undefined || !film) return 'no-film'
  const durationSeconds = video.duration_seconds ?? 0
  try {
    const heard = await transcribeFilm(
      { ffmpeg: config.ffmpeg, transcriber: createTranscriber(config.transcriber) },
      { film, durationSeconds, srclang },
      { folder, signal, onShare: (share) => onStep({ name: 'transcribing', share }) },
    )
    if ('refused' in heard) return heard.refused
    if ('failed' in heard) {
      log.warn({ job: job.id, reason: heard.reason }, 'the transcription server wrote no captions')
      return heard.failed
    }
    const text = machineCaptions(heard.cues, durationSeconds)
    if (text === undefined) return 'no-speech'
    const stored = await keepContent(services, text, 'vtt')
    if ('refused' in stored) return stored.refused === 'no-space' ? 'no-room' : 'captions-failed'
    const made = { videoId: job.video_id, filmKey, srclang, key: stored.key, userId: job.asked_by }
    const when = { now: clock.now(), realNow: clock.real() }
    return await inTransaction(database.db, async (trx) => {
      // imports take this lock before they touch jobs of renamed videos
      await lockImports(trx)
      const done = { state: 'done', posterKeys: [], chapters: [] } as const
      // a job that was cancelled writes nothing
      if ((await endJob(trx, job, done, clock.real())) === undefined) return undefined
      const refusal = await setCaptions(trx, made, when)
      if (refusal) throw new Refused(refusal)
      return undefined
    })
  } catch (error) {
    if (error instanceof Refused) return error.reason
    if (error instanceof NoFfmpeg) return 'no-ffmpeg'
    if (error instanceof FfmpegFailed) return 'sound-unreadable'
    throw error
  } finally {
    await film.close()
  }
}

/** Takes the end of the job back with it. */
class Refused extends Error {
  readonly reason: CaptionsRefusal
  constructor(reason: CaptionsRefusal) {
    super(reason)
    this.reason = reason
  }
}
