import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { browserOf, signedInAdmin, theAdmin } from '#support/admin.ts'
import { testEngine } from '#support/database.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { inLongForm, rounds, seed } from '#support/rounds.ts'
import { type S3Server, startS3 } from '#support/s3-server.ts'
import { seededRandom } from '#support/seeded-random.ts'
import { storeRow } from '#support/stored/rows.ts'
import type { TestClient } from '#support/test-client.ts'
import { captionsOfPaid, createWatchingSite, films, sheetOfPaid } from '#support/watching-site.ts'

/* Addresses of media of every kind, altered, foreign, expired or replayed: none of them gives a byte away. In the long form
   on PostgreSQL the media are in S3. */

const posterOfDraft = randomBytes(300)
const filmOfDraft = randomBytes(9_000)
const code = 'const guarded = true'
const guarded = [
  films.paid,
  films.smallPaid,
  films.other,
  films.withdrawn,
  sheetOfPaid,
  posterOfDraft,
  filmOfDraft,
  Buffer.from(captionsOfPaid.slice(30)),
  Buffer.from(code),
].map((bytes) => bytes.subarray(0, 16))

let s3: S3Server | undefined
const site = openForTests(async () => {
  if (inLongForm && testEngine === 'postgresql') s3 = await startS3()
  return createWatchingSite({ RATE_LIMITS: '1000000', STREAMS_PER_USER: '1000', ...s3?.settings })
})
afterAll(() => s3?.stop())
const random = seededRandom(seed)
const below = (count: number) => Math.floor(random() * count)
const oneOf = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item

let holder: TestClient
/** Addresses that open for the browser that holds them. */
let addresses: readonly string[]
const everyAddress = async (client: TestClient) => {
  const { body } = await client.call(calls.video, { params: { id: 'paid' } })
  const chapters = body.source.url.replace('film.mp4', 'chapters.vtt')
  const urls = [body.source.url, body.sizes?.[1]?.url, chapters, body.storyboard?.url]
  return [...urls, ...body.tracks.map(({ src }) => src)].filter((url) => url !== undefined)
}

/** Browsers with addresses that were good for them once. */
let former: readonly (readonly [TestClient, readonly string[]])[]
/** A preview with the addresses that it opened in a browser. */
type Previewed = { readonly client: TestClient; readonly key: string; readonly urls: readonly string[] }
let preview: Previewed
/** Previews that were withdrawn, replaced by another one, or of a video that is in the trash. */
let endedPreviews: readonly Previewed[]
/** Browsers that may read none of it. */
let strangers: readonly TestClient[]

beforeAll(async () => {
  const { services } = site
  const file = join(services.config.mediaFolder, 'poster')
  writeFileSync(file, posterOfDraft)
  const poster = await services.media.put(file, 'webp')
  if ('refused' in poster) throw new Error(poster.refused)
  await site.addVideo('draft', filmOfDraft, { draft: true, poster_key: poster.key })
  await storeRow(services.database.db, 'video_code', {
    video_id: 'paid',
    place: 0,
    name: 'a.ts',
    text: code,
  })
  const late = (await site.viewer()).client
  const lateAddresses = await everyAddress(late)
  site.clock.advanceReal({ minutes: 5 })
  const left = (await site.viewer()).client
  const leftAddresses = await everyAddress(left)
  const copied = new Map(left.cookies)
  await left.call(calls.logout)
  for (const [name, value] of copied) left.cookies.set(name, value)
  const removed = await site.viewer()
  const removedAddresses = await everyAddress(removed.client)
  await site.removeUser(removed.userId)
  former = [
    [late, lateAddresses],
    [left, leftAddresses],
    [removed.client, removedAddresses],
  ]
  const admin = await signedInAdmin(site, { secondFactor: false })
  const furnished = {
    draft: true,
    poster_key: poster.key,
    chapters: JSON.stringify([{ startSeconds: 0, title: 'A' }]),
  }
  for (const id of ['withdrawn-preview', 'replaced-preview', 'deleted-preview'])
    await site.addVideo(id, filmOfDraft, furnished)
  const opened = (id: string) => openPreviewOf(admin, id)
  endedPreviews = [
    await opened('withdrawn-preview'),
    await opened('replaced-preview'),
    await opened('deleted-preview'),
  ]
  await admin.call(calls.withdrawPreviewLink, { params: { id: 'withdrawn-preview' }, body: {} })
  await opened('replaced-preview')
  await admin.call(calls.trashVideo, { params: { id: 'deleted-preview' }, body: { version: 1 } })
  preview = await opened('draft')
  strangers = [site.client(), (await site.viewer({ subscription: undefined })).client]
  holder = (await site.viewer()).client
  addresses = await everyAddress(holder)
})

/** Opens a new preview of a draft. */
async function openPreviewOf(admin: TestClient, id: string): Promise<Previewed> {
  const { password } = theAdmin
  const { body: made } = await admin.call(calls.makePreviewLink, { params: { id }, body: { password } })
  const key = made.address.split('/').at(-1) ?? ''
  const client = site.client()
  const { film } = (await client.call(calls.openPreview, { params: { key } })).body
  const urls = [film?.url, film?.poster, ...(film?.tracks ?? []).map(({ src }) => src)]
  return { client, key, urls: urls.filter((url) => url !== undefined) }
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const names = ['film.mp4', 'film.720.mp4', 'captions.en.vtt', 'chapters.vtt', 'storyboard.webp']
const grantOf = (url: string) => url.split('/')[2] ?? ''
const fileOf = (url: string) => url.split('/')[3] ?? ''

/** The address with another character at a place. */
function changed(url: string, at: number): string {
  const other = oneOf([...alphabet].filter((letter) => letter !== url[at]))
  return url.slice(0, at) + other + url.slice(at + 1)
}

type Ask = readonly [client: TestClient, path: string]
const keyOf = (id: string) => site.services.library.stored(id)?.filmKey ?? ''

/** Each gives another address at each round; `round` goes through the characters of a grant. */
const kinds: Readonly<Record<string, (round: number) => Ask | Promise<Ask>>> = {
  'a character of the grant changed': (round) => {
    const url = oneOf(addresses)
    return [holder, changed(url, '/media/'.length + (round % grantOf(url).length))]
  },
  'a part of the grant': () => {
    const [grant, length] = [grantOf(oneOf(addresses)), below(43)]
    return [holder, `/media/${oneOf([grant.slice(length + 1), grant.slice(0, length)])}/${oneOf(names)}`]
  },
  'more than the grant': () => [
    holder,
    `/media/${grantOf(oneOf(addresses))}${oneOf([...alphabet, '%00', '%20', '=', '.'])}/${oneOf(names)}`,
  ],
  'an invented grant': () => [holder, `/media/${randomBytes(32).toString('base64url')}/${oneOf(names)}`],
  'a character of the name changed': () => {
    const url = oneOf(addresses)
    return [holder, changed(url, url.length - 1 - below(fileOf(url).length - 1))]
  },
  'the grant of somebody else': () => [oneOf(strangers), oneOf(addresses)],
  'a grant that was good once': () => {
    const [client, urls] = oneOf(former)
    return [client, oneOf(urls)]
  },
  'a grant that was good for another browser': () => [holder, oneOf(oneOf(former)[1])],
  'a file below the grant of another video': async () => {
    const { body } = await holder.call(calls.video, { params: { id: 'other' }, query: { player: 'tab' } })
    return [holder, `/media/${grantOf(body.source.url)}/${oneOf(names.slice(1))}`]
  },
  'a film as if it were free': () => {
    const id = oneOf(['paid', 'other', 'draft', 'withdrawn', 'free'])
    return [oneOf([holder, ...strangers]), `/media/free/${id}/${keyOf(oneOf(['paid', 'other']))}`]
  },
  'a medium as a poster': async () => {
    const key = oneOf(await site.services.media.keys())
    const known = [...site.services.library.catalogue.posterKeys.values()]
    const path = known.includes(key)
      ? changed(`/posters/${key}`, '/posters/'.length + below(64))
      : `/posters/${key}`
    return [oneOf([holder, ...strangers]), path]
  },
  'code without the right': () => [
    oneOf([...strangers, ...former.slice(1).map(([client]) => client)]),
    '/api/video/paid/code',
  ],
  'a character of the key of a preview changed': () => [
    oneOf([holder, preview.client, ...strangers]),
    changed(`/api/preview/${preview.key}`, '/api/preview/'.length + below(preview.key.length)),
  ],
  'the key of a preview that has ended': () => {
    const { client, key } = oneOf(endedPreviews)
    return [oneOf([client, holder]), `/api/preview/${key}`]
  },
  'a file of a preview that has ended': () => {
    const { client, urls } = oneOf(endedPreviews)
    return [client, oneOf(urls)]
  },
  'a file of a preview in another browser': () => [oneOf([holder, ...strangers]), oneOf(preview.urls)],
  'a character of the grant of a preview changed': () => {
    const url = oneOf(preview.urls)
    return [preview.client, changed(url, '/media/'.length + below(grantOf(url).length))]
  },
  'a file that the previewed video does not have': () => [
    preview.client,
    `/media/${grantOf(oneOf(preview.urls))}/${oneOf(['film.720.mp4', 'captions.en.vtt', 'storyboard.webp'])}`,
  ],
  'a film at the desk': () => [
    oneOf([holder, ...strangers]),
    `/api/admin/library/video/${oneOf(['paid', 'draft', 'free'])}/film`,
  ],
}

const ranges = [undefined, 'bytes=0-', 'bytes=0-15', 'bytes=-16', 'bytes=5-9,20-30']

test(`${rounds.mediaAddresses} altered, foreign, expired and replayed addresses give no byte (SEED=${seed})`, async () => {
  const all = Object.entries(kinds)
  for (let round = 0; round < rounds.mediaAddresses; round += 1) {
    const [kind, ask] = all[round % all.length] as (typeof all)[number]
    const [client, path] = await ask(Math.floor(round / all.length))
    const range = oneOf(ranges)
    const { status, raw } = await client.fetch('GET', path, range === undefined ? {} : { headers: { range } })
    expect({ kind, path, isRefused: [400, 401, 403, 404].includes(status), status }).toMatchObject({
      isRefused: true,
    })
    expect([path, guarded.some((bytes) => raw.rawPayload.includes(bytes))]).toEqual([path, false])
  }
  // what they were made of opens all the same
  for (const url of addresses) expect((await holder.fetch('GET', url)).status).toBe(200)
  for (const url of preview.urls) expect((await preview.client.fetch('GET', url)).status).toBe(200)
  expect((await holder.fetch('GET', '/api/video/paid/code')).text).toContain(code)
}, 300_000)

test('the page of a video that is not published yet is known to the admin alone, and kept by nobody', async () => {
  const customer = await site.viewer()
  const [admin, switched] = [await browserOf(site, theAdmin.userId), await browserOf(site, theAdmin.userId)]
  const into = { id: customer.accountId, password: theAdmin.password }
  expect((await switched.call(calls.switchInto, { body: into })).status).toBe(200)
  const paid = await site.db
    .selectFrom('video')
    .select('tracks')
    .where('id', '=', 'paid')
    .executeTakeFirstOrThrow()
  const tracks = JSON.stringify(paid.tracks)
  await site.addVideo('page-draft', filmOfDraft, { draft: true, published_on: null, tracks })
  await site.addVideo('page-planned', filmOfDraft, { published_on: '2099-11-03', published_time: '09:00' })
  const gone = { draft: true, withdrawn_at: new Date(0), deleted_at: new Date(0) }
  await site.addVideo('page-trash', filmOfDraft, gone)
  await site.services.library.refresh()
  const page = (client: TestClient, path: string) =>
    client.fetch('GET', path, { headers: { accept: 'text/html' } })
  for (const [id, isShown] of [
    ['page-draft', true],
    ['page-planned', true],
    ['page-trash', false],
    ['never-was', false],
  ] as const) {
    const shown = await page(admin, `/content/video/${id}`)
    const opened = await admin.call(calls.openPreview, { params: { key: id } })
    const document = await page(admin, `/preview/${id}`)
    const all = [shown.status, opened.status, document.status]
    expect([id, ...all]).toEqual([id, ...(isShown ? [302, 200, 200] : [404, 404, 404])])
    if (isShown) {
      expect(shown.headers).toMatchObject({
        location: `/preview/${id}`,
        'cache-control': 'private, no-store',
      })
      expect(opened.body).toMatchObject({ adminOf: id, title: `The ${id} one` })
      expect((await admin.fetch('GET', opened.body.film?.url ?? '')).status).toBe(200)
      expect(document.text).not.toContain(id)
      const captions = opened.body.film?.tracks ?? []
      expect(captions.map(({ label }) => label)).toEqual(id === 'page-draft' ? ['English'] : [])
      for (const { src } of captions) {
        expect((await admin.fetch('GET', src)).text).toBe(captionsOfPaid)
        expect((await admin.fetch('GET', src.replace('/en', '/de'))).status).toBe(404)
        for (const client of [site.client(), customer.client, switched])
          expect((await client.fetch('GET', src)).text).not.toContain('Guarded words')
      }
    }
    for (const client of [site.client(), customer.client, switched]) {
      const reply = await page(client, `/content/video/${id}`)
      expect([id, reply.status]).toEqual([id, 404])
      expect(reply.text).toBe((await page(client, '/content/video/none')).text)
      expect((await page(client, `/preview/${id}`)).status).toBe(404)
      expect((await client.call(calls.openPreview, { params: { key: id } })).status).toBe(404)
    }
    for (const path of ['/sitemap.xml', '/feed.xml', '/api/videos', '/content?search=page'])
      expect((await site.client().fetch('GET', path)).text).not.toContain(id)
  }
})
