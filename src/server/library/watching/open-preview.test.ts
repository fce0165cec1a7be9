import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { auditOf, browserOf, signedInAdmin, theAdmin } from '#support/admin.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { allRows, contentsOf, tableNames } from '#support/stored/rows.ts'
import type { TestClient } from '#support/test-client.ts'
import { createWatchingSite } from '#support/watching-site.ts'

const site = openForTests(() => createWatchingSite())
const film = Buffer.alloc(900_000, 'a film that nobody may see yet')
const furnished = {
  description: 'Some **text**',
  poster_key: 'none.webp',
  chapters: JSON.stringify([{ startSeconds: 0, title: 'Start' }]),
}
let admin: TestClient
let drafts = 0
beforeAll(async () => {
  admin = await signedInAdmin(site, { secondFactor: false })
})

/** A new draft with a film, and the key of its preview. */
async function previewed(values: object = { draft: true, published_on: null }) {
  drafts += 1
  const id = `draft-${drafts}`
  await site.addVideo(id, film, { ...furnished, ...values })
  return { id, key: await linkOf(id) }
}

async function linkOf(id: string): Promise<string> {
  const { password } = theAdmin
  const { status, body } = await admin.call(calls.makePreviewLink, { params: { id }, body: { password } })
  expect(status).toBe(200)
  return body.address.replace(/^.*\/preview\//, '')
}

const withdraw = (id: string) => admin.call(calls.withdrawPreviewLink, { params: { id }, body: {} })
const open = (client: TestClient, key: string) => client.call(calls.openPreview, { params: { key } })
const statusOf = async (client: TestClient, url: string) => {
  const { status, raw } = await client.fetch('GET', url)
  return [status, raw.rawPayload.includes('nobody may see')]
}
const document = (key: string) =>
  site.client().fetch('GET', `/preview/${key}`, { headers: { accept: 'text/html' } })
const day = 86_400_000

describe('somebody with the address of a preview', () => {
  test('sees a draft and plays its film, without an account', async () => {
    const { key } = await previewed()
    const reviewer = site.client()
    const { body } = await open(reviewer, key)
    expect(body).toMatchObject({
      title: 'The draft-1 one',
      text: [{ tag: 'p', children: ['Some ', { tag: 'strong', children: ['text'] }] }],
      planned: null,
      chapters: [{ startSeconds: 0, title: 'Start' }],
      code: [],
    })
    expect(await statusOf(reviewer, body.film?.url ?? '')).toEqual([200, true])
    const [track] = body.film?.tracks ?? []
    expect((await reviewer.fetch('GET', track?.src ?? '')).text).toContain('Start')
    expect(body.film?.poster).toBe(body.film?.url.replace('film.mp4', 'poster.webp'))
    // the film belongs to this browser
    expect(await statusOf(site.client(), body.film?.url ?? '')).toEqual([403, false])
  })

  test('sees when a planned video is due, and a draft without a file', async () => {
    const planned = await previewed({ published_on: '2099-11-03', published_time: '09:00' })
    const { body } = await open(site.client(), planned.key)
    expect([body.planned, body.film === null]).toEqual(['2099-11-03 09:00', false])
    const bare = await previewed({ draft: true, film_key: null })
    expect((await open(site.client(), bare.key)).body.film).toBeNull()
  })

  test('finds it after a change of its address', async () => {
    const { id, key } = await previewed()
    const reviewer = site.client()
    const url = (await open(reviewer, key)).body.film?.url ?? ''
    const body = { version: 1, id: `${id}-renamed` }
    expect((await admin.call(calls.changeVideoAddress, { params: { id }, body })).status).toBe(200)
    expect((await open(site.client(), key)).status).toBe(200)
    expect(await statusOf(reviewer, url)).toEqual([200, true])
  })

  test('gets a document for no search engine, and no other site learns the address', async () => {
    const { id, key } = await previewed()
    const { status, headers, text } = await document(key)
    expect([status, headers['referrer-policy']]).toEqual([200, 'no-referrer'])
    expect(text).toContain('<meta name="robots" content="noindex">')
    expect(text).not.toContain(id)
    for (const path of ['/sitemap.xml', '/feed.xml', '/api/videos'])
      expect((await site.client().fetch('GET', path)).text).not.toContain(id)
    expect(await allRows(site.db, 'film_day')).toEqual([])
  })

  const ends: [string, (id: string, key: string) => Promise<unknown>][] = [
    ['altered', async () => undefined],
    ['withdrawn', withdraw],
    ['replaced by another', linkOf],
    ['expired', async () => site.clock.advanceReal({ days: 14 })],
    ['of a video that was published', (id) => set(id, { draft: false, published_at: new Date(0) })],
    ['of a video in the trash', (id) => set(id, { withdrawn_at: new Date(0), deleted_at: new Date(0) })],
  ]
  const set = (id: string, values: object) =>
    site.db
      .updateTable('video')
      .set({ published_on: '2026-01-01', published_at: new Date(0), ...values })
      .where('id', '=', id)
      .execute()
  test.each(ends)('finds nothing at one that is %s, and reads no byte', async (how, end) => {
    const { id, key } = await previewed()
    const reviewer = site.client()
    const url = (await open(reviewer, key)).body.film?.url ?? ''
    expect(await statusOf(reviewer, url)).toEqual([200, true])
    await end(id, key)
    const asked = how === 'altered' ? `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}` : key
    const refusal = await open(reviewer, asked)
    expect([refusal.status, refusal.problem?.code]).toEqual([404, 'not-found'])
    expect((await document(asked)).status).toBe(404)
    if (how !== 'altered') expect(await statusOf(reviewer, url)).toEqual([403, false])
    for (const key of ['', 'x', '%00', 'x'.repeat(43)])
      expect((await site.client().fetch('GET', `/api/preview/${key}`)).status).toBe(404)
    admin = await browserOf(site, theAdmin.userId)
  })

  test('loses a film that is being read within a second', async () => {
    await site.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = site.app.server.address() as AddressInfo
    const { id, key } = await previewed()
    await site.replaceFilm(id, Buffer.alloc(40_000_000, 'x'))
    const reviewer = site.client()
    const path = (await open(reviewer, key)).body.film?.url ?? ''
    const cookie = [...reviewer.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const asked = request({ port, path, headers: { cookie, host: 'localhost:3000' } }).end()
    const [reply] = (await once(asked, 'response')) as [IncomingMessage]
    reply.pause()
    expect(reply.statusCode).toBe(200)
    const cut = once(reply, 'error')
    await withdraw(id)
    const from = performance.now()
    reply.resume()
    await cut
    expect(performance.now() - from).toBeLessThan(1_500)
  })
})

describe('the streams of a preview', () => {
  test('are three, one a browser, and count against nobody else', async () => {
    const { key } = await previewed()
    const viewer = await site.viewer()
    const browsers = [viewer.client, site.client(), site.client()]
    for (const client of browsers) {
      expect((await open(client, key)).status).toBe(200)
      expect((await open(client, key)).status).toBe(200)
    }
    const fourth = site.client()
    expect((await open(fourth, key)).problem?.code).toBe('too-many-streams')
    for (const player of ['a', 'b', 'c'].slice(0, site.services.config.streamsPerUser))
      expect(
        (await viewer.client.call(calls.video, { params: { id: 'paid' }, query: { player } })).status,
      ).toBe(200)
    const other = await previewed()
    expect((await open(fourth, other.key)).status).toBe(200)
  })

  test('are counted as long as they are read, and free afterwards', async () => {
    const { key } = await previewed()
    const browsers = [site.client(), site.client(), site.client()]
    const urls: string[] = []
    for (const client of browsers) urls.push((await open(client, key)).body.film?.url ?? '')
    const fourth = site.client()
    for (let turn = 0; turn < 3; turn += 1) {
      site.clock.advanceReal({ seconds: 40 })
      for (const [place, client] of browsers.entries())
        expect(await statusOf(client, urls[place] ?? '')).toEqual([200, true])
    }
    expect((await open(fourth, key)).problem?.code).toBe('too-many-streams')
    site.clock.advanceReal({ seconds: 61 })
    expect((await open(fourth, key)).status).toBe(200)
    const again = await Promise.all(
      browsers.map(async (client, place) => (await statusOf(client, urls[place] ?? ''))[0]),
    )
    expect(again.toSorted()).toEqual([200, 200, 403])
  })
})

describe('the desk', () => {
  test('stores only a hash of the address, and tells the audit log', async () => {
    const { id, key } = await previewed()
    const stored = JSON.stringify(await contentsOf(site.db, await tableNames(site.db)))
    expect(stored).not.toContain(key)
    const { link } = (await admin.call(calls.previewLink, { params: { id } })).body
    expect(Date.parse(link?.expiresAt ?? '') - site.clock.real().getTime()).toBe(14 * day)
    await withdraw(id)
    expect((await admin.call(calls.previewLink, { params: { id } })).body).toEqual({ link: null })
    expect((await auditOf(site)).slice(-2)).toMatchObject([
      { action: 'preview-link-made', target: id },
      { action: 'preview-link-withdrawn', target: id },
    ])
    expect(JSON.stringify(await auditOf(site))).not.toContain(key)
  })

  test('asks for the password, and makes no link to a video that is published or unknown', async () => {
    const { id } = await previewed()
    const other = await browserOf(site, theAdmin.userId)
    for (const call of [calls.makePreviewLink, calls.withdrawPreviewLink])
      expect((await other.call(call, { params: { id }, body: {} })).problem?.code).toBe('password-required')
    const refusal = (of: string) => admin.call(calls.makePreviewLink, { params: { id: of }, body: {} })
    expect((await refusal('paid')).problem?.errors?.video).toMatch(/not a draft/)
    expect((await refusal('nothing')).status).toBe(404)
  })

  test('forgets links that have expired', async () => {
    const { id } = await previewed()
    site.clock.advanceReal({ days: 15 })
    await runUpkeep(site.services)
    const links = await allRows(site.db, 'preview_link')
    expect(links.filter(({ video_id }) => video_id === id)).toEqual([])
  })
})
