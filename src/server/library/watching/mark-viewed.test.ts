import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { createWatchingSite } from '#support/watching-site.ts'

const site = openForTests(() => createWatchingSite())

describe('seen', () => {
  test('the start of playback marks a video as seen, at business time', async () => {
    const { client } = await site.viewer({ subscription: { until: new Date('2099-01-01') } })
    site.clock.advanceBusiness({ days: 3 })
    const { status, body } = await client.call(calls.markViewed, { params: { id: 'paid' } })
    expect(status).toBe(200)
    expect(body).toEqual({ seen: true, viewedAt: site.clock.now().toISOString() })
    expect((await client.call(calls.videoHistory)).body.history).toEqual([
      { videoId: 'paid', viewedAt: site.clock.now().toISOString(), seen: true, positionSeconds: 0 },
    ])
  })

  test.each([
    ['signed out', async () => site.client(), 'free', 'login-required'],
    [
      'without a subscription',
      async () => (await site.viewer({ subscription: undefined })).client,
      'paid',
      'subscription-required',
    ],
    [
      'unconfirmed',
      async () => (await site.viewer({ confirmed: false })).client,
      'paid',
      'confirmation-required',
    ],
    ['an unknown video', async () => (await site.viewer()).client, 'nothing', 'not-found'],
    ['a withdrawn video', async () => (await site.viewer()).client, 'withdrawn', 'not-found'],
  ] as const)('%s, nothing can be marked as seen', async (_, who, id, code) => {
    const client = await who()
    expect((await client.call(calls.markViewed, { params: { id } })).problem?.code).toBe(code)
  })

  test('a free video can be seen without a subscription', async () => {
    const { client } = await site.viewer({ subscription: undefined })
    expect((await client.call(calls.markViewed, { params: { id: 'free' } })).body.seen).toBe(true)
  })
})

describe('unseen', () => {
  test('the mark goes, the history keeps the video and the position', async () => {
    const { client } = await site.viewer()
    const viewedAt = site.clock.now().toISOString()
    await client.call(calls.markViewed, { params: { id: 'paid' } })
    site.clock.advance({ minutes: 1 })
    const { status, body } = await client.call(calls.markUnseen, { params: { id: 'paid' } })
    expect([status, body]).toEqual([200, { seen: false, viewedAt }])
    const { history } = (await client.call(calls.videoHistory)).body
    expect(history).toEqual([{ videoId: 'paid', viewedAt, seen: false, positionSeconds: 0 }])
  })

  test('a video that was never viewed stays out of the history', async () => {
    const { client } = await site.viewer()
    expect((await client.call(calls.markUnseen, { params: { id: 'paid' } })).body).toEqual({ seen: false })
    expect((await client.call(calls.videoHistory)).body.history).toEqual([])
  })

  test('it needs no subscription: the note is the viewer’s own', async () => {
    const until = new Date(site.clock.now().getTime() + 60_000)
    const { client } = await site.viewer({ subscription: { until } })
    await client.call(calls.markViewed, { params: { id: 'paid' } })
    site.clock.advanceBusiness({ minutes: 2 })
    expect((await client.call(calls.markUnseen, { params: { id: 'paid' } })).body.seen).toBe(false)
  })

  test('of one viewer leaves the mark of another', async () => {
    const [ada, bob] = [await site.viewer(), await site.viewer()]
    for (const { client } of [ada, bob]) await client.call(calls.markViewed, { params: { id: 'paid' } })
    await ada.client.call(calls.markUnseen, { params: { id: 'paid' } })
    expect((await bob.client.call(calls.videoHistory)).body.history).toMatchObject([{ seen: true }])
  })

  test.each(['nothing', 'withdrawn'])('%s is not found', async (id) => {
    const { client } = await site.viewer()
    expect((await client.call(calls.markUnseen, { params: { id } })).status).toBe(404)
  })
})
