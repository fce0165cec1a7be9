import { mkdir, rename, rm } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FilmRefusal } from '#domain/films/film-plan.ts'
import { measureFilm } from '#server/library/catalogue-files/measure-film.ts'
import { storeFilmSizes } from '#server/library/film-sizes/film-size.store.ts'
import { lockImports } from '#server/library/unused-media/unused-media.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { NoFfmpeg } from '#server/platform/outside/film-pictures.ts'
import { beginJob, endJob, type FilmJob, putBack } from './film-job.store.ts'
import { type JobStep, keepProgress } from './job-progress.ts'
import { type MadeFilm, makeFilm } from './make-film.ts'
import { type FilmListener, type ProcessingServices, processFilmJob } from './processing.ts'
import { makeRunFolder, removeRuns } from './run-folders.ts'
import { storeFilm } from './store-film.ts'

/** After so many processes that died over it, a film is taken for the cause. */
const maxAttempts = 5

/** Reasons that may be gone at another try, so the uploaded file is kept for it. */
const passing: readonly FilmRefusal[] = ['needs-ffmpeg', 'no-space', 'took-too-long', 'failed']

/** Hours after which the queue takes a job for lost, however long its film is. */
const longestJobHours = 23

/** Registers the worker of film jobs; with PROCESSING_JOBS=0 other processes do them. */
export async function startFilmJobs(services: ProcessingServices, listener: FilmListener): Promise<void> {
  await services.queue.work<{ jobId: string }>(
    processFilmJob,
    ({ jobId }) => processFilm(services, listener, jobId),
    { concurrency: services.config.processingJobs, expireInSeconds: longestJobHours * 3600 },
  )
}

/**
 * Makes a film of an upload and puts it into the library. A refusal ends the job; an exception and the end of this
 * process leave it to the queue's next try.
 */
export async function processFilm(
  services: ProcessingServices,
  listener: FilmListener,
  id: string,
): Promise<void> {
  const { database, clock, config, stopping, log } = services
  const job = await beginJob(database.db, id, clock.real())
  if (!job) return
  const cancelled = new AbortController()
  const progress = keepProgress(services, job, () => cancelled.abort())
  // a process that was killed may have left something
  await removeRuns(config.mediaFolder, (jobId) => jobId === id)
  const folder = await makeRunFolder(config.mediaFolder, job)
  try {
    const signal = AbortSignal.any([stopping, cancelled.signal])
    const refusal =
      job.attempts > maxAttempts
        ? 'failed'
        : await work(services, listener, { job, folder, signal, onStep: progress.note })
    if (refusal) await refuse(services, listener, job, refusal)
  } catch (error) {
    if (cancelled.signal.aborted) return
    if (stopping.aborted) await putBack(database.db, job)
    else log.warn({ err: error, job: id }, 'a film could not be processed')
    throw error
  } finally {
    progress.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

type Work = {
  readonly job: FilmJob
  readonly folder: string
  readonly signal: AbortSignal
  readonly onStep: (step: JobStep) => void
}

/** Returns why the film is not taken. */
async function work(
  services: ProcessingServices,
  listener: FilmListener,
  { job, folder, signal, onStep }: Work,
): Promise<FilmRefusal | undefined> {
  const { config, database, clock } = services
  const upload = await listener.uploadedFile(job.upload_id)
  if (!upload) return 'failed'
  const made = await makeOrTake(config.ffmpeg, upload.path, { folder, signal, onStep })
  if ('refused' in made) return made.refused
  onStep({ name: 'storing', share: 0 })
  const stored = await storeFilm(services, made, folder)
  if ('refused' in stored) return stored.refused
  const { posterKeys, sizes, ...film } = stored
  const end = { state: 'done', posterKeys, chapters: made.chapters } as const
  const isDone = await inTransaction(database.db, async (trx) => {
    // imports take this lock before they touch jobs of renamed videos
    await lockImports(trx)
    const videoId = await endJob(trx, job, end, clock.real())
    if (videoId === undefined) return false
    await storeFilmSizes(trx, sizes)
    const { durationSeconds } = made
    await listener.setFilm(trx, { ...film, videoId, durationSeconds, userId: job.asked_by })
    return true
  })
  if (!isDone) return undefined
  if (config.keepOriginals) await keepOriginal(config, job.id, upload)
  await listener.releaseUpload(job.upload_id)
  return undefined
}

/** Without ffmpeg, a film is taken that needs nothing done; it gets its storyboard once there is ffmpeg. */
async function makeOrTake(
  ffmpeg: ProcessingServices['config']['ffmpeg'],
  path: string,
  work: Parameters<typeof makeFilm>[2],
): Promise<MadeFilm | { readonly refused: FilmRefusal }> {
  try {
    if (ffmpeg) return await makeFilm(ffmpeg, path, work)
  } catch (error) {
    if (!(error instanceof NoFfmpeg)) throw error
  }
  const measured = await measureFilm(path)
  if (!('durationSeconds' in measured) || measured.warnings.length > 0) return { refused: 'needs-ffmpeg' }
  const { durationSeconds } = measured
  return {
    film: { path, size: measured },
    small: undefined,
    durationSeconds,
    board: undefined,
    posters: [],
    chapters: [],
  }
}

async function refuse(
  { database, clock }: ProcessingServices,
  { releaseUpload }: FilmListener,
  job: FilmJob,
  refusal: FilmRefusal,
): Promise<void> {
  const hasFile = passing.includes(refusal)
  await endJob(database.db, job, { state: 'refused', refusal, hasFile }, clock.real())
  if (!hasFile) await releaseUpload(job.upload_id)
}

/** Moves an uploaded file to where originals stay, under a name that tells which job it was of. */
async function keepOriginal(
  { mediaFolder }: Pick<ProcessingServices['config'], 'mediaFolder'>,
  jobId: string,
  { path, name }: { readonly path: string; readonly name: string },
): Promise<void> {
  const folder = join(mediaFolder, 'originals')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const ending = /^\.\w{1,8}$/.exec(extname(name))?.[0] ?? ''
  await rename(path, join(folder, `${jobId}${ending}`))
}
