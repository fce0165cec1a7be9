import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { calls } from '#contract/calls.ts'
import { noteQuestions } from '#support/asked-questions.ts'
import { testEngine } from '#support/database.ts'
import { untilOneWaits } from '#support/held-lock.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { markConfirmed } from '#support/stored/contacts.ts'
import { markPresent } from '#support/stored/people.ts'
import { allRows } from '#support/stored/rows.ts'
import { changeSubscription } from '#support/stored/subscriptions.ts'
import { historyRevision, storeViewing, viewingsOf } from '#support/stored/watching.ts'
import type { TestClient } from '#support/test-client.ts'
import { createWatchingSite, type SignedInViewer } from '#support/watching-site.ts'
import { writeAsWatcher } from './watching-right.ts'

const site = openForTests(() => createWatchingSite())
beforeAll(async () => {
  // only what calls ask is counted, not looks at the catalogue and the desk's documents in between
  await site.services.library.close()
  await site.services.siteFiles.close()
})
afterEach(() => vi.restoreAllMocks())

const open = (client: TestClient, id = 'paid') =>
  client.call(calls.video, { params: { id }, query: { player: 'tab' } })
const keep = (client: TestClient, positionSeconds: number, id = 'paid') =>
  client.call(calls.keepPosition, { params: { id }, body: { positionSeconds, player: 'tab' } })
const view = (client: TestClient, id = 'paid') => client.call(calls.markViewed, { params: { id } })
const unview = (client: TestClient, id = 'paid') => client.call(calls.markUnseen, { params: { id } })

/** Names of the questions that `ask` puts to the database, once it is known who is signed in. */
async function questionsOf(client: TestClient, ask: () => Promise<unknown>): Promise<(string | undefined)[]> {
  await client.csrfToken()
  await client.call(calls.userSession)
  const asked = noteQuestions(site.services.database)
  await ask()
  const names = asked()
  vi.restoreAllMocks()
  return names
}

describe('of a viewer who has opened the video', () => {
  test.each([
    ['a position', (client: TestClient) => keep(client, 9), 'replace-viewing-and-mark-used'],
    ['a seen mark', view, 'replace-viewing'],
    ['another video', (client: TestClient) => open(client, 'other'), 'open-stream'],
  ] as const)('%s takes two queries: the right to watch, and the change', async (_, call, change) => {
    const { client } = await site.viewer()
    await open(client)
    expect(await questionsOf(client, () => call(client))).toEqual(['find-watchers', change])
  })

  test('the same video takes one, and an unseen mark needs no right', async () => {
    const { client } = await site.viewer()
    await open(client)
    expect(await questionsOf(client, () => open(client))).toEqual(['find-watchers'])
    expect(await questionsOf(client, () => unview(client))).toHaveLength(2)
  })

  test('a position that is the same again is not stored, and the history has not changed', async () => {
    const { client, userId } = await site.viewer()
    await open(client)
    await keep(client, 9)
    const before = await historyRevision(site.db, userId)
    site.clock.advance({ seconds: 10 })
    const { body } = await keep(client, 9)
    expect(Date.parse(body.expiresAt) - site.clock.real().getTime()).toBe(5 * 60_000)
    expect(await historyRevision(site.db, userId)).toBe(before)
  })
})

test('a removed user is asked to log in, also for free videos', async () => {
  const write = vi.fn(async () => true)
  const gone = async () => undefined
  const done = await writeAsWatcher(
    site.services,
    { userId: randomUUID(), video: { free: true } },
    gone,
    write,
  )
  expect(done).toMatchObject({ code: 'login-required' })
  expect(write).not.toHaveBeenCalled()
})

describe('changes of another process', () => {
  const at = new Date('2026-03-04T05:06:07.891Z')
  const elsewhere = (userId: string) =>
    storeViewing(site.db, { userId, videoId: 'paid', at, seen: true, seconds: 33 })

  test('a position keeps the seen mark, a seen mark the position', async () => {
    const [ada, bob] = [await site.viewer(), await site.viewer()]
    for (const { client, userId } of [ada, bob]) {
      await open(client)
      await elsewhere(userId)
    }
    expect((await keep(ada.client, 5)).body.positionSeconds).toBe(5)
    expect(await viewingsOf(site.db, ada.userId)).toMatchObject([{ at, seen: true, seconds: 5 }])
    await view(bob.client)
    expect(await viewingsOf(site.db, bob.userId)).toMatchObject([{ seen: true, seconds: 33 }])
  })

  test('a position equal to the last one here is stored if another one was stored there', async () => {
    const { client, userId } = await site.viewer()
    await open(client)
    await keep(client, 5)
    await elsewhere(userId)
    expect((await keep(client, 5)).status).toBe(200)
    expect(await viewingsOf(site.db, userId)).toMatchObject([{ at, seen: true, seconds: 5 }])
  })

  // the embedded database has one connection: no query waits for another one
  if (testEngine === 'postgresql')
    test('made concurrently are kept too', async () => {
      const { client, userId } = await site.viewer()
      await open(client)
      await keep(client, 5)
      const kept = await site.db.transaction().execute(async (trx) => {
        await storeViewing(trx, { userId, videoId: 'paid', at, seen: true, seconds: 33 })
        const answer = keep(client, 6)
        await untilOneWaits(site.services.database, '%insert into viewing (%')
        return { answer }
      })
      expect((await kept.answer).status).toBe(200)
      expect(await viewingsOf(site.db, userId)).toMatchObject([{ at, seen: true, seconds: 6 }])
    })

  test('an unseen mark removes a seen mark made there', async () => {
    const { client, userId } = await site.viewer()
    await open(client)
    await elsewhere(userId)
    expect((await unview(client)).body).toEqual({ seen: false, viewedAt: at.toISOString() })
    expect(await viewingsOf(site.db, userId)).toMatchObject([{ seen: false, seconds: 33 }])
  })

  test('playback resumes at the position stored there', async () => {
    const { client, userId } = await site.viewer()
    await open(client)
    await open(client, 'other')
    await elsewhere(userId)
    expect((await open(client)).body.positionSeconds).toBe(33)
  })
})

describe('a user who has lost the right to watch', () => {
  type Member = SignedInViewer & { colleagueId: string }
  /** Of an account with a licence for each of its two users; the viewer is the second one. */
  const member = async (): Promise<Member> => {
    const colleague = await site.viewer({ subscription: { license_count: 2 } })
    return { ...(await site.viewer({ accountId: colleague.accountId })), colleagueId: colleague.userId }
  }
  const change = ({ accountId }: Member, to: Parameters<typeof changeSubscription>[2]) =>
    changeSubscription(site.db, accountId, to)
  const losses: [string, (of: Member) => Promise<unknown>, string][] = [
    ['by a cancelled subscription', (of) => change(of, { status: 'cancelled' }), 'subscription-required'],
    ['by a date in the past', (of) => change(of, { until: new Date(0) }), 'subscription-required'],
    ['by fewer licences', (of) => change(of, { licenseCount: 1 }), 'subscription-required'],
    [
      'by an address that is not confirmed',
      ({ userId }) => markConfirmed(site.db, userId, null),
      'confirmation-required',
    ],
  ]

  const attempts: [string, (client: TestClient) => ReturnType<typeof open | typeof keep | typeof view>][] = [
    ['mark nothing', view],
    ['keep no position', (client) => keep(client, 6)],
    ['keep no stream', (client) => keep(client, 5)],
    ['open nothing else', (client) => open(client, 'other')],
    ['open nothing again', open],
  ]

  describe.each(attempts)('can %s', (_, call) => {
    test.each(losses)('%s', async (_by, lose, code) => {
      const of = await member()
      await canNoMore(of, () => lose(of), code)
    })

    test('by a colleague who was restored', async () => {
      const of = await member()
      await site.removeUser(of.colleagueId)
      await change(of, { licenseCount: 1 })
      await canNoMore(of, () => markPresent(site.db, of.colleagueId), 'subscription-required')
    })

    async function canNoMore({ client, userId }: Member, lose: () => Promise<unknown>, code: string) {
      expect((await open(client)).status).toBe(200)
      expect((await keep(client, 5)).status).toBe(200)
      const before = [await allRows(site.db, 'playback_grant'), await viewingsOf(site.db, userId)]
      await lose()
      site.clock.advance({ seconds: 1 })
      expect((await call(client)).problem?.code).toBe(code)
      expect([await allRows(site.db, 'playback_grant'), await viewingsOf(site.db, userId)]).toEqual(before)
    }
  })

  test('regains it as soon as it is granted again', async () => {
    const of = await member()
    await open(of.client)
    await change(of, { licenseCount: 1 })
    expect((await keep(of.client, 5)).problem?.code).toBe('subscription-required')
    await change(of, { licenseCount: 2 })
    expect((await keep(of.client, 5)).status).toBe(200)
    expect((await view(of.client)).status).toBe(200)
  })
})
