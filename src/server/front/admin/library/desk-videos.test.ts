import { resolve } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import type { DeskVideo, VideoEdit } from '#contract/admin/library/admin-library.ts'
import { calls } from '#contract/calls.ts'
import { createApp } from '#server/app.ts'
import { startProcessing } from '#server/library/processing/processing.ts'
import { keepContent, keepMedia } from '#server/library/unused-media/keep-media.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { auditOf, browserOf, expiredOwner, signedInAdmin, testAdmin, theAdmin } from '#support/admin.ts'
import { withoutAudit } from '#support/stored/audit.ts'
import { storeCategory, storeVideo } from '#support/stored/library.ts'
import { allRows } from '#support/stored/rows.ts'
import { testApp } from '#support/test-app.ts'
import { TestClient } from '#support/test-client.ts'

const site = testApp()
const admin = testAdmin(site, { secondFactor: false })
beforeAll(async () => {
  await storeCategory(site.db, 'react')
  await storeCategory(site.db, 'react/hooks')
  await site.db
    .insertInto('category_parent')
    .values({ category_id: 'react/hooks', parent_id: 'react' })
    .execute()
})

const { password } = theAdmin
const create = async (body: { title: string; id?: string; categoryId?: string }) => {
  const reply = await admin.call(calls.createVideo, { body: { password, ...body } })
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.problem))
  return reply.body as DeskVideo
}
const change = (id: string, edit: Omit<VideoEdit, 'password'>) =>
  admin.call(calls.changeVideo, { params: { id }, body: { password, ...edit } })
const show = async (id: string) => (await admin.call(calls.deskVideo, { params: { id } })).body as DeskVideo
/** Gives a draft a film, as processing does. */
const withFilm = async (id: string) => {
  await site.db
    .updateTable('video')
    .set({ film_key: 'film', duration_seconds: 60 })
    .where('id', '=', id)
    .execute()
}
const listed = async (id: string) => {
  await site.services.library.refresh()
  return site.services.library.video(id)
}

describe('a poster', () => {
  const drawn = (width: number, format: 'png' | 'jpeg' | 'webp' | 'tiff' = 'png') =>
    sharp({ create: { width, height: 400, channels: 3, background: 'red' } })
      .toFormat(format)
      .toBuffer()
  const picture = async (address: string) => {
    const [, id = '', key = ''] = /video\/([^/]+)\/picture\/([^/]+)$/.exec(address) ?? []
    return admin.call(calls.deskPicture, { params: { id, key } })
  }

  test.each(['png', 'jpeg', 'webp'] as const)(
    'in %s becomes a WebP that the admin sees at once',
    async (format) => {
      const { id, version } = await create({ title: `Poster in ${format}` })
      const poster = (await drawn(1600, format)).toString('base64')
      const { posterUrl } = (await change(id, { version, poster })).body
      const reply = await picture(posterUrl ?? '')
      expect([reply.status, reply.raw.headers['content-type']]).toEqual([200, 'image/webp'])
      const { width, height } = await sharp(reply.raw.rawPayload).metadata()
      expect([width, height]).toEqual([1280, 320])
      const removed = await change(id, { version: version + 1, poster: null })
      expect(removed.body.posterUrl).toBeNull()
      expect((await picture(posterUrl ?? '')).status).toBe(404)
    },
  )

  test('that is no picture by its bytes, or a small one, is refused at its field', async () => {
    const { id, version } = await create({ title: 'No poster' })
    const refusal = async (bytes: Buffer) =>
      (await change(id, { version, poster: bytes.toString('base64') })).problem?.errors?.poster
    const unknown = 'This is not a picture in JPEG, PNG or WebP.'
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"/>'
    // a picture that claims more pixels than it has
    const bomb = await drawn(400)
    bomb.writeUInt32BE(60_000, 16)
    bomb.writeUInt32BE(60_000, 20)
    for (const bytes of [Buffer.from('<html>'), Buffer.from(svg), await drawn(400, 'tiff'), bomb])
      expect(await refusal(bytes)).toBe(unknown)
    expect(await refusal(await drawn(319))).toBe('The picture is less than 320 pixels wide.')
    expect((await show(id)).posterUrl).toBeNull()
  })

  test('may be a frame of the film that was uploaded last, and no other picture is read', async () => {
    const { id } = await create({ title: 'With frames' })
    const other = await create({ title: 'Without frames' })
    const kept = await keepContent(site.services, await drawn(640, 'webp'), 'webp')
    if ('refused' in kept) throw new Error(kept.refused)
    const upload = { uploadId: crypto.randomUUID(), videoId: id, userId: theAdmin.userId }
    await inTransaction(site.db, (trx) => startProcessing(trx, site.services, upload))
    await site.db
      .updateTable('film_job')
      .set({ state: 'done', ended_at: new Date(), poster_keys: [kept.key] })
      .execute()
    const [frame = ''] = (await show(id)).frameUrls
    expect((await picture(frame)).status).toBe(200)
    expect((await picture(frame.replace(id, other.id))).status).toBe(404)
  })
})

test('a write needs the password once in five minutes, and an entry in the audit log', async () => {
  const another = await signedInAdmin(site, { secondFactor: false })
  const body = { title: 'Confirmed' }
  expect((await another.call(calls.createVideo, { body })).problem?.code).toBe('password-required')
  await withoutAudit(site.db, async () =>
    expect((await another.call(calls.createVideo, { body: { ...body, password } })).status).toBe(500),
  )
  expect((await another.call(calls.deskVideo, { params: { id: 'confirmed' } })).status).toBe(404)
  expect((await another.call(calls.createVideo, { body })).status).toBe(200)
})

test('where the library comes from a folder, the desk only shows it', async () => {
  const config = { ...site.services.config, library: 'folder' as const }
  const app = await createApp({ ...site.services, config })
  const browser = new TestClient(app, config)
  for (const [name, value] of admin.cookies) browser.cookies.set(name, value)
  const reply = await browser.call(calls.createVideo, { body: { password, title: 'Refused' } })
  expect(reply.problem?.code).toBe('library-from-folder')
  expect((await browser.call(calls.deskVideos, { query: {} })).status).toBe(200)
  await app.close()
})

test('a draft is named after its title, and viewers do not see it', async () => {
  const draft = await create({ title: ' State: two counters ', categoryId: 'react' })
  expect(draft).toMatchObject({
    id: 'state-two-counters',
    version: 1,
    state: 'draft',
    title: 'State: two counters',
    changedBy: 'desk',
    fromFolder: false,
    durationSeconds: null,
  })
  expect((await create({ title: 'State: two counters' })).id).toBe('state-two-counters-2')
  await withFilm(draft.id)
  expect(await listed(draft.id)).toBeUndefined()
  expect((await auditOf(site)).at(-1)).toMatchObject({
    action: 'video-created',
    target: 'state-two-counters-2',
  })
})

test.each([
  ['title', { title: '' }, '"title" is empty.'],
  ['title', { title: 'x'.repeat(201) }, '"title" has more than 200 characters.'],
  ['id', { title: 'x', id: '../x' }, '"../x" cannot stand in an address'],
  ['id', { title: 'x', id: 'state-two-counters' }, 'This address belongs to another video'],
  ['categoryId', { title: 'x', categoryId: 'vue' }, 'There is no such category.'],
])('a draft is refused for its %s', async (field, body, sentence) => {
  const reply = await admin.call(calls.createVideo, { body: { password, ...body } })
  expect(reply.status).toBe(422)
  expect(reply.problem?.errors).toEqual({ [field]: expect.stringContaining(sentence) })
})

test('everything that the form edits is stored and shown again', async () => {
  const { id } = await create({ title: 'All of it' })
  await withFilm(id)
  const edit = {
    title: 'All of it, twice',
    description: 'One.\n\n**Two.**',
    published: '2020-02-03 09:30',
    categoryId: 'react/hooks',
    tags: ['hooks', 'state'],
    versions: ['React 19', 'C++'],
    free: true,
    chapters: ['0:00 Hello', '0:21 Types: a story'],
    code: [
      { name: 'b.ts', text: 'b\n' },
      { name: 'a.ts', text: '\tlet a' },
    ],
  }
  const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n'
  const captions = [
    // browsers read line feeds alike, and no byte order mark is stored
    { srclang: 'en', format: 'vtt' as const, text: `\ufeff${vtt.replaceAll('\n', '\r\n')}` },
    { srclang: 'de', format: 'srt' as const, text: '1\n00:00:01,000 --> 00:00:02,000\nHallo\n' },
  ]
  expect((await change(id, { version: 1, ...edit, captions })).status).toBe(200)
  const stored = await show(id)
  expect(stored).toMatchObject({ ...edit, version: 2, state: 'draft', hasCaptions: true })
  expect(stored.captions).toMatchObject([
    { srclang: 'en', label: 'English', text: vtt },
    {
      srclang: 'de',
      label: 'Deutsch',
      text: expect.stringContaining('00:00:01.000 --> 00:00:02.000\nHallo'),
    },
  ])
  // absent texts stay, an absent language goes
  await change(id, { version: 2, captions: [{ srclang: 'de' }] })
  expect(await show(id)).toMatchObject({ ...edit, version: 3, captions: [stored.captions[1]] })
})

describe('what the reader of the files refuses is refused at its field', () => {
  const vtt = (text: string, format: 'vtt' | 'srt' = 'vtt') => ({
    captions: [{ srclang: 'en', format, text }],
  })
  test.each<[string, Partial<VideoEdit>, string]>([
    ['title', { title: 'a\nb' }, '"title" has to be one line of text'],
    ['published', { published: '2026-02-30' }, '"published" has to be a day of the calendar'],
    ['tags.1', { tags: ['a', 'a'] }, '"a" stands twice in "tags".'],
    ['tags.0', { tags: ['x'.repeat(61)] }, '"tags" has more than 60 characters.'],
    ['versions.0', { versions: ['react 19'] }, 'The version "react 19" is spelled "React 19" elsewhere.'],
    ['chapters.0', { chapters: ['Hello'] }, 'A chapter is a time and a title'],
    ['chapters.0', { chapters: ['0:01 Hello'] }, 'The first chapter has to begin at 0:00.'],
    ['chapters.1', { chapters: ['0:00 a', '0:00 b'] }, 'A chapter has to begin after the one before it.'],
    [
      'chapters.1',
      { chapters: ['0:00 a', '1:00 b'] },
      "The chapter begins after the film's end (60 seconds).",
    ],
    ['code.0', { code: [{ name: '../a', text: '' }] }, 'A file of code needs a name'],
    ['code.0', { code: [{ name: 'a', text: 'x'.repeat(102_401) }] }, 'The file is longer than 100 kB.'],
    [
      'code',
      { code: Array.from({ length: 21 }, (_, name) => ({ name: `${name}`, text: '' })) },
      'more than 20',
    ],
    ['captions.0', vtt('00:01.000 --> 00:02.000\nHello'), 'Line 1: The file has to begin with WEBVTT.'],
    [
      'captions.0',
      vtt('WEBVTT\n\n01:01.000 --> 01:02.000\nHello'),
      "Line 3: The cue begins after the film's end.",
    ],
    [
      'captions.0',
      vtt('1\n00:00:02,000 --> 00:00:01,000\nHello', 'srt'),
      'Line 2: The cue ends before it begins.',
    ],
    ['captions.0', { captions: [{ srclang: 'english' }] }, 'This is not a language'],
    ['captions.0', { captions: [{ srclang: 'fr' }] }, 'There is no cue in it.'],
    [
      'captions.1',
      {
        captions: ['en', 'en'].map((srclang) => ({
          srclang,
          text: 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello',
        })),
      },
      'There are two files of captions in one language (English).',
    ],
    ['categoryId', { categoryId: 'vue' }, 'There is no such category.'],
  ])('%s: %j', async (field, edit, sentence) => {
    const { id } = await create({ title: 'Refused' })
    await withFilm(id)
    const reply = await change(id, { version: 1, ...edit })
    expect([reply.status, reply.problem?.errors]).toEqual([
      422,
      { [field]: expect.stringContaining(sentence) },
    ])
    expect((await show(id)).version).toBe(1)
  })
})

test('a draft is published when it has film and category, and becomes a draft again', async () => {
  const { id } = await create({ title: 'To be published' })
  const reply = await change(id, { version: 1, draft: false })
  expect(reply.problem?.errors).toEqual({
    draft: 'Upload the file of the video before you publish it.',
    categoryId: 'A video needs a category before it is published.',
  })
  await withFilm(id)
  await change(id, { version: 1, draft: false, categoryId: 'react' })
  expect(await show(id)).toMatchObject({ state: 'published', version: 2 })
  expect(await listed(id)).toMatchObject({ title: 'To be published', categoryId: 'react' })
  await change(id, { version: 2, published: '2099-01-01' })
  expect([(await show(id)).state, await listed(id)]).toEqual(['scheduled', undefined])
  await change(id, { version: 3, published: '2020-01-01', draft: true })
  expect([(await show(id)).state, await listed(id)]).toEqual(['draft', undefined])
})

test('of two tabs that change the same version, the second learns of the conflict', async () => {
  const { id } = await create({ title: 'Both' })
  const replies = await Promise.all([
    change(id, { version: 1, title: 'First' }),
    change(id, { version: 1, title: 'Second' }),
  ])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(replies.find(({ status }) => status === 409)?.problem?.code).toBe('version-conflict')
  expect((await show(id)).version).toBe(2)
  expect((await change('unknown', { version: 1 })).status).toBe(404)
})

test('the admin watches the film of a draft, and nobody else', async () => {
  const { id } = await create({ title: 'To be watched' })
  expect((await show(id)).filmUrl).toBeNull()
  const stored = await keepMedia(site.services, resolve('tests/fixtures/library/film.mp4'), 'mp4')
  if ('refused' in stored) throw new Error(stored.refused)
  await site.db
    .updateTable('video')
    .set({ film_key: stored.key, duration_seconds: 4 })
    .where('id', '=', id)
    .execute()
  const url = (await show(id)).filmUrl ?? ''
  const part = await admin.fetch('GET', url, { headers: { range: 'bytes=4-7' } })
  expect([part.status, part.headers['content-type'], part.text]).toEqual([206, 'video/mp4', 'ftyp'])
  expect((await site.client().fetch('GET', url)).status).toBe(401)
  const owner = await browserOf(site, expiredOwner.userId)
  expect((await owner.fetch('GET', url)).status).toBe(403)
  expect((await admin.fetch('GET', url.replace(id, 'unknown'))).status).toBe(404)
})

test('the version before a change is kept, with its media', async () => {
  const { id } = await create({ title: 'Kept' })
  await withFilm(id)
  await change(id, { version: 1, title: 'Later', code: [{ name: 'a.ts', text: 'a' }] })
  const kept = (await allRows(site.db, 'library_version')).filter((row) => row.id === id)
  expect(kept).toMatchObject([
    { kind: 'video', version: 1, saved_by: 'desk', editor_id: theAdmin.userId, media: ['film'] },
  ])
  expect(kept[0]?.document).toMatchObject({ title: 'Kept', code: [], film_key: 'film' })
})

test('videos are found by state, text, category with those below, tag, and what they lack', async () => {
  const day = { category_id: 'react/hooks', published_on: '2020-01-01' }
  await storeVideo(site.db, 'found-a', { ...day, title: 'Zebra stripes', tags: ['animals'], free: true })
  await storeVideo(site.db, 'found-b', { ...day, published_on: '2099-01-01', title: 'Zebra herds' })
  await storeVideo(site.db, 'found-c', { title: 'Zebra gone' })
  await storeVideo(site.db, 'found-d', { title: 'Zebra thrown away', deleted_at: new Date(0) })
  const find = async (query: Record<string, string>) => {
    const { body } = await admin.call(calls.deskVideos, {
      query: { search: 'zebra', sort: 'title', ...query },
    })
    return (body as { videos: { id: string }[] }).videos.map(({ id }) => id)
  }
  expect(await find({})).toEqual(['found-b', 'found-a'])
  expect(await find({ descending: 'yes' })).toEqual(['found-a', 'found-b'])
  expect(await find({ state: 'scheduled' })).toEqual(['found-b'])
  expect(await find({ state: 'withdrawn' })).toEqual(['found-c'])
  expect(await find({ state: 'trash' })).toEqual(['found-d'])
  expect(await find({ search: 'STRIPES animals' })).toEqual(['found-a'])
  expect(await find({ category: 'react', free: 'yes' })).toEqual(['found-a'])
  expect(await find({ category: 'react', free: 'no', captions: 'no', storyboard: 'no' })).toEqual(['found-b'])
  expect(await find({ search: 'zebra%' })).toEqual([])
  expect(await find({ search: 'z_bra' })).toEqual([])
  expect(await find({ search: 'found\\\\-a' })).toEqual([])
  expect(await find({ tag: 'animals' })).toEqual(['found-a'])
  expect(await find({ storyboard: 'yes' })).toEqual([])
  expect(await find({ page: '1' })).toEqual([])
  const beyond = await admin.call(calls.deskVideos, { query: { search: 'zebra', page: '1' } })
  expect(beyond.body).toEqual({ count: 2, videos: [] })
  const file = await admin.call(calls.deskVideosCsv, {
    query: { search: 'zebra', sort: 'title', category: 'react' },
  })
  expect([file.headers['content-type'], file.headers['content-disposition']]).toEqual([
    'text/csv; charset=utf-8',
    'attachment; filename="videos-2026-11-21.csv"',
  ])
  expect(file.text.trim().split('\r\n').slice(1)).toEqual([
    'found-b,Zebra herds,scheduled,2099-01-01,react/hooks,60,no,,no,no',
    'found-a,Zebra stripes,published,2020-01-01,react/hooks,60,yes,animals,no,no',
  ])
})
