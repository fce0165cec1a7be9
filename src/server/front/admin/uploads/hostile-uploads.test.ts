import { mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { largestPartBytes } from '#contract/admin/library/admin-uploads.ts'
import { calls } from '#contract/calls.ts'
import type { ProblemBody } from '#contract/problems.ts'
import { demoAccounts } from '#server/front/demo/demo-logins.ts'
import { filmListener } from '#server/library/processing/film-listener.ts'
import { clearFilmJobs } from '#server/library/processing/processing-upkeep.ts'
import { removeStaleUploads } from '#server/library/uploads/uploads-upkeep.ts'
import { browserOf, expiredOwner, signedInAdmin, theAdmin } from '#support/admin.ts'
import { type SentPart, sendPart, startOf } from '#support/admin-uploads.ts'
import { describeWithFfmpeg, ffmpegAt } from '#support/fake-ffmpeg.ts'
import { hostileFilms } from '#support/hostile-films.ts'
import { storeVideo } from '#support/stored/library.ts'
import { giveRole } from '#support/stored/people.ts'
import { allRows } from '#support/stored/rows.ts'
import { testApp } from '#support/test-app.ts'
import type { Method, TestClient } from '#support/test-client.ts'

/* Every hostile upload is refused with a sentence, and once what is cleared away each hour is gone, nothing is left of it. */

const site = testApp({ settings: { UPLOAD_MAX: '2 GB', RATE_LIMITS: '100000' } })
let admin: TestClient
let folder: string
beforeAll(async () => {
  // at the priority of the tests, beside which the lowest would take minutes
  Object.assign(site.services.config, { ffmpeg: { ...ffmpegAt('ffmpeg'), priority: getPriority() } })
  admin = await signedInAdmin(site, { secondFactor: false })
  await storeVideo(site.db, 'lesson')
  folder = mkdtempSync(join(tmpdir(), 'lectern-hostile-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Refusal = { readonly code: string; readonly sentence: string }
const refusalOf = (problem: ProblemBody | undefined): Refusal | undefined =>
  problem && { code: problem.code, sentence: Object.values(problem.errors ?? {})[0] ?? problem.detail }

const bytes = Buffer.from('no film at all')
const file = startOf('lesson', bytes)
const start = (change: object = {}, by = admin, headers = {}) =>
  by.call(calls.startUpload, { body: { ...file, ...change }, headers })
const send = (id: string, sent: Buffer = bytes, part: Partial<SentPart> = {}) =>
  sendPart(site, id, sent, { by: admin, ...part })
const drop = (id: string, by: TestClient) => by.call(calls.dropUpload, { params: { id } })

/** An upload that does not begin. */
const beginning =
  (change: object, headers = {}) =>
  async () =>
    refusalOf((await start(change, admin, headers)).problem)

/** A part of an upload that has begun, which is not taken. */
const part =
  (change: Partial<SentPart> = {}, declared: object = {}) =>
  async () => {
    const { id } = (await start(declared)).body
    const { problem } = await send(id, bytes, change)
    expect(statSync(join(site.services.config.mediaFolder, 'uploads', id)).size).toBe(0)
    return refusalOf(problem)
  }

/** Somebody for whom no call of uploads answers. */
const somebody = (who: () => Promise<TestClient>) => async () => {
  const { id } = (await start()).body
  const by = await who()
  const csrf = await by.csrfToken()
  const problems = [
    (await start({}, by)).problem,
    (await send(id, bytes, { by, csrf })).problem,
    (await drop(id, by)).problem,
  ]
  const [one, ...others] = problems.map(refusalOf)
  for (const other of others) expect(other).toEqual(one)
  return one
}

const asUser = (part: string) => () => {
  const people = demoAccounts.flatMap(({ people }) => people)
  return browserOf(site, people.find(({ email }) => email.startsWith(`${part}@`))?.userId ?? '')
}

const ofUpload = (method: Method, headers: Record<string, string>) => async () => {
  const { id } = (await start()).body
  return refusalOf((await admin.fetch(method, `/api/uploads/${id}`, { headers })).problem)
}

async function switched(): Promise<TestClient> {
  const browser = await browserOf(site, theAdmin.userId)
  const body = { id: expiredOwner.accountId, password: theAdmin.password }
  expect((await browser.call(calls.switchInto, { body })).status).toBe(200)
  return browser
}

/** What happens between beginning and part, and is taken back. */
const meanwhile =
  (
    happens: () => Promise<unknown>,
    takeBack?: () => Promise<unknown>,
    ask: (id: string) => Promise<{ problem?: ProblemBody | undefined }> = (id) => send(id),
  ) =>
  async () => {
    const { id } = (await start()).body
    await happens()
    const { problem } = await ask(id)
    await takeBack?.()
    return refusalOf(problem)
  }
const adminBecomes = (role: 'manager' | 'owner') => () => giveRole(site.db, theAdmin.userId, role)
const belongsToAnother = () => site.db.updateTable('upload').set({ user_id: expiredOwner.userId }).execute()

const free = () => {
  const { bavail, bsize } = statfsSync(site.services.config.mediaFolder)
  return bavail * bsize
}

const unknown = '0a000000-0000-4000-8000-000000000009'

const attempts: [string, string, () => Promise<Refusal | undefined>][] = [
  ['a name that leads to a folder above', 'invalid', beginning({ name: '../../etc/passwd' })],
  ['a name with a folder of Windows', 'invalid', beginning({ name: 'a\\b.mp4' })],
  ['the name of the folder above', 'invalid', beginning({ name: '..' })],
  ['an empty name', 'invalid', beginning({ name: '' })],
  ['a name with a line break', 'invalid', beginning({ name: 'a\nb' })],
  ['a name with a zero byte', 'invalid', beginning({ name: 'film.mp4\0.exe' })],
  ['a name of 300 characters', 'invalid', beginning({ name: `${'a'.repeat(296)}.mp4` })],
  ['half a character in its name', 'invalid', beginning({ name: 'film\ud800.mp4' })],
  ['no byte', 'invalid', beginning({ length: 0 })],
  ['a negative length', 'invalid', beginning({ length: -1 })],
  ['half a byte', 'invalid', beginning({ length: 1.5 })],
  ['a length as text', 'invalid', beginning({ length: '100' })],
  ['more bytes than a number can tell', 'invalid', beginning({ length: 2 ** 60 })],
  [
    'a length that is told later',
    'invalid',
    beginning({ length: undefined }, { 'upload-defer-length': '1', 'tus-resumable': '1.0.0' }),
  ],
  ['more than the limit of the setting', 'upload-too-large', beginning({ length: 2e9 + 1 })],
  ['another purpose', 'invalid', beginning({ purpose: 'avatar' })],
  ['no digest', 'invalid', beginning({ digest: 'abc' })],
  ['a field of its own', 'invalid', beginning({ file: '/etc/passwd' })],
  ['a video that is not there', 'not-found', beginning({ videoId: 'nothing' })],
  ['a wrong password', 'wrong-password', beginning({ password: 'wrong' })],
  [
    'a confirmation that is too old',
    'password-required',
    async () => {
      const before = await browserOf(site, theAdmin.userId)
      return refusalOf((await start({ password: undefined }, before)).problem)
    },
  ],
  ['nobody who has logged in', 'login-required', somebody(async () => site.client())],
  ['a viewer', 'forbidden', somebody(asUser('viewer'))],
  ['the manager of a team', 'forbidden', somebody(asUser('manager'))],
  ['the owner of an account', 'forbidden', somebody(asUser('owner'))],
  ['the admin who has switched into an account', 'not-while-switched', somebody(switched)],
  ['an admin who is none any more', 'forbidden', meanwhile(adminBecomes('manager'), adminBecomes('owner'))],
  ['the upload of somebody else', 'not-found', meanwhile(belongsToAnother)],
  [
    'a file of somebody else that is given up',
    'not-found',
    meanwhile(belongsToAnother, undefined, async (id) => {
      const reply = await drop(id, admin)
      expect(statSync(join(site.services.config.mediaFolder, 'uploads', id)).size).toBe(0)
      return reply
    }),
  ],
  ['no token for writes', 'csrf', part({ csrf: 'none' })],
  ['the token of another browser', 'csrf', part({ csrf: `kkkkkkkk.${'a'.repeat(43)}` })],
  ['the page of another site', 'csrf', part({ headers: { origin: 'https://evil.example' } })],
  ['another offset', 'upload-moved', part({ offset: 5 })],
  ['a negative offset', 'malformed', part({ offset: -5 })],
  ['no offset', 'malformed', part({ headers: { 'upload-offset': 'x' } })],
  ['another protocol', 'malformed', part({ headers: { 'tus-resumable': '0.2.2' } })],
  ['another type', 'not-json', part({ headers: { 'content-type': 'video/mp4' } })],
  ['a part of JSON', 'not-json', part({ headers: { 'content-type': 'application/json' } })],
  ['a compressed part', 'not-json', part({ headers: { 'content-encoding': 'gzip' } })],
  ['a part that does not say how long it is', 'malformed', part({ isChunked: true })],
  ['a part beyond the end of the file', 'too-large', part({}, { length: bytes.length - 1 })],
  [
    'a part larger than a proxy lets through',
    'too-large',
    part({ headers: { 'content-length': String(largestPartBytes + 1) } }, { length: 1e9 }),
  ],
  [
    'another method in a header',
    'method-not-allowed',
    ofUpload('POST', { 'x-http-method-override': 'PATCH', 'tus-resumable': '1.0.0' }),
  ],
  ['reading it', 'method-not-allowed', ofUpload('GET', {})],
  ...['no-such-upload', '..%2F..%2Fetc%2Fpasswd', unknown, `${unknown}%00`].map(
    (id): (typeof attempts)[number] => [
      `the unknown upload ${id}`,
      'not-found',
      async () => refusalOf((await send(id)).problem),
    ],
  ),
  [
    'its last part twice',
    'upload-moved',
    async () => {
      const { id } = (await start()).body
      expect((await send(id)).status).toBe(204)
      const again = refusalOf((await send(id)).problem)
      expect(await allRows(site.db, 'film_job')).toHaveLength(1)
      await site.services.queue.drain()
      return again
    },
  ],
]

/** What is in the media folder and in the tables of uploads, once everything has been cleared away that is old. */
async function left(): Promise<unknown> {
  const { services } = site
  const inAMonth = new Date(site.clock.real().getTime() + 31 * 24 * 3_600_000)
  const later = { ...services, clock: { ...services.clock, real: () => inAMonth } }
  await removeStaleUploads(later)
  await clearFilmJobs(later, filmListener(later))
  const { db } = services.database
  const { film_key, duration_seconds } = await db
    .selectFrom('video')
    .selectAll()
    .where('id', '=', 'lesson')
    .executeTakeFirstOrThrow()
  return {
    files: readdirSync(services.config.mediaFolder, { recursive: true }).filter(
      (name) => !['uploads', 'processing'].includes(String(name)),
    ),
    rows: [await allRows(db, 'upload'), await allRows(db, 'film_job')],
    video: { film_key, duration_seconds },
  }
}

const isSentence = expect.stringMatching(/^\p{Lu}.*[.?]$/u)

describe('an upload with', () => {
  test.each(attempts)('%s is refused (%s), and nothing is left', async (_, code, attempt) => {
    const before = await left()
    expect(await attempt()).toEqual({ code, sentence: isSentence })
    expect(await left()).toEqual(before)
  })

  test('more than the disk has left is refused, and nothing is left', async () => {
    Object.assign(site.services.config, { uploadMaxBytes: 9e15 })
    const before = await left()
    const { problem } = await start({ length: Math.ceil(free() / 2.5) })
    expect(refusalOf(problem)).toEqual({ code: 'no-space', sentence: isSentence })
    expect(await left()).toEqual(before)
  })
})

describeWithFfmpeg('an uploaded file', () => {
  test.each(hostileFilms.map((film) => [film.what, film.refusal, film] as const))(
    'that is %s is refused (%s), and nothing is left',
    async (_, refusal, { make }) => {
      const before = await left()
      const film = make(folder)
      const { id } = (await start({ length: film.length })).body
      expect((await send(id, film)).status).toBe(204)
      await site.services.queue.drain()
      const { jobs } = (await admin.call(calls.filmJobs, { query: {} })).body
      expect(jobs).toMatchObject([{ state: 'refused', refusal: isSentence, mayRepeat: false }])
      const rows = await allRows(site.db, 'film_job')
      expect(rows.map((row) => row.refusal)).toEqual([refusal])
      expect(await left()).toEqual(before)
    },
    240_000,
  )

  test('that is cancelled while it is processed leaves nothing', async () => {
    const before = await left()
    const { id } = (await start()).body
    await send(id)
    const [job] = (await admin.call(calls.filmJobs, { query: {} })).body.jobs
    const body = { id: job?.id ?? '', password: theAdmin.password }
    expect((await admin.call(calls.cancelFilmJob, { body })).status).toBe(200)
    await site.services.queue.drain()
    expect((await admin.call(calls.filmJobs, { query: {} })).body.jobs).toMatchObject([
      { state: 'cancelled' },
    ])
    expect(await left()).toEqual(before)
  })
})

// a name is a line in a list: files are named by the upload
test.each(['CON.mp4', 'aux', 'lesson\u202e4pm.exe', 'lesson.mp4 ', '.htaccess', '-rf', '名前 🎬.mov'])(
  'a file with the name %j is stored under none',
  async (name) => {
    const before = await left()
    const { id } = (await start({ name })).body
    const files = readdirSync(join(site.services.config.mediaFolder, 'uploads'))
    expect(files).toEqual([id])
    await drop(id, admin)
    expect(await left()).toEqual(before)
  },
)
