import { beforeAll, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { seedDemo } from '#server/front/demo/seed-demo.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'
import { anyParams } from '#support/any-params.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'
import { createCsrfTokens } from './csrf.ts'

let owner: TestClient
let admin: TestClient
const site = testApp({ settings: { RATE_LIMITS: '1000' } })
beforeAll(async () => {
  await seedDemo(site.services)
  owner = await signedIn()
  admin = await signedIn({ email: 'admin@lectern.example', password: 'demo-admin-1' })
})

const theOwner = { email: 'owner@lectern.example', password: 'demo-owner-1' }
async function signedIn(body = theOwner): Promise<TestClient> {
  const client = site.client()
  expect((await client.call(calls.login, { body })).status).toBe(200)
  return client
}

// a webhook has a signature instead; the second step comes before signing in
const others = ['signed', 'two-factor']
const writes = Object.values<Call>(calls).filter(
  ({ method, actor }) => method !== 'GET' && method !== 'HEAD' && !others.includes(actor),
)

test.each(writes.map((call) => [`${call.method} ${call.path}`, call] as const))(
  '%s without a token is refused before its body is read',
  async (_, call) => {
    for (const csrf of ['none', '', 'nonsense']) {
      const browser = call.actor === 'admin' ? admin : owner
      const reply = await browser.call(call, { params: anyParams, body: 'not even JSON', csrf })
      expect(reply.status).toBe(403)
      expect(reply.problem?.code).toBe('csrf')
    }
  },
)

test("another session's token, and one from before signing in, are refused", async () => {
  const other = await signedIn()
  const foreign = await other.csrfToken()
  expect((await owner.call(calls.addFavourite, { params: anyParams, csrf: foreign })).problem?.code).toBe(
    'csrf',
  )

  const client = site.client()
  const before = await client.csrfToken()
  await client.call(calls.login, { body: theOwner })
  expect((await client.call(calls.addFavourite, { params: anyParams, csrf: before })).problem?.code).toBe(
    'csrf',
  )
})

test('a token is good for 15 minutes, then it is stale and a fresh one helps', async () => {
  const client = await signedIn()
  const token = await client.csrfToken()
  site.clock.advanceReal({ minutes: 14, seconds: 59 })
  expect((await client.call(calls.logout, { csrf: await client.csrfToken() })).status).toBe(200)

  const later = await signedIn()
  const old = await later.csrfToken()
  site.clock.advanceReal({ minutes: 15 })
  expect((await later.call(calls.logout, { csrf: old })).problem?.code).toBe('csrf-stale')
  later.forgetCsrfToken()
  expect((await later.call(calls.logout)).status).toBe(200)
  expect(token).not.toBe(old)
})

test('business time, which the demo can move, does not age a token', async () => {
  const client = await signedIn()
  const csrf = await client.csrfToken()
  site.clock.advanceBusiness({ days: 30 })
  expect((await client.call(calls.logout, { csrf })).status).toBe(200)
})

test.each([
  [{ origin: 'https://evil.test' }],
  [{ origin: 'http://localhost:3001' }],
  [{ origin: 'https://localhost:3000' }],
  [{ origin: 'http://localhost.evil.test:3000' }],
  [{ origin: 'null' }],
  [{ origin: 'nonsense' }],
  [{ 'sec-fetch-site': 'cross-site' }],
  [{ 'sec-fetch-site': 'same-site' }],
  [{ 'sec-fetch-site': 'same-origin', origin: 'https://evil.test' }],
])('a write from elsewhere is refused, even with the right token: %j', async (headers) => {
  const reply = await owner.call(calls.logout, { headers: headers as Record<string, string> })
  expect(reply.status).toBe(403)
  expect(reply.problem?.code).toBe('csrf')
})

test.each([
  [{ origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }],
  [{ origin: 'http://localhost:3000' }],
  [{ origin: 'null', 'sec-fetch-site': 'same-origin' }],
  [{ 'sec-fetch-site': 'none' }],
  [{}],
])('a write from our own pages, or from a program, goes through: %j', async (headers) => {
  const client = await signedIn()
  const reply = await client.call(calls.logout, { headers: headers as Record<string, string> })
  expect(reply.status).toBe(200)
})

test.each([
  ['text/plain', '{"email":"a@b.de","password":"x"}'],
  ['application/x-www-form-urlencoded', 'email=a%40b.de&password=x'],
  ['multipart/form-data; boundary=x', '--x\r\n\r\nx\r\n--x--'],
])('a body of type %s, as forms of other sites can send it, is refused', async (type, body) => {
  const reply = await site.client().call(calls.login, { body, headers: { 'content-type': type } })
  expect(reply.status).toBe(415)
  expect(reply.problem?.code).toBe('not-json')
})

test('the answer to a client whose session has ended says so, and not that a token is wrong', async () => {
  const reply = await site.client().call(calls.addFavourite, { params: anyParams, csrf: 'none' })
  expect(reply.status).toBe(401)
  expect(reply.problem?.code).toBe('login-required')
})

test('a browser without a session gets an identifier with its first token, and keeps it', async () => {
  const client = site.client()
  await client.csrfToken()
  const word = client.cookies.get('lectern-visitor')
  expect(word).toMatch(/^[\w-]{43}$/)
  client.forgetCsrfToken()
  await client.csrfToken()
  expect(client.cookies.get('lectern-visitor')).toBe(word)
})

test('what only reads needs no token: a page, whether it is fetched or only its head', async () => {
  for (const method of ['GET', 'HEAD'] as const) {
    const reply = await site.client().fetch(method, '/', { headers: { accept: 'text/html' } })
    expect(reply.status).toBe(200)
  }
})

test('a write to what does not exist is told so, and not that a token is missing', async () => {
  const nowhere = await owner.fetch('POST', '/api/nowhere', { csrf: 'none' })
  expect([nowhere.status, nowhere.problem?.code]).toEqual([404, 'not-found'])
})

test('a message of a machine is judged by its signature, and needs no token', async () => {
  const reply = await site.client().call(calls.webhook, {
    params: { provider: 'sandbox' },
    body: '{}',
    csrf: 'none',
    headers: { origin: 'https://payments.example' },
  })
  expect(reply.status).toBeGreaterThanOrEqual(400)
  expect(reply.problem?.code).not.toBe('csrf')
})

const tokens = createCsrfTokens({ appSecret: 'a secret that is long enough for a test' })
const browser = sha256('a browser')
const now = new Date('2026-11-21T10:00:00Z')
const { token, expiresAt } = tokens.issue(browser, now)

test('a token lives for 15 minutes', () => {
  expect(expiresAt).toEqual(new Date('2026-11-21T10:15:00Z'))
  expect(tokens.refuse(token, browser, now)).toBeUndefined()
  expect(tokens.refuse(token, browser, new Date('2026-11-21T10:14:59.999Z'))).toBeUndefined()
})

test('a token that was given before an update is good after it', () => {
  const given = 'mwq94o80.XpLHxlnWLrHp_avu5rpUGOg5S1oY9KwUYIQdpENMmik'
  expect(tokens.refuse(given, browser, now)).toBeUndefined()
})

test('a token that was given before the secret changed is good while the former secret is set', () => {
  const changed = createCsrfTokens({
    appSecret: 'a new secret that is long enough for a test',
    previousAppSecret: 'a secret that is long enough for a test',
  })
  expect(changed.refuse(token, browser, now)).toBeUndefined()
  expect(changed.refuse(changed.issue(browser, now).token, browser, now)).toBeUndefined()
})

test('a token that is too old is stale', () => {
  expect(tokens.refuse(token, browser, new Date('2026-11-21T10:15:00Z'))).toBe('csrf-stale')
})

test.each([
  ['none', undefined],
  ['an empty one', ''],
  ['one of several headers', [token, token]],
  ['one without signature', token.split('.')[0]],
  ['one that lives longer than it was given', `zzzzzzzz.${token.split('.')[1]}`],
  ['one with a letter changed', token.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))],
  ['one with a letter too many', `${token}A`],
])('%s is refused', (_, word) => {
  expect(tokens.refuse(word, browser, now)).toBe('csrf')
})

test("another browser's token, and one of another secret, are refused", () => {
  expect(tokens.refuse(token, sha256('another browser'), now)).toBe('csrf')
  expect(tokens.refuse(token, undefined, now)).toBe('csrf')
  const others = createCsrfTokens({ appSecret: 'another secret that is long enough too' })
  expect(tokens.refuse(others.issue(browser, now).token, browser, now)).toBe('csrf')
})
