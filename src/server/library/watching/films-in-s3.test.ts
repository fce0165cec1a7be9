import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { makePosterSizes } from '#server/library/catalogue/poster-sizes.ts'
import { MediaAway } from '#server/platform/outside/media-store.ts'
import { signedInAdmin } from '#support/admin.ts'
import { inLongForm } from '#support/rounds.ts'
import { type S3Server, startS3 } from '#support/s3-server.ts'
import { allRows } from '#support/stored/rows.ts'
import { createWatchingSite, films, type WatchingSite } from '#support/watching-site.ts'

let s3: S3Server
let site: WatchingSite
beforeAll(async () => {
  s3 = await startS3()
  site = await createWatchingSite(s3.settings)
})
afterEach(() => {
  s3.fault = undefined
})
afterAll(async () => {
  await site.close()
  await s3.stop()
})

const addressOf = async (client: Awaited<ReturnType<WatchingSite['viewer']>>['client']) =>
  (await client.call(calls.video, { params: { id: 'paid' } })).body

test('a film in S3 is sent whole and in ranges, with its captions', async () => {
  const { client } = await site.viewer()
  const { source, tracks } = await addressOf(client)
  expect((await client.fetch('GET', source.url)).raw.rawPayload.equals(films.paid)).toBe(true)
  for (const [first, last] of [
    // the storage of the tests mistakes 0 for no end
    [0, 1],
    [200_000, 700_000],
    [699_999, 700_000],
  ] as const) {
    const part = await client.fetch('GET', source.url, { headers: { range: `bytes=${first}-${last}` } })
    expect(part.status).toBe(206)
    expect(part.headers['content-range']).toBe(`bytes ${first}-${last}/700001`)
    expect(part.raw.rawPayload.equals(films.paid.subarray(first, last + 1))).toBe(true)
  }
  expect((await client.fetch('GET', tracks[0]?.src ?? '')).text).toContain('Guarded words')
})

test('while S3 is away, media get 503 with Retry-After, and every other page goes on', async () => {
  const { client } = await site.viewer()
  const { source, tracks } = await addressOf(client)
  // a film that is open, and captions that are not
  await client.fetch('GET', source.url, { headers: { range: 'bytes=0-9' } })
  await s3.close()
  try {
    for (const url of [source.url, tracks[0]?.src ?? '', site.freeFilm('free')]) {
      const refused = await client.fetch('GET', url, { headers: { range: 'bytes=0-9' } })
      expect([url, refused.status, refused.headers['retry-after']]).toEqual([url, 503, '5'])
      expect(refused.headers).toMatchObject({
        'cache-control': 'no-store',
        'content-type': 'application/problem+json; charset=utf-8',
      })
      expect(refused.headers).not.toHaveProperty('content-range')
      expect(refused.headers).not.toHaveProperty('etag')
    }
    for (const path of ['/', '/api/health/live', '/api/health/ready', calls.videos.path])
      expect([path, (await client.fetch('GET', path)).status]).toEqual([path, 200])
    expect((await client.fetch('GET', '/api/health/ready')).text).toContain(
      'the media storage does not answer',
    )
    // nothing is noted about a poster that could not be asked for
    await expect(makePosterSizes(site.services)).rejects.toThrow(MediaAway)
    expect(await allRows(site.db, 'poster')).toEqual([])
  } finally {
    await s3.open()
  }
  const part = await client.fetch('GET', source.url, { headers: { range: 'bytes=0-9' } })
  expect(part.raw.rawPayload.equals(films.paid.subarray(0, 10))).toBe(true)
})

test('while S3 is away, the desk says so of the space on the disk, and shows all else', async () => {
  const admin = await signedInAdmin(site)
  const reads = Object.values(calls as Readonly<Record<string, Call>>).filter(
    ({ method, actor, params }) => method === 'GET' && actor === 'admin' && !params,
  )
  expect(reads.length).toBeGreaterThan(40)
  await s3.close()
  try {
    const asked = await Promise.all(reads.map(({ path }) => admin.fetch('GET', path)))
    const failed = asked.flatMap(({ status, headers, problem }, place) =>
      status < 500 ? [] : [[reads[place]?.path, status, headers['retry-after'], problem?.detail]],
    )
    const sentence = 'The media storage does not answer at the moment. Please try again shortly!'
    expect(failed).toEqual([[calls.storageAtDesk.path, 503, '5', sentence]])
  } finally {
    await s3.open()
  }
  expect((await admin.call(calls.storageAtDesk)).status).toBe(200)
})

if (inLongForm)
  test('a film plays from S3 that replies late, and a silent one gets 503', async () => {
    const { client } = await site.viewer()
    const { source } = await addressOf(client)
    s3.fault = async (_, response) => {
      slowDown(response, 1_200)
      await wait(3_000)
      return false
    }
    const slow = await client.fetch('GET', source.url)
    expect([slow.status, slow.raw.rawPayload.equals(films.paid)]).toEqual([200, true])
    s3.fault = () => true
    const silent = await client.fetch('GET', source.url, { headers: { range: 'bytes=0-9' } })
    expect([silent.status, silent.headers['retry-after'], silent.problem?.code]).toEqual([
      503,
      '5',
      'media-away',
    ])
  })

/** Lets each chunk of a reply wait for so many milliseconds: the paid film has eleven. */
function slowDown(response: ServerResponse, ms: number): void {
  const { write, end } = response
  let sent: Promise<unknown> = Promise.resolve()
  response.write = (chunk: Buffer) => {
    sent = sent.then(() => wait(ms)).then(() => write.call(response, chunk, 'utf8'))
    return true
  }
  response.end = () => {
    void sent.then(() => end.call(response, undefined, 'utf8'))
    return response
  }
}

test('with MEDIA_DELIVERY=redirect the storage sends a film itself, to whom the site refers for a minute', async () => {
  const referring = await createWatchingSite({ ...s3.settings, MEDIA_DELIVERY: 'redirect' })
  onTestFinished(() => referring.close())
  const { client } = await referring.viewer()
  const { source, tracks } = await addressOf(client)
  for (const [address, film] of [
    [source.url, films.paid],
    [referring.freeFilm('free'), films.free],
  ] as const) {
    const referred = await client.fetch('GET', address, { headers: { range: 'bytes=0-9' } })
    expect([referred.status, referred.text]).toEqual([307, ''])
    expect(referred.headers).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    })
    const location = String(referred.headers.location)
    expect(location).toMatch(`${s3.place.endpoint}/films/site/`)
    const part = await fetch(location, { headers: { range: 'bytes=100-199' } })
    expect([part.status, part.headers.get('content-type')]).toEqual([206, 'video/mp4'])
    expect(Buffer.from(await part.arrayBuffer()).equals(film.subarray(100, 200))).toBe(true)
    // it opens this one film, and only to readers
    const { pathname, search } = new URL(location)
    const other = (await referring.services.media.keys()).find((key) => !pathname.endsWith(key)) ?? ''
    expect((await fetch(`${s3.place.endpoint}/films/site/${other}${search}`)).status).toBe(403)
    expect((await fetch(location, { method: 'DELETE' })).status).toBe(403)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    expect((await fetch(location)).status).toBe(403)
    vi.useRealTimers()
  }
  expect((await client.fetch('GET', tracks[0]?.src ?? '')).text).toContain('Guarded words')
  const { headers } = await client.fetch('HEAD', source.url)
  expect(headers['content-length']).toBe(String(films.paid.length))
  expect((await referring.client().fetch('GET', source.url)).status).toBe(403)
})
