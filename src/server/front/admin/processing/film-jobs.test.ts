import { beforeAll, beforeEach, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { beginJob, endJob, noteProgress, readJob } from '#server/library/processing/film-job.store.ts'
import { startProcessing } from '#server/library/processing/processing.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { auditOf, testAdmin, theAdmin } from '#support/admin.ts'
import { storeCategory, storeVideo } from '#support/stored/library.ts'
import { emptyTables } from '#support/stored/rows.ts'
import { testApp } from '#support/test-app.ts'

const site = testApp()
const admin = testAdmin(site)
beforeAll(async () => {
  await storeCategory(site.db, 'all')
  await storeVideo(site.db, 'jsx', { title: 'JSX is an expression' })
})
beforeEach(() => emptyTables(site.db, 'film_job'))

const unknown = '0a000000-0000-4000-8000-000000000009'

async function newJob(videoId = 'jsx'): Promise<string> {
  const upload = { uploadId: crypto.randomUUID(), videoId, userId: theAdmin.userId }
  await inTransaction(site.db, (trx) => startProcessing(trx, site.services, upload))
  site.clock.advanceReal({ seconds: 1 })
  const { id } = await site.db
    .selectFrom('film_job')
    .select('id')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  return id
}

async function running(): Promise<Parameters<typeof endJob>[1]> {
  const job = await beginJob(site.db, await newJob(), site.clock.real())
  if (!job) throw new Error('it does not run')
  return job
}

const shown = async (page?: string, videoId?: string) =>
  (
    await admin.call(calls.filmJobs, {
      query: { ...(page !== undefined && { page }), ...(videoId !== undefined && { videoId }) },
    })
  ).body
const change = async (call: typeof calls.cancelFilmJob | typeof calls.repeatFilmJob, id: string) => {
  const { status, problem } = await admin.call(call, { body: { id, password: theAdmin.password } })
  return problem?.code ?? status
}

test('a job is shown with step, percentage and remaining time, and without ffmpeg that it is missing', async () => {
  const job = await running()
  await noteProgress(site.db, job, { step: 'converting', percent: 40, remaining_seconds: 61 })
  expect(await shown()).toEqual({
    isFfmpegMissing: true,
    count: 1,
    jobs: [
      {
        id: job.id,
        videoId: 'jsx',
        title: 'JSX is an expression',
        state: 'running',
        step: 'converting',
        percent: 40,
        remainingSeconds: 61,
        refusal: null,
        mayRepeat: false,
        createdAt: expect.any(String),
        endedAt: null,
        chapters: [],
      },
    ],
  })
})

test.each([
  [
    'unreadable',
    false,
    'This file cannot be read as a video. Export it again, for example as MP4, and upload it once more.',
  ],
  ['no-space', true, 'The disk of the server is full. Make room and try again.'],
] as const)('a film that was refused (%s) says why', async (refusal, hasFile, sentence) => {
  const job = await running()
  await endJob(site.db, job, { state: 'refused', refusal, hasFile }, site.clock.real())
  expect((await shown()).jobs).toMatchObject([{ state: 'refused', refusal: sentence, mayRepeat: hasFile }])
  expect(await change(calls.repeatFilmJob, job.id)).toBe(hasFile ? 200 : 'film-job-moved')
})

test('a finished job has the chapters that were inside the film', async () => {
  const job = await running()
  const chapters = [{ startSeconds: 1.5, title: 'State' }]
  await endJob(site.db, job, { state: 'done', posterKeys: [], chapters }, site.clock.real())
  expect((await shown()).jobs).toMatchObject([{ state: 'done', percent: 100, chapters }])
  expect(await change(calls.cancelFilmJob, job.id)).toBe('film-job-moved')
})

test('a job is cancelled, tried again, and both are in the audit log', async () => {
  const id = await newJob()
  const before = (await auditOf(site)).length
  expect(await change(calls.cancelFilmJob, id)).toBe(200)
  expect((await shown()).jobs).toMatchObject([{ state: 'cancelled', mayRepeat: true }])
  expect(await change(calls.repeatFilmJob, id)).toBe(200)
  expect((await readJob(site.db, id))?.state).toBe('waiting')
  expect(await change(calls.repeatFilmJob, id)).toBe('film-job-moved')
  expect(await change(calls.cancelFilmJob, unknown)).toBe('not-found')
  const entries = (await auditOf(site)).slice(before)
  expect(entries.map(({ action, target }) => [action, target])).toEqual([
    ['film-job-cancelled', id],
    ['film-job-repeated', id],
  ])
})

test('the jobs of one video are asked for by its ID', async () => {
  const id = await newJob()
  await storeVideo(site.db, 'other', { title: 'Another' })
  await newJob('other')
  expect(await shown(undefined, 'jsx')).toMatchObject({ count: 1, jobs: [{ id }] })
  expect((await shown()).count).toBe(2)
})

test('there are ten on a page, newest first', async () => {
  const ids: string[] = []
  for (let n = 0; n < 11; n += 1) ids.unshift(await newJob())
  const pages = [await shown(), await shown('1')]
  expect(pages.map(({ count }) => count)).toEqual([11, 11])
  expect(pages.map(({ jobs }) => jobs.map(({ id }) => id))).toEqual([ids.slice(0, 10), ids.slice(10)])
})
