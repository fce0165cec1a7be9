import { rm } from 'node:fs/promises'
import { beginJob, type FilmJob, putBack } from './film-job.store.ts'
import { type JobStep, keepProgress } from './job-progress.ts'
import type { ProcessingServices } from './processing.ts'
import { makeRunFolder, removeRuns } from './run-folders.ts'

/** After so many processes that died over it, a film is taken for the cause. */
const maxAttempts = 5

/** Hours after which the queue takes a job for lost, however long its film is. */
const longestJobHours = 23

/** How the queue runs jobs of films. */
export const jobExpiry = { expireInSeconds: longestJobHours * 3600 }

export type JobWork = {
  readonly job: FilmJob
  /** An empty folder, which goes with the run. */
  readonly folder: string
  readonly signal: AbortSignal
  readonly onStep: (step: JobStep) => void
}

/**
 * Runs a job of `film_job` with its progress, until it is cancelled or has ended. An exception and the end of this process
 * leave it to the queue's next try; `fail` ends a job over which processes died.
 */
export async function runJob(
  services: ProcessingServices,
  id: string,
  { work, fail }: { work: (work: JobWork) => Promise<void>; fail: (job: FilmJob) => Promise<void> },
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
    if (job.attempts > maxAttempts) await fail(job)
    else await work({ job, folder, signal, onStep: progress.note })
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
