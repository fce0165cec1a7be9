import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { DeskVideo } from '#contract/admin/library/admin-library.ts'
import { calls } from '#contract/calls.ts'
import { beginJob, endJob, putOff, readCaptionsJobs } from '#server/library/processing/film-job.store.ts'
import { auditOf, signedInAdmin, testAdmin, theAdmin } from '#support/admin.ts'
import { addMachineCaptions, storeCategory, storeVideo } from '#support/stored/library.ts'
import { emptyTables } from '#support/stored/rows.ts'
import { testApp } from '#support/test-app.ts'

const site = testApp({ settings: { TRANSCRIBER_URL: 'http://127.0.0.1:1', TRANSCRIBER_KEY: 'a-key' } })
const withoutServer = testApp()
const admin = testAdmin(site, { secondFactor: false })
beforeAll(async () => {
  await storeCategory(site.db, 'all')
  await storeVideo(site.db, 'jsx', { category_id: 'all' })
})
beforeEach(() => emptyTables(site.db, 'film_job'))

const { password } = theAdmin
const ask = (srclang: string, id = 'jsx', more: object = { password }) =>
  admin.call(calls.makeCaptions, { params: { id }, body: { srclang, ...more } })
const shown = async () => (await admin.call(calls.captionsJobs, { params: { id: 'jsx' } })).body
const running = async () => {
  const [waiting] = await readCaptionsJobs(site.db, 'jsx')
  const job = await beginJob(site.db, waiting?.id ?? '', site.clock.real())
  if (!job) throw new Error('it does not run')
  return job
}

test('captions are asked for once a language, with the password and an entry in the audit log', async () => {
  const another = await signedInAdmin(site, { secondFactor: false })
  const unconfirmed = await another.call(calls.makeCaptions, {
    params: { id: 'jsx' },
    body: { srclang: 'de' },
  })
  expect(unconfirmed.problem?.code).toBe('password-required')
  const { status, body } = await ask('DE')
  expect([status, body]).toEqual([
    200,
    {
      isOffered: true,
      jobs: [
        {
          id: expect.any(String),
          srclang: 'de',
          label: 'Deutsch',
          state: 'waiting',
          percent: null,
          nextTryAt: null,
          refusal: null,
        },
      ],
    },
  ])
  expect((await auditOf(site)).at(-1)).toMatchObject({ action: 'captions-asked', target: 'jsx' })
  expect((await ask('de')).problem?.errors).toEqual({ srclang: 'These captions are being made already.' })
  expect((await ask('en')).status).toBe(200)
})

test('what becomes of them is shown', async () => {
  await ask('de')
  const job = await running()
  await putOff(site.db, job, new Date('2026-11-21T11:00:00Z'))
  expect((await shown()).jobs).toMatchObject([{ state: 'waiting', nextTryAt: '2026-11-21T11:00:00.000Z' }])
  const again = await running()
  const refusal = 'transcriber-denied'
  await endJob(site.db, again, { state: 'refused', refusal, hasFile: false }, site.clock.real())
  expect((await shown()).jobs).toMatchObject([
    {
      state: 'refused',
      nextTryAt: null,
      refusal: 'The transcription server does not accept the key (TRANSCRIBER_KEY).',
    },
  ])
  const { status } = await admin.call(calls.repeatFilmJob, { body: { id: job.id, password } })
  expect([status, (await shown()).jobs[0]?.state]).toEqual([200, 'waiting'])
  expect((await admin.call(calls.cancelFilmJob, { body: { id: job.id, password } })).status).toBe(200)
  // those that make films are another list
  expect((await admin.call(calls.filmJobs, { query: {} })).body).toMatchObject({ count: 0, jobs: [] })
  site.clock.advanceReal({ seconds: 1 })
  await ask('de')
  expect((await admin.call(calls.repeatFilmJob, { body: { id: job.id, password } })).problem?.code).toBe(
    'film-job-moved',
  )
})

test('a reason that only a newer version of the site knows is said in general words', async () => {
  await ask('de')
  const refusal = 'made-later' as 'captions-failed'
  await endJob(site.db, await running(), { state: 'refused', refusal, hasFile: false }, site.clock.real())
  expect((await shown()).jobs).toMatchObject([
    {
      state: 'refused',
      refusal: 'A newer version of the site knows the reason. Please reload this page after the update.',
    },
  ])
})

test.each([
  ['no language', 'jsx', 'x', 422, 'This is not a language such as en or de-AT.'],
  ['an unknown video', 'none', 'de', 404, ''],
])('captions are refused for %s', async (_, id, srclang, status, sentence) => {
  const reply = await ask(srclang, id)
  expect([reply.status, reply.problem?.errors?.srclang ?? '']).toEqual([
    status,
    expect.stringContaining(sentence),
  ])
})

test('captions are refused for a draft without a film', async () => {
  await storeVideo(site.db, 'draft', { film_key: null, duration_seconds: null, draft: true })
  expect((await ask('de', 'draft')).problem?.errors).toEqual({ srclang: 'There is no video file yet.' })
})

test('captions that a person saved are not made again, and saving takes the mark of a machine away', async () => {
  await addMachineCaptions(site.db, 'jsx')
  const show = async () => (await admin.call(calls.deskVideo, { params: { id: 'jsx' } })).body as DeskVideo
  const save = (captions: { srclang: string; text?: string }[], version: number) =>
    admin.call(calls.changeVideo, { params: { id: 'jsx' }, body: { password, version, captions } })
  const { version } = await show()
  expect((await save([{ srclang: 'de' }], version)).body).toMatchObject({ captions: [{ machine: true }] })
  const text = 'WEBVTT\n\n00:00.000 --> 00:02.000\nHallo\n'
  expect((await save([{ srclang: 'de', text }], version + 1)).body).toMatchObject({
    captions: [{ machine: false }],
  })
  expect((await ask('de')).problem?.errors).toEqual({
    srclang: 'The video has captions in this language. Remove them first.',
  })
})

test('without a transcription server nothing is offered', async () => {
  const other = await signedInAdmin(withoutServer, { secondFactor: false })
  await storeCategory(withoutServer.db, 'all')
  await storeVideo(withoutServer.db, 'jsx')
  const { body } = await other.call(calls.captionsJobs, { params: { id: 'jsx' } })
  expect(body).toEqual({ isOffered: false, jobs: [] })
  const wish = { params: { id: 'jsx' }, body: { srclang: 'de', password } }
  expect((await other.call(calls.makeCaptions, wish)).status).toBe(404)
})
