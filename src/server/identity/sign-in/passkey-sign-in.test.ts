import { beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Authenticator, Forgery } from '#support/authenticator.ts'
import { signIn } from '#support/people.ts'
import { isSignedIn, sessionCookieSeconds, setUpPasskey, signedInBrowser } from '#support/second-factors.ts'
import { markRemoved, personAt } from '#support/stored/people.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

const site = testApp()

let people = 0
let networks = 0
let email = ''
let authenticator: Authenticator
beforeEach(async () => {
  people += 1
  email = `somebody-${people}@example.org`
  authenticator = (await setUpPasskey(site, await signedInBrowser(site, email))).authenticator
})

/** A browser in a separate network. */
function someBrowser(): TestClient {
  networks += 1
  return site.client({ remoteAddress: `10.1.0.${networks}` })
}

const optionsFor = async (browser: TestClient) => (await browser.call(calls.startPasskeySignIn)).body.options
const answer = (browser: TestClient, response: Record<string, unknown>, staySignedIn?: boolean) =>
  browser.call(calls.signInWithPasskey, {
    body: { response, ...(staySignedIn !== undefined && { staySignedIn }) },
  })
const use = async (browser: TestClient, forgery: Forgery = {}, by = authenticator) =>
  answer(browser, by.get(await optionsFor(browser), forgery))

async function halfSignedIn(of = email, more: Record<string, unknown> = {}): Promise<TestClient> {
  const browser = someBrowser()
  await browser.call(calls.login, { body: { email: of, password: 'notes on the engine', ...more } })
  return browser
}

const forgeries: [string, Forgery][] = [
  ['from another page', { origin: 'https://evil.example' }],
  ['from another port', { origin: 'http://localhost:3001' }],
  ['for another site', { rpId: 'evil.example' }],
  ['to another challenge', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
  ['signed with another key', { foreignKey: true }],
  ['of a passkey that nobody has', { credentialId: Buffer.alloc(16, 7).toString('base64url') }],
  ['that names another user', { userHandle: Buffer.alloc(16, 7).toString('base64url') }],
  ['whose counter does not grow', { counter: 1 }],
]

describe('a passkey alone', () => {
  test('signs in: its authenticator verifies the user, and no further factor is needed', async () => {
    const browser = someBrowser()
    const options = await optionsFor(browser)
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required', timeout: 300_000 })
    expect(options.allowCredentials ?? []).toEqual([])
    const { status, body } = await answer(browser, authenticator.get(options))
    expect([status, body]).toEqual([200, { status: 'ok' }])
    const { body: session } = await browser.call(calls.userSession)
    expect(session).toMatchObject({ authenticated: true, user: { email } })
  })

  test.each([
    [true, 7_776_000],
    [false, undefined],
  ])('keeps the user signed in only on request: %s', async (staySignedIn, lifetime) => {
    const browser = someBrowser()
    const signedIn = await answer(browser, authenticator.get(await optionsFor(browser)), staySignedIn)
    expect(sessionCookieSeconds(signedIn)).toBe(lifetime)
  })

  test('is remembered as used', async () => {
    const browser = someBrowser()
    await use(browser)
    const { body } = await browser.call(calls.signInMethods)
    expect(body.passkeys.map(({ lastUsedAt }) => lastUsedAt)).toEqual([site.clock.real().toISOString()])
  })

  test.each([
    ...forgeries,
    ['that did not ask who is there', { userVerified: false }],
    ['that names no user', { userHandle: undefined }],
  ] satisfies [string, Forgery][])(
    'with an answer %s is refused like any wrong sign-in',
    async (_, forgery) => {
      const browser = someBrowser()
      const { status, problem } = await use(browser, forgery)
      expect([status, problem?.code]).toEqual([401, 'login-failed'])
      expect(await isSignedIn(browser)).toBe(false)
    },
  )

  test('of a removed user is refused', async () => {
    await markRemoved(site.db, (await personAt(site.db, email)).userId, site.clock.now())
    expect((await use(someBrowser())).status).toBe(401)
  })
})

describe('a passkey as second factor', () => {
  test('belongs to that user, and need not verify them', async () => {
    const browser = await halfSignedIn()
    const options = await optionsFor(browser)
    expect(options).toMatchObject({
      userVerification: 'preferred',
      allowCredentials: [{ id: authenticator.credentialId, transports: ['hybrid', 'internal'] }],
    })
    const response = authenticator.get(options, { userVerified: false, userHandle: undefined })
    expect((await answer(browser, response)).status).toBe(200)
    expect(await isSignedIn(browser)).toBe(true)
  })

  test('keeps the choice to stay signed in made with the password', async () => {
    const browser = await halfSignedIn(email, { staySignedIn: true })
    const signedIn = await answer(browser, authenticator.get(await optionsFor(browser)), false)
    expect(sessionCookieSeconds(signedIn)).toBe(7_776_000)
  })

  test.each(forgeries)('with an answer %s is refused', async (_, forgery) => {
    const browser = await halfSignedIn()
    const { status, problem } = await use(browser, forgery)
    expect([status, problem?.code]).toEqual([401, 'second-factor-failed'])
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('of another user is refused, even if they are present', async () => {
    const other = `other-${people}@example.org`
    const { authenticator: theirs } = await setUpPasskey(site, await signedInBrowser(site, other))
    const browser = await halfSignedIn()
    const { status, problem } = await use(browser, {}, theirs)
    expect([status, problem?.code]).toEqual([401, 'second-factor-failed'])
    expect(await isSignedIn(browser)).toBe(false)
  })
})

describe('a challenge', () => {
  test('is answered once', async () => {
    const browser = someBrowser()
    const options = await optionsFor(browser)
    expect((await answer(browser, authenticator.get(options))).status).toBe(200)
    await browser.call(calls.logout)
    expect((await answer(browser, authenticator.get(options))).status).toBe(401)
  })

  test('is used up by a wrong answer', async () => {
    const browser = someBrowser()
    const options = await optionsFor(browser)
    expect((await answer(browser, authenticator.get(options, { foreignKey: true }))).status).toBe(401)
    expect((await answer(browser, authenticator.get(options))).status).toBe(401)
  })

  test('cannot be replayed: the very answer that signed in does not do so again', async () => {
    const synced = (await setUpPasskey(site, await signedInBrowser(site, `s-${email}`), { synced: true }))
      .authenticator
    const browser = someBrowser()
    const response = synced.get(await optionsFor(browser))
    expect((await answer(browser, response)).status).toBe(200)
    await browser.call(calls.logout)
    expect((await answer(browser, response)).status).toBe(401)
    // its counter stays at 0, as that of synced passkeys does: with a fresh challenge it works
    expect((await use(browser, {}, synced)).status).toBe(200)
  })

  test('is for the browser that asked', async () => {
    const options = await optionsFor(someBrowser())
    expect((await answer(someBrowser(), authenticator.get(options))).status).toBe(401)
  })

  test('is answered within five minutes', async () => {
    const [quick, slow] = [someBrowser(), someBrowser()]
    const [first, second] = [await optionsFor(quick), await optionsFor(slow)]
    site.clock.advanceReal({ minutes: 5, seconds: -1 })
    expect((await answer(quick, authenticator.get(first))).status).toBe(200)
    site.clock.advanceReal({ seconds: 1 })
    expect((await answer(slow, authenticator.get(second))).status).toBe(401)
  })

  test('for a second factor does not sign in without the password', async () => {
    const browser = await halfSignedIn()
    const options = await optionsFor(browser)
    await browser.call(calls.logout)
    expect((await answer(browser, authenticator.get(options))).status).toBe(401)
  })

  test('for adding a passkey does not sign in', async () => {
    const browser = someBrowser()
    await signIn(browser, email)
    await use(browser)
    const started = await browser.call(calls.startPasskey, {
      body: { currentPassword: 'notes on the engine' },
    })
    const { rp, ...options } = started.body.options as { rp: { id: string } }
    expect((await answer(browser, authenticator.get({ ...options, rpId: rp.id }))).status).toBe(401)
  })

  test.each([
    ['nothing', {}],
    ['no JSON', { id: 'x', response: { clientDataJSON: 'x' } }],
    ['JSON that is no object', { id: 'x', response: { clientDataJSON: 'bnVsbA' } }],
    ['no challenge', { id: 'x', response: { clientDataJSON: 'e30' } }],
    ['a list', { id: [], response: [] }],
  ])('is not answered by %s', async (_, response) => {
    expect((await answer(someBrowser(), response)).status).toBe(401)
  })
})

test('challenges and answers are limited by network', async () => {
  const browser = someBrowser()
  const statuses: number[] = []
  for (let tries = 0; tries < 51; tries += 1) {
    statuses.push((await browser.call(calls.startPasskeySignIn)).status)
    statuses.push((await answer(browser, {})).status)
  }
  expect(statuses.slice(0, 100)).toEqual(Array.from({ length: 50 }, () => [200, 401]).flat())
  expect(statuses.slice(100)).toEqual([429, 429])
  expect((await someBrowser().call(calls.startPasskeySignIn)).status).toBe(200)
})

test('in the demo a passkey belongs to the loopback name and port under which the site is visited', async () => {
  const sent = { headers: { host: '127.0.0.1:4321' } }
  const browser = someBrowser()
  const { body } = await browser.call(calls.startPasskeySignIn, sent)
  expect(body.options.rpId).toBe('127.0.0.1')
  const origins = ['http://localhost:3000', 'http://127.0.0.1:4321']
  const signIns = origins.map(async (origin) => {
    const another = someBrowser()
    const options = (await another.call(calls.startPasskeySignIn, sent)).body.options
    const response = authenticator.get(options, { origin })
    return (await another.call(calls.signInWithPasskey, { ...sent, body: { response } })).status
  })
  expect([await signIns[0], await signIns[1]]).toEqual([401, 200])
})
