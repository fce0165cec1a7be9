import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { setFree, setRevision, withdrawVideo } from '#support/stored/library.ts'
import type { TestClient } from '#support/test-client.ts'
import {
  captionsOfPaid,
  createWatchingSite,
  films,
  type SignedInViewer,
  sheetOfPaid,
} from '#support/watching-site.ts'

let port: number
const site = openForTests(() => createWatchingSite())
beforeAll(async () => {
  await site.app.listen({ port: 0, host: '127.0.0.1' })
  port = (site.app.server.address() as AddressInfo).port
})

const open = (client: TestClient, id: string) => client.call(calls.video, { params: { id } })
const filmOf = async (client: TestClient, id: string) => (await open(client, id)).body.source.url
const statusOf = async (client: TestClient, url: string) => (await client.fetch('GET', url)).status
const soon = () => new Date(site.clock.now().getTime() + 3_600_000)
const later = () => new Date(soon().getTime() + 30 * 86_400_000)

/** Every guarded address that a viewer is given. */
async function crawl({ client }: SignedInViewer): Promise<string[]> {
  const { videos } = (await client.call(calls.videos)).body
  const playbacks = await Promise.all(videos.map(({ id }) => open(client, id)))
  return playbacks.flatMap(({ body }) => [
    body.source.url,
    ...(body.sizes ?? []).slice(1).map((size) => size.url),
    ...body.tracks.map((track) => track.src),
    ...(body.storyboard ? [body.storyboard.url] : []),
  ])
}

describe('the holder of a grant', () => {
  test('gets the film in both sizes, whole and in ranges', async () => {
    const { client } = await site.viewer()
    const { source, sizes } = (await open(client, 'paid')).body
    const grant = source.url.split('/')[2]
    expect(sizes).toEqual([
      { height: 1080, kilobitsPerSecond: 93, url: source.url },
      { height: 720, kilobitsPerSecond: 40, url: `/media/${grant}/film.720.mp4` },
    ])
    for (const [place, bytes] of [films.paid, films.smallPaid].entries()) {
      const url = sizes?.[place]?.url ?? ''
      expect((await client.fetch('GET', url)).raw.rawPayload.equals(bytes)).toBe(true)
      const range = await client.fetch('GET', url, { headers: { range: 'bytes=200000-' } })
      expect([range.status, range.raw.rawPayload.equals(bytes.subarray(200_000))]).toEqual([206, true])
      expect((await client.fetch('HEAD', url)).headers['content-length']).toBe(String(bytes.length))
    }
    expect((await open(client, 'other')).body.sizes).toBeUndefined()
    const otherGrant = (await filmOf(client, 'other')).split('/')[2]
    expect(await statusOf(client, `/media/${otherGrant}/film.720.mp4`)).toBe(404)
  })

  test('gets film, captions, chapters and storyboard, kept by no cache', async () => {
    const { client } = await site.viewer()
    const { body } = await open(client, 'paid')
    const [film, captions, chapters, sheet] = await Promise.all(
      [body.source.url, ...body.tracks.map((track) => track.src), body.storyboard?.url ?? ''].map((url) =>
        client.fetch('GET', url),
      ),
    )
    expect(film?.raw.rawPayload.equals(films.paid)).toBe(true)
    expect(captions?.text).toBe(captionsOfPaid)
    expect(chapters?.text).toContain('00:00:30.000 --> 00:01:00.000\nMore')
    expect(sheet?.raw.rawPayload.equals(sheetOfPaid)).toBe(true)
    expect([film, captions, chapters, sheet].map((answer) => answer?.headers['content-type'])).toEqual([
      'video/mp4',
      'text/vtt; charset=utf-8',
      'text/vtt; charset=utf-8',
      'image/webp',
    ])
    for (const answer of [film, captions, chapters, sheet])
      expect(answer?.headers).toMatchObject({
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      })
  })

  test.each(['captions.de.vtt', 'film.webm', 'FILM.MP4', '..', '%2e%2e%2ffilm.mp4', 'constructor'])(
    'does not find %s, which the video does not have',
    async (name) => {
      const { client } = await site.viewer()
      const url = await filmOf(client, 'paid')
      expect([404, 400]).toContain(await statusOf(client, url.replace('film.mp4', name)))
    },
  )

  test('does not get another video by it', async () => {
    const { client } = await site.viewer()
    const [paid, other] = [await filmOf(client, 'paid'), await filmOf(client, 'other')]
    const captions = paid.replace('film.mp4', 'captions.en.vtt')
    expect(await statusOf(client, captions)).toBe(200)
    const token = other.split('/')[2] ?? ''
    expect(await statusOf(client, `/media/${token}/captions.en.vtt`)).toBe(404)
    expect((await client.fetch('GET', other)).raw.rawPayload.equals(films.other)).toBe(true)
  })
})

describe('no byte without the right (every guarded address of a viewer, asked for by others)', () => {
  test.each([
    ['nobody in particular', async () => site.client()],
    [
      'a signed-out browser with a grant of its own',
      async () => {
        const client = site.client()
        await open(client, 'free')
        return client
      },
    ],
    [
      'another viewer without a subscription',
      async () => (await site.viewer({ subscription: undefined })).client,
    ],
    ['another subscriber', async () => (await site.viewer()).client],
  ] as const)('%s', async (_, who) => {
    const addresses = await crawl(await site.viewer())
    expect(addresses).toHaveLength(7)
    const foreign = await who()
    for (const url of addresses) {
      for (const path of spellings(url)) {
        for (const method of ['GET', 'HEAD'] as const) {
          for (const headers of [{}, { range: 'bytes=0-9' }, { range: 'bytes=-5', 'if-range': '"x"' }]) {
            const answer = await ask(method, path, { ...headers, ...cookies(foreign) })
            expect([path, [403, 404].includes(answer.status)]).toEqual([path, true])
            // the page of an address that leads nowhere, where the spelling is no media path at all
            expect(answer.type).toMatch(/^(application\/problem\+json|text\/html)/)
          }
        }
        const read = await ask('GET', path, cookies(foreign))
        expect(holdsGuardedBytes(read.body)).toBe(false)
      }
    }
  })

  test('the viewer, with one character of the grant changed', async () => {
    const { client } = await site.viewer()
    const { sizes = [] } = (await open(client, 'paid')).body
    const [url = '', smallUrl = ''] = sizes.map((size) => size.url)
    for (const address of [url, smallUrl])
      for (let at = '/media/'.length; at < '/media/'.length + 43; at++) {
        const other = address[at] === 'A' ? 'B' : 'A'
        expect(await statusOf(client, address.slice(0, at) + other + address.slice(at + 1))).toBe(403)
      }
    for (const token of ['', 'x', `${url.split('/')[2]}A`, url.split('/')[2]?.slice(1), "' or 1=1--"])
      expect([403, 404]).toContain(
        await statusOf(client, `/media/${encodeURIComponent(token ?? '')}/film.mp4`),
      )
  })

  test('the viewer, after five minutes without a sign of playing', async () => {
    const viewer = await site.viewer()
    const addresses = await crawl(viewer)
    site.clock.advanceReal({ minutes: 4, seconds: 59 })
    for (const url of addresses) expect(await statusOf(viewer.client, url)).toBe(200)
    site.clock.advanceReal({ seconds: 1 })
    for (const url of addresses)
      expect((await viewer.client.fetch('GET', url)).problem?.code).toBe('media-refused')
  })

  test('the viewer, after signing out', async () => {
    const { client } = await site.viewer()
    const url = await filmOf(client, 'paid')
    const copied = new Map(client.cookies)
    await client.call(calls.logout)
    expect(await statusOf(client, url)).toBe(403)
    for (const [name, value] of copied) client.cookies.set(name, value)
    expect(await statusOf(client, url)).toBe(403)
  })
})

describe('a film that plays on', () => {
  test('plays for an hour by one address; a copy of it dies within minutes after', async () => {
    const { client } = await site.viewer()
    const url = await filmOf(client, 'paid')
    for (let minute = 1; minute <= 60; minute++) {
      site.clock.advance({ minutes: 1 })
      // the token of writes lives 15 minutes
      if (minute % 10 === 0) client.forgetCsrfToken()
      const kept = await client.call(calls.keepPosition, {
        params: { id: 'paid' },
        body: { positionSeconds: minute % 60 },
      })
      const { status } = await client.fetch('GET', url, { headers: { range: 'bytes=0-99' } })
      expect([minute, kept.status, status]).toEqual([minute, 200, 206])
    }
    site.clock.advance({ minutes: 6 })
    expect(await statusOf(client, url)).toBe(403)
  })

  test.each([
    ['subscription does', () => ({ until: soon() })],
    [
      'pause of the subscription begins',
      () => ({ status: 'active', until: later(), pausedFrom: soon(), pausedUntil: later() }) as const,
    ],
  ])('ends when the %s, in each size', async (_, subscription) => {
    const { client } = await site.viewer({ subscription: subscription() })
    const [paid, free] = [await filmOf(client, 'paid'), await filmOf(client, 'free')]
    const small = paid.replace('film.mp4', 'film.720.mp4')
    for (const url of [paid, small]) expect(await statusOf(client, url)).toBe(200)
    site.clock.advanceBusiness({ hours: 2 })
    for (const url of [paid, small]) expect(await statusOf(client, url)).toBe(403)
    expect(await statusOf(client, free)).toBe(200)
  })

  test('ends when the user is removed, also a free one', async () => {
    const { client, userId } = await site.viewer()
    const addresses = [await filmOf(client, 'paid'), await filmOf(client, 'free')]
    for (const url of addresses) expect(await statusOf(client, url)).toBe(200)
    await site.removeUser(userId)
    for (const url of addresses) expect(await statusOf(client, url)).toBe(403)
  })

  test('ends when the video leaves the catalogue', async () => {
    const { client } = await site.viewer()
    const url = await filmOf(client, 'other')
    const { database, library } = site.services
    const withdraw = async (at: Date | null, revision: number) => {
      await withdrawVideo(database.db, 'other', at)
      await setRevision(database.db, revision)
      await library.refresh()
    }
    await withdraw(site.clock.now(), 2)
    expect(await statusOf(client, url)).toBe(403)
    await withdraw(null, 3)
    expect(await statusOf(client, url)).toBe(200)
  })
})

describe('the film of a free video, which its document begins to load', () => {
  let address: string
  beforeAll(() => {
    address = site.freeFilm('free')
  })

  test('is served to everyone, as a whole or in ranges, and not cached', async () => {
    const client = site.client()
    const whole = await client.fetch('GET', address)
    expect(whole.raw.rawPayload.equals(films.free)).toBe(true)
    expect(whole.headers).toMatchObject({
      'content-type': 'video/mp4',
      'cache-control': 'private, no-store',
      'cross-origin-resource-policy': 'same-origin',
    })
    const range = await client.fetch('GET', address, { headers: { range: 'bytes=5-9' } })
    expect([range.status, range.raw.rawPayload]).toEqual([206, films.free.subarray(5, 10)])
    expect((await client.fetch('HEAD', address)).headers['content-length']).toBe(String(films.free.length))
    expect(client.cookies.size).toBe(0)
  })

  test.each(['paid', 'other', 'gone', 'nothing', 'constructor', '__proto__', '%2e%2e%2fpaid', 'free%00'])(
    'is not %s',
    async (id) => {
      const { client } = await site.viewer()
      for (const who of [client, site.client()])
        for (const method of ['GET', 'HEAD'] as const) {
          const film = site.services.library.stored(id)?.filmKey ?? `${'0'.repeat(64)}.mp4`
          const { status, raw } = await who.fetch(method, `/media/free/${id}/${film}`)
          expect([400, 403, 404]).toContain(status)
          expect(holdsGuardedBytes(raw.rawPayload)).toBe(false)
        }
    },
  )

  test.each(['captions.en.vtt', 'chapters.vtt', 'storyboard.webp', 'film.webm'])(
    'is not its %s',
    async (name) => {
      expect(await statusOf(site.client(), `/media/free/free/${name}`)).toBe(403)
    },
  )

  test('is refused as soon as it is no longer free, also to current readers', async () => {
    const { database, library } = site.services
    const become = async (free: boolean, revision: number) => {
      await setFree(database.db, 'free', free)
      await setRevision(database.db, revision)
      await library.refresh()
    }
    await become(false, 4)
    expect(await statusOf(site.client(), address)).toBe(403)
    await become(true, 5)
    expect(await statusOf(site.client(), address)).toBe(200)
  })
})

test('other methods are not known here', async () => {
  const { client } = await site.viewer()
  const url = await filmOf(client, 'paid')
  expect((await client.fetch('POST', url, { body: {} })).status).toBe(405)
})

/** The same address in the spellings that have opened doors elsewhere. */
function spellings(url: string): string[] {
  const [, , token = '', file = ''] = url.split('/')
  return [
    url,
    `${url}/`,
    `${url}?download=1`,
    `/media/${token}/%66ilm.mp4`,
    `/media/${token}/film.720%2emp4`,
    `/media/${token}/%2e%2e%2f${token}%2f${file}`,
    `/media/${token}/../${token}/${file}`,
    `/media/x/../${token}/${file}`,
    `/media//${token}/${file}`,
    `//media/${token}/${file}`,
    `/MEDIA/${token}/${file}`,
    `/media/${token}%00/${file}`,
    `/media/${token}/${file}%00`,
    `/posters/${token}`,
  ]
}

function cookies(client: TestClient): Record<string, string> {
  return { cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
}

/** A request whose path is sent literally, which test clients do not do. */
async function ask(method: 'GET' | 'HEAD', path: string, headers: Record<string, string>) {
  const sent = request({ port, method, path, agent: false, headers: { host: 'localhost:3000', ...headers } })
  sent.end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk)
  return {
    status: answer.statusCode ?? 0,
    type: String(answer.headers['content-type']),
    body: Buffer.concat(chunks),
  }
}

function holdsGuardedBytes(body: Buffer): boolean {
  return (
    [...Object.values(films), sheetOfPaid].some((bytes) => body.includes(bytes.subarray(0, 16))) ||
    body.includes('Guarded words')
  )
}
