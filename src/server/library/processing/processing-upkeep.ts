import { inTransaction } from '#server/platform/database/transaction.ts'
import { daysBefore, oneByOne, type StepOutcome, type UpkeepStep } from '#server/platform/jobs/upkeep-step.ts'
import {
  deleteJobsBefore,
  jobsWithOldFiles,
  noteFileGone,
  runningJobs,
  takeDueTries,
} from './film-job.store.ts'
import { filmListener } from './film-listener.ts'
import { enqueueJob, type FilmListener, type ProcessingServices } from './processing.ts'
import { removeRuns } from './run-folders.ts'

/** How long the file of a job that can be tried again is kept. */
const keptFileDays = 2
/** How long the desk shows a job that has ended. */
const keptJobDays = 30

/** Has captions tried again whose pause is over, and clears away what jobs have left. */
export const processingUpkeep: readonly UpkeepStep[] = [
  { name: 'repeat-captions', every: 'minute', run: repeatCaptions },
  {
    name: 'clear-film-jobs',
    every: 'hour',
    clearsAway: true,
    run: (services) => clearFilmJobs(services, filmListener(services)),
  },
]

/** Runs the captions jobs again whose transcription server gave no answer, once their pause is over. */
export async function repeatCaptions({
  database: { db },
  queue,
  clock,
}: Pick<ProcessingServices, 'database' | 'queue' | 'clock'>): Promise<StepOutcome> {
  await inTransaction(db, async (trx) => {
    for (const id of await takeDueTries(trx, clock.real()))
      await enqueueJob(trx, queue, { id, kind: 'captions' })
  })
  return 'done'
}

/** Deletes the files of jobs that nobody tried again, the folders of jobs that do not run any more, and old jobs. */
export async function clearFilmJobs(
  { database: { db }, config, clock, log }: ProcessingServices,
  { releaseUpload }: FilmListener,
): Promise<StepOutcome> {
  const now = clock.real()
  const running = await runningJobs(db)
  await removeRuns(config.mediaFolder, (jobId) => !running.has(jobId))
  const outcome = await oneByOne(
    await jobsWithOldFiles(db, daysBefore(now, keptFileDays)),
    async ({ id, upload_id }) => {
      await noteFileGone(db, id)
      await releaseUpload(upload_id)
    },
    (error) => log.error({ err: error }, 'an uploaded film could not be deleted'),
  )
  await deleteJobsBefore(db, daysBefore(now, keptJobDays))
  return outcome
}
