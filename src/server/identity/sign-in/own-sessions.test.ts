import { beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { newestMailTo } from '#support/mails.ts'
import { signIn } from '#support/people.ts'
import { codeAt, isSignedIn, setUpTotp, signedInBrowser } from '#support/second-factors.ts'
import { personAt, takePassword } from '#support/stored/people.ts'
import { sessionsOf } from '#support/stored/sessions.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

const site = testApp({ settings: { RATE_LIMITS: '1000' } })

let count = 0
let email: string
let own: TestClient
beforeEach(async () => {
  count += 1
  email = `listed${count}@example.org`
  own = await signedInBrowser(site, email)
})

const password = 'notes on the engine'
async function elsewhere(userAgent = 'Elsewhere/1.0', remoteAddress = '203.0.113.77') {
  const browser = site.client({ remoteAddress })
  await browser.call(calls.login, { body: { email, password }, headers: { 'user-agent': userAgent } })
  return browser
}

const list = async (from: TestClient) => (await from.call(calls.ownSessions)).body.sessions
const end = (from: TestClient, id: string, body = {}) =>
  from.call(calls.endOwnSession, { params: { id }, body })
const endOthers = (from: TestClient, body = {}) => from.call(calls.endOtherSessions, { body })

describe('the list of sessions', () => {
  test('shows this browser first, then the one used last, with what helps to recognise each', async () => {
    const begun = site.clock.real()
    site.clock.advance({ hours: 1 })
    await elsewhere('Older/1.0')
    site.clock.advance({ hours: 1 })
    await elsewhere('Mozilla/5.0 (X11; Linux x86_64) Firefox/144.0', '2001:db8:7:9:1::5')
    const sessions = await list(own)
    expect(sessions).toEqual([
      {
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        current: true,
        createdAt: begun.toISOString(),
        lastSeenAt: site.clock.real().toISOString(),
        userAgent: 'lightMyRequest',
        network: expect.stringMatching(/^10\.0\.\d+\.x$/),
        switched: false,
      },
      expect.objectContaining({
        current: false,
        createdAt: site.clock.real().toISOString(),
        userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/144.0',
        network: '2001:db8:7:x',
        switched: false,
      }),
      expect.objectContaining({ current: false, userAgent: 'Older/1.0', network: '203.0.113.x' }),
    ])
  })

  test('contains nothing that could sign in', async () => {
    const { text } = await own.call(calls.ownSessions)
    const rows = await sessionsOf(site.db)
    for (const { token_hash: hash } of rows)
      for (const form of ['hex', 'base64', 'base64url'] as const)
        expect(text).not.toContain(hash.toString(form))
    expect(text).not.toContain(own.cookies.get('lectern-session'))
  })

  test('leaves out sessions that have run out, are over, or wait for a second step', async () => {
    const left = await elsewhere('Left/1.0')
    await left.call(calls.logout)
    await own.call(calls.login, { body: { email, password, staySignedIn: true } })
    await elsewhere('Short/1.0')
    site.clock.advanceReal({ hours: 25 })
    own.forgetCsrfToken()
    await setUpTotp(site, own)
    const half = await elsewhere('Half/1.0')
    expect(await isSignedIn(half)).toBe(false)
    expect((await list(own)).map(({ current }) => current)).toEqual([true])
  })

  test("contains no other user's sessions", async () => {
    const mine = (await list(own)).map(({ id }) => id)
    const other = await signedInBrowser(site, `other-${email}`)
    expect((await list(other)).map(({ id }) => id)).not.toContain(mine[0])
  })
})

describe('ending sessions', () => {
  test('signs the other browser out at once, and answers the rest', async () => {
    const other = await elsewhere()
    const id = (await list(own)).find(({ current }) => !current)?.id ?? ''
    const answer = await end(own, id)
    expect(answer.body.sessions).toMatchObject([{ current: true }])
    expect(await isSignedIn(other)).toBe(false)
    expect((await other.call(calls.ownSessions)).status).toBe(401)
    expect(await isSignedIn(own)).toBe(true)
    expect((await end(own, id)).problem?.code).toBe('not-found')
  })

  test('of another user, or an unknown one, is not found', async () => {
    const other = await signedInBrowser(site, `other-${email}`)
    const [theirs] = await list(other)
    for (const id of [theirs?.id ?? '', site.services.random.id(), 'no-such-session'])
      expect((await end(own, id)).status).toBe(404)
    expect(await isSignedIn(other)).toBe(true)
  })

  test('of this browser is logging out', async () => {
    const [mine] = await list(own)
    const answer = await end(own, mine?.id ?? '')
    expect(answer.body.sessions).toEqual([])
    expect(own.cookies.has('lectern-session')).toBe(false)
    expect(await isSignedIn(own)).toBe(false)
  })

  test('of all others keeps this one, and those of other users', async () => {
    const others = [await elsewhere(), await elsewhere()]
    const stranger = await signedInBrowser(site, `other-${email}`)
    const answer = await endOthers(own)
    expect(answer.body.sessions).toMatchObject([{ current: true }])
    for (const other of others) expect(await isSignedIn(other)).toBe(false)
    for (const kept of [own, stranger]) expect(await isSignedIn(kept)).toBe(true)
  })

  test('of all others ends those that wait for a second step as well', async () => {
    await setUpTotp(site, own)
    const half = await elsewhere()
    await endOthers(own)
    expect((await half.call(calls.secondFactor, { body: { code: '123456' } })).problem?.code).toBe(
      'login-required',
    )
  })
})

describe('ending others more than five minutes after the last proof', () => {
  let other: TestClient
  const idOfOther = async () => (await list(own)).find(({ current }) => !current)?.id ?? ''
  beforeEach(async () => {
    other = await elsewhere()
    await list(own)
    site.clock.advanceReal({ minutes: 5, seconds: 1 })
    own.forgetCsrfToken()
  })

  test.each([
    ['one', async (body: object) => end(own, await idOfOther(), body)],
    ['all', (body: object) => endOthers(own, body)],
  ])('asks for one: %s', async (_, ending) => {
    const asked = await ending({})
    expect([asked.status, asked.problem?.code]).toEqual([403, 'proof-required'])
    expect((await ending({ currentPassword: 'guessed' })).problem?.code).toBe('wrong-password')
    expect((await ending({ code: '123456' })).problem?.code).toBe('proof-required')
    expect(await isSignedIn(other)).toBe(true)
    expect((await ending({ currentPassword: password })).status).toBe(200)
    expect(await isSignedIn(other)).toBe(false)
    // which counts for five minutes again
    await elsewhere()
    expect((await ending({})).status).toBe(200)
    await elsewhere()
    site.clock.advanceReal({ minutes: 5, seconds: 1 })
    own.forgetCsrfToken()
    expect((await ending({})).problem?.code).toBe('proof-required')
  })

  test('takes a code of the second factor', async () => {
    const { secret } = await setUpTotp(site, own)
    site.clock.advanceReal({ minutes: 5, seconds: 1 })
    own.forgetCsrfToken()
    expect((await endOthers(own)).problem?.code).toBe('proof-required')
    expect((await endOthers(own, { code: '000000' })).problem?.code).toBe('second-factor-failed')
    expect((await endOthers(own, { code: codeAt(secret, site.clock.real()) })).status).toBe(200)
  })

  test('mails a code to users with neither password nor second factor', async () => {
    await takePassword(site.db, (await personAt(site.db, email)).userId)
    expect((await endOthers(own)).problem?.code).toBe('mailed-code-required')
    const [, code] =
      / ([0-9A-Z]{4}(?:-[0-9A-Z]{4}){2})$/.exec((await newestMailTo(site, email)).subject) ?? []
    expect((await endOthers(own, { code })).status).toBe(200)
    expect(await isSignedIn(other)).toBe(false)
  })

  test('requires no proof to log out here', async () => {
    const mine = (await list(own)).find(({ current }) => current)?.id ?? ''
    expect((await end(own, mine)).status).toBe(200)
    expect(await isSignedIn(own)).toBe(false)
  })
})

test('signing in again in the same browser replaces its session', async () => {
  await signIn(own, email)
  expect(await list(own)).toHaveLength(1)
})
