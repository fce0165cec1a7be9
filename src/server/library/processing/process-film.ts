import { mkdir, rename } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FilmRefusal } from '#domain/films/film-plan.ts'
import { measureFilm } from '#server/library/catalogue-files/measure-film.ts'
import { storeFilmSizes } from '#server/library/film-sizes/film-size.store.ts'
import { lockImports } from '#server/library/unused-media/unused-media.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { NoFfmpeg } from '#server/platform/outside/film-pictures.ts'
import { endJob, type FilmJob } from './film-job.store.ts'
import { type MadeFilm, makeFilm } from './make-film.ts'
import { type FilmListener, type ProcessingServices, processFilmJob } from './processing.ts'
import { type JobWork, jobExpiry, runJob } from './run-job.ts'
import { storeFilm } from './store-film.ts'

/** Reasons that may be gone at another try, so the uploaded file is kept for it. */
const passing: readonly FilmRefusal[] = ['needs-ffmpeg', 'no-space', 'took-too-long', 'failed']

/** Registers the worker of film jobs; with PROCESSING_JOBS=0 other processes do them. */
export async function startFilmJobs(services: ProcessingServices, listener: FilmListener): Promise<void> {
  await services.queue.work<{ jobId: string }>(
    processFilmJob,
    ({ jobId }) => processFilm(services, listener, jobId),
    { concurrency: services.config.processingJobs, ...jobExpiry },
  )
}

/**
 * Makes a film of an upload and puts it into the library. A refusal ends the job; an exception and the end of this
 * process leave it to the queue's next try.
 */
export function processFilm(services: ProcessingServices, listener: FilmListener, id: string): Promise<void> {
  return runJob(services, id, {
    work: async (run) => {
      const refusal = await work(services, listener, run)
      if (refusal) await refuse(services, listener, run.job, refusal)
    },
    fail: (job) => refuse(services, listener, job, 'failed'),
  })
}

/** Returns why the film is not taken. */
async function work(
  services: ProcessingServices,
  listener: FilmListener,
  { job, folder, signal, onStep }: JobWork,
): Promise<FilmRefusal | undefined> {
  const { config, database, clock } = services
  const uploadId = uploadOf(job)
  const upload = await listener.uploadedFile(uploadId)
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
  await listener.releaseUpload(uploadId)
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
  if (!hasFile) await releaseUpload(uploadOf(job))
}

function uploadOf({ id, upload_id }: FilmJob): string {
  if (upload_id === null) throw new Error(`the job ${id} is none of an upload`)
  return upload_id
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
