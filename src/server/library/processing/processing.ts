import type { StoredStoryboard } from '#server/platform/database/library-tables.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import type { Services } from '#server/platform/services/services.ts'
import { insertCaptionsJob, insertJob } from './film-job.store.ts'

export type ProcessingServices = Pick<
  Services,
  'database' | 'media' | 'queue' | 'clock' | 'random' | 'log' | 'stopping'
> & {
  readonly config: Pick<
    Services['config'],
    'ffmpeg' | 'mediaFolder' | 'keepOriginals' | 'processingJobs' | 'transcriber'
  >
}

/** What processing needs of the rooms of uploads and of the library. */
export type FilmListener = {
  /** Undefined once it is gone. */
  uploadedFile(uploadId: string): Promise<{ readonly path: string; readonly name: string } | undefined>
  /** Deletes an upload with its file, if that is still there. */
  releaseUpload(uploadId: string): Promise<void>
  /** Gives a video its film, which viewers then see. */
  setFilm(
    trx: Trx,
    film: {
      readonly videoId: string
      readonly filmKey: string
      readonly smallFilmKey: string | null
      readonly durationSeconds: number
      readonly storyboard: StoredStoryboard | undefined
      readonly userId: string
    },
  ): Promise<void>
}

/** Names of the queue's jobs by the kind of a `film_job`; their payload is its id. */
export const processFilmJob = 'process-film'
export const makeCaptionsJob = 'make-captions'

/** Has the queue run a job of `film_job`. */
export function enqueueJob(
  trx: Trx,
  queue: Services['queue'],
  { id, kind }: { readonly id: string; readonly kind: 'film' | 'captions' },
): Promise<void> {
  return queue.enqueue(trx, kind === 'film' ? processFilmJob : makeCaptionsJob, { jobId: id })
}

/** Has an uploaded film processed, once the transaction that completes the upload commits. */
export async function startProcessing(
  trx: Trx,
  { queue, clock, random }: Pick<Services, 'queue' | 'clock' | 'random'>,
  { uploadId, videoId, userId }: { uploadId: string; videoId: string; userId: string },
): Promise<void> {
  const id = random.id()
  const created_at = clock.real()
  await insertJob(trx, { id, video_id: videoId, upload_id: uploadId, asked_by: userId, created_at })
  await enqueueJob(trx, queue, { id, kind: 'film' })
}

/** Has captions of a language made of a video's film, once the transaction commits. */
export async function startCaptions(
  trx: Trx,
  { queue, clock, random }: Pick<Services, 'queue' | 'clock' | 'random'>,
  { videoId, srclang, userId }: { videoId: string; srclang: string; userId: string },
): Promise<void> {
  const id = random.id()
  const created_at = clock.real()
  await insertCaptionsJob(trx, { id, video_id: videoId, srclang, asked_by: userId, created_at })
  await enqueueJob(trx, queue, { id, kind: 'captions' })
}
