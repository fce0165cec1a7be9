import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { HistoryPlace } from '#contract/library/library.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { watchedAt } from '#support/stored/watching.ts'
import type { TestClient } from '#support/test-client.ts'
import { createWatchingSite } from '#support/watching-site.ts'
import { historyOf } from './watching.store.ts'

const site = openForTests(() => createWatchingSite())

const history = (client: TestClient, ifNoneMatch?: string) =>
  client.call(calls.videoHistory, {
    headers: ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch },
  })
const view = (client: TestClient, id: string) => client.call(calls.markViewed, { params: { id } })
const etagOf = async (client: TestClient) => String((await history(client)).headers.etag)

test('the newest comes first; viewing again brings a video to the top', async () => {
  const { client } = await site.viewer()
  for (const id of ['free', 'paid', 'other', 'free']) {
    await view(client, id)
    site.clock.advance({ minutes: 1 })
  }
  const ids = (await history(client)).body.history.map((entry) => entry.videoId)
  expect(ids).toEqual(['free', 'other', 'paid'])
})

describe('a long history', () => {
  test('is read page by page, each entry once, also of one instant and of parts of a millisecond', async () => {
    const { userId, client } = await site.viewer()
    const ids = ['free', 'paid', 'other', 'fourth', 'fifth']
    for (const id of ['fourth', 'fifth']) await site.addVideo(id, Buffer.from(id))
    for (const id of ids) await view(client, id)
    await watchedAt(site.db, { userId, videoIds: ids, at: '2026-11-01T10:00:00.000100Z' })
    await watchedAt(site.db, { userId, videoIds: ['free', 'fourth'], at: '2026-11-01T10:00:00.000900Z' })
    const order = ['fourth', 'free', 'fifth', 'other', 'paid']
    for (const limit of [1, 2, 3, 4, 5]) {
      const read: string[] = []
      let from: HistoryPlace | undefined
      do {
        const page = await historyOf(site.db, userId, { from, limit })
        expect(page.entries.length).toBeLessThanOrEqual(limit)
        read.push(...page.entries.map(({ videoId }) => videoId))
        from = page.next
      } while (from)
      expect(read).toEqual(order)
    }

    const { next } = await historyOf(site.db, userId, { limit: 2 })
    const { body } = await client.call(calls.videoHistory, { query: next ?? {} })
    expect(body.history.map(({ videoId }) => videoId)).toEqual(order.slice(2))
    expect(body).not.toHaveProperty('next')
  })

  test.each(['yesterday', '0000-01-01T00:00:00Z', '2026-02-30T00:00:00Z'])(
    'is not read from %s on',
    async (viewedBefore) => {
      const { client } = await site.viewer()
      const reply = await client.call(calls.videoHistory, { query: { viewedBefore, videoId: 'free' } })
      expect(reply.problem?.code).toBe('invalid')
    },
  )
})

test('signed out it does not exist', async () => {
  expect((await history(site.client())).problem?.code).toBe('login-required')
})

describe('the ETag', () => {
  test('answers 304 without a body while nothing has changed', async () => {
    const { client } = await site.viewer()
    await view(client, 'paid')
    const etag = await etagOf(client)
    const again = await history(client, etag)
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag])
    expect(again.headers['cache-control']).toBe('private, no-store')
    expect((await history(client, `W/${etag}`)).status).toBe(304)
    expect((await history(client, '"something-else"')).status).toBe(200)
  })

  test.each([
    ['a video viewed', true, (client: TestClient) => view(client, 'other')],
    ['one viewed again later', true, (client: TestClient) => view(client, 'paid')],
    [
      'a mark taken away',
      true,
      (client: TestClient) => client.call(calls.markUnseen, { params: { id: 'paid' } }),
    ],
    ['another position', true, (client: TestClient) => position(client, 'paid', 31)],
    ['the same position', false, (client: TestClient) => position(client, 'paid', 30)],
    [
      'a mark taken from a video never viewed',
      false,
      (client: TestClient) => client.call(calls.markUnseen, { params: { id: 'other' } }),
    ],
    [
      'a favourite',
      false,
      (client: TestClient) => client.call(calls.addFavourite, { params: { id: 'paid' } }),
    ],
    [
      'a playback opened',
      false,
      (client: TestClient) => client.call(calls.video, { params: { id: 'paid' } }),
    ],
    ['a refused call', false, (client: TestClient) => view(client, 'nothing')],
  ])('%s: changed is %s', async (_, changes, act) => {
    const { client } = await site.viewer()
    await view(client, 'paid')
    await position(client, 'paid', 30)
    site.clock.advance({ minutes: 1 })
    const before = await etagOf(client)
    await act(client)
    expect((await etagOf(client)) !== before).toBe(changes)
  })

  test('another viewer’s changes leave it, and their tag is never taken for mine', async () => {
    const [ada, bob] = [await site.viewer(), await site.viewer()]
    await view(ada.client, 'paid')
    const etag = await etagOf(ada.client)
    await view(bob.client, 'other')
    expect(await etagOf(ada.client)).toBe(etag)
    const answer = await history(bob.client, etag)
    expect([answer.status, answer.body.history.map((entry) => entry.videoId)]).toEqual([200, ['other']])
  })

  test('of an empty history is one, too', async () => {
    const { client } = await site.viewer()
    const { body, headers } = await history(client)
    expect(body).toEqual({ history: [] })
    expect((await history(client, String(headers.etag))).status).toBe(304)
  })
})

async function position(client: TestClient, id: string, positionSeconds: number) {
  await client.call(calls.video, { params: { id } })
  await client.call(calls.keepPosition, { params: { id }, body: { positionSeconds } })
}
