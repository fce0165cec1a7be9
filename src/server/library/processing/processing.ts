import type { Transaction } from 'kysely'
import type { StoredStoryboard } from '#server/platform/database/library-tables.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Services } from '#server/platform/services/services.ts'
import { insertJob } from './film-job.store.ts'

export type ProcessingServices = Pick<
  Services,
  'database' | 'media' | 'queue' | 'clock' | 'random' | 'log' | 'stopping'
> & {
  readonly config: Pick<Services['config'], 'ffmpeg' | 'mediaFolder' | 'keepOriginals' | 'processingJobs'>
}

/** What processing needs of the rooms of uploads and of the library. */
export type FilmListener = {
  /** Undefined once it is gone. */
  uploadedFile(uploadId: string): Promise<{ readonly path: string; readonly name: string } | undefined>
  /** Deletes an upload with its file, if that is still there. */
  releaseUpload(uploadId: string): Promise<void>
  /** Gives a video its film, which viewers then see. */
  setFilm(
    trx: Transaction<Tables>,
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

/** Name of the queue's job; its payload is the id of a `film_job`. */
export const processFilmJob = 'process-film'

/** Has an uploaded film processed, once the transaction that completes the upload commits. */
export async function startProcessing(
  trx: Transaction<Tables>,
  { queue, clock, random }: Pick<Services, 'queue' | 'clock' | 'random'>,
  { uploadId, videoId, userId }: { uploadId: string; videoId: string; userId: string },
): Promise<void> {
  const id = random.id()
  const created_at = clock.real()
  await insertJob(trx, { id, video_id: videoId, upload_id: uploadId, asked_by: userId, created_at })
  await queue.enqueue(trx, processFilmJob, { jobId: id })
}
