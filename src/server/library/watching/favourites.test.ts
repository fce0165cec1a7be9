import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { storeFavourite } from '#support/stored/watching.ts'
import type { TestClient } from '#support/test-client.ts'
import { createWatchingSite } from '#support/watching-site.ts'

const site = openForTests(() => createWatchingSite())

const add = (client: TestClient, id: string) => client.call(calls.addFavourite, { params: { id } })
const remove = (client: TestClient, id: string) => client.call(calls.removeFavourite, { params: { id } })

test('favourites are answered in the order in which they were added', async () => {
  const { client } = await site.viewer()
  expect((await add(client, 'paid')).body).toEqual({ favourites: ['paid'] })
  site.clock.advance({ minutes: 1 })
  expect((await add(client, 'free')).body).toEqual({ favourites: ['paid', 'free'] })
  expect((await remove(client, 'paid')).body).toEqual({ favourites: ['free'] })
})

test('repeating changes nothing, also at the same time', async () => {
  const { client } = await site.viewer()
  await client.csrfToken()
  await Promise.all([add(client, 'paid'), add(client, 'paid'), add(client, 'paid')])
  expect((await add(client, 'paid')).body.favourites).toEqual(['paid'])
  await remove(client, 'paid')
  expect((await remove(client, 'paid')).body).toEqual({ favourites: [] })
})

test('a user who cannot watch yet may collect favourites', async () => {
  const { client } = await site.viewer({ subscription: undefined })
  expect((await add(client, 'paid')).body.favourites).toEqual(['paid'])
})

test('favourites are the viewer’s own', async () => {
  const [ada, bob] = [await site.viewer(), await site.viewer()]
  await add(ada.client, 'paid')
  expect((await add(bob.client, 'free')).body.favourites).toEqual(['free'])
  await remove(bob.client, 'paid')
  expect((await add(ada.client, 'paid')).body.favourites).toEqual(['paid'])
})

test.each(['nothing', 'withdrawn'])('%s is not found', async (id) => {
  const { client } = await site.viewer()
  expect([(await add(client, id)).status, (await remove(client, id)).status]).toEqual([404, 404])
})

test('signed out they do not exist', async () => {
  expect((await add(site.client(), 'free')).problem?.code).toBe('login-required')
})

test('a favourite that was withdrawn is in neither answers nor session', async () => {
  const { client, userId } = await site.viewer()
  await storeFavourite(site.db, userId, 'withdrawn', new Date(0))
  expect((await add(client, 'paid')).body).toEqual({ favourites: ['paid'] })
  const { body } = await client.call(calls.userSession)
  expect(body).toMatchObject({ favourites: ['paid'] })
})
