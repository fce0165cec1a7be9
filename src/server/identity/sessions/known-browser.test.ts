import type { FastifyRequest } from 'fastify'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { demoAccounts } from '#server/front/demo/demo-logins.ts'
import { seedDemo } from '#server/front/demo/seed-demo.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'
import { knownBrowser } from './known-browser.ts'

// the limits of sign-in as they bite on the whole site

const site = testApp()
beforeAll(() => seedDemo(site.services))

const owner = { email: 'owner@lectern.example', password: 'demo-owner-1' }
const wrong = { ...owner, password: 'wrong' }

/** The same site with fresh limits. */
beforeEach(async () => {
  const fresh = await import('#server/platform/http/attempts/limits.ts')
  Object.assign(site.services.limits, fresh.createLimits(1))
})

async function flood(attempts: number, from: (n: number) => TestClient, body: (n: number) => unknown) {
  const before = site.services.passwords.computed
  const statuses = await Promise.all(
    Array.from({ length: attempts }, (_, n) =>
      from(n)
        .call(calls.login, { body: body(n) })
        .then(({ status }) => status),
    ),
  )
  return { hashed: site.services.passwords.computed - before, statuses: new Set(statuses) }
}

test('1,000 wrong sign-ins to many accounts from 200 addresses of one /64: 50 reach the hash', async () => {
  const clients = Array.from({ length: 200 }, (_, n) =>
    site.client({ remoteAddress: `2001:db8:7:7::${n.toString(16)}` }),
  )
  const { hashed, statuses } = await flood(
    1000,
    (n) => clients[n % 200] ?? site.client(),
    (n) => ({ ...wrong, email: `user${n}@example.org` }),
  )
  expect(hashed).toBeLessThanOrEqual(50)
  expect(statuses).toContain(429)
}, 120_000)

test('one account tried from 1,000 networks: 10 reach the hash', async () => {
  const { hashed } = await flood(
    1000,
    (n) => site.client({ remoteAddress: `10.7.${n >> 8}.${n & 255}` }),
    () => wrong,
  )
  expect(hashed).toBeLessThanOrEqual(10)
}, 120_000)

test('odd spellings of an account count as the same account', async () => {
  const spellings = [
    'owner@lectern.example',
    'OWNER@lectern.example',
    ' owner@LECTERN.example ',
    'Owner@Lectern.Example',
  ]
  const { hashed } = await flood(
    100,
    (n) => site.client({ remoteAddress: `10.8.0.${n}` }),
    (n) => ({ ...wrong, email: spellings[n % spellings.length] }),
  )
  expect(hashed).toBeLessThanOrEqual(10)
})

test('X-Forwarded-For has no effect, because no proxy is trusted', async () => {
  const client = site.client({ remoteAddress: '192.0.2.9' })
  await client.csrfToken()
  const before = site.services.passwords.computed
  for (let n = 0; n < 120; n += 1) {
    const headers = {
      'x-forwarded-for': `10.9.0.${n}`,
      'x-real-ip': `10.9.1.${n}`,
      forwarded: `for=10.9.2.${n}`,
    }
    await client.call(calls.login, { body: { ...wrong, email: `user${n}@example.org` }, headers })
  }
  expect(site.services.passwords.computed - before).toBeLessThanOrEqual(50)
})

test('a refusal says when to come again, and the same for a right password', async () => {
  const stranger = site.client({ remoteAddress: '192.0.2.10' })
  for (let n = 0; n < 10; n += 1) expect((await stranger.call(calls.login, { body: wrong })).status).toBe(401)
  for (const body of [wrong, owner]) {
    const reply = await stranger.call(calls.login, { body })
    expect(reply.status).toBe(429)
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    expect(reply.problem?.code).toBe('too-many-requests')
  }
})

test('the right password from a known browser signs in, however many strangers try', async () => {
  const own = site.client({ remoteAddress: '2001:db8:9:9::1' })
  expect((await own.call(calls.login, { body: owner })).status).toBe(200)
  await own.call(calls.logout)
  const stranger = site.client({ remoteAddress: '2001:db8:9:9::2' })
  for (let n = 0; n < 70; n += 1) await stranger.call(calls.login, { body: wrong })
  expect((await stranger.call(calls.login, { body: owner })).status).toBe(429)
  expect((await own.call(calls.login, { body: owner })).status).toBe(200)
})

test('a browser is known to the accounts that signed in in it, and to no others', async () => {
  const shared = site.client({ remoteAddress: '192.0.2.11' })
  const people = demoAccounts.flatMap((account) => account.people).slice(0, 2)
  for (const { email, password } of people)
    expect((await shared.call(calls.login, { body: { email, password } })).status).toBe(200)
  const stranger = site.client({ remoteAddress: '192.0.2.11' })
  for (let n = 0; n < 60; n += 1)
    await stranger.call(calls.login, { body: { ...wrong, email: `user${n}@example.org` } })
  for (const { email, password } of people)
    expect((await shared.call(calls.login, { body: { email, password } })).status).toBe(200)
  const viewer = { email: 'viewer@lectern.example', password: 'demo-viewer-1' }
  expect((await shared.call(calls.login, { body: viewer })).status).toBe(429)
})

test('a browser that was made up is not known', async () => {
  const genuine = site.client({ remoteAddress: '192.0.2.12' })
  await genuine.call(calls.login, { body: owner })
  const [id, signature] = (genuine.cookies.get('lectern-device') ?? '').split('.')
  const forger = site.client({ remoteAddress: '192.0.2.13' })
  for (let n = 0; n < 50; n += 1)
    await forger.call(calls.login, { body: { ...wrong, email: `user${n}@example.org` } })
  for (const cookie of [
    `${id}`,
    `${id}.${id}`,
    `${signature}.${signature}`,
    `${'A'.repeat(43)}.${signature}`,
    'x.y',
    '.',
  ]) {
    forger.cookies.set('lectern-device', cookie)
    expect((await forger.call(calls.login, { body: owner })).status).toBe(429)
  }
})

test('a shared computer is known to the four accounts that signed in last', async () => {
  const shared = site.client({ remoteAddress: '192.0.2.14' })
  const people = demoAccounts.flatMap((account) => account.people).slice(0, 5)
  for (const { email, password } of people)
    expect((await shared.call(calls.login, { body: { email, password } })).status).toBe(200)
  // repeated: each user is listed once
  const [, , , , last] = people
  await shared.call(calls.login, { body: { email: last?.email, password: last?.password } })
  const cookie = shared.cookies.get('lectern-device') ?? ''
  expect(cookie.split('.')).toHaveLength(5)
  const request = { headers: { cookie: `lectern-device=${cookie}` } } as FastifyRequest
  const known = people.map(({ email }) => knownBrowser(site.services, request, email))
  const [id] = cookie.split('.')
  expect(known).toEqual([undefined, id, id, id, id])
})

test('the cookie of a known browser lasts as long as browsers keep one, and survives an update', async () => {
  const client = site.client({ remoteAddress: '192.0.2.15' })
  const { headers } = await client.call(calls.login, { body: owner })
  expect([headers['set-cookie']].flat().join('\n')).toMatch(
    /^lectern-device=[\w-]{43}\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=34560000$/m,
  )
  const before = `${'A'.repeat(43)}.OiOpG2P51sMBsqs3G7sRB85B_SmQsHBDTyFZT-ieKeg`
  const request = { headers: { cookie: `lectern-device=${before}` } } as FastifyRequest
  expect(knownBrowser(site.services, request, 'ada@example.org')).toBe('A'.repeat(43))
})

test('a value longer than such a cookie counts as none', async () => {
  const client = site.client({ remoteAddress: '192.0.2.16' })
  await client.call(calls.login, { body: owner })
  const cookie = client.cookies.get('lectern-device') ?? ''
  const signature = cookie.split('.')[1]
  const padded = (times: number) => `${cookie}${`.${signature}`.repeat(times)}`
  const known = (text: string) =>
    knownBrowser(
      site.services,
      { headers: { cookie: `lectern-device=${text}` } } as FastifyRequest,
      'owner@lectern.example',
    )
  expect(known(padded(3))).toBeDefined()
  expect(known(padded(4))).toBeUndefined()
})
