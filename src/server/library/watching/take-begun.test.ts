import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { openForTests } from '#support/open-for-tests.ts'
import type { TestClient } from '#support/test-client.ts'
import { createWatchingSite } from '#support/watching-site.ts'

const site = openForTests(() => createWatchingSite())

const ago = (minutes: number) => new Date(site.clock.now().getTime() - minutes * 60_000).toISOString()
const begun = (videoId: string, change: object = {}) => ({
  videoId,
  viewedAt: ago(10),
  seen: true,
  positionSeconds: 20,
  ...change,
})
const take = (client: TestClient, ...films: unknown[]) =>
  client.call(calls.takeBegun, { body: { begun: films } })
const history = async (client: TestClient) => (await client.call(calls.videoHistory)).body.history

test('a film that a visitor began counts: seen mark, place and time', async () => {
  const { client } = await site.viewer()
  const film = begun('free')
  expect((await take(client, film)).status).toBe(200)
  expect(await history(client)).toEqual([film])
  expect((await client.call(calls.video, { params: { id: 'free' } })).body.positionSeconds).toBe(20)
})

test('newer entries of the server stay', async () => {
  const { client } = await site.viewer()
  await client.call(calls.markViewed, { params: { id: 'free' } })
  await client.call(calls.markUnseen, { params: { id: 'free' } })
  const known = await history(client)
  await take(client, begun('free'), begun('free', { viewedAt: known[0]?.viewedAt ?? '' }))
  expect(await history(client)).toEqual(known)
})

test('sent twice it changes nothing more', async () => {
  const { client } = await site.viewer()
  await take(client, begun('free'))
  await client.call(calls.markUnseen, { params: { id: 'free' } })
  const known = await history(client)
  await take(client, begun('free'))
  expect(await history(client)).toEqual(known)
})

test("an entry newer than the server's replaces it", async () => {
  const { client } = await site.viewer()
  await client.call(calls.markViewed, { params: { id: 'free' } })
  // before the token of the page is too old
  site.clock.advance({ minutes: 12 })
  await take(client, begun('free', { seen: false }))
  expect(await history(client)).toEqual([begun('free')])
})

test('no instant is in the future, and no position past the end', async () => {
  const { client } = await site.viewer()
  await take(client, begun('free', { viewedAt: ago(-500), positionSeconds: 999_999 }))
  expect(await history(client)).toEqual([begun('free', { viewedAt: ago(0), positionSeconds: 60 })])
})

test('films that are unknown, withdrawn or not to be watched are left out, and others are not', async () => {
  const { client } = await site.viewer({ subscription: { until: new Date(0) } })
  const films = ['nothing', 'withdrawn', 'paid', 'free'].map((id) => begun(id))
  expect((await take(client, ...films)).status).toBe(200)
  expect(await history(client)).toEqual([begun('free')])
})

test('requires a session, and at most fifty entries', async () => {
  expect((await take(site.client(), begun('free'))).status).toBe(401)
  const { client } = await site.viewer()
  const many = Array.from({ length: 51 }, () => begun('free'))
  expect((await take(client, ...many)).status).toBe(422)
  expect(await history(client)).toEqual([])
})
