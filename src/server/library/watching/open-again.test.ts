import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Viewing } from '#domain/catalogue/viewing.ts'
import { noteQuestions } from '#support/asked-questions.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { allRows } from '#support/stored/rows.ts'
import { changeSubscription } from '#support/stored/subscriptions.ts'
import type { TestClient } from '#support/test-client.ts'
import { createWatchingSite } from '#support/watching-site.ts'
import { removeGrantsOf } from './playback-grant.store.ts'
import { replaceViewing, viewingOf } from './watching.store.ts'

const site = openForTests(() => createWatchingSite())
beforeAll(async () => {
  // only what calls ask is counted, not looks at the catalogue in between
  await site.services.library.close()
  await site.services.siteFiles.close()
})
afterEach(() => vi.restoreAllMocks())

const open = async (client: TestClient, id = 'paid', player = 'tab') => {
  const { status, body } = await client.call(calls.video, { params: { id }, query: { player } })
  return status === 200 ? body.source.url : status
}
const grants = () => allRows(site.db, 'playback_grant')
const questions = () => noteQuestions(site.services.database)

describe('a player that asks again for the same video a moment later', () => {
  test('gets the same playback by one question, and no row is written', async () => {
    const { client } = await site.viewer()
    const url = await open(client)
    const before = await grants()
    await client.call(calls.userSession)
    const asked = questions()
    expect(await open(client)).toBe(url)
    expect(asked()).toEqual(['find-watchers'])
    vi.restoreAllMocks()
    expect(await grants()).toEqual(before)
  })

  test('gets another one after twenty seconds, since the first will soon not count as a stream', async () => {
    const { client } = await site.viewer()
    const url = await open(client)
    site.clock.advance({ seconds: 19 })
    expect(await open(client)).toBe(url)
    site.clock.advance({ seconds: 1 })
    expect(await open(client)).not.toBe(url)
  })

  test('gets a new one if the former has ended', async () => {
    const { client, userId } = await site.viewer()
    const url = await open(client)
    await removeGrantsOf(site.db, [userId])
    expect(await open(client)).not.toBe(url)
  })

  test('gets another one in another browser, by another name, and for another video', async () => {
    const [one, other] = [await site.viewer(), await site.viewer()]
    const urls = [await open(one.client), await open(other.client), await open(one.client, 'paid', 'two')]
    expect(new Set([...urls, await open(one.client, 'other')]).size).toBe(4)
  })

  test('gets none once the subscription has ended', async () => {
    const { client, accountId } = await site.viewer()
    await open(client)
    await changeSubscription(site.db, accountId, { status: 'cancelled' })
    expect(await open(client)).toBe(403)
  })
})

test('a signed-out player of a free video gets the same playback again until it is told another', async () => {
  const client = site.client()
  const first = await open(client, 'free')
  expect(await open(client, 'free')).toBe(first)
  const stranger = site.client()
  await stranger.csrfToken()
  expect(await open(stranger, 'free')).not.toBe(first)
})

test('a player that opens another video reads the right to watch again', async () => {
  const { client } = await site.viewer()
  await open(client)
  await client.call(calls.userSession)
  vi.restoreAllMocks()
  const asked = questions()
  expect(await open(client, 'other')).toMatch(/^\/media\//)
  expect(asked()).toEqual(['find-watchers', 'open-stream'])
})

describe('what is recorded about a viewer', () => {
  test('replaces what it was decided from, and nothing else', async () => {
    const { userId } = await site.viewer()
    const { database } = site.services
    const at = (positionSeconds: number) => ({ viewedAt: site.clock.now(), seen: false, positionSeconds })
    const replace = (before: Viewing | undefined, after: Viewing) =>
      replaceViewing(database, { userId, videoId: 'paid', before, after })
    expect(await replace(undefined, at(5))).toBe(true)
    expect(await replace(undefined, at(6))).toBe(false)
    expect(await replace(at(6), at(7))).toBe(false)
    expect(await replace(at(5), at(8.25))).toBe(true)
    expect(await viewingOf(database.db, userId, 'paid')).toEqual(at(8.25))
  })

  test('is kept of all that arrives at the same moment', async () => {
    const { client, userId } = await site.viewer()
    await open(client)
    await client.csrfToken()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        index % 2
          ? client.call(calls.markViewed, { params: { id: 'paid' } })
          : client.call(calls.keepPosition, {
              params: { id: 'paid' },
              body: { positionSeconds: 7, player: 'tab' },
            }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await viewingOf(site.db, userId, 'paid')).toMatchObject({
      seen: true,
      positionSeconds: 7,
    })
  })
})
