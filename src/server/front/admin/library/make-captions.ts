import type { CaptionsJobs } from '#contract/admin/library/admin-captions.ts'
import { m } from '#messages/generated/messages.js'
import { jobRefusal } from '#server/front/admin/processing/job-refusals.ts'
import type { LibraryServices } from '#server/library/catalogue/library.ts'
import { captionsLanguage } from '#server/library/catalogue-files/read-captions.ts'
import { type FilmJob, readCaptionsJobs } from '#server/library/processing/film-job.store.ts'
import { startCaptions } from '#server/library/processing/processing.ts'
import { lockImports } from '#server/library/unused-media/unused-media.store.ts'
import { isCaptionedByHand } from '#server/library/write/set-captions.ts'
import { readWholeVideo } from '#server/library/write/video-write.store.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Db } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { confirmDesk, refusedField } from './desk-write.ts'

/** `GET /api/admin/library/video/{id}/captions`: 404 for an unknown video. */
export const showCaptionsJobs: UseCase<'captionsJobs'> = async ({ database: { db }, config }, { params }) => {
  if (!(await readWholeVideo(db, params.id))) return new Problem('not-found')
  return { status: 200, body: await jobsOf(db, config, params.id) }
}

/**
 * Has a machine write captions. 404 for an unknown video and where no transcription server is set up, 422 for a language that is none,
 * one that a person has captioned, and one that is under way; else as `confirmDesk`.
 */
export const makeCaptions: UseCase<'makeCaptions', LibraryServices> = async (services, context) => {
  const { id } = context.params
  const language = captionsLanguage(context.body.srclang)
  if (!services.config.transcriber) return new Problem('not-found')
  if (!language) return refusedField('srclang', m.desk_captions_language())
  const { srclang } = language
  const by = await confirmDesk(services, context)
  if (by instanceof Problem) return by
  return inTransaction(services.database.db, async (trx) => {
    // of two that ask at the same time, the second sees the first one's job
    await lockImports(trx)
    const video = await readWholeVideo(trx, id)
    if (!video) return new Problem('not-found')
    if (video.film_key === null) return refusedField('srclang', m.captions_refused_no_film())
    if (isCaptionedByHand(video.tracks, srclang))
      return refusedField('srclang', m.captions_refused_captions_there())
    const jobs = await readCaptionsJobs(trx, id)
    if (jobs.some((job) => job.srclang === srclang && isUnderWay(job)))
      return refusedField('srclang', m.captions_under_way())
    await startCaptions(trx, services, { videoId: id, srclang, userId: by.userId })
    const answer = { status: 200, body: await jobsOf(trx, services.config, id) } as const
    await context.remember(trx, answer)
    await recordAudit(trx, services, by, { action: 'captions-asked', target: id, after: { srclang } })
    return answer
  })
}

async function jobsOf(
  db: Db,
  { transcriber }: Pick<Services['config'], 'transcriber'>,
  videoId: string,
): Promise<CaptionsJobs> {
  const jobs = await readCaptionsJobs(db, videoId)
  return { isOffered: transcriber !== undefined, jobs: jobs.map(shownJob) }
}

function shownJob({ id, srclang, state, step, percent, refusal, next_try_at }: FilmJob) {
  const language = captionsLanguage(srclang ?? '')
  return {
    id,
    srclang: srclang ?? '',
    label: language?.label ?? '',
    state,
    percent: step === 'transcribing' ? percent : null,
    nextTryAt: next_try_at?.toISOString() ?? null,
    refusal: refusal && jobRefusal(refusal),
  }
}

function isUnderWay({ state }: FilmJob): boolean {
  return state === 'waiting' || state === 'running'
}
