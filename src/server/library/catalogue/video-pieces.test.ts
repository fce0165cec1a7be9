import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Video, VideoPiece } from '#contract/library/library.ts'
import type { Carried } from '#contract/site/carried.ts'
import { piecesShownFirst } from '#domain/catalogue/library-pieces.ts'
import { importCatalogue } from '#server/library/write/import-catalogue.ts'
import { catalogueFolder, goodCatalogue } from '#support/catalogue-folder.ts'
import { generateLibrary } from '#support/generate-library.ts'
import { setFree, setRevision } from '#support/stored/library.ts'
import { createTestApp, type TestApp } from '#support/test-app.ts'

const count = 6_000
let large: TestApp
let small: TestApp

beforeAll(async () => {
  large = await createTestApp()
  await generateLibrary(large.services.database, { videos: count })
  await large.services.library.refresh()
  small = await createTestApp()
  await importCatalogue(small.services, catalogueFolder(goodCatalogue))
  await small.services.library.refresh()
})
afterAll(async () => {
  await large.close()
  await small.close()
})

const listOf = async (site: TestApp) => (await site.client().call(calls.videoPieces)).body.pieces
const pieceOf = (site: TestApp, key: string) => site.client().call(calls.videoPiece, { params: { key } })
const videosOf = async (site: TestApp, pieces: readonly VideoPiece[]) => {
  const videos: Video[] = []
  for (const { key } of pieces) videos.push(...(await pieceOf(site, key)).body.videos)
  return videos
}
const documentOf = (site: TestApp, path: string) =>
  site
    .client()
    .fetch('GET', path, { headers: { accept: 'text/html' } })
    .then(({ text }) => ({
      text,
      carried: JSON.parse(/id="carried">(.*?)<\/script>/.exec(text)?.[1] ?? '{}') as Carried,
    }))

describe('the pieces of a large library', () => {
  test('are all its videos in their order, and say how many each holds', async () => {
    const pieces = await listOf(large)
    expect(pieces.length).toBeGreaterThan(3)
    const { videos } = (await large.client().call(calls.videos)).body
    expect(await videosOf(large, pieces)).toEqual(videos)
    for (const { key, count: videosInPiece } of pieces)
      expect((await pieceOf(large, key)).body.videos).toHaveLength(videosInPiece)
  })

  test('are kept by browsers for good, in each encoding', async () => {
    const [{ key } = { key: '' }] = await listOf(large)
    const get = (headers: Record<string, string>) =>
      large.app.inject({ url: `/api/videos/pieces/${key}`, headers: { host: 'localhost:3000', ...headers } })
    const plain = await get({})
    expect(plain.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    })
    const br = await get({ 'accept-encoding': 'br' })
    expect(br.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
    const zipped = await get({ 'accept-encoding': 'gzip' })
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body)
    expect((await get({ 'if-none-match': String(plain.headers.etag) })).statusCode).toBe(304)
  })

  test('are listed again on request, and not a second time', async () => {
    const list = await large.client().fetch('GET', calls.videoPieces.path)
    expect(list.headers['cache-control']).toBe('public, no-cache')
    const again = await large
      .client()
      .fetch('GET', calls.videoPieces.path, { headers: { 'if-none-match': String(list.headers.etag) } })
    expect(again.status).toBe(304)
  })

  test('of a key that none has are not found', async () => {
    expect(await pieceOf(large, 'no-such-piece')).toMatchObject({ status: 404, body: { code: 'not-found' } })
  })
})

describe('a small library', () => {
  test('is one piece', async () => {
    const pieces = await listOf(small)
    const { videos } = (await small.client().call(calls.videos)).body
    expect(pieces).toEqual([{ key: expect.any(String), count: videos.length }])
    expect(await videosOf(small, pieces)).toEqual(videos)
  })

  test('is read whole by the page of every document', async () => {
    const { text, carried } = await documentOf(small, '/content')
    expect(text).toContain('href="/api/videos"')
    expect(text).not.toContain('/api/videos/pieces')
    expect(carried).not.toHaveProperty('videoPieces')
    expect(carried).not.toHaveProperty('labels')
  })
})

describe('the document of a large library', () => {
  test.each(['/content', '/content/video/video-1', '/content/video/video-2'])(
    '%s has the list of pieces with it, and asks for the newest and not for the whole',
    async (path) => {
      const { text, carried } = await documentOf(large, path)
      const pieces = await listOf(large)
      expect(carried.videoPieces).toEqual(pieces)
      const asked = [...text.matchAll(/as="fetch"[^>]* href="(\/api\/videos[^"]*)"/g)].map(([, to]) => to)
      expect(asked).toEqual(piecesShownFirst(pieces).map(({ key }) => `/api/videos/pieces/${key}`))
    },
  )

  test('says how many videos have each tag and version', async () => {
    const { videos } = (await large.client().call(calls.videos)).body
    const { labels } = (await documentOf(large, '/content')).carried
    const withTag = videos.filter(({ tags }) => tags.includes('tag-7')).length
    expect(Object.fromEntries(labels?.tags ?? [])).toMatchObject({ 'tag-7': withTag })
    const withVersion = videos.filter(({ versions }) => versions.includes('react-9')).length
    expect(Object.fromEntries(labels?.versions ?? [])).toMatchObject({ 'react-9': withVersion })
  })

  test('has none if the page reads the whole library, or nothing of it', async () => {
    expect((await documentOf(large, '/')).text).toContain('href="/api/videos"')
    expect((await documentOf(large, '/')).carried).not.toHaveProperty('videoPieces')
    expect((await documentOf(large, '/pricing')).carried).not.toHaveProperty('videoPieces')
  })
})

test('after a change, only the piece that holds it is another, and those that were listed before it are still answered', async () => {
  const change = async ({ id, free }: Video, revision: number) => {
    await setFree(large.db, id, !free)
    await setRevision(large.db, revision)
    await large.services.library.refresh()
  }
  const before = await listOf(large)
  const key = before[2]?.key ?? ''
  const [video] = (await pieceOf(large, key)).body.videos
  if (!video) throw new Error('the piece is empty')

  await change(video, 2)
  const now = await listOf(large)
  expect(now.map((piece) => before.findIndex((one) => one.key === piece.key))).toEqual(
    before.map((_, place) => (place === 2 ? -1 : place)),
  )
  expect(await videosOf(large, now)).toEqual((await large.client().call(calls.videos)).body.videos)
  expect((await pieceOf(large, key)).body.videos[0]).toEqual(video)

  // an older list is not used any more
  const [other] = (await pieceOf(large, now[1]?.key ?? '')).body.videos
  if (!other) throw new Error('the piece is empty')
  await change(other, 3)
  expect((await pieceOf(large, key)).status).toBe(404)
})
