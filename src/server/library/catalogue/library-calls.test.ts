import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { importCatalogue } from '#server/library/write/import-catalogue.ts'
import { createMovableClock } from '#server/platform/runtime/clock.ts'
import { catalogueFolder, fixture, goodCatalogue } from '#support/catalogue-folder.ts'
import { createTestApp, testApp } from '#support/test-app.ts'
import { readStoredCatalogue } from './library.store.ts'
import { richText } from './rich-text.ts'

const site = testApp()

const later = {
  ...goodCatalogue,
  'testing/next/video.md': '---\ntitle: Next\npublished: 2026-12-24\n---',
  'testing/next/film.mp4': fixture('film.mp4'),
  'testing/next/poster.jpg': fixture('poster.jpg'),
  'series/taught/series.md':
    '---\ntitle: Taught in order\nlevel: beginner\nposition: 1\nvideos:\n  - kata\n  - jsx\n---\n\nOne after the other.',
}

test('an import is served by the calls of the catalogue, as the contract says', async () => {
  const client = site.client()
  expect((await client.call(calls.videos)).body).toEqual({ videos: [] })
  await importCatalogue(site.services, catalogueFolder(later))
  await site.services.library.refresh()
  for (const name of ['videos', 'categories', 'versions', 'series'] as const) {
    const { status, body } = await client.call(calls[name])
    expect(status).toBe(200)
    expect(calls[name].replies[200].safeParse(body).error).toBeUndefined()
  }
  expect((await client.call(calls.videos)).body.videos).toHaveLength(3)
})

describe.each(['videos', 'categories', 'versions', 'series'] as const)('GET /api/%s', (name) => {
  const { path } = calls[name]
  const get = (headers: Record<string, string> = {}) => site.client().fetch('GET', path, { headers })

  test('sends everyone the same bytes, which caches may keep and must revalidate', async () => {
    const visitor = await get()
    const other = await site.client().fetch('GET', path, { headers: { cookie: 'lectern-session=somebody' } })
    expect(other.text).toBe(visitor.text)
    expect(visitor.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, no-cache',
      vary: 'accept-encoding',
    })
    expect(visitor.headers['set-cookie']).toBeUndefined()
  })

  test('answers 304 to a client with the same bytes', async () => {
    const plain = await get()
    const known = await get({ 'if-none-match': String(plain.headers.etag) })
    expect(known.status).toBe(304)
    expect(known.text).toBe('')
    expect(known.headers.etag).toBe(plain.headers.etag)
    const compressed = await site.app.inject({
      url: path,
      headers: {
        host: 'localhost:3000',
        'accept-encoding': 'br',
        'if-none-match': String(plain.headers.etag),
      },
    })
    expect(compressed.statusCode).toBe(200)
    expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(plain.text)
  })

  test('answers HEAD, and no other method', async () => {
    const head = await site.client().fetch('HEAD', path)
    expect([head.status, head.text]).toEqual([200, ''])
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength((await get()).text)))
    expect((await site.client().fetch('POST', path)).status).toBe(405)
  })
})

describe('GET /posters/{key}', () => {
  const posterOf = async (id: string) => {
    const { videos } = (await site.client().call(calls.videos)).body
    return videos.find((video) => video.id === id)?.thumbnailUrl ?? ''
  }

  test('sends a poster that may be cached forever', async () => {
    const reply = await site.client().fetch('GET', await posterOf('use-state'))
    expect(reply.status).toBe(200)
    expect(reply.raw.rawPayload).toEqual(fixture('poster.webp'))
    expect(reply.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(fixture('poster.webp').length),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
  })

  test('answers 304 to a client with the same bytes, and HEAD', async () => {
    const path = await posterOf('kata')
    const { etag } = (await site.client().fetch('GET', path)).headers
    const known = await site.client().fetch('GET', path, { headers: { 'if-none-match': String(etag) } })
    expect([known.status, known.text]).toEqual([304, ''])
    const head = await site.client().fetch('HEAD', path)
    expect([head.status, head.text, head.headers['content-type']]).toEqual([200, '', 'image/png'])
  })

  test('knows nothing but posters of listed videos', async () => {
    const { library, media } = site.services
    const film = library.stored('kata')?.filmKey ?? ''
    const captions = library.stored('use-state')?.tracks[0]?.key ?? ''
    const { videos } = await readStoredCatalogue(site.db)
    const comingPoster = videos.find(({ id }) => id === 'next')?.poster_key ?? ''
    for (const key of [film, captions, comingPoster]) {
      expect(await media.size(key)).toBeGreaterThan(0)
      expect((await site.client().fetch('GET', `/posters/${key}`)).status).toBe(404)
    }
    const poster = (await posterOf('kata')).replace('/posters/', '')
    for (const word of [
      '..%2f..%2fetc%2fpasswd',
      `..%2fmedia%2f${poster}`,
      poster.toUpperCase(),
      `${poster}%00`,
      '__proto__',
      'x',
    ])
      expect((await site.client().fetch('GET', `/posters/${word}`)).status).toBe(404)
  })
})

describe('GET /api/video/{id}/text', () => {
  test('sends everyone the description as a tree, also of a locked video', async () => {
    const [video] = (await site.client().call(calls.videos)).body.videos
    const reply = await site.client().call(calls.videoText, { params: { id: video?.id ?? '' } })
    expect(reply).toMatchObject({ status: 200, body: { text: richText(video?.description ?? '') } })
    expect(calls.videoText.replies[200].safeParse(reply.body).error).toBeUndefined()
  })

  test('answers 404 for a video that is not listed', async () => {
    const reply = await site.client().fetch('GET', '/api/video/nothing/text')
    expect(reply.status).toBe(404)
  })
})

test("moving the demo's clock lists newly published videos before it answers", async () => {
  const { database } = site.services
  const demo = await createTestApp({
    services: {
      database: { ...database, close: async () => undefined },
      clock: createMovableClock(0, () => new Date('2026-12-20T10:00:00Z')),
    },
  })
  const client = demo.client()
  const ids = async () => (await client.call(calls.videos)).body.videos.map(({ id }) => id)
  expect(await ids()).not.toContain('next')
  const advanced = await client.call(calls.advanceDemoClock, { body: { advance: 'P4D' } })
  expect(advanced).toMatchObject({ status: 200, body: { now: '2026-12-24T10:00:00.000Z' } })
  expect((await ids())[0]).toBe('next')
  await demo.close()
})
