import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import fastify from 'fastify'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { calls } from '#contract/calls.ts'
import { createPlaybackGrants } from '#server/library/watching/playback-grants.ts'
import { registerMedia } from '#server/library/watching/serve-media.ts'
import { silentLog } from '#support/database.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { runs } from '#support/rounds.ts'
import { setFree, setRevision } from '#support/stored/library.ts'
import type { TestClient } from '#support/test-client.ts'
import { createWatchingSite, films } from '#support/watching-site.ts'
import { createOpenStreams } from './open-streams.ts'

let client: TestClient
let film: string
const size = films.paid.length
const site = openForTests(() => createWatchingSite({ STREAMS_PER_USER: '100' }))
beforeAll(async () => {
  client = (await site.viewer()).client
  film = await filmOf(client, 'paid')
})

const filmOf = async (of: TestClient, id: string) =>
  (await of.call(calls.video, { params: { id } })).body.source.url
const fetchFilm = (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
  client.fetch(method, film, { headers })

describe('a range of a film', () => {
  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=0-1', 0, 1],
    ['bytes=100-', 100, size - 1],
    ['bytes=-100', size - 100, size - 1],
    [`bytes=-${size + 1}`, 0, size - 1],
    [`bytes=${size - 1}-${size + 500}`, size - 1, size - 1],
    // across the pieces in which it is read
    ['bytes=262143-262145', 262_143, 262_145],
    ['bytes=0-', 0, size - 1],
  ])('%s is answered 206 with exactly its bytes', async (range, first, last) => {
    const { status, headers, raw } = await fetchFilm({ range })
    expect(status).toBe(206)
    expect(headers).toMatchObject({
      'content-range': `bytes ${first}-${last}/${size}`,
      'content-length': String(last - first + 1),
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
    })
    expect(raw.rawPayload.equals(films.paid.subarray(first, last + 1))).toBe(true)
  })

  test('any range equals the same slice of the file', async () => {
    const number = fc.oneof(fc.nat(size - 1), fc.nat(300_000))
    await fc.assert(
      fc.asyncProperty(number, number, async (one, other) => {
        const [first, last] = [Math.min(one, other), Math.max(one, other)]
        const { status, raw } = await fetchFilm({ range: `bytes=${first}-${last}` })
        expect(status).toBe(206)
        expect(raw.rawPayload.equals(films.paid.subarray(first, last + 1))).toBe(true)
      }),
      { numRuns: runs(50) },
    )
  })

  test.each([`bytes=${size}-`, `bytes=${size}-${size + 5}`, 'bytes=-0'])(
    '%s is answered 416 with the size',
    async (range) => {
      const { status, problem, headers } = await fetchFilm({ range })
      expect([status, problem?.code]).toEqual([416, 'range-not-satisfiable'])
      expect(headers['content-range']).toBe(`bytes */${size}`)
    },
  )

  test.each(['bytes=5-2', 'bytes=x', 'lines=1-2', 'bytes=0-1,5-6', 'bytes=0-,0-,0-,0-,0-,0-,0-,0-'])(
    '%s is ignored: the whole film comes once',
    async (range) => {
      const { status, headers, raw } = await fetchFilm({ range })
      expect([status, headers['content-length'], headers['content-range']]).toEqual([
        200,
        String(size),
        undefined,
      ])
      expect(raw.rawPayload.equals(films.paid)).toBe(true)
    },
  )
})

describe('conditions', () => {
  test('a range of bytes that the browser knows is continued, of any other film the whole is sent', async () => {
    const { headers } = await fetchFilm({})
    const etag = String(headers.etag)
    expect(etag).toMatch(/^"[^"]+"$/)
    const range = 'bytes=10-19'
    expect((await fetchFilm({ range, 'if-range': etag })).status).toBe(206)
    for (const other of [`W/${etag}`, '"another"', 'Wed, 21 Oct 2026 07:28:00 GMT'])
      expect((await fetchFilm({ range, 'if-range': other })).status).toBe(200)
  })

  test('the ETag belongs to the bytes, not to the grant', async () => {
    const again = await client.fetch('GET', await filmOf(client, 'paid'))
    expect(again.headers.etag).toBe((await fetchFilm({})).headers.etag)
    expect(again.headers.etag).not.toContain(film.split('/')[2])
  })

  test('If-None-Match is answered 304', async () => {
    const etag = String((await fetchFilm({})).headers.etag)
    const { status, text } = await fetchFilm({ 'if-none-match': etag, range: 'bytes=0-1' })
    expect([status, text]).toEqual([304, ''])
  })
})

test('HEAD returns size and type without a body, for any range', async () => {
  for (const headers of [{}, { range: 'bytes=0-9' }]) {
    const answer = await fetchFilm(headers, 'HEAD')
    expect([answer.status, answer.text]).toEqual([200, ''])
    expect(answer.headers).toMatchObject({ 'content-length': String(size), 'accept-ranges': 'bytes' })
  }
})

test('an empty film is answered as such', async () => {
  await site.addVideo('empty', Buffer.alloc(0))
  const url = await filmOf(client, 'empty')
  const answer = await client.fetch('GET', url)
  expect([answer.status, answer.headers['content-length'], answer.text]).toEqual([200, '0', ''])
  expect((await client.fetch('GET', url, { headers: { range: 'bytes=0-' } })).status).toBe(416)
})

describe('a reader', () => {
  const long = randomBytes(32 * 1024 * 1024)

  /** The media route alone, so that the sweep of open streams can be called. */
  async function mediaSite() {
    const { services } = site
    const streams = createOpenStreams(silentLog)
    const app = fastify()
    registerMedia(app, services, { grants: createPlaybackGrants(services), streams, films: services.media })
    await app.listen({ port: 0, host: '127.0.0.1' })
    onTestFinished(async () => {
      await streams.close()
      app.server.closeAllConnections()
      await app.close()
    })
    if (!services.library.video('long')) await site.addVideo('long', long)
    const opened = vi.spyOn(services.media, 'open')
    const granted = await filmOf(client, 'long')
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return {
      streams,
      /** Whether everything that was opened is closed again. */
      async allClosed() {
        const media = await Promise.all(
          opened.mock.results.map((result) => result.value as ReturnType<typeof services.media.open>),
        )
        const reads = await Promise.allSettled(media.map((medium) => medium?.read(Buffer.alloc(1), 1, 0)))
        return reads.length > 0 && reads.every(({ status }) => status === 'rejected')
      },
      async read(path = granted): Promise<IncomingMessage> {
        const { port } = app.server.address() as AddressInfo
        const [answer] = await once(get({ port, path, agent: false, headers: { cookie } }), 'response')
        return answer as IncomingMessage
      },
    }
  }

  /** Reads one piece and then nothing, until the sender has filled everything in between. */
  async function pause(answer: IncomingMessage): Promise<void> {
    await once(answer, 'readable')
    answer.read(1)
    for (let before = -1; before !== answer.socket.bytesRead; ) {
      before = answer.socket.bytesRead
      await wait(100)
    }
  }

  /** The remaining bytes. */
  async function rest(answer: IncomingMessage): Promise<number> {
    let received = 0
    for await (const chunk of answer) received += (chunk as Buffer).length
    return received
  }

  test('who pauses for four minutes gets the rest', async () => {
    const { read, streams, allClosed } = await mediaSite()
    const answer = await read()
    await pause(answer)
    site.clock.advanceReal({ minutes: 4 })
    await streams.sweep()
    expect(streams.size).toBe(1)
    expect(await rest(answer)).toBe(long.length - 1)
    await vi.waitFor(async () => expect([streams.size, await allClosed()]).toEqual([0, true]))
  })

  test('who pauses beyond the life of the grant is cut, and everything is given back', async () => {
    const { read, streams, allClosed } = await mediaSite()
    const answer = await read()
    await pause(answer)
    site.clock.advanceReal({ minutes: 5 })
    await streams.sweep()
    await expect(rest(answer)).rejects.toThrow('aborted')
    await vi.waitFor(async () => expect([streams.size, await allClosed()]).toEqual([0, true]))
  })

  describe('of a free film, who needs no grant', () => {
    let free: string
    const idle = () => {
      const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 3_600_000)
      onTestFinished(() => now.mockRestore())
    }
    beforeAll(async () => {
      await site.addVideo('long-free', long, { free: true })
      free = site.freeFilm('long-free')
    })

    test('may read for hours', async () => {
      const { read, streams } = await mediaSite()
      const answer = await read(free)
      await pause(answer)
      for (let hour = 0; hour < 3; hour += 1) {
        site.clock.advanceReal({ hours: 1 })
        await streams.sweep()
      }
      expect(await rest(answer)).toBe(long.length - 1)
    })

    test('and pauses is cut after five minutes, as with a grant', async () => {
      const { read, streams } = await mediaSite()
      const answer = await read(free)
      await pause(answer)
      idle()
      site.clock.advanceReal({ minutes: 4, seconds: 59 })
      await streams.sweep()
      await new Promise(setImmediate)
      expect(streams.size).toBe(1)
      site.clock.advanceReal({ seconds: 1 })
      await streams.sweep()
      await expect(rest(answer)).rejects.toThrow('aborted')
      await vi.waitFor(() => expect(streams.size).toBe(0))
    })

    test('is cut when it stops being free', async () => {
      const { read, streams } = await mediaSite()
      const answer = await read(free)
      await pause(answer)
      await setFree(site.db, 'long-free', false)
      await setRevision(site.db, 90)
      await site.services.library.refresh()
      await streams.sweep()
      await expect(rest(answer)).rejects.toThrow('aborted')
    })
  })

  test('who goes away gives everything back at once', async () => {
    const { read, streams, allClosed } = await mediaSite()
    const answer = await read()
    await pause(answer)
    expect([streams.size, await allClosed()]).toEqual([1, false])
    answer.destroy()
    await vi.waitFor(async () => expect([streams.size, await allClosed()]).toEqual([0, true]))
  })
})
