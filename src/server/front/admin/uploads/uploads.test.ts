import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, statfsSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { removeStaleUploads } from '#server/library/uploads/uploads-upkeep.ts'
import { auditOf, browserOf, signedInAdmin, theAdmin } from '#support/admin.ts'
import { askOffset, type SentPart, sendPart, startOf } from '#support/admin-uploads.ts'
import { storeVideo } from '#support/stored/library.ts'
import { allRows, emptyTables } from '#support/stored/rows.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

const site = testApp({ settings: { UPLOAD_MAX: '9000 TB', RATE_LIMITS: '100000' } })
let admin: TestClient
beforeAll(async () => {
  admin = await signedInAdmin(site, { secondFactor: false })
  await storeVideo(site.db, 'lesson')
})
beforeEach(() => emptyTables(site.db, 'upload'))

const folder = () => join(site.services.config.mediaFolder, 'uploads')
const fileOf = (id: string) => join(folder(), id)
const rows = () => allRows(site.db, 'upload')

const film = randomBytes(100_000)
const { password, ...file } = startOf('lesson', film)
const start = (change: object = {}, by = admin) =>
  by.call(calls.startUpload, { body: { ...file, password, ...change } })
const started = async (change: object = {}) => (await start(change)).body.id
const offsetOf = (id: string, by = admin) => askOffset(id, by)
const send = (id: string, bytes: Buffer, part: Partial<SentPart> = {}) =>
  sendPart(site, id, bytes, { by: admin, ...part })

describe('an upload', () => {
  test('takes the bytes in parts, tells how many it has, and is whole at the end', async () => {
    const id = await started()
    expect(await send(id, film.subarray(0, 40_000))).toMatchObject({ status: 204, offset: '40000' })
    const { status, headers } = await offsetOf(id)
    expect([status, headers]).toEqual([
      200,
      expect.objectContaining({
        'upload-offset': '40000',
        'upload-length': '100000',
        'tus-resumable': '1.0.0',
        'cache-control': expect.stringContaining('no-store'),
      }),
    ])
    expect((await rows())[0]).toMatchObject({ state: 'receiving', received: 40_000, lease: null })
    expect(await send(id, film.subarray(40_000), { offset: 40_000 })).toMatchObject({
      status: 204,
      offset: '100000',
    })
    expect((await rows())[0]).toMatchObject({ state: 'complete', received: 100_000 })
    expect(readFileSync(fileOf(id)).equals(film)).toBe(true)
    expect((await offsetOf(id)).headers['upload-offset']).toBe('100000')
    expect(await send(id, film.subarray(0, 1), { offset: 100_000 })).toMatchObject({ code: 'upload-moved' })
  })

  test('is in the list until it is complete, for the file to be known again', async () => {
    const id = await started()
    await send(id, film.subarray(0, 7))
    const { purpose: _, ...known } = file
    expect((await admin.call(calls.uploads)).body.uploads).toEqual([{ ...known, id, received: 7 }])
    await send(id, film.subarray(7), { offset: 7 })
    expect((await admin.call(calls.uploads)).body.uploads).toEqual([])
  })

  test('goes on after a new sign-in, with a fresh token for writes', async () => {
    const id = await started()
    await send(id, film.subarray(0, 10))
    const again = await browserOf(site, theAdmin.userId)
    expect(await send(id, film.subarray(10), { by: again, offset: 10 })).toMatchObject({ status: 204 })
  })

  test('keeps its session with each part', async () => {
    const by = await browserOf(site, theAdmin.userId)
    const { id } = (await start({}, by)).body
    for (const offset of [0, 10, 20]) {
      by.forgetCsrfToken()
      await by.csrfToken()
      // the token lasts for 15 minutes, the session for 30 after its last use
      site.clock.advanceReal({ minutes: 14 })
      expect(await send(id, film.subarray(offset, offset + 10), { by, offset })).toMatchObject({
        status: 204,
      })
      site.clock.advanceReal({ minutes: 25 })
    }
    site.clock.advanceReal({ minutes: 6 })
    expect((await offsetOf(id, by)).status).toBe(401)
    admin = await browserOf(site, theAdmin.userId)
  })

  test('asks for the password once in a while, and is written down', async () => {
    const fresh = await browserOf(site, theAdmin.userId)
    expect((await start({ password: undefined }, fresh)).problem?.code).toBe('password-required')
    expect((await start({ password: 'wrong' }, fresh)).problem?.code).toBe('wrong-password')
    expect((await start({}, fresh)).status).toBe(201)
    expect((await start({ password: undefined }, fresh)).status).toBe(201)
    const entry = (await auditOf(site)).at(-1)
    expect(entry).toMatchObject({ action: 'upload-started', target: 'lesson' })
    expect(JSON.parse(entry?.after ?? '')).toMatchObject({ name: 'My lesson.mov', length: 100_000 })
  })

  test('is begun once with the same key', async () => {
    const body = { ...file, password: theAdmin.password }
    const headers = { 'idempotency-key': randomUUID() }
    const [one, two] = await Promise.all([
      admin.call(calls.startUpload, { body, headers }),
      admin.call(calls.startUpload, { body, headers }),
    ])
    expect([one.status, two.body]).toEqual([201, one.body])
    expect(await rows()).toHaveLength(1)
  })

  test('has the permissions of the media, and runs for no one else', async () => {
    const id = await started()
    const media = statSync(site.services.config.mediaFolder)
    expect([statSync(folder()).mode, statSync(folder()).gid]).toEqual([media.mode, media.gid])
    expect(statSync(fileOf(id)).mode & 0o777).toBe(media.mode & 0o666)
  })

  test('is given up with its bytes', async () => {
    const id = await started()
    await send(id, film.subarray(0, 10))
    expect((await admin.call(calls.dropUpload, { params: { id } })).status).toBe(200)
    expect([await rows(), existsSync(fileOf(id))]).toEqual([[], false])
    expect((await offsetOf(id)).status).toBe(404)
    expect((await admin.call(calls.dropUpload, { params: { id } })).status).toBe(404)
  })

  test('that is complete belongs to its processing, and is not given up', async () => {
    const id = await started()
    await send(id, film)
    expect((await admin.call(calls.dropUpload, { params: { id } })).status).toBe(404)
    expect([(await rows()).length, existsSync(fileOf(id))]).toEqual([1, true])
  })

  test('whose process was killed after the last byte is completed by the next question', async () => {
    const id = await started()
    writeFileSync(fileOf(id), film)
    expect((await offsetOf(id)).headers['upload-offset']).toBe('100000')
    expect((await rows())[0]).toMatchObject({ state: 'complete' })
  })

  test('goes on where the file ends, whatever was written down', async () => {
    const id = await started()
    writeFileSync(fileOf(id), film.subarray(0, 60_000))
    expect(await send(id, film.subarray(0, 10))).toMatchObject({ status: 409, code: 'upload-moved' })
    expect(await send(id, film.subarray(60_000), { offset: 60_000 })).toMatchObject({ status: 204 })
    expect(readFileSync(fileOf(id)).equals(film)).toBe(true)
  })
})

test('a beginning keeps its room on the disk, and refuses what no longer fits beside it', async () => {
  const { bavail, bsize } = statfsSync(site.services.config.mediaFolder)
  // of two and a half times its length
  const most = Math.floor((bavail * bsize) / 2.5)
  expect((await start({ length: most + 1 })).problem?.code).toBe('no-space')
  const half = Math.floor(most * 0.6)
  const first = await start({ length: half })
  expect(first.status).toBe(201)
  const { status, problem } = await start({ length: half })
  expect([status, problem?.code]).toEqual([507, 'no-space'])
  await admin.call(calls.dropUpload, { params: { id: first.body.id } })
  expect((await start({ length: half })).status).toBe(201)
})

test.each(['GET', 'OPTIONS', 'PUT', 'POST'] as const)('nobody has a %s of an upload', async (method) => {
  const id = await started()
  await send(id, film.subarray(0, 10))
  expect((await admin.fetch(method, `/api/uploads/${id}`)).status).toBe(405)
})

describe('a part', () => {
  test('beyond the end of the file is refused', async () => {
    const id = await started({ length: 50_000 })
    expect(await send(id, film)).toMatchObject({ status: 413, code: 'too-large' })
    expect(statSync(fileOf(id)).size).toBe(0)
    expect(await send(id, film.subarray(0, 40_000))).toMatchObject({ status: 204 })
    expect(await send(id, film.subarray(40_000), { offset: 40_000 })).toMatchObject({ status: 413 })
    expect(statSync(fileOf(id)).size).toBe(40_000)
  })

  test('waits its turn while another one is written', async () => {
    const id = await started()
    const replies = await Promise.all([send(id, film), send(id, film), send(id, film)])
    expect(replies.map(({ status }) => status).filter((status) => status === 204)).toHaveLength(1)
    for (const { status, code } of replies)
      expect([
        [204, undefined],
        [409, 'upload-moved'],
        [423, 'upload-busy'],
      ]).toContainEqual([status, code])
    expect(readFileSync(fileOf(id)).equals(film)).toBe(true)
  })

  test('finds the file of a process that was killed free again after ten seconds', async () => {
    const id = await started()
    const until = new Date(site.clock.real().getTime() + 10_000)
    await site.db.updateTable('upload').set({ lease: randomUUID(), lease_until: until }).execute()
    const refused = await send(id, film)
    expect([refused.status, refused.code, refused.headers['retry-after']]).toEqual([423, 'upload-busy', '2'])
    expect((await offsetOf(id)).status).toBe(423)
    expect((await admin.call(calls.dropUpload, { params: { id } })).problem?.code).toBe('upload-busy')
    site.clock.advanceReal({ seconds: 10 })
    expect((await send(id, film)).status).toBe(204)
  })
})

test('what got no part for two days is removed, with files that belong to no upload', async () => {
  const [old, fresh, complete] = [await started(), await started(), await started()]
  await send(complete, film)
  const lost = randomUUID()
  writeFileSync(fileOf(lost), 'of an upload that is gone')
  const day = 24 * 3_600_000
  const real = site.clock.real().getTime()
  for (const id of [old, fresh, complete, lost]) utimesSync(fileOf(id), 0, (real - 2 * day) / 1000 - 60)
  const touched = (id: string, at: number) =>
    site.db
      .updateTable('upload')
      .set({ touched_at: new Date(at) })
      .where('id', '=', id)
      .execute()
  await touched(old, real - 2 * day - 1)
  await touched(fresh, real - 2 * day + 1)
  await touched(complete, real - 9 * day)
  await removeStaleUploads(site.services)
  expect((await rows()).map(({ id }) => id).toSorted()).toEqual([fresh, complete].toSorted())
  expect([old, fresh, complete, lost].map((id) => existsSync(fileOf(id)))).toEqual([false, true, true, false])
})
