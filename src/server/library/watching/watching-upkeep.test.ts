import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { createWatchingSite } from '#support/watching-site.ts'
import { forgetExpiredGrants } from './watching-upkeep.ts'

const site = openForTests(() => createWatchingSite())

test('grants that have run out are removed, living ones stay', async () => {
  const { client } = await site.viewer()
  const open = (id: string) => client.call(calls.video, { params: { id } })
  await open('paid')
  await open('other')
  site.clock.advance({ minutes: 4 })
  const living = await open('free')
  await client.call(calls.keepPosition, { params: { id: 'other' }, body: { positionSeconds: 1 } })
  site.clock.advance({ minutes: 1 })
  expect(await forgetExpiredGrants(site.services)).toBe(1)
  expect((await client.fetch('GET', living.body.source.url)).status).toBe(200)
  site.clock.advance({ minutes: 5 })
  expect(await forgetExpiredGrants(site.services)).toBe(2)
  expect(await forgetExpiredGrants(site.services)).toBe(0)
})

test('the demo’s moved business clock ends no grant', async () => {
  const { client } = await site.viewer({ subscription: { until: new Date('2099-01-01') } })
  const { body } = await client.call(calls.video, { params: { id: 'paid' } })
  site.clock.advanceBusiness({ days: 30 })
  expect(await forgetExpiredGrants(site.services)).toBe(0)
  expect((await client.fetch('GET', body.source.url)).status).toBe(200)
})
