import { once } from 'node:events'
import { connect } from 'node:net'
import fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { seedDemo } from '#server/front/demo/seed-demo.ts'
import { createLog } from '#server/platform/runtime/log.ts'
import { signIn } from '#support/people.ts'
import { speakEverywhere } from '#support/stored/accounts.ts'
import { createTestApp, type TestApp } from '#support/test-app.ts'
import { registerCachedReplies } from './cached-replies.ts'

const written: string[] = []
let site: TestApp
beforeAll(async () => {
  const log = createLog('info', { write: (line) => void written.push(line) })
  site = await createTestApp({ services: { log } })
  await seedDemo(site.services)
})
afterAll(() => site.close())
beforeEach(() => {
  written.length = 0
})

const host = { host: 'localhost:3000' }
const get = (url: string, headers: Record<string, string> = {}) =>
  site.app.inject({ url, headers: { ...host, ...headers } })
const asset = '/assets/main-4f2a9c1b.js'

describe.each(['/', '/content', '/faq?lang=de', '/api/videos', asset])('%s', (url) => {
  test.each(['identity', 'gzip', 'br'])('is the same when it is cached, as %s', async (encoding) => {
    const replies = []
    // made, kept, cached
    for (let turn = 0; turn < 4; turn += 1) replies.push(await get(url, { 'accept-encoding': encoding }))
    const [first, ...later] = replies.map(({ statusCode, headers, rawPayload }) => ({
      statusCode,
      headers: Object.fromEntries(
        Object.entries(headers)
          .filter(([name]) => name !== 'date')
          .toSorted(),
      ),
      text: rawPayload.toString('base64'),
    }))
    for (const reply of later) expect(reply).toEqual(first)
    expect(first?.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'content-length': String(replies[0]?.rawPayload.length),
    })
  })

  test('is 304 without a body for a client with the same bytes', async () => {
    const { etag = '' } = (await get(url)).headers
    for (let turn = 0; turn < 2; turn += 1) {
      const reply = await get(url, { 'if-none-match': `W/"x", ${etag}` })
      expect([reply.statusCode, reply.body, reply.headers.etag]).toEqual([304, '', etag])
      expect(reply.headers).not.toHaveProperty('content-type')
      expect(reply.headers).toHaveProperty('cache-control')
    }
  })

  test('has its head without the body', async () => {
    const whole = await get(url)
    const { statusCode, headers, body } = await site.app.inject({ method: 'HEAD', url, headers: host })
    expect([statusCode, body, headers.etag]).toEqual([200, '', whole.headers.etag])
    expect(headers['content-length']).toBe(String(whole.rawPayload.length))
  })

  test('is refused where another host is meant', async () => {
    await get(url)
    expect((await get(url, { host: 'evil.test' })).statusCode).toBe(421)
  })

  test('is written into the log with the network that asked', async () => {
    await get(url)
    written.length = 0
    await site.app.inject({ url, headers: host, remoteAddress: '192.0.2.7' })
    expect(written.map((line) => JSON.parse(line))).toMatchObject([{ status: 200, network: '192.0.2.7' }])
  })
})

test('a cached session is logged with its user', async () => {
  const client = site.client()
  await signIn(client, 'owner@lectern.example', 'demo-owner-1')
  await client.call(calls.userSession)
  written.length = 0
  await client.call(calls.userSession)
  const userId = '00000000-0000-4000-9000-000000000002'
  expect(written.map((line) => JSON.parse(line))).toMatchObject([{ path: '/api/user-session', userId }])
})

test('an address in two languages at once is in the one that the browser likes', async () => {
  for (let turn = 0; turn < 3; turn += 1) {
    const of = async (url: string) => (await get(url, { 'accept-language': 'de' })).body
    expect(await of('/faq?lang=en&lang=en')).toContain('<html lang="de"')
    expect(await of('/faq?lang=en')).toContain('<html lang="en"')
    expect(await of('/faq?of=a+letter&l%61ng=e%6E')).toContain('<html lang="en"')
    expect(await of('/faq?lang=fr')).toContain('<html lang="de"')
  }
})

test('a page whose URL contains a code is never cached: its header keeps the URL private', async () => {
  for (let turn = 0; turn < 3; turn += 1) {
    const { statusCode, headers } = await get('/join/some-code')
    expect([statusCode, headers['referrer-policy']]).toEqual([200, 'no-referrer'])
  }
})

test('a lookup that throws is answered 500, and the log says why', async () => {
  const path = '/assets/of-nobody'
  site.app.cachedReplies.at(path, () => {
    throw new Error('nothing but holes')
  })
  expect((await get(path)).statusCode).toBe(500)
  expect(written.map((line) => JSON.parse(line))).toMatchObject([
    { level: 50, err: { message: 'nothing but holes' } },
    { path, status: 500 },
  ])
})

test('a GET with a long body ends its connection', async () => {
  await get('/')
  const reply = await get('/', { 'content-length': '200000' })
  expect([reply.statusCode, reply.headers.connection]).toEqual([200, 'close'])
})

test("a document in an account's language is rendered for its signed-in user", async () => {
  const client = site.client()
  await signIn(client, 'owner@lectern.example', 'demo-owner-1')
  await speakEverywhere(site.db, 'de')
  for (let turn = 0; turn < 3; turn += 1) {
    await get('/faq', { 'accept-language': 'en' })
    const reply = await client.fetch('GET', '/faq', { headers: { 'accept-language': 'en' } })
    expect(reply.text).toContain('<html lang="de"')
  }
})

test('cached bytes wait for earlier requests on the same connection', async () => {
  const app = fastify()
  registerCachedReplies(app)
  const released = Promise.withResolvers<string>()
  app.cachedReplies.at('/cached', () => ({ variant: { bytes: Buffer.from('cached'), headers: {} } }))
  app.get('/cached', () => 'never asked')
  app.get('/slow', () => released.promise)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1')
  const ask = (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  ask('/slow')
  const arrived = once(app.server, 'request')
  ask('/cached')
  await arrived
  released.resolve('slowly')
  let read = ''
  for await (const piece of socket) {
    read += piece
    if (read.includes('cached')) break
  }
  expect(read.indexOf('slowly')).toBeGreaterThan(0)
  expect(read.indexOf('slowly')).toBeLessThan(read.indexOf('cached'))
  await app.close()
})
