import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { calls } from '#contract/calls.ts'
import { demoAccounts } from '#server/front/demo/demo-logins.ts'
import { seedDemo } from '#server/front/demo/seed-demo.ts'
import type { Browser } from '#server/platform/http/cookies.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'
import { queuedMails } from '#support/stored/mails.ts'
import { markPresent, markRemoved, moveUser, personAt } from '#support/stored/people.ts'
import { changeSessions, endAllSessions, sessionsOf } from '#support/stored/sessions.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'
import { adminAccountId } from './admin-account.ts'
import { deleteExpiredSessions } from './session.store.ts'
import {
  endSession,
  endSessionsOf,
  endSessionWithHash,
  openSession,
  rotateSession,
  signedInBy,
} from './sessions.ts'

const site = testApp({ settings: { RATE_LIMITS: '1000' } })
beforeAll(() => seedDemo(site.services))
beforeEach(() => endAllSessions(site.db))

const people = demoAccounts.flatMap((account) => account.people)

async function signedIn(part: string, more: { staySignedIn?: boolean; client?: TestClient } = {}) {
  const person = people.find((one) => one.part === part)
  const { client = site.client(), staySignedIn = false } = more
  const body = { email: person?.email, password: person?.password, staySignedIn }
  const { status, headers } = await client.call(calls.login, { body })
  expect(status).toBe(200)
  return { client, setCookie: [headers['set-cookie'] ?? []].flat().join('\n') }
}

async function isSignedIn(client: TestClient): Promise<boolean> {
  return (await client.call(calls.userSession)).body.authenticated
}

const rows = () => sessionsOf(site.db)

test("a user added to the admin's account is not the admin", async () => {
  const viewer = people.find(({ part }) => part === 'viewer')
  const { client } = await signedIn('viewer')
  const { accountId: former } = await personAt(site.db, viewer?.email ?? '')
  const moveTo = (accountId: string) => moveUser(site.db, viewer?.userId ?? '', accountId)
  await moveTo(adminAccountId)
  const { body } = await client.call(calls.userSession)
  await moveTo(former)
  expect(body).toMatchObject({ account: { id: adminAccountId }, admin: false, mayWatch: false })
  expect((await (await signedIn('admin')).client.call(calls.userSession)).body).toMatchObject({ admin: true })
})

describe('the cookie', () => {
  test('is HttpOnly, SameSite=Lax, for the whole site, and ends with the browser', async () => {
    const { setCookie } = await signedIn('owner')
    expect(setCookie).toMatch(/^lectern-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/m)
  })

  test('outlives the browser with "Stay logged in", but not the admin\'s', async () => {
    const line = (setCookie: string) => setCookie.split('\n').find((one) => one.includes('session'))
    expect(line((await signedIn('owner', { staySignedIn: true })).setCookie)).toContain(
      `Max-Age=${90 * 86_400}`,
    )
    expect(line((await signedIn('admin', { staySignedIn: true })).setCookie)).not.toContain('Max-Age')
  })

  test('is stored as its SHA-256 only, which does not sign in', async () => {
    const { client } = await signedIn('owner')
    const cookie = client.cookies.get('lectern-session') ?? ''
    const [row] = await rows()
    expect(row?.token_hash).toEqual(sha256(cookie))
    for (const word of [row?.token_hash.toString('base64url'), row?.token_hash.toString('hex')]) {
      const thief = site.client()
      thief.cookies.set('lectern-session', word ?? '')
      expect(await isSignedIn(thief)).toBe(false)
    }
  })
})

describe('signing in', () => {
  test('never takes over a cookie that was there before', async () => {
    const client = site.client()
    client.cookies.set('lectern-session', 'A'.repeat(43))
    await signedIn('owner', { client })
    expect(client.cookies.get('lectern-session')).not.toBe('A'.repeat(43))
    const planter = site.client()
    planter.cookies.set('lectern-session', 'A'.repeat(43))
    expect(await isSignedIn(planter)).toBe(false)
  })

  test('again gives a new cookie and ends the session before', async () => {
    const { client } = await signedIn('owner')
    const copy = site.client()
    copy.cookies.set('lectern-session', client.cookies.get('lectern-session') ?? '')
    await signedIn('viewer', { client })
    expect(await isSignedIn(client)).toBe(true)
    expect(await isSignedIn(copy)).toBe(false)
    expect(await rows()).toHaveLength(1)
  })

  test('gives all rights unless something else is said, also to a browser without a name', async () => {
    const { browser } = inRequest(undefined)
    Object.assign(browser.request, { headers: {} })
    const of = { userId: ownerId(), accountId: 'not the admin', stillProven }
    await openSession(site.services, browser, of)
    expect(await rows()).toMatchObject([{ kind: 'full', user_agent: null }])
  })

  test('notes the browser, as much of its name as fits', async () => {
    const client = site.client()
    await client.call(calls.login, {
      body: { email: 'owner@lectern.example', password: 'demo-owner-1' },
      headers: { 'user-agent': `Firefox ${'x'.repeat(1000)}` },
    })
    expect((await rows())[0]?.user_agent).toBe(`Firefox ${'x'.repeat(192)}`)
  })
})

describe('the end of a session', () => {
  test('comes with signing out, and a copy of its cookie is worth nothing', async () => {
    const { client } = await signedIn('owner')
    const copy = site.client()
    copy.cookies.set('lectern-session', client.cookies.get('lectern-session') ?? '')
    expect(await isSignedIn(copy)).toBe(true)
    await client.call(calls.logout)
    expect(client.cookies.has('lectern-session')).toBe(false)
    expect(await isSignedIn(copy)).toBe(false)
    expect((await site.client().call(calls.logout)).status).toBe(200)
  })

  test('comes for all sessions of a user at once, but for the one that is kept', async () => {
    const [first, second, other] = [
      await signedIn('owner'),
      await signedIn('owner'),
      await signedIn('viewer'),
    ]
    const owner = people.find(({ part }) => part === 'owner')?.userId ?? ''
    await endSessionsOf(site.services, owner, sha256(first.client.cookies.get('lectern-session') ?? ''))
    expect(await isSignedIn(first.client)).toBe(true)
    expect(await isSignedIn(second.client)).toBe(false)
    expect(await isSignedIn(other.client)).toBe(true)
    await endSessionsOf(site.services, owner)
    expect(await isSignedIn(first.client)).toBe(false)
  })

  test('follows at once when a user is removed', async () => {
    const { client } = await signedIn('viewer')
    const viewer = people.find(({ part }) => part === 'viewer')?.userId ?? ''

    await markRemoved(site.db, viewer, new Date())
    expect(await isSignedIn(client)).toBe(false)
    await markPresent(site.db, viewer)
    expect(await isSignedIn(client)).toBe(true)
  })

  test.each([
    ['owner', {}, { hours: 24 }],
    ['owner', { staySignedIn: true }, { days: 14 }],
    ['admin', {}, { minutes: 30 }],
  ] as const)('comes when %s %j was idle for %j', async (part, how, idle) => {
    const { client } = await signedIn(part, how)
    site.clock.advanceReal(idle)
    site.clock.advanceReal({ seconds: -1 })
    expect(await isSignedIn(client)).toBe(true)
    site.clock.advanceReal(idle)
    expect(await isSignedIn(client)).toBe(false)
  })

  test.each([
    ['owner', {}, { hours: 20 }, 8],
    ['owner', { staySignedIn: true }, { days: 10 }, 8],
    ['admin', {}, { minutes: 25 }, 19],
  ] as const)(
    'comes for %s %j in the end, however often it is used: every %j, %d times',
    async (part, how, pause, uses) => {
      const { client } = await signedIn(part, how)
      for (let use = 0; use < uses; use += 1) {
        site.clock.advanceReal(pause)
        expect([use, await isSignedIn(client)]).toEqual([use, true])
      }
      site.clock.advanceReal(pause)
      expect(await isSignedIn(client)).toBe(false)
    },
  )

  test('does not come from moving business time', async () => {
    const { client } = await signedIn('owner')
    site.clock.advanceBusiness({ days: 365 })
    expect(await isSignedIn(client)).toBe(true)
  })

  test('is cleared away some day', async () => {
    const { client } = await signedIn('owner')
    await deleteExpiredSessions(site.services.database, site.clock.real())
    expect(await isSignedIn(client)).toBe(true)
    site.clock.advanceReal({ days: 2 })
    await deleteExpiredSessions(site.services.database, site.clock.real())
    expect(await rows()).toEqual([])
  })
})

test('the last use is written down once a minute and not at every request', async () => {
  const { client } = await signedIn('owner')
  const lastSeen = async () => (await rows())[0]?.last_seen_at
  const first = await lastSeen()
  site.clock.advanceReal({ seconds: 59 })
  await isSignedIn(client)
  expect(await lastSeen()).toEqual(first)
  site.clock.advanceReal({ seconds: 1 })
  await isSignedIn(client)
  expect(await lastSeen()).toEqual(first)
  site.clock.advanceReal({ seconds: 1 })
  await isSignedIn(client)
  expect(await lastSeen()).toEqual(site.clock.real())
})

test('writing down the last use goes without a warning', async () => {
  const { client } = await signedIn('owner')
  site.clock.advanceReal({ minutes: 2 })
  const warn = vi.fn<(...line: unknown[]) => void>()
  const services = { ...site.services, log: { ...site.services.log, warn } }
  await signedInBy(services as unknown as typeof site.services, client.cookies.get('lectern-session') ?? '')
  expect((await rows())[0]?.last_seen_at).toEqual(site.clock.real())
  expect(warn).not.toHaveBeenCalled()
})

test('a last use that cannot be stored is logged, and refuses no one', async () => {
  const { client } = await signedIn('owner')
  const token = client.cookies.get('lectern-session') ?? ''
  site.clock.advanceReal({ minutes: 2 })
  const { database } = site.services
  const full = new Error('no space left on device')
  const db = {
    updateTable: () => ({ set: () => ({ where: () => ({ execute: () => Promise.reject(full) }) }) }),
  }
  const warn = vi.fn<(...line: unknown[]) => void>()
  const services = { ...site.services, database: { ...database, db }, log: { ...site.services.log, warn } }
  const { viewer } = await signedInBy(services as unknown as typeof site.services, token)
  expect(viewer).toMatchObject({ role: 'owner' })
  expect(warn.mock.calls).toEqual([[{ err: full }, 'the last use of a session could not be written down']])
})

test('requests of the same second share one look-up, and one of the next looks again', async () => {
  const { client } = await signedIn('owner')
  const { pool } = site.services.database
  const query = vi.spyOn(pool, 'query')
  const lookUps = () =>
    query.mock.calls.filter(([text]) => JSON.stringify(text).includes('find-session')).length
  const together = await Promise.all(Array.from({ length: 5 }, () => isSignedIn(client)))
  expect(together).toEqual([true, true, true, true, true])
  expect(lookUps()).toBeLessThan(5)
  const before = lookUps()
  await isSignedIn(client)
  expect(lookUps()).toBe(before)
  site.clock.advanceReal({ seconds: 1 })
  await isSignedIn(client)
  expect(lookUps()).toBe(before + 1)
  query.mockRestore()
})

describe('a look-up that is kept', () => {
  /** Replaces the rows of the next look-up. */
  const onceTold = (answer: () => Promise<unknown>) =>
    vi.spyOn(site.services.database.pool, 'query').mockImplementationOnce(answer as never)

  test('does not outlast the session', async () => {
    const { client } = await signedIn('owner')
    const expiresAt = new Date(site.clock.real().getTime() + 500)
    await changeSessions(site.db, { expiresAt })
    expect(await isSignedIn(client)).toBe(true)
    site.clock.advanceReal({ seconds: 0.499 })
    expect(await isSignedIn(client)).toBe(true)
    site.clock.advanceReal({ seconds: 0.001 })
    expect(await isSignedIn(client)).toBe(false)
  })

  test.each(['of somebody', 'of nobody'])('%s is shared by all who ask meanwhile', async (whose) => {
    const { client } = await signedIn('owner')
    const token = whose === 'of nobody' ? 'A'.repeat(43) : (client.cookies.get('lectern-session') ?? '')
    const query = vi.spyOn(site.services.database.pool, 'query')
    await Promise.all([signedInBy(site.services, token), signedInBy(site.services, token)])
    const asked = query.mock.calls.map(([of]) => (of as unknown as { values: unknown[][] }).values[0])
    query.mockRestore()
    expect(asked).toEqual([[sha256(token)]])
  })

  test('is not reused if it found no session: another process may have just created one', async () => {
    const { client } = await signedIn('owner')
    const token = client.cookies.get('lectern-session') ?? ''
    const told = onceTold(() => Promise.resolve({ rows: [] }))
    expect((await signedInBy(site.services, token)).viewer).toBeUndefined()
    told.mockRestore()
    expect((await signedInBy(site.services, token)).viewer).toMatchObject({ role: 'owner' })
  })

  test('is not one that failed', async () => {
    const { client } = await signedIn('owner')
    const token = client.cookies.get('lectern-session') ?? ''
    const told = onceTold(() => Promise.reject(new Error('the connection is lost')))
    await expect(signedInBy(site.services, token)).rejects.toThrow('the connection is lost')
    told.mockRestore()
    expect((await signedInBy(site.services, token)).viewer).toMatchObject({ role: 'owner' })
  })
})

test('a session that waits for its second factor has no user', async () => {
  const { client } = await signedIn('owner')
  await changeSessions(site.db, { kind: 'two-factor-pending' })
  expect(await isSignedIn(client)).toBe(false)
  expect((await client.call(calls.videoHistory)).status).toBe(401)
})

test.each(['', 'short', 'A'.repeat(44), `${'A'.repeat(42)}!`, 'A'.repeat(5000), "' or 1=1 --"])(
  'an invalid cookie (%j) has no user',
  async (cookie) => {
    const client = site.client()
    client.cookies.set('lectern-session', cookie)
    expect(await isSignedIn(client)).toBe(false)
  },
)

/** A browser with that cookie during a request, and the reply to it. */
const stillProven = () => Promise.resolve(true)

function inRequest(cookie: string | undefined) {
  const sent: string[] = []
  const headers = { 'user-agent': 'Firefox', ...(cookie && { cookie: `lectern-session=${cookie}` }) }
  const browser = {
    request: { headers, ip: '192.0.2.1', visitor: { viewer: undefined } },
    reply: {
      header: (_: string, line: string) => sent.push(line),
    },
  } as unknown as Browser
  return { browser, sent: () => sent.find((line) => line.startsWith('lectern-session=')) }
}

const ownerId = () => people.find(({ part }) => part === 'owner')?.userId ?? ''
const hashOf = (cookie: string) => sha256(cookie)

test.each([
  ['signing out', (cookie: string) => endSession(site.services, inRequest(cookie).browser)],
  ['ending that session', (cookie: string) => endSessionWithHash(site.services, hashOf(cookie))],
  ['ending all of the user', () => endSessionsOf(site.services, ownerId())],
  ['a fresh cookie', (cookie: string) => rotateSession(site.services, inRequest(cookie).browser)],
])('after %s no request joins a look-up that began before', async (_, end) => {
  const { client } = await signedIn('owner')
  const cookie = client.cookies.get('lectern-session') ?? ''
  const { pool } = site.services.database
  const query = pool.query.bind(pool) as (...of: unknown[]) => Promise<unknown>
  const [read, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  vi.spyOn(pool, 'query').mockImplementationOnce((async (...of: unknown[]) => {
    const answer = await query(...of)
    read.resolve()
    await answered.promise
    return answer
  }) as unknown as typeof pool.query)
  const before = signedInBy(site.services, cookie)
  await read.promise
  await end(cookie)
  const after = signedInBy(site.services, cookie)
  answered.resolve()
  await before
  expect(await after).toEqual({ viewer: undefined, pending: undefined, goodUntilMs: 0 })
})

describe('a fresh cookie for the same session', () => {
  test('signs in in place of the former one', async () => {
    const { client } = await signedIn('owner')
    const former = client.cookies.get('lectern-session') ?? ''
    const { browser, sent } = inRequest(former)
    await rotateSession(site.services, browser)
    const [, fresh = ''] =
      /^lectern-session=([\w-]{43}); Path=\/; HttpOnly; SameSite=Lax$/.exec(sent() ?? '') ?? []
    expect((await signedInBy(site.services, former)).viewer).toBeUndefined()
    expect((await signedInBy(site.services, fresh)).viewer).toMatchObject({ userId: ownerId() })
    expect(await rows()).toHaveLength(1)
  })

  test('outlives the browser no longer than the former one would have', async () => {
    const { client } = await signedIn('owner', { staySignedIn: true })
    site.clock.advanceReal({ days: 10, seconds: 0.5 })
    const { browser, sent } = inRequest(client.cookies.get('lectern-session'))
    await rotateSession(site.services, browser)
    expect(sent()).toMatch(new RegExp(`; Max-Age=${80 * 86_400}$`))
    // and at least as long as it takes to be read
    const createdAt = new Date(site.clock.real().getTime() - 90 * 86_400_000)
    await changeSessions(site.db, { createdAt })
    const again = inRequest(/=([\w-]{43});/.exec(sent() ?? '')?.[1])
    await rotateSession(site.services, again.browser)
    expect(again.sent()).toMatch(/; Max-Age=1$/)
  })

  test("ends with the browser if it is the admin's", async () => {
    const { client } = await signedIn('admin', { staySignedIn: true })
    const { browser, sent } = inRequest(client.cookies.get('lectern-session'))
    Object.assign(browser.request, { visitor: { viewer: { admin: true } } })
    await rotateSession(site.services, browser)
    expect(sent()).toMatch(/; SameSite=Lax$/)
  })

  test('is not issued without a session', async () => {
    for (const cookie of [undefined, 'A'.repeat(43)]) {
      const { browser, sent } = inRequest(cookie)
      await rotateSession(site.services, browser)
      expect(sent()).toBeUndefined()
    }
  })
})

describe('a session that waits for a second step', () => {
  const half = async () => {
    const { browser, sent } = inRequest(undefined)
    const of = { userId: ownerId(), accountId: 'not the admin', stillProven }
    await openSession(site.services, browser, { ...of, kind: 'two-factor-pending' })
    return /=([\w-]{43});/.exec(sent() ?? '')?.[1] ?? ''
  }

  test('lives for ten minutes, and has the user of the password', async () => {
    const token = await half()
    site.clock.advanceReal({ minutes: 9, seconds: 59 })
    expect(await signedInBy(site.services, token)).toMatchObject({
      viewer: undefined,
      pending: {
        userId: ownerId(),
        kind: 'two-factor-pending',
        staySignedIn: false,
        mustChangePassword: false,
      },
    })
    site.clock.advanceReal({ seconds: 1 })
    expect((await signedInBy(site.services, token)).pending).toBeUndefined()
  })

  test('makes no browser known, and sends no mail', async () => {
    const mails = () => queuedMails(site.db)
    const before = await mails()
    await half()
    expect(await mails()).toEqual(before)
  })
})
