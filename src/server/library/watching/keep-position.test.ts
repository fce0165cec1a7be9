import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { openForTests } from '#support/open-for-tests.ts'
import type { TestClient } from '#support/test-client.ts'
import { createWatchingSite } from '#support/watching-site.ts'

const site = openForTests(() => createWatchingSite())

const open = (client: TestClient, id: string) => client.call(calls.video, { params: { id } })
const keep = (client: TestClient, id: string, positionSeconds: unknown) =>
  client.call(calls.keepPosition, { params: { id }, body: { positionSeconds } })
const history = async (client: TestClient) => (await client.call(calls.videoHistory)).body.history

describe('the position of a viewer', () => {
  test('is kept without marking the video as seen, and extends the grant by five minutes from now', async () => {
    const { client } = await site.viewer()
    await open(client, 'paid')
    site.clock.advance({ minutes: 3 })
    const { status, body } = await keep(client, 'paid', 20)
    expect(status).toBe(200)
    expect(body.positionSeconds).toBe(20)
    expect(Date.parse(body.expiresAt) - site.clock.real().getTime()).toBe(5 * 60_000)
    expect(await history(client)).toMatchObject([{ videoId: 'paid', seen: false, positionSeconds: 20 }])
  })

  test('does not take the seen mark, nor move the video up in the history', async () => {
    const { client } = await site.viewer()
    await client.call(calls.markViewed, { params: { id: 'paid' } })
    site.clock.advance({ minutes: 1 })
    await client.call(calls.markViewed, { params: { id: 'other' } })
    site.clock.advance({ minutes: 1 })
    await open(client, 'paid')
    await keep(client, 'paid', 20)
    expect(await history(client)).toMatchObject([
      { videoId: 'other', seen: true },
      { videoId: 'paid', seen: true, positionSeconds: 20 },
    ])
  })

  test('beyond the end is the end', async () => {
    const { client } = await site.viewer()
    await open(client, 'paid')
    expect((await keep(client, 'paid', 999_999)).body.positionSeconds).toBe(60)
  })

  test('belongs to the viewer alone', async () => {
    const [ada, bob] = [await site.viewer(), await site.viewer()]
    await open(ada.client, 'paid')
    await keep(ada.client, 'paid', 23.375)
    await open(bob.client, 'paid')
    for (const answer of [await open(bob.client, 'paid'), await bob.client.call(calls.videoHistory)])
      expect(answer.text).not.toContain('23.375')
    await keep(bob.client, 'paid', 5)
    expect(await history(ada.client)).toMatchObject([{ positionSeconds: 23.375 }])
  })

  test('arriving together with the seen mark, both are kept', async () => {
    const { client } = await site.viewer()
    await open(client, 'paid')
    await client.csrfToken()
    await Promise.all([
      keep(client, 'paid', 12),
      client.call(calls.markViewed, { params: { id: 'paid' } }),
      keep(client, 'paid', 12),
    ])
    expect(await history(client)).toMatchObject([{ seen: true, positionSeconds: 12 }])
  })
})

test('positions of one browser that arrive together are all kept, however many playbacks it has open', async () => {
  const client = site.client()
  for (let opened = 0; opened < 12; opened += 1) await open(client, 'free')
  await client.csrfToken()
  for (let round = 0; round < 8; round += 1) {
    const answers = await Promise.all(Array.from({ length: 9 }, (_, at) => keep(client, 'free', at)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 200))
  }
})

describe('the grant', () => {
  test('a signed-out viewer of a free video extends it, and no position is kept', async () => {
    const client = site.client()
    await open(client, 'free')
    const { status, body } = await keep(client, 'free', 30)
    expect([status, body.positionSeconds]).toEqual([200, 30])
    expect((await open(client, 'free')).body.positionSeconds).toBe(0)
  })

  test('that has expired is not revived; the position is stored anyway', async () => {
    const { client } = await site.viewer()
    await open(client, 'paid')
    site.clock.advance({ minutes: 6 })
    expect((await keep(client, 'paid', 25)).problem?.code).toBe('media-refused')
    expect((await open(client, 'paid')).body.positionSeconds).toBe(25)
  })

  test('of another video, or of another browser, is not extended', async () => {
    const { client } = await site.viewer()
    const { body } = await open(client, 'paid')
    expect((await keep(client, 'other', 1)).problem?.code).toBe('media-refused')
    const bob = await site.viewer()
    expect((await keep(bob.client, 'paid', 1)).problem?.code).toBe('media-refused')
    site.clock.advance({ minutes: 6 })
    expect((await client.fetch('GET', body.source.url)).problem?.code).toBe('media-refused')
  })

  test.each(['over', 'paused'])(
    'is not extended once the subscription is %s, and no position is stored',
    async (now) => {
      const soon = new Date(site.clock.now().getTime() + 3_600_000)
      const later = new Date(soon.getTime() + 30 * 86_400_000)
      const paused = { status: 'active', until: later, pausedFrom: soon, pausedUntil: later } as const
      const { client } = await site.viewer({ subscription: now === 'paused' ? paused : { until: soon } })
      await open(client, 'paid')
      site.clock.advanceBusiness({ hours: 2 })
      expect((await keep(client, 'paid', 9)).problem?.code).toBe('subscription-required')
      expect(await history(client)).toEqual([])
    },
  )

  test('signed out, a video that is not free asks to log in', async () => {
    expect((await keep(site.client(), 'paid', 9)).problem?.code).toBe('login-required')
  })
})

test.each([
  ['below zero', -1],
  ['no number', '12'],
  ['beyond any film', 1_000_001],
  ['nothing', undefined],
])('a position that is %s is refused', async (_, position) => {
  const { client } = await site.viewer()
  await open(client, 'paid')
  expect((await keep(client, 'paid', position)).problem?.code).toBe('invalid')
})

test('an unknown or withdrawn video is not found', async () => {
  const { client } = await site.viewer()
  for (const id of ['nothing', 'withdrawn']) expect((await keep(client, id, 1)).status).toBe(404)
})

test('without a CSRF token nothing is kept', async () => {
  const { client } = await site.viewer()
  await open(client, 'paid')
  const refused = await client.call(calls.keepPosition, {
    params: { id: 'paid' },
    body: { positionSeconds: 7 },
    csrf: 'none',
  })
  expect(refused.problem?.code).toBe('csrf')
  expect(await history(client)).toEqual([])
})
