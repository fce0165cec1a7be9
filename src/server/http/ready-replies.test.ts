import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { calls } from '#contract/calls.ts'
import { seedDemo } from '#server/demo/seed-demo.ts'
import { createLog } from '#server/runtime/log.ts'
import { signIn } from '#support/people.ts'
import { speakEverywhere } from '#support/stored/accounts.ts'
import { createTestApp, type TestApp } from '#support/test-app.ts'
import { registerReadyReplies } from './ready-replies.ts'

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
  test.each(['identity', 'gzip', 'br'])('is the same when it is at hand, as %s', async (encoding) => {
    const replies = []
    // made, kept, at hand
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

  test('is 304 without a body for whoever has it', async () => {
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

test('a session at hand is logged with who it is of', async () => {
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

test('a page whose address holds a code is never at hand: its header keeps the address to itself', async () => {
  for (let turn = 0; turn < 3; turn += 1) {
    const { statusCode, headers } = await get('/join/some-code')
    expect([statusCode, headers['referrer-policy']]).toEqual([200, 'no-referrer'])
  }
})

test('where looking fails, the request goes its usual way, and the log says why', async () => {
  site.app.readyReplies.at('/imprint', () => {
    throw new Error('nothing but holes')
  })
  expect((await get('/imprint')).statusCode).toBe(200)
  expect(written.map((line) => JSON.parse(line))).toMatchObject([
    { level: 50, err: { message: 'nothing but holes' } },
    { path: '/imprint', status: 200 },
  ])
})

test('a question that brings a long body is answered the usual way, which ends its connection', async () => {
  await get('/')
  const reply = await get('/', { 'content-length': '200000' })
  expect([reply.statusCode, reply.headers.connection]).toEqual([200, 'close'])
})

test('a document in the language of an account is made for whoever is signed in there', async () => {
  const client = site.client()
  await signIn(client, 'owner@lectern.example', 'demo-owner-1')
  await speakEverywhere(site.services.database.db, 'de')
  for (let turn = 0; turn < 3; turn += 1) {
    await get('/faq', { 'accept-language': 'en' })
    const reply = await client.fetch('GET', '/faq', { headers: { 'accept-language': 'en' } })
    expect(reply.text).toContain('<html lang="de"')
  }
})

describe('over a connection', () => {
  /** A site with one reply at hand and one that takes as long as it is let. */
  const open = async () => {
    const app = fastify({ return503OnClosing: false })
    const lines: string[] = []
    const log = createLog('info', { write: (line) => void lines.push(line) })
    registerReadyReplies(app, { headers: {}, refusal: () => undefined, trusts: false, log })
    app.readyReplies.at('/ready', () => ({ variant: { bytes: Buffer.from('at hand'), headers: {} } }))
    app.get('/ready', () => 'the usual way')
    const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
    app.get('/slow', () => {
      begun.resolve()
      return released.promise
    })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const address = app.server.address()
    const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1')
    const ask = (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    return { app, socket, ask, lines, begun: begun.promise, release: released.resolve }
  }

  test('what is at hand waits for what was asked before it, and is logged when it has gone out', async () => {
    const { app, socket, ask, lines, begun, release } = await open()
    ask('/slow')
    ask('/ready')
    await begun
    expect(lines).toEqual([])
    release('slowly')
    let read = ''
    for await (const piece of socket) {
      read += piece
      if (read.includes('at hand')) break
    }
    expect(read.indexOf('slowly')).toBeGreaterThan(0)
    expect(read.indexOf('slowly')).toBeLessThan(read.indexOf('at hand'))
    await vi.waitFor(() =>
      expect(lines.map((line) => JSON.parse(line))).toMatchObject([
        { path: '/ready', status: 200, network: '127.0.0.1' },
      ]),
    )
    await app.close()
  })

  test('a site that closes answers the usual way, which ends the connection', async () => {
    const { app, socket, ask, begun, release } = await open()
    ask('/slow')
    await begun
    const closed = app.close()
    const arrived = once(app.server, 'request')
    ask('/ready')
    await arrived
    release('slowly')
    const read = await text(socket)
    expect(read).toContain('the usual way')
    expect(read).toMatch(/^connection: close/im)
    await closed
  })
})
