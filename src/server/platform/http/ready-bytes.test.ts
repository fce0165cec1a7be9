import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { matchesEtag, preferredEncoding, readyBytes, sendReadyBytes } from './ready-bytes.ts'

describe('the encoding that a browser prefers', () => {
  test.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['x-gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0.5, gzip;q=0.9', 'gzip'],
    ['br; q=1.0, gzip; q=0.8, *; q=0.1', 'br'],
    ['br;q=0, gzip;q=0', 'identity'],
    ['br;q=0, *', 'gzip'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['identity', 'identity'],
    ['identity;q=0, gzip', 'gzip'],
    ['gzip;q=0.5, identity', 'identity'],
    ['deflate, zstd', 'identity'],
    ['br;q=hello', 'identity'],
  ])('%j is %s', (field, encoding) => {
    expect(preferredEncoding(field)).toBe(encoding)
    expect(preferredEncoding(field)).toBe(encoding)
  })
})

describe('If-None-Match', () => {
  test.each([
    ['"abc"', true],
    ['W/"abc"', true],
    ['*', true],
    [' * ', true],
    ['"x", "abc"', true],
    ['"x","abc" , "y"', true],
    ['"x, y", W/"abc"', true],
    ['"abcd"', false],
    ['"ab"', false],
    ['abc', false],
    ['"x, abc"', false],
    ['""', false],
    ['', false],
    ['w/"abc', false],
  ])('%j: %s', (field, matches) => {
    expect(matchesEtag(field, '"abc"')).toBe(matches)
  })
})

describe('ready bytes', () => {
  const app = fastify()
  const body = Buffer.from(JSON.stringify({ words: Array(100).fill('größe 日本語') }))
  const get = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url: '/', headers })

  beforeAll(async () => {
    const ready = await readyBytes('application/json; charset=utf-8', body, {
      'cache-control': 'public, no-cache',
    })
    const tiny = await readyBytes('text/plain', Buffer.from('hi'))
    app.get('/', (request, reply) => sendReadyBytes(request, reply, ready))
    app.get('/tiny', (request, reply) => sendReadyBytes(request, reply, tiny))
    app.get('/missing', (request, reply) => sendReadyBytes(request, reply.status(404), ready))
    await app.ready()
  })
  afterAll(() => app.close())

  test('are the same body in every encoding, each with a strong ETag', async () => {
    const [plain, zipped, brotli] = await Promise.all([
      get(),
      get({ 'accept-encoding': 'gzip' }),
      get({ 'accept-encoding': 'br' }),
    ])
    expect(plain.rawPayload).toEqual(body)
    expect(gunzipSync(zipped.rawPayload)).toEqual(body)
    expect(brotliDecompressSync(brotli.rawPayload)).toEqual(body)
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(zipped.headers['content-encoding']).toBe('gzip')
    expect(brotli.headers['content-encoding']).toBe('br')
    const etags = [plain, zipped, brotli].map(({ headers }) => headers.etag)
    expect(new Set(etags).size).toBe(3)
    for (const etag of etags) expect(etag).toMatch(/^"[\w-]+"$/)
    for (const reply of [plain, zipped, brotli]) {
      expect(reply.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(reply.rawPayload.length),
        'cache-control': 'public, no-cache',
        vary: 'accept-encoding',
      })
    }
  })

  test('have the same ETag for the same body, and another one for another', async () => {
    const etagOf = async (text: string) => (await readyBytes('text/plain', Buffer.from(text))).identity.etag
    expect(await etagOf('one')).toBe(await etagOf('one'))
    expect(await etagOf('one')).not.toBe(await etagOf('two'))
  })

  test('are answered 304 without a body where the browser has them', async () => {
    const etag = String((await get({ 'accept-encoding': 'br' })).headers.etag)
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const reply = await get({ 'accept-encoding': 'br', 'if-none-match': known })
      expect(reply.statusCode).toBe(304)
      expect(reply.rawPayload).toHaveLength(0)
      expect(reply.headers).toMatchObject({
        etag,
        vary: 'accept-encoding',
        'cache-control': 'public, no-cache',
      })
      expect(reply.headers['content-encoding']).toBeUndefined()
      expect(reply.headers['content-type']).toBeUndefined()
    }
  })

  test('are sent whole where the browser has another encoding or an older body', async () => {
    const plain = String((await get()).headers.etag)
    expect((await get({ 'accept-encoding': 'br', 'if-none-match': plain })).statusCode).toBe(200)
    expect((await get({ 'if-none-match': '"older"' })).statusCode).toBe(200)
  })

  test('answer HEAD with the same headers and no body', async () => {
    const whole = await get({ 'accept-encoding': 'gzip' })
    const head = await get({ 'accept-encoding': 'gzip' }, 'HEAD')
    expect(head.rawPayload).toHaveLength(0)
    for (const name of ['etag', 'content-length', 'content-encoding', 'content-type', 'vary'])
      expect(head.headers[name]).toBe(whole.headers[name])
    expect((await get({ 'if-none-match': '*' }, 'HEAD')).statusCode).toBe(304)
  })

  test('that compression would make longer stay as they are', async () => {
    const reply = await app.inject({ url: '/tiny', headers: { 'accept-encoding': 'br' } })
    expect(reply.body).toBe('hi')
    expect(reply.headers['content-encoding']).toBeUndefined()
    expect(reply.headers.vary).toBe('accept-encoding')
  })

  test('with a status other than 200 are never answered 304', async () => {
    const reply = await app.inject({ url: '/missing', headers: { 'if-none-match': '*' } })
    expect(reply.statusCode).toBe(404)
    expect(reply.rawPayload).toEqual(body)
  })
})
