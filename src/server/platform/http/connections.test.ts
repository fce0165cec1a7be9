import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import fastify from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { testApp } from '#support/test-app.ts'
import { registerCachedReplies } from './cached-replies.ts'
import { connectionOptions, registerConnectionLimits } from './connections.ts'

let port: number
const site = testApp()
beforeAll(async () => {
  await site.app.listen({ host: '127.0.0.1', port: 0 })
  const address = site.app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})

/** Everything received for the sent bytes, until the server closes. */
function exchange(sent: string | ((socket: Socket) => void)): Promise<string> {
  return new Promise((closed) => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
    })
    socket.on('error', () => undefined)
    socket.on('close', () => closed(received))
    if (typeof sent === 'string') socket.write(sent)
    else sent(socket)
  })
}

const head = (line: string, ...headers: string[]) =>
  `${[line, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n`
const closing = 'Connection: close'

test('a request on a real socket is answered', async () => {
  expect(await exchange(head('GET /api/health/live HTTP/1.1', closing))).toMatch(/^HTTP\/1\.1 200 /)
})

test.each([
  ['no HTTP at all', 'hello\r\n\r\n', 400, 'malformed'],
  ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400, 'malformed'],
  ['no host', `GET / HTTP/1.1\r\n${closing}\r\n\r\n`, 400, 'malformed'],
  ['two hosts', head('GET /api/config HTTP/1.1', 'Host: evil.test', closing), 400, 'malformed'],
  ['an empty host', `GET /api/config HTTP/1.1\r\nHost:\r\n${closing}\r\n\r\n`, 421, 'wrong-host'],
  [
    'an address of another host',
    head('GET http://evil.test/api/config HTTP/1.1', closing),
    421,
    'wrong-host',
  ],
  [
    'a header of more than 16 kB',
    head('GET / HTTP/1.1', `X-Long: ${'x'.repeat(20_000)}`),
    431,
    'headers-too-large',
  ],
  ['an address of more than 16 kB', head(`GET /${'x'.repeat(20_000)} HTTP/1.1`), 414, 'address-too-long'],
  ['one that goes on', `GET /${'x'.repeat(60_000)}`, 414, 'address-too-long'],
  ['a path of 8 kB', head(`GET ${'/video'.repeat(1_400)} HTTP/1.1`, closing), 414, 'address-too-long'],
  [
    'a part of a path of more than 1,000 characters',
    head(`GET /api/video/${'x'.repeat(1_001)} HTTP/1.1`, closing),
    414,
    'address-too-long',
  ],
  [
    'one that a browser opens',
    head(`GET /content/video/${'x'.repeat(1_001)} HTTP/1.1`, 'Accept: text/html', closing),
    414,
    'address-too-long',
  ],
  [
    'one that is just not too long',
    head(`GET /api/video/${'x'.repeat(1_000)} HTTP/1.1`, closing),
    404,
    'not-found',
  ],
  [
    'two lengths',
    head('POST /auth/login HTTP/1.1', 'Content-Length: 5', 'Content-Length: 6'),
    400,
    'malformed',
  ],
  [
    'a length and chunks',
    head('POST /auth/login HTTP/1.1', 'Content-Length: 5', 'Transfer-Encoding: chunked'),
    400,
    'malformed',
  ],
  ['TRACE', head('TRACE /api/videos HTTP/1.1', closing), 405, 'method-not-allowed'],
  ['a method of WebDAV', head('PROPFIND /api/videos HTTP/1.1', closing), 405, 'method-not-allowed'],
  ['a method that is none', head('HELLO / HTTP/1.1'), 400, 'malformed'],
])('%s', async (_, sent, status, code) => {
  const reply = await exchange(sent)
  expect(reply.split('\r\n')[0]).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(reply).toContain(`"code":"${code}"`)
  expect(reply.toLowerCase()).toContain('content-security-policy: ')
  expect(reply.toLowerCase()).toContain('application/problem+json')
  expect(reply).not.toMatch(/^(server|x-powered-by):/im)
})

test('a body without end is refused after its first 100 kB, and the connection ends', async () => {
  const token = await csrf()
  let sentBytes = 0
  const reply = await exchange((socket) => {
    socket.write(
      head(
        'POST /auth/login HTTP/1.1',
        `Cookie: ${token.cookie}`,
        `X-CSRF-Token: ${token.token}`,
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
      ),
    )
    const chunk = Buffer.alloc(1000, 'x')
    const timer = setInterval(() => {
      socket.write(`${chunk.length.toString(16)}\r\n${chunk}\r\n`)
      sentBytes += chunk.length
    }, 1)
    socket.on('close', () => clearInterval(timer))
  })
  expect(reply).toMatch(/^HTTP\/1\.1 413 /)
  expect(sentBytes).toBeLessThan(250_000)
})

test('a body that is announced as too long is refused before it comes', async () => {
  const token = await csrf()
  const reply = await exchange(
    head(
      'POST /auth/login HTTP/1.1',
      `Cookie: ${token.cookie}`,
      `X-CSRF-Token: ${token.token}`,
      'Content-Type: application/json',
      'Content-Length: 10000000000',
    ),
  )
  expect(reply).toMatch(/^HTTP\/1\.1 413 /)
})

test('a client without permission is answered without waiting for its long body', async () => {
  const reply = await exchange(head('POST /auth/login HTTP/1.1', 'Content-Length: 10000000000'))
  expect(reply).toMatch(/^HTTP\/1\.1 403 /)
})

test('a client that sends too slowly, or nothing, or does not read, is disconnected within 15 seconds', async () => {
  const started = Date.now()
  const drip = (line: string, drop: string) =>
    exchange((socket) => {
      socket.write(line)
      const timer = setInterval(() => socket.write(drop), 500)
      socket.on('close', () => clearInterval(timer))
    })
  const token = await csrf()
  const [slowHead, slowBody] = await Promise.all([
    drip('GET / HTTP/1.1\r\nHost: localhost\r\n', 'X-More: 1\r\n'),
    drip(
      head(
        'POST /auth/login HTTP/1.1',
        `Cookie: ${token.cookie}`,
        `X-CSRF-Token: ${token.token}`,
        'Content-Type: application/json',
        'Content-Length: 5000',
      ),
      ' ',
    ),
    exchange(() => undefined),
    readingNothing('/large'),
    readingNothing('/ready'),
    readingNothing('/small', '/ready'),
  ])
  expect(slowHead).toMatch(/^HTTP\/1\.1 408 /)
  expect(slowBody).toMatch(/^HTTP\/1\.1 408 /)
  expect(Date.now() - started).toBeLessThan(60_000)
}, 180_000)

/** Requests more than the buffers in between can hold and reads nothing; resolves when the server has given up. */
async function readingNothing(...paths: string[]): Promise<void> {
  const app = fastify({ ...connectionOptions })
  registerConnectionLimits(app, { stopping: new AbortController().signal })
  registerCachedReplies(app)
  const bytes = Buffer.alloc(100_000_000)
  app.get('/large', async () => bytes)
  app.cachedReplies.at('/ready', () => ({ variant: { bytes, headers: {} } }))
  app.cachedReplies.at('/small', () => ({ variant: { bytes: Buffer.from('small'), headers: {} } }))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1')
  socket.pause()
  socket.write(paths.map((path) => head(`GET ${path} HTTP/1.1`)).join(''))
  const [served] = (await once(app.server, 'connection')) as [Socket]
  await once(served, 'close')
  socket.destroy()
  await app.close()
}

async function csrf(): Promise<{ cookie: string; token: string }> {
  const client = site.client()
  const token = await client.csrfToken()
  return { token, cookie: `lectern-visitor=${client.cookies.get('lectern-visitor')}` }
}
