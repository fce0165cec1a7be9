import { describe, expect, test, vi } from 'vitest'
import { calls } from '#contract/calls.ts'
import { createApp } from '#server/app.ts'
import { cookieName } from '#server/platform/http/cookies.ts'
import { testEngine } from '#support/database.ts'
import { untilOneWaits, whileHeld } from '#support/held-lock.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { changeSessions } from '#support/stored/sessions.ts'
import {
  grantsExpire,
  grantsLastUsed,
  lockGrant,
  openVideosOf,
  storeGrants,
  unlockedGrants,
} from '#support/stored/watching.ts'
import { TestClient } from '#support/test-client.ts'
import { createWatchingSite, type SignedInViewer } from '#support/watching-site.ts'
import { markUsed } from './stream.store.ts'
import { lockHistory } from './watching.store.ts'

const site = openForTests(() => createWatchingSite())

type Browser = Pick<SignedInViewer, 'client'>

const open = ({ client }: Browser, id: string, player?: string) =>
  client.call(calls.video, { params: { id }, ...(player !== undefined && { query: { player } }) })
const outcome = async (answer: ReturnType<typeof open>) => {
  const { status, problem } = await answer
  return problem?.code ?? status
}
const report = ({ client }: Browser, id: string, player?: string) =>
  client.call(calls.keepPosition, { params: { id }, body: { positionSeconds: 5, player } })
const read = ({ client }: Browser, url: string) => client.fetch('GET', url).then(({ status }) => status)
const openThree = async (viewer: Browser) => {
  const opened = [await open(viewer, 'paid'), await open(viewer, 'other'), await open(viewer, 'free')]
  expect(opened.map(({ status }) => status)).toEqual([200, 200, 200])
  return opened.map(({ body }) => body.source.url) as [string, string, string]
}

// The embedded database has one connection, so transactions never wait for each other there.
if (testEngine === 'postgresql')
  test('two position calls cannot deadlock: both lock the streams of a browser in one order', async () => {
    const now = site.clock.real()
    const browserHash = Buffer.alloc(32, 9)
    const [lower, upper] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
    // the upper one is first on disk
    await storeGrants(site.db, [upper, lower], { browserHash, videoId: 'paid', now })
    const free = () => unlockedGrants(site.db, { browserHash })
    let marked: ReturnType<typeof markUsed> | undefined
    await site.db.transaction().execute(async (other) => {
      await lockGrant(other, upper)
      const used = { browserHash, videoId: 'paid', player: undefined }
      marked = markUsed(site.db, used, { now, since: new Date(0) })
      // it waits for the upper one, and holds the lower one meanwhile
      await vi.waitFor(async () => expect(await free()).toEqual([]), 10_000)
    })
    expect((await marked)?.isUsed).toBe(true)
  })

if (testEngine === 'postgresql')
  test('a position call locks the history before a grant, as opening a stream does', async () => {
    const { client, userId } = await site.viewer()
    await open({ client }, 'paid', 'tab')
    await client.csrfToken()
    const free = () => unlockedGrants(site.db, { userId })
    let reported: ReturnType<typeof report> | undefined
    await site.db.transaction().execute(async (other) => {
      await lockHistory(other, userId)
      reported = report({ client }, 'paid', 'tab')
      await untilOneWaits(site.services.database, '%insert into viewing (%')
      expect(await free()).toHaveLength(1)
    })
    expect((await reported)?.status).toBe(200)
  })

if (testEngine === 'postgresql')
  test('opening a stream counts those stored while it waited for its lock', async () => {
    const viewer = await site.viewer()
    await openThree(viewer)
    await grantsLastUsed(site.db, viewer.userId, new Date(0))
    let asked: ReturnType<typeof outcome> | undefined
    await site.db.transaction().execute(async (other) => {
      await lockHistory(other, viewer.userId)
      asked = outcome(open(viewer, 'paid'))
      await untilOneWaits(site.services.database, '%open_stream%')
      await grantsLastUsed(other, viewer.userId, site.clock.real())
    })
    expect(await asked).toBe('too-many-streams')
  })

if (testEngine === 'postgresql')
  test('resuming a stream counts those opened while it waited for its lock', async () => {
    const viewer = await site.viewer()
    const [url] = await openThree(viewer)
    site.clock.advance({ seconds: 61 })
    await open(viewer, 'paid')
    await open(viewer, 'other')
    const answered = await whileHeld(
      site.services.database,
      (trx) => lockHistory(trx, viewer.userId),
      () => read(viewer, url),
      (trx) => grantsLastUsed(trx, viewer.userId, site.clock.real()),
    )
    expect(answered).toBe(403)
  })

describe('one user may watch three videos at the same time', () => {
  test('the fourth is refused with a sentence that says what to do, for this user alone', async () => {
    const viewer = await site.viewer()
    await openThree(viewer)
    const fourth = await open(viewer, 'paid')
    expect([fourth.status, fourth.problem?.code]).toEqual([409, 'too-many-streams'])
    expect(fourth.problem?.detail).toBe(
      'You are watching as many videos at the same time as you may. Please stop one of them first.',
    )
    expect(await outcome(open(await site.viewer(), 'paid'))).toBe(200)
  })

  test('also in several browsers, and however many ask at the same moment', async () => {
    const viewer = await site.viewer()
    const other = { client: site.client() }
    const name = cookieName(site.services.config, 'session')
    other.client.cookies.set(name, viewer.client.cookies.get(name) ?? '')
    const asked = Array.from({ length: 10 }, (_, index) => outcome(open(index % 2 ? viewer : other, 'paid')))
    const outcomes = await Promise.all(asked)
    expect(outcomes.filter((one) => one === 200)).toHaveLength(3)
    expect(outcomes.filter((one) => one === 'too-many-streams')).toHaveLength(7)
  })

  test('in another process too', async () => {
    const viewer = await site.viewer()
    await openThree(viewer)
    const second = await createApp(site.services)
    const elsewhere = new TestClient(second, site.services.config)
    for (const [name, value] of viewer.client.cookies) elsewhere.cookies.set(name, value)
    expect(await outcome(open({ client: elsewhere }, 'paid'))).toBe('too-many-streams')
    await second.close()
  })

  test('STREAMS_PER_USER says how many', async () => {
    const strict = await createWatchingSite({ STREAMS_PER_USER: '1' })
    const viewer = await strict.viewer()
    expect([await outcome(open(viewer, 'paid')), await outcome(open(viewer, 'free'))]).toEqual([
      200,
      'too-many-streams',
    ])
    await strict.close()
  })

  test('a signed-out viewer of a free video is not counted', async () => {
    const { client } = { client: site.client() }
    for (let n = 0; n < 5; n++) expect(await outcome(open({ client }, 'free'))).toBe(200)
  })
})

describe('a stream counts until a minute after its last sign', () => {
  test('then another one has room', async () => {
    const viewer = await site.viewer()
    await openThree(viewer)
    site.clock.advance({ seconds: 59 })
    expect(await outcome(open(viewer, 'paid'))).toBe('too-many-streams')
    site.clock.advance({ seconds: 1 })
    expect(await outcome(open(viewer, 'paid'))).toBe(200)
  })

  test('a position keeps it', async () => {
    const viewer = await site.viewer()
    await openThree(viewer)
    site.clock.advance({ seconds: 50 })
    for (const id of ['paid', 'other', 'free']) expect((await report(viewer, id)).status).toBe(200)
    site.clock.advance({ seconds: 50 })
    expect(await outcome(open(viewer, 'paid'))).toBe('too-many-streams')
  })

  test('bytes keep it', async () => {
    const viewer = await site.viewer()
    const urls = await openThree(viewer)
    site.clock.advance({ seconds: 50 })
    for (const url of urls) expect(await read(viewer, url)).toBe(200)
    site.clock.advance({ seconds: 50 })
    expect(await outcome(open(viewer, 'paid'))).toBe('too-many-streams')
  })

  test('one that no longer counts continues only if there is room: neither its bytes nor its position do', async () => {
    const viewer = await site.viewer()
    const [paid] = await openThree(viewer)
    site.clock.advance({ seconds: 61 })
    await site.addVideo(`more-${viewer.userId}`, Buffer.from('a film'))
    for (const id of [`more-${viewer.userId}`, 'other', 'free'])
      expect(await outcome(open(viewer, id))).toBe(200)
    expect(await read(viewer, paid)).toBe(403)
    expect((await report(viewer, 'paid')).problem?.code).toBe('media-refused')
    site.clock.advance({ seconds: 61 })
    expect(await read(viewer, paid)).toBe(200)
    expect((await report(viewer, 'paid')).status).toBe(200)
  })

  test('of those that come back at the same moment, as many go on as there is room for', async () => {
    const viewer = await site.viewer()
    const first = await openThree(viewer)
    site.clock.advance({ seconds: 61 })
    const second = await openThree(viewer)
    site.clock.advance({ seconds: 61 })
    const statuses = await Promise.all([...first, ...second].map((url) => read(viewer, url)))
    expect(statuses.toSorted()).toEqual([200, 200, 200, 403, 403, 403])
  })
})

describe('a player that names itself is one stream', () => {
  test('what it opens takes the place of what it had open', async () => {
    const viewer = await site.viewer()
    for (let n = 0; n < 6; n++) expect(await outcome(open(viewer, n % 2 ? 'paid' : 'other', 'tab'))).toBe(200)
    expect(await openVideosOf(site.db, viewer.userId)).toEqual(['paid'])
  })

  test("its position keeps its own stream, not another player's of the same video", async () => {
    const viewer = await site.viewer()
    for (const player of ['one', 'two', 'three']) await open(viewer, 'paid', player)
    site.clock.advance({ seconds: 50 })
    await report(viewer, 'paid', 'one')
    site.clock.advance({ seconds: 11 })
    for (const player of ['four', 'five']) expect(await outcome(open(viewer, 'paid', player))).toBe(200)
    expect(await outcome(open(viewer, 'paid', 'six'))).toBe('too-many-streams')
  })

  test('a name is valid in one browser: it ends nothing of another', async () => {
    const [one, other] = [await site.viewer(), await site.viewer()]
    const opened = await open(one, 'paid', 'tab')
    await open(other, 'paid', 'tab')
    expect(await read(one, opened.body.source.url)).toBe(200)
  })
})

describe('stopping another stream', () => {
  test('the one that was opened first ends within a second, and the next has room', async () => {
    const viewer = await site.viewer()
    const urls: string[] = []
    for (const id of ['paid', 'other', 'free']) {
      urls.push((await open(viewer, id)).body.source.url)
      site.clock.advance({ seconds: 1 })
    }
    const stopped = await viewer.client.call(calls.stopOldestStream)
    expect([stopped.status, stopped.body]).toEqual([200, { streams: 2 }])
    site.clock.advance({ seconds: 0.5 })
    expect(await outcome(open(viewer, 'paid'))).toBe(200)
    expect(await outcome(open(viewer, 'paid'))).toBe('too-many-streams')
    expect(await Promise.all(urls.map((url) => read(viewer, url)))).toEqual([403, 200, 200])
  })

  test('only the own ones', async () => {
    const [one, other] = [await site.viewer(), await site.viewer()]
    const { body } = await open(one, 'paid')
    expect((await other.client.call(calls.stopOldestStream)).body).toEqual({ streams: 0 })
    site.clock.advance({ seconds: 11 })
    expect(await read(one, body.source.url)).toBe(200)
    expect((await site.client().call(calls.stopOldestStream)).problem?.code).toBe('login-required')
  })
})

describe('what has expired', () => {
  test('is no stream: it is neither counted nor stopped', async () => {
    const viewer = await site.viewer()
    for (const id of ['paid', 'other']) await open(viewer, id)
    await grantsExpire(site.db, viewer.userId, site.clock.real())
    expect((await viewer.client.call(calls.stopOldestStream)).body).toEqual({ streams: 0 })
    expect(await openVideosOf(site.db, viewer.userId)).toHaveLength(2)
  })

  test('does not come back by a position', async () => {
    const viewer = await site.viewer()
    await open(viewer, 'paid')
    site.clock.advance({ minutes: 6 })
    expect((await report(viewer, 'paid')).problem?.code).toBe('media-refused')
  })

  test('also if its session has ended before it', async () => {
    const viewer = await site.viewer()
    const { body } = await open(viewer, 'paid')
    const expiresAt = new Date(site.clock.real().getTime() + 1_000)
    await changeSessions(site.db, { expiresAt }, viewer.userId)
    site.clock.advance({ seconds: 12 })
    expect(await read(viewer, body.source.url)).toBe(403)
  })
})
