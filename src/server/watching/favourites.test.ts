import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { TestClient } from '#support/test-client.ts'
import { createWatchingSite, type WatchingSite } from '#support/watching-site.ts'

let site: WatchingSite
beforeAll(async () => {
  site = await createWatchingSite()
})
afterAll(() => site.close())

const favour = (client: TestClient, id: string) => client.call(calls.addFavourite, { params: { id } })
const unfavour = (client: TestClient, id: string) => client.call(calls.removeFavourite, { params: { id } })

test('favourites are answered in the order in which they were added', async () => {
  const { client } = await site.viewer()
  expect((await favour(client, 'paid')).body).toEqual({ favourites: ['paid'] })
  site.clock.advance({ minutes: 1 })
  expect((await favour(client, 'free')).body).toEqual({ favourites: ['paid', 'free'] })
  expect((await unfavour(client, 'paid')).body).toEqual({ favourites: ['free'] })
})

test('repeating changes nothing, also at the same time', async () => {
  const { client } = await site.viewer()
  await client.csrfToken()
  await Promise.all([favour(client, 'paid'), favour(client, 'paid'), favour(client, 'paid')])
  expect((await favour(client, 'paid')).body.favourites).toEqual(['paid'])
  await unfavour(client, 'paid')
  expect((await unfavour(client, 'paid')).body).toEqual({ favourites: [] })
})

test('whoever cannot watch yet may collect favourites all the same', async () => {
  const { client } = await site.viewer({ subscription: undefined })
  expect((await favour(client, 'paid')).body.favourites).toEqual(['paid'])
})

test('favourites are the viewer’s own', async () => {
  const [ada, bob] = [await site.viewer(), await site.viewer()]
  await favour(ada.client, 'paid')
  expect((await favour(bob.client, 'free')).body.favourites).toEqual(['free'])
  await unfavour(bob.client, 'paid')
  expect((await favour(ada.client, 'paid')).body.favourites).toEqual(['paid'])
})

test.each(['nothing', 'withdrawn'])('%s is not found', async (id) => {
  const { client } = await site.viewer()
  expect([(await favour(client, id)).status, (await unfavour(client, id)).status]).toEqual([404, 404])
})

test('signed out there are none', async () => {
  expect((await favour(site.client(), 'free')).problem?.code).toBe('login-required')
})
