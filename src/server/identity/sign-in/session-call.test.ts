import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { calls } from '#contract/calls.ts'
import { seedDemo } from '#server/front/demo/seed-demo.ts'
import { deleteSessionsOf } from '#server/identity/sessions/session.store.ts'
import { endSessionsOf } from '#server/identity/sessions/sessions.ts'
import { type Database, databaseOver } from '#server/platform/database/database.ts'
import { openPostgresql } from '#server/platform/database/postgresql.ts'
import { silentLog, testEngine } from '#support/database.ts'
import { signIn } from '#support/people.ts'
import { giveRole, markPresent, markRemoved, rename } from '#support/stored/people.ts'
import { changeSessions, sessionsOf } from '#support/stored/sessions.ts'
import { changeSubscription } from '#support/stored/subscriptions.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

let owner: TestClient
const site = testApp({ settings: { RATE_LIMITS: '1000' } })
beforeAll(() => seedDemo(site.services))
beforeEach(async () => {
  await restore()
  owner = site.client()
  await signIn(owner, 'owner@lectern.example', 'demo-owner-1')
  await ask()
})
afterEach(() => vi.restoreAllMocks())

const ownerId = '00000000-0000-4000-9000-000000000002'
const team = '00000000-0000-4000-8000-000000000002'
const ask = async () => (await owner.call(calls.userSession)).body as Record<string, unknown>
const renamed = (name: string) => rename(site.db, ownerId, name)
const ofTeam = (change: Parameters<typeof changeSubscription>[2]) => changeSubscription(site.db, team, change)
const inDays = (days: number) => new Date(site.clock.now().getTime() + days * 86_400_000)

async function restore() {
  await deleteSessionsOf(site.db, ownerId)
  await giveRole(site.db, ownerId, 'owner')
  await markPresent(site.db, ownerId)
  await renamed('Olivia Owens')
  await ofTeam({ status: 'active', until: inDays(100) })
}

/** What another process does: this one does not notice. */
async function elsewhere(change: () => Promise<unknown>) {
  const { pool } = site.services.database
  const before = pool.changes
  await change()
  pool.changes = before
}

test('the signed-in user is read once a second', async () => {
  const query = vi.spyOn(site.services.database.pool, 'query')
  const first = await ask()
  expect(await ask()).toEqual(first)
  expect(query).not.toHaveBeenCalled()
  site.clock.advanceReal({ seconds: 1 })
  expect(await ask()).toEqual(first)
  expect(query.mock.calls.map(([text]) => (text as unknown as { name: string }).name)).toEqual([
    'find-session',
    'user-session',
  ])
})

test('those who ask while it is read wait for the same reading, and not for one from before a change', async () => {
  const query = vi.spyOn(site.services.database.pool, 'query')
  site.clock.advanceReal({ seconds: 1 })
  const asked = Array.from({ length: 5 }, () => ask())
  const [first, ...others] = await Promise.all(asked)
  expect(others).toEqual(others.map(() => first))
  expect(query).toHaveBeenCalledTimes(2)
  site.clock.advanceReal({ seconds: 1 })
  const before = ask()
  await vi.waitFor(() => expect(query.mock.calls.length).toBeGreaterThan(2), { interval: 1 })
  await renamed('Olive')
  expect(await ask()).toMatchObject({ user: { name: 'Olive' } })
  await before
})

const nobody = { authenticated: false }
const changed: [string, (of: Database) => Promise<unknown>, Record<string, unknown>][] = [
  ['the sessions were ended', (database) => endSessionsOf({ ...site.services, database }, ownerId), nobody],
  ['the session is gone', ({ db }) => deleteSessionsOf(db, ownerId), nobody],
  ['the user was removed', ({ db }) => markRemoved(db, ownerId, new Date()), nobody],
  ['the role is another', ({ db }) => giveRole(db, ownerId, 'user'), { permissions: [] }],
  [
    'the name is another',
    ({ db }) => rename(db, ownerId, 'Olive'),
    { user: expect.objectContaining({ name: 'Olive' }) },
  ],
  [
    'the subscription was ended',
    ({ db }) => changeSubscription(db, team, { status: 'cancelled' }),
    { mayWatch: false },
  ],
]

describe.each(changed)('once %s', (_, change, expected) => {
  test('the next reply says so', async () => {
    await change(site.services.database)
    expect(await ask()).toMatchObject(expected)
  })

  // the embedded database belongs to one process
  if (testEngine === 'postgresql')
    test('by another process, the reply of a moment later says so', async () => {
      const { connectionString = '' } = site.services.database.pool.options
      const other = databaseOver(await openPostgresql(connectionString, { log: silentLog }))
      await ask()
      await change(other)
      // the site's clock is stopped: no cache entry expires
      await vi.waitFor(async () => expect(await ask()).toMatchObject(expected))
      await other.close()
    })

  test('by another process that cannot say so, the reply of a second later does', async () => {
    await elsewhere(() => change(site.services.database))
    site.clock.advanceReal({ seconds: 1 })
    expect(await ask()).toMatchObject(expected)
  })

  test('while a reply was being made, that one is not kept', async () => {
    site.clock.advanceReal({ seconds: 1 })
    const { pool } = site.services.database
    const query = pool.query.bind(pool) as (...of: unknown[]) => Promise<unknown>
    vi.spyOn(pool, 'query').mockImplementation((async (...of: unknown[]) => {
      const answer = await query(...of)
      if ((of[0] as { name?: string }).name === 'user-session') {
        vi.restoreAllMocks()
        await change(site.services.database)
      }
      return answer
    }) as unknown as typeof pool.query)
    await ask()
    expect(await ask()).toMatchObject(expected)
  })
})

test('signing out here applies at once', async () => {
  const cookie = owner.cookies.get('lectern-session') ?? ''
  expect((await owner.call(calls.logout)).status).toBe(200)
  owner.cookies.set('lectern-session', cookie)
  expect(await ask()).toEqual(nobody)
  expect((await owner.call(calls.videoHistory)).status).toBe(401)
})

test('a changed password signs out every other browser at once', async () => {
  const other = site.client()
  await signIn(other, 'owner@lectern.example', 'demo-owner-1')
  await other.call(calls.userSession)
  await endSessionsOf(site.services, ownerId, Buffer.alloc(32))
  expect((await other.call(calls.userSession)).body).toEqual(nobody)
})

test('a session that runs out within the second is not kept beyond its end', async () => {
  const expiresAt = new Date(site.clock.real().getTime() + 400)
  await changeSessions(site.db, { expiresAt }, ownerId)
  expect(await ask()).toMatchObject({ authenticated: true })
  site.clock.advanceReal({ seconds: 0.4 })
  expect(await ask()).toEqual(nobody)
  expect((await owner.call(calls.videoHistory)).status).toBe(401)
})

test('a subscription that runs out within the second is not kept beyond its end', async () => {
  await ofTeam({ status: 'prepaid', until: new Date(site.clock.now().getTime() + 400) })
  expect(await ask()).toMatchObject({ mayWatch: true })
  site.clock.advance({ seconds: 0.4 })
  expect(await ask()).toMatchObject({ mayWatch: false })
})

test('when business time is moved on, it is read again', async () => {
  await elsewhere(() => renamed('Olive'))
  site.clock.advanceBusiness({ days: 1 })
  expect(await ask()).toMatchObject({ user: { name: 'Olive' } })
})

test('the last use is stored once a minute, for any number of requests', async () => {
  const lastSeen = async () => (await sessionsOf(site.db, ownerId))[0]?.last_seen_at
  for (let seconds = 0; seconds <= 62; seconds += 0.5) {
    site.clock.advanceReal({ seconds: 0.5 })
    await ask()
  }
  expect(site.clock.real().getTime() - ((await lastSeen())?.getTime() ?? 0)).toBeLessThan(3_000)
})
