import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { rangeOf } from '#domain/page-size.ts'
import { type FilmJob, readJobs } from '#server/library/processing/film-job.store.ts'
import { route } from '#server/platform/http/route.ts'
import { hasFfmpeg } from '#server/platform/outside/has-ffmpeg.ts'
import type { Services } from '#server/platform/services/services.ts'
import { cancelFilmJob, repeatFilmJob } from './change-film-job.ts'
import { jobRefusal } from './job-refusals.ts'

/** Registers the admin's calls for the processing of films. */
export function registerFilmJobCalls(app: FastifyInstance, services: Services): void {
  const { database, config } = services
  route(app, calls.filmJobs, async ({ query: { videoId, page } }) => {
    const { count, jobs } = await readJobs(database.db, { videoId, ...rangeOf(page) })
    // with workers, theirs counts
    const isFfmpegMissing = config.processingJobs > 0 && !(await hasFfmpeg(config.ffmpeg))
    return { status: 200, body: { isFfmpegMissing, count, jobs: jobs.map(shownJob) } }
  })
  route(app, calls.cancelFilmJob, (context) => cancelFilmJob(services, context))
  route(app, calls.repeatFilmJob, (context) => repeatFilmJob(services, context))
}

function shownJob({ id, title, state, step, percent, ...job }: FilmJob & { readonly title: string }) {
  return {
    id,
    videoId: job.video_id,
    title,
    state,
    // that of captions, which are not in this list
    step: step === 'transcribing' ? null : step,
    percent,
    remainingSeconds: job.remaining_seconds,
    refusal: job.refusal && jobRefusal(job.refusal),
    mayRepeat: job.has_file && (state === 'refused' || state === 'cancelled'),
    createdAt: job.created_at.toISOString(),
    endedAt: job.ended_at?.toISOString() ?? null,
    chapters: [...job.chapters],
  }
}
