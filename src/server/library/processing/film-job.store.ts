import { type Selectable, sql } from 'kysely'
import type { CaptionsRefusal } from '#domain/films/captions-refusal.ts'
import type { FilmRefusal } from '#domain/films/film-plan.ts'
import type { ProbedChapter } from '#domain/films/probed-film.ts'
import type { Db, Tables, Trx } from '#server/platform/database/tables.ts'

export type FilmJob = Selectable<Tables['film_job']>

export async function insertJob(
  trx: Trx,
  job: Pick<FilmJob, 'id' | 'video_id' | 'upload_id' | 'asked_by' | 'created_at'>,
): Promise<void> {
  await trx.insertInto('film_job').values(job).execute()
}

export async function insertCaptionsJob(
  trx: Trx,
  job: Pick<FilmJob, 'id' | 'video_id' | 'srclang' | 'asked_by' | 'created_at'>,
): Promise<void> {
  await trx
    .insertInto('film_job')
    .values({ ...job, kind: 'captions', has_file: false })
    .execute()
}

export function readJob(db: Db, id: string): Promise<FilmJob | undefined> {
  return db.selectFrom('film_job').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Returns a page of the jobs that make films, of all videos or of one, last begun first, and the number of all. */
export async function readJobs(
  db: Db,
  { videoId, limit, offset }: { videoId: string | undefined; limit: number; offset: number },
): Promise<{ count: number; jobs: readonly (FilmJob & { title: string })[] }> {
  let wanted = db.selectFrom('film_job').where('film_job.kind', '=', 'film')
  if (videoId !== undefined) wanted = wanted.where('film_job.video_id', '=', videoId)
  const jobs = await wanted
    .innerJoin('video', 'video.id', 'film_job.video_id')
    .selectAll('film_job')
    .select('video.title')
    .orderBy('film_job.created_at', 'desc')
    .orderBy('film_job.id')
    .limit(limit)
    .offset(offset)
    .execute()
  const { count } = await wanted
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { count: Number(count), jobs }
}

/** Returns the newest captions job of each language of a video, by language. */
export function readCaptionsJobs(db: Db, videoId: string): Promise<FilmJob[]> {
  return db
    .selectFrom('film_job')
    .selectAll()
    .distinctOn('srclang')
    .where('video_id', '=', videoId)
    .where('kind', '=', 'captions')
    .orderBy('srclang')
    .orderBy('created_at', 'desc')
    .execute()
}

/** Returns the keys of the frames that were taken of the film that was processed last for a video. */
export async function readFrames(db: Db, videoId: string): Promise<readonly string[]> {
  const job = await db
    .selectFrom('film_job')
    .select('poster_keys')
    .where('video_id', '=', videoId)
    .where('kind', '=', 'film')
    .where('state', '=', 'done')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return job?.poster_keys ?? []
}

/** Begins a job, or takes it over from a process that was killed; undefined for one that has ended. */
export function beginJob(db: Db, id: string, now: Date): Promise<FilmJob | undefined> {
  return db
    .updateTable('film_job')
    .set({
      state: 'running',
      attempts: sql`attempts + 1`,
      step: 'reading',
      percent: 0,
      remaining_seconds: null,
      started_at: now,
      next_try_at: null,
    })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .returningAll()
    .executeTakeFirst()
}

/**
 * A run of a job: the job by its id, and when it began. A job that was cancelled and tried again has another run, of
 * which the process that still ends the former one must not write.
 */
export type Run = Pick<FilmJob, 'id' | 'started_at'>

type Progress = Pick<FilmJob, 'step' | 'percent' | 'remaining_seconds'>

/** Stores how far a job is. Returns false once it does not run any more: it was cancelled. */
export async function noteProgress(db: Db, run: Run, progress: Progress): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('film_job')
    .set(progress)
    .where('id', '=', run.id)
    .where('started_at', '=', run.started_at)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type JobEnd =
  | {
      readonly state: 'done'
      readonly posterKeys: readonly string[]
      readonly chapters: readonly ProbedChapter[]
    }
  | {
      readonly state: 'refused'
      readonly refusal: FilmRefusal | CaptionsRefusal
      readonly hasFile: boolean
    }

/** Ends a running job. Returns the id of its video; undefined where the job was cancelled before. */
export async function endJob(db: Db, run: Run, end: JobEnd, now: Date): Promise<string | undefined> {
  const ended = await db
    .updateTable('film_job')
    .set({
      state: end.state,
      ended_at: now,
      step: null,
      remaining_seconds: null,
      ...(end.state === 'done'
        ? {
            percent: 100,
            has_file: false,
            poster_keys: [...end.posterKeys],
            chapters: JSON.stringify(end.chapters),
          }
        : { refusal: end.refusal, has_file: end.hasFile }),
    })
    .where('id', '=', run.id)
    .where('started_at', '=', run.started_at)
    .where('state', '=', 'running')
    .returning('video_id')
    .executeTakeFirst()
  return ended?.video_id
}

/** Has a run's job wait for its next try; the attempt does not count. */
export async function putBack(db: Db, run: Run): Promise<void> {
  await db
    .updateTable('film_job')
    .set({ state: 'waiting', attempts: sql`attempts - 1`, step: null, remaining_seconds: null })
    .where('id', '=', run.id)
    .where('started_at', '=', run.started_at)
    .where('state', '=', 'running')
    .execute()
}

/** Has a run's job wait until an instant: its transcription server gave no answer. */
export async function putOff(db: Db, run: Run, until: Date): Promise<void> {
  await db
    .updateTable('film_job')
    .set({
      state: 'waiting',
      attempts: 0,
      tries: sql`tries + 1`,
      step: null,
      remaining_seconds: null,
      next_try_at: until,
    })
    .where('id', '=', run.id)
    .where('started_at', '=', run.started_at)
    .where('state', '=', 'running')
    .execute()
}

/** Takes the jobs whose next try is due, once for all processes, and returns their ids. */
export async function takeDueTries(trx: Trx, now: Date): Promise<string[]> {
  const rows = await trx
    .updateTable('film_job')
    .set({ next_try_at: null })
    .where('state', '=', 'waiting')
    .where('next_try_at', '<=', now)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Cancels a job that has not ended. Returns whether there was one. */
export async function cancelJob(trx: Trx, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('film_job')
    .set({ state: 'cancelled', ended_at: now, step: null, remaining_seconds: null, next_try_at: null })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Has a job begin again that was refused or cancelled, a film if its file is there, captions if no later job makes them. Returns whether
 * there was one.
 */
export async function renewJob(trx: Trx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('film_job')
    .set({ state: 'waiting', attempts: 0, tries: 0, percent: 0, refusal: null, ended_at: null })
    .where('id', '=', id)
    .where('state', 'in', ['refused', 'cancelled'])
    .where(sql<boolean>`(has_file or kind = 'captions' and not exists (
      select from film_job as later where later.video_id = film_job.video_id
        and later.srclang = film_job.srclang and later.created_at > film_job.created_at))`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns the jobs that ended before an instant, and whose file is kept for another try. */
export function jobsWithOldFiles(db: Db, before: Date): Promise<{ id: string; upload_id: string }[]> {
  return db
    .selectFrom('film_job')
    .select(['id', 'upload_id'])
    .$narrowType<{ upload_id: string }>()
    .where('has_file', '=', true)
    .where('kind', '=', 'film')
    .where('ended_at', '<', before)
    .execute()
}

/** Notes that a job has no file any more; it may be running again meanwhile, which then finds none. */
export async function noteFileGone(db: Db, id: string): Promise<void> {
  await db.updateTable('film_job').set({ has_file: false }).where('id', '=', id).execute()
}

export async function deleteJobsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('film_job').where('ended_at', '<', before).where('has_file', '=', false).execute()
}

/** Returns which of these jobs may be under way. */
export async function runningJobs(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('film_job').select('id').where('state', '=', 'running').execute()
  return new Set(rows.map(({ id }) => id))
}
