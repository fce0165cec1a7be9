import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { testEngine } from '#support/database.ts'
import { whileHeld } from '#support/held-lock.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { fillBookmarks } from '#support/stored/watching.ts'
import type { TestClient } from '#support/test-client.ts'
import { createWatchingSite } from '#support/watching-site.ts'
import { lockBookmarks } from './bookmark.store.ts'

const site = openForTests(() => createWatchingSite())

const read = (client: TestClient, id = 'paid') => client.call(calls.bookmarks, { params: { id } })
const set = (client: TestClient, second: number | string, word: string, id = 'paid') =>
  client.call(calls.setBookmark, { params: { id, second: String(second) }, body: { word } })
const remove = (client: TestClient, second: number, id = 'paid') =>
  client.call(calls.removeBookmark, { params: { id, second: String(second) } })

test('bookmarks of a film are answered in its order, whenever they were set', async () => {
  const { client } = await site.viewer()
  expect((await read(client)).body).toEqual({ bookmarks: [] })
  await set(client, 90, 'the bug')
  await set(client, 7, '  the hook ')
  await set(client, 3, 'elsewhere', 'free')
  const both = [
    { second: 7, word: 'the hook' },
    { second: 90, word: 'the bug' },
  ]
  expect((await read(client)).body).toEqual({ bookmarks: both })
  expect((await set(client, 90, 'the fix')).body.bookmarks[1]).toEqual({ second: 90, word: 'the fix' })
  expect((await remove(client, 90)).body).toEqual({ bookmarks: both.slice(0, 1) })
  expect((await remove(client, 90)).body).toEqual({ bookmarks: both.slice(0, 1) })
})

test('a user who cannot watch yet may read, set and remove them', async () => {
  const { client } = await site.viewer({ subscription: undefined })
  expect((await set(client, 1, 'later')).status).toBe(200)
})

test('the same second of another film is another bookmark', async () => {
  const { client } = await site.viewer()
  await set(client, 7, 'here')
  await set(client, 8, 'here too')
  await set(client, 7, 'there', 'free')
  await remove(client, 7)
  expect((await read(client)).body.bookmarks).toEqual([{ second: 8, word: 'here too' }])
  expect((await read(client, 'free')).body.bookmarks).toEqual([{ second: 7, word: 'there' }])
})

test('they are the viewer’s own', async () => {
  const [ada, bob] = [await site.viewer(), await site.viewer()]
  await set(ada.client, 7, 'private')
  expect((await read(bob.client)).body.bookmarks).toEqual([])
  await set(bob.client, 7, 'of Bob')
  await remove(bob.client, 7)
  expect((await read(ada.client)).body.bookmarks).toEqual([{ second: 7, word: 'private' }])
})

describe('there is an end to them', () => {
  test('100 in a film; a word can still be replaced', async () => {
    const viewer = await site.viewer()
    await fill(viewer.userId, 'paid', 99)
    await viewer.client.csrfToken()
    const atOnce = await Promise.all([1, 2, 3, 4, 5].map((n) => set(viewer.client, 500 + n, 'the last')))
    expect(atOnce.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await set(viewer.client, 600, 'c')).problem?.code).toBe('too-many-bookmarks')
    expect((await set(viewer.client, 0, 'another')).status).toBe(200)
    expect((await set(viewer.client, 1, 'elsewhere', 'free')).status).toBe(200)
  })

  // the embedded database has one connection
  if (testEngine === 'postgresql')
    test('those that another request adds meanwhile count', async () => {
      const viewer = await site.viewer()
      await viewer.client.csrfToken()
      const { problem } = await whileHeld(
        site.services.database,
        (trx) => lockBookmarks(trx, viewer.userId),
        () => set(viewer.client, 500, 'one too many'),
        (trx) => fillBookmarks(trx, { ...viewer, videoId: 'paid', count: 100, at: site.clock.now() }),
      )
      expect(problem?.code).toBe('too-many-bookmarks')
    })

  test('2,000 in all films', async () => {
    const viewer = await site.viewer()
    await fill(viewer.userId, 'free', 2_000)
    expect((await set(viewer.client, 1, 'one too many')).problem?.code).toBe('too-many-bookmarks')
  })
})

function fill(userId: string, videoId: string, count: number): Promise<void> {
  return fillBookmarks(site.db, { userId, videoId, count, at: site.clock.now() })
}

test.each([
  ['no word', 7, '', 'invalid'],
  ['spaces', 7, '   ', 'invalid'],
  ['a long word', 7, 'x'.repeat(61), 'invalid'],
  ['two lines', 7, 'a\nb', 'invalid'],
  ['half a second', '7.5', 'x', 'not-found'],
  ['a second before the film', '-1', 'x', 'not-found'],
  ['a second after years', '1000000', 'x', 'not-found'],
])('%s cannot be bookmarked', async (_, second, word, code) => {
  const { client } = await site.viewer()
  expect((await set(client, second, word)).problem?.code).toBe(code)
  expect((await read(client)).body.bookmarks).toEqual([])
})

test.each(['nothing', 'withdrawn'])('%s is not found', async (id) => {
  const { client } = await site.viewer()
  const answers = [await read(client, id), await set(client, 1, 'x', id), await remove(client, 1, id)]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
})

test('signed out they do not exist', async () => {
  expect((await read(site.client())).problem?.code).toBe('login-required')
})
