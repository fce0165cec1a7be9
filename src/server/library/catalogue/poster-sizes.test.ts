import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { posterCopy } from '#contract/library/poster.ts'
import { importCatalogue } from '#server/library/write/import-catalogue.ts'
import { catalogueFolder, goodCatalogue } from '#support/catalogue-folder.ts'
import { emptyTables } from '#support/stored/rows.ts'
import { testApp } from '#support/test-app.ts'
import { readRevision } from './library.store.ts'
import { makePosterSizes } from './poster-sizes.ts'

const drawing = readFileSync(resolve(import.meta.dirname, '../../../../content/craft/event-fold/poster.webp'))

const site = testApp()
beforeEach(() => emptyTables(site.db, 'poster'))

/** Imports a library with one video with this poster, and returns that video as listed. */
async function withPoster(name: string, bytes: Buffer) {
  const folder = catalogueFolder({
    'react/category.md': goodCatalogue['react/category.md'],
    'react/jsx/video.md': goodCatalogue['react/jsx/video.md'],
    'react/jsx/film.mp4': goodCatalogue['react/jsx/film.mp4'],
    [`react/jsx/poster.${name}`]: bytes,
  })
  expect(await importCatalogue(site.services, folder)).toMatchObject({ videos: 1 })
  return listed()
}

async function listed() {
  await site.services.library.refresh()
  const { body } = await site.client().call(calls.videos)
  expect(calls.videos.replies[200].safeParse(body).error).toBeUndefined()
  const [video] = body.videos
  if (video?.thumbnailUrl === undefined) throw new Error('the video has no poster')
  return { ...video, thumbnailUrl: video.thumbnailUrl }
}

/** Pixels of noise, which no copy draws in fewer bytes. */
const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })

test('a site that stops leaves the posters to its next start', async () => {
  await withPoster('webp', await sharp(drawing).flop().webp().toBuffer())
  await makePosterSizes({ ...site.services, stopping: AbortSignal.abort() })
  expect(await listed()).not.toHaveProperty('thumbnailWidths')
  await makePosterSizes(site.services)
  expect(await listed()).toHaveProperty('thumbnailWidths')
})

test('an imported poster is served as it is, until its copies in three widths are made', async () => {
  expect(await withPoster('webp', drawing)).not.toHaveProperty('thumbnailWidths')
  expect(await makePosterSizes(site.services)).toBe('done')
  const { thumbnailUrl, thumbnailWidths } = await listed()
  expect(thumbnailWidths).toEqual([320, 480, 720])
  let before = 0
  for (const width of thumbnailWidths ?? []) {
    const reply = await site.client().fetch('GET', posterCopy(thumbnailUrl, width))
    expect(reply.status).toBe(200)
    expect(reply.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    const copy = await sharp(reply.raw.rawPayload).metadata()
    expect([copy.width, copy.height]).toEqual([width, (width * 9) / 16])
    expect(reply.raw.rawPayload.length).toBeGreaterThan(before)
    before = reply.raw.rawPayload.length
  }
  expect(before).toBeLessThan(drawing.length / 2)
})

test('copies are made once', async () => {
  await withPoster('webp', drawing)
  await makePosterSizes(site.services)
  const revision = await readRevision(site.db)
  await makePosterSizes(site.services)
  expect(await readRevision(site.db)).toBe(revision)
})

test('no copy is wider than its poster, and all keep its shape', async () => {
  const poster = await noise(400, 300).png().toBuffer()
  await withPoster('png', poster)
  await makePosterSizes(site.services)
  const { thumbnailUrl, thumbnailWidths } = await listed()
  expect(thumbnailWidths).toEqual([320, 400])
  const reply = await site.client().fetch('GET', posterCopy(thumbnailUrl, 320))
  expect((await sharp(reply.raw.rawPayload).metadata()).height).toBe(240)
})

test('a picture rotated in its file is upright in its copies', async () => {
  const sideways = await noise(300, 400).withMetadata({ orientation: 6 }).jpeg({ quality: 100 }).toBuffer()
  await withPoster('jpg', sideways)
  await makePosterSizes(site.services)
  const { thumbnailUrl, thumbnailWidths } = await listed()
  expect(thumbnailWidths).toEqual([320, 400])
  const { width, height } = await sharp(
    (await site.client().fetch('GET', posterCopy(thumbnailUrl, 400))).raw.rawPayload,
  ).metadata()
  expect([width, height]).toEqual([400, 300])
})

test.each([
  ['is smaller than its copies would be', async () => noise(64, 36).webp({ quality: 1 }).toBuffer()],
  ['cannot be read', async () => Buffer.concat([drawing.subarray(0, 40), randomBytes(400)])],
  [
    'moves',
    async () => {
      const pictures = await Promise.all([1, 2].map(() => noise(900, 500).png().toBuffer()))
      return sharp(pictures, { join: { animated: true } })
        .webp({ quality: 100 })
        .toBuffer()
    },
  ],
])('a poster that %s is served as it is, and not tried again', async (_, poster) => {
  await withPoster('webp', await poster())
  expect(await makePosterSizes(site.services)).toBe('done')
  expect(await listed()).not.toHaveProperty('thumbnailWidths')
  const revision = await readRevision(site.db)
  await makePosterSizes(site.services)
  expect(await readRevision(site.db)).toBe(revision)
})

test('without room for copies, posters are served as they are and tried again', async () => {
  await withPoster('webp', drawing)
  const media = { ...site.services.media, put: async () => ({ refused: 'no-space' as const }) }
  expect(await makePosterSizes({ ...site.services, media })).toBe('failed')
  expect(await listed()).not.toHaveProperty('thumbnailWidths')
  expect(await makePosterSizes(site.services)).toBe('done')
  expect((await listed()).thumbnailWidths).toEqual([320, 480, 720])
})
