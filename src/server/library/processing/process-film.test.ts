import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { uploadFolder } from '#server/platform/outside/upload-folder.ts'
import { fixture } from '#support/catalogue-folder.ts'
import { endlessFfmpeg, ffmpegAt, testWithFfmpeg } from '#support/fake-ffmpeg.ts'
import { storeCategory, storeVideo } from '#support/stored/library.ts'
import { storeOwners } from '#support/stored/people.ts'
import { allRows, emptyTables, storeRow } from '#support/stored/rows.ts'
import { testApp } from '#support/test-app.ts'
import { beginJob, cancelJob, type FilmJob, readJob, renewJob } from './film-job.store.ts'
import { processFilm } from './process-film.ts'
import { type FilmListener, type ProcessingServices, startProcessing } from './processing.ts'
import { clearFilmJobs } from './processing-upkeep.ts'

const uploadId = '0a000000-0000-4000-8000-000000000001'
const userId = '0a000000-0000-4000-8000-000000000002'
const site = testApp()
const inMedia = (...names: string[]) => join(site.services.config.mediaFolder, ...names)

beforeAll(async () => {
  await storeCategory(site.db, 'all')
  await storeVideo(site.db, 'jsx')
})
beforeEach(() => emptyTables(site.db, 'film_job'))

/** An upload with these bytes, and what processing does with it. */
function upload(bytes: Buffer | string, name = 'Recording 1.mov') {
  mkdirSync(inMedia('uploads'), { recursive: true })
  const path = inMedia('uploads', 'file')
  writeFileSync(path, bytes)
  const setFilm = vi.fn<FilmListener['setFilm']>(async () => undefined)
  const releaseUpload = vi.fn<FilmListener['releaseUpload']>(async () => undefined)
  const uploadedFile = async () => ({ path, name })
  return { path, listener: { setFilm, releaseUpload, uploadedFile } }
}

async function newJob(): Promise<string> {
  const { services } = site
  await inTransaction(site.db, (trx) => startProcessing(trx, services, { uploadId, videoId: 'jsx', userId }))
  const { id } = await site.db.selectFrom('film_job').select('id').executeTakeFirstOrThrow()
  return id
}

type More = { program?: string; config?: Partial<ProcessingServices['config']>; stopping?: AbortSignal }
function process(id: string, listener: FilmListener, { program, config, stopping }: More = {}) {
  const { services } = site
  const ffmpeg = program === undefined ? undefined : { ...ffmpegAt(program), priority: getPriority() }
  return processFilm(
    { ...services, ...(stopping && { stopping }), config: { ...services.config, ffmpeg, ...config } },
    listener,
    id,
  )
}

const state = async (id: string): Promise<Partial<FilmJob> | undefined> => readJob(site.db, id)
const runFolders = () => (existsSync(inMedia('processing')) ? readdirSync(inMedia('processing')) : [])

/** Waits until it runs. */
const started = (fake: ReturnType<typeof endlessFfmpeg>) =>
  expect.poll(fake.pid, { timeout: 60_000 }).toBeDefined()

testWithFfmpeg('a film is made, stored with storyboard and posters, and given to its video', async () => {
  const { listener } = upload(fixture('film.mp4'))
  const id = await newJob()
  await process(id, listener, { program: 'ffmpeg' })
  expect(await state(id)).toMatchObject({ state: 'done', percent: 100, has_file: false, refusal: null })
  expect(listener.setFilm.mock.calls.map(([, film]) => film)).toEqual([
    {
      videoId: 'jsx',
      filmKey: expect.stringMatching(/\.mp4$/),
      smallFilmKey: null,
      durationSeconds: expect.closeTo(4, 1),
      storyboard: expect.objectContaining({ count: 2, key: expect.stringMatching(/\.webp$/) }),
      userId,
    },
  ])
  const posters = (await state(id))?.poster_keys ?? []
  expect(posters).toHaveLength(3)
  for (const key of posters) expect(await site.services.media.size(key)).toBeGreaterThan(100)
  expect(listener.releaseUpload.mock.calls).toEqual([[uploadId]])
  expect(runFolders()).toEqual([])
  // it has ended: nothing is done twice
  await process(id, listener, { program: 'ffmpeg' })
  expect(listener.setFilm).toHaveBeenCalledOnce()
})

testWithFfmpeg('a file that is no film is refused for good, and nothing is left on disk', async () => {
  const { listener } = upload('<!doctype html><script>alert(1)</script>')
  const id = await newJob()
  const keys = await site.services.media.keys()
  await process(id, listener, { program: 'ffmpeg' })
  expect(await state(id)).toMatchObject({ state: 'refused', refusal: 'unreadable', has_file: false })
  expect(listener.releaseUpload.mock.calls).toEqual([[uploadId]])
  expect([await site.services.media.keys(), runFolders()]).toEqual([keys, []])
  expect(await inTransaction(site.db, (trx) => renewJob(trx, id))).toBe(false)
})

test.each([undefined, '/nowhere/ffmpeg'])(
  'without ffmpeg (%s) a film is taken that needs nothing done',
  async (program) => {
    const { listener } = upload(fixture('film.mp4'))
    const id = await newJob()
    await process(id, listener, program === undefined ? {} : { program })
    expect(await state(id)).toMatchObject({ state: 'done' })
    expect(listener.setFilm.mock.calls[0]?.[1]).toMatchObject({ storyboard: undefined, smallFilmKey: null })
  },
)

test('without ffmpeg another film is refused, and can be tried again', async () => {
  const { listener } = upload('something else')
  const id = await newJob()
  await process(id, listener)
  expect(await state(id)).toMatchObject({ state: 'refused', refusal: 'needs-ffmpeg', has_file: true })
  expect(listener.releaseUpload).not.toHaveBeenCalled()
  expect(await inTransaction(site.db, (trx) => renewJob(trx, id))).toBe(true)
  expect(await state(id)).toMatchObject({ state: 'waiting', refusal: null, ended_at: null })
})

test.each([
  ['full', 'no-space', 'no-space'],
  ['read-only', 'not-writable', 'failed'],
] as const)(
  'a film that a %s media store does not take is refused, and can be tried again',
  async (_, refused, refusal) => {
    const { listener } = upload(fixture('film.mp4'))
    const id = await newJob()
    const put = vi.spyOn(site.services.media, 'put').mockResolvedValue({ refused })
    await process(id, listener)
    put.mockRestore()
    expect(await state(id)).toMatchObject({ state: 'refused', refusal, has_file: true })
    expect([runFolders(), listener.setFilm.mock.calls, listener.releaseUpload.mock.calls]).toEqual([
      [],
      [],
      [],
    ])
    expect(await inTransaction(site.db, (trx) => renewJob(trx, id))).toBe(true)
    await process(id, listener)
    expect(await state(id)).toMatchObject({ state: 'done' })
  },
)

test('a job that is cancelled ends ffmpeg, and leaves nothing but its file', async () => {
  const { listener } = upload(fixture('film.mp4'))
  const id = await newJob()
  const fake = endlessFfmpeg()
  const processing = process(id, listener, { program: fake.path })
  await started(fake)
  expect(runFolders()).toHaveLength(1)
  await inTransaction(site.db, (trx) => cancelJob(trx, id, site.clock.real()))
  await processing
  await expect.poll(fake.isRunning, { timeout: 60_000 }).toBe(false)
  expect(await state(id)).toMatchObject({ state: 'cancelled', has_file: true })
  expect([runFolders(), listener.setFilm.mock.calls]).toEqual([[], []])
})

test('a site that stops ends ffmpeg, and leaves the job to the next process', async () => {
  const { listener } = upload(fixture('film.mp4'))
  const id = await newJob()
  const fake = endlessFfmpeg()
  const stopping = new AbortController()
  const processing = process(id, listener, { program: fake.path, stopping: stopping.signal })
  await started(fake)
  stopping.abort()
  await expect(processing).rejects.toThrow()
  await expect.poll(fake.isRunning, { timeout: 60_000 }).toBe(false)
  expect(await state(id)).toMatchObject({ state: 'waiting', attempts: 0 })
  expect(runFolders()).toEqual([])
})

test('a job of a process that was killed is taken up again, and what it left is removed', async () => {
  const { listener } = upload(fixture('film.mp4'))
  const id = await newJob()
  await beginJob(site.db, id, site.clock.real())
  mkdirSync(inMedia('processing', `${id}.1`), { recursive: true })
  writeFileSync(inMedia('processing', `${id}.1`, 'film.mp4'), 'half')
  await process(id, listener)
  expect(await state(id)).toMatchObject({ state: 'done', attempts: 2 })
  expect(runFolders()).toEqual([])
})

test('a film over which five processes died is refused', async () => {
  const { listener } = upload(fixture('film.mp4'))
  const id = await newJob()
  for (let attempt = 0; attempt < 5; attempt += 1) await beginJob(site.db, id, site.clock.real())
  await process(id, listener)
  expect(await state(id)).toMatchObject({ state: 'refused', refusal: 'failed', has_file: true })
})

test('a run that was cancelled and tried again meanwhile writes nothing any more', async () => {
  const { listener } = upload(fixture('film.mp4'))
  const id = await newJob()
  const setFilm = vi.fn(listener.setFilm)
  const later = {
    ...listener,
    setFilm,
    async uploadedFile() {
      await inTransaction(site.db, (trx) => cancelJob(trx, id, site.clock.real()))
      await inTransaction(site.db, (trx) => renewJob(trx, id))
      site.clock.advanceReal({ seconds: 1 })
      await beginJob(site.db, id, site.clock.real())
      return listener.uploadedFile()
    },
  }
  await process(id, later)
  expect(setFilm).not.toHaveBeenCalled()
  expect(await state(id)).toMatchObject({ state: 'running' })
})

test('an original is kept where the setting says so', async () => {
  const bytes = Buffer.from(fixture('film.mp4'))
  const { listener, path } = upload(bytes)
  const id = await newJob()
  await process(id, listener, { config: { keepOriginals: true } })
  expect(readFileSync(inMedia('originals', `${id}.mov`)).equals(bytes)).toBe(true)
  expect([existsSync(path), listener.releaseUpload.mock.calls]).toEqual([false, [[uploadId]]])
})

test('each hour what jobs have left is cleared away', async () => {
  const { listener } = upload('something else')
  const id = await newJob()
  await process(id, listener)
  const clear = () => clearFilmJobs(site.services, listener)
  mkdirSync(inMedia('processing', `${id}.1`), { recursive: true })
  site.clock.advanceReal({ hours: 47 })
  await clear()
  expect([runFolders(), (await state(id))?.has_file]).toEqual([[], true])
  site.clock.advanceReal({ hours: 2 })
  await clear()
  expect([listener.releaseUpload.mock.calls, (await state(id))?.has_file]).toEqual([[[uploadId]], false])
  site.clock.advanceReal({ hours: 28 * 24 })
  await clear()
  expect(await state(id)).toBeUndefined()
})

test('a complete upload becomes the film of its video, by the queue, and its file goes', async () => {
  const { services } = site
  const at = site.clock.real()
  await storeOwners(site.db, [{ userId, name: 'Ada', email: 'ada@example.org' }], at)
  const { fileOf, path } = uploadFolder(services.config.mediaFolder)
  mkdirSync(path, { recursive: true })
  writeFileSync(fileOf(uploadId), fixture('film.mp4'))
  await storeRow(site.db, 'upload', {
    id: uploadId,
    user_id: userId,
    purpose: 'film',
    video_id: 'jsx',
    name: 'Recording.mp4',
    length: fixture('film.mp4').length,
    modified_at: at,
    digest: '',
    created_at: at,
    touched_at: at,
    state: 'complete',
    completed_at: at,
  })
  const id = await newJob()
  await services.queue.drain()
  expect(await state(id)).toMatchObject({ state: 'done' })
  const { film_key, duration_seconds, changed_by, editor_id } = await site.db
    .selectFrom('video')
    .selectAll()
    .where('id', '=', 'jsx')
    .executeTakeFirstOrThrow()
  expect([duration_seconds, changed_by, editor_id]).toEqual([4, 'desk', userId])
  expect(await services.media.size(film_key ?? '')).toBe(fixture('film.mp4').length)
  expect([existsSync(fileOf(uploadId)), await allRows(site.db, 'upload')]).toEqual([false, []])
  expect((await allRows(site.db, 'film_size')).map(({ height }) => height)).toContain(36)
})
