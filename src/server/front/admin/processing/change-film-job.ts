import type { calls } from '#contract/calls.ts'
import { changeAsAdmin } from '#server/front/admin/change-as-admin.ts'
import { confirmAdminLately } from '#server/front/admin/confirm-admin.ts'
import { cancelJob, type FilmJob, readJob, renewJob } from '#server/library/processing/film-job.store.ts'
import { enqueueJob } from '#server/library/processing/processing.ts'
import type { CallContext, UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'

/**
 * Cancels a job that waits or runs; the process that works at it ends ffmpeg within a second. 404 for an unknown job, 409
 * `film-job-moved` for one that has ended; else as `confirmAdminLately`.
 */
export const cancelFilmJob: UseCase<'cancelFilmJob'> = (services, context) =>
  changeJob(services, context, 'film-job-cancelled', (trx, { id }) =>
    cancelJob(trx, id, services.clock.real()),
  )

/** Has an ended job begin again. Refused as `cancelFilmJob`, and where the file is gone. */
export const repeatFilmJob: UseCase<'repeatFilmJob'> = (services, context) =>
  changeJob(services, context, 'film-job-repeated', async (trx, job) => {
    if (!(await renewJob(trx, job.id))) return false
    await enqueueJob(trx, services.queue, job)
    return true
  })

async function changeJob(
  services: Services,
  context: CallContext<typeof calls.cancelFilmJob>,
  action: 'film-job-cancelled' | 'film-job-repeated',
  change: (trx: Parameters<typeof cancelJob>[0], job: FilmJob) => Promise<boolean>,
): ReturnType<typeof changeAsAdmin> {
  const { id } = context.body
  const by = await confirmAdminLately(services, context)
  return changeAsAdmin(services, context, by, async (trx) => {
    const job = await readJob(trx, id)
    if (!job) return new Problem('not-found')
    if (!(await change(trx, job))) return new Problem('film-job-moved')
    return { action, target: id, after: { videoId: job.video_id } }
  })
}
