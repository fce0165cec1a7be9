import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { insertSwitchedSession } from '#server/identity/sessions/switched-session.store.ts'
import { cookieName } from '#server/platform/http/cookies.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { contentsOf, tableNames } from '#support/stored/rows.ts'
import { sessionsOf } from '#support/stored/sessions.ts'
import { openVideosOf } from '#support/stored/watching.ts'
import type { TestClient } from '#support/test-client.ts'
import { createWatchingSite, films, type SignedInViewer } from '#support/watching-site.ts'

// The admin watches as a customer, and nothing of the customer's changes (decisions/104-switch.md).

let customer: SignedInViewer
let admin: SignedInViewer
let switched: TestClient
const site = openForTests(() => createWatchingSite())
beforeEach(async () => {
  customer = await site.viewer()
  admin = await site.viewer({ subscription: undefined })
  switched = await switchedInto(customer.userId, admin.userId)
})

/** A browser with another user's account open. */
async function switchedInto(userId: string, adminId: string): Promise<TestClient> {
  const { clock, config, database, random } = site.services
  const [own] = await sessionsOf(database.db, adminId)
  const token = random.token()
  const now = clock.real()
  await database.db.transaction().execute((trx) =>
    insertSwitchedSession(trx, {
      tokenHash: sha256(token),
      userId,
      from: own?.token_hash ?? Buffer.alloc(0),
      userAgent: null,
      network: '127.0.0.1',
      now,
      expiresAt: new Date(now.getTime() + 30 * 60_000),
    }),
  )
  const browser = site.client()
  browser.cookies.set(cookieName(config, 'session'), token)
  return browser
}

const open = (client: TestClient, id: string, player = 'tab') =>
  client.call(calls.video, { params: { id }, query: { player } })

/** All rows, except the admin's sessions and streams. */
async function everything(): Promise<ReadonlyMap<string, readonly string[]>> {
  const all = await contentsOf(site.db, await tableNames(site.db))
  const without = new Map([...all].filter(([table]) => table !== 'session'))
  without.set(
    'playback_grant',
    (all.get('playback_grant') ?? []).filter((row) => !row.includes(admin.userId)),
  )
  without.set(
    'viewing_revision',
    (all.get('viewing_revision') ?? []).filter((row) => !row.includes(admin.userId)),
  )
  return without
}

describe('the admin, switched into an account', () => {
  test('watches what its owner may watch, and changes nothing that is stored', async () => {
    await open(customer.client, 'paid')
    const before = await everything()
    const opened = await open(switched, 'paid')
    expect(opened.status).toBe(200)
    const film = await switched.fetch('GET', opened.body.source.url)
    expect(film.raw.rawPayload.equals(films.paid)).toBe(true)
    await open(switched, 'other')
    await switched.call(calls.stopOldestStream)
    expect(await everything()).toEqual(before)
  })

  test.each([
    ['seen', calls.markViewed, undefined],
    ['unseen', calls.markUnseen, undefined],
    ['a position', calls.keepPosition, { positionSeconds: 9 }],
    ['a favourite', calls.addFavourite, undefined],
    ['no favourite', calls.removeFavourite, undefined],
    ['a bookmark', calls.setBookmark, { word: 'here' }],
    ['no bookmark', calls.removeBookmark, undefined],
  ] as const)('notes nothing: %s', async (_, call, body) => {
    await customer.client.call(calls.markViewed, { params: { id: 'paid' } })
    await customer.client.call(calls.addFavourite, { params: { id: 'other' } })
    const before = await everything()
    for (const id of ['paid', 'free', 'other']) {
      await open(switched, id)
      const { status, problem } = await switched.call(call, { params: { id, second: '3' }, body })
      expect([status, problem?.code]).toEqual([403, 'not-while-switched'])
    }
    expect(await everything()).toEqual(before)
  })

  test('may watch no more than the owner', async () => {
    const expired = await site.viewer({ subscription: undefined })
    const browser = await switchedInto(expired.userId, admin.userId)
    expect((await open(browser, 'paid')).problem?.code).toBe('subscription-required')
  })
})

describe('their streams', () => {
  const player = () => randomUUID()

  test("are the admin's own: the customer keeps all of theirs", async () => {
    for (const id of ['paid', 'other', 'free']) expect((await open(switched, id, player())).status).toBe(200)
    for (const id of ['paid', 'other', 'free'])
      expect((await open(customer.client, id, player())).status).toBe(200)
    expect(await openVideosOf(site.db, customer.userId)).toHaveLength(3)
    expect(await openVideosOf(site.db, admin.userId)).toHaveLength(3)
  })

  test('are limited too, and stopping the oldest stops one of their own', async () => {
    for (const id of ['paid', 'other', 'free']) await open(switched, id, player())
    await open(customer.client, 'paid')
    expect((await open(switched, 'paid', player())).problem?.code).toBe('too-many-streams')
    await switched.call(calls.stopOldestStream)
    expect((await open(switched, 'paid', player())).status).toBe(200)
    expect(await openVideosOf(site.db, customer.userId)).toEqual(['paid'])
  })

  test('last as long as the switch, since no position keeps them', async () => {
    const { body } = await open(switched, 'paid')
    for (let passed = 0; passed < 25; passed += 1) {
      site.clock.advanceReal({ minutes: 1 })
      expect((await switched.fetch('GET', body.source.url)).status).toBe(200)
    }
    site.clock.advanceReal({ minutes: 5 })
    expect((await switched.fetch('GET', body.source.url)).status).toBe(403)
  })

  test('end when the user switched into is removed, and when the admin is signed out', async () => {
    const film = async () => (await open(switched, 'paid', player())).body.source.url
    const url = await film()
    await site.removeUser(customer.userId)
    site.clock.advanceReal({ seconds: 11 })
    expect((await switched.fetch('GET', url)).status).toBe(403)

    const other = await site.viewer()
    switched = await switchedInto(other.userId, admin.userId)
    const theirs = await film()
    await admin.client.call(calls.logout)
    site.clock.advanceReal({ seconds: 11 })
    expect((await switched.fetch('GET', theirs)).status).toBe(403)
  })
})
