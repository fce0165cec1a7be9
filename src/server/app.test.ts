import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { calls } from '#contract/calls.ts'
import { securityHeaders } from '#server/platform/http/security-headers.ts'
import { allRows } from '#support/stored/rows.ts'
import { createTestApp, type TestApp, testConfig } from '#support/test-app.ts'
import type { Method, TestClient } from '#support/test-client.ts'
import { createApp } from './app.ts'

let demo: TestApp
let site: TestApp
let client: TestClient
beforeAll(async () => {
  demo = await createTestApp()
  client = demo.client()
  site = await createTestApp({
    settings: {
      DEMO: '0',
      BASE_URL: 'https://videos.example.org',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'videos@example.org',
    },
    services: { database: demo.services.database },
  })
})
afterAll(async () => {
  await site.app.close()
  await demo.close()
})

describe('which host is meant', () => {
  test.each(['localhost', 'localhost:3000', '127.0.0.1:8080', '[::1]:3000', 'LOCALHOST'])(
    'the demo answers to %s',
    async (host) => {
      expect((await client.fetch('GET', '/api/health/live', { headers: { host } })).status).toBe(200)
      expect((await client.fetch('GET', '/api/config', { headers: { host } })).status).toBe(200)
    },
  )

  test.each([
    'evil.test',
    'localhost.evil.test',
    '127.0.0.1.evil.test',
    'evil.test:3000',
    'localhost@evil.test',
    'evil.test#localhost',
    'localhost, evil.test',
  ])('the demo does not answer to "%s"', async (host) => {
    const reply = await client.fetch('GET', '/api/config', { headers: { host } })
    expect(reply.status).toBe(421)
    expect(reply.problem?.code).toBe('wrong-host')
  })

  test('a site for real visitors answers to its own name only, and only its health to any', async () => {
    const stranger = site.client()
    expect((await stranger.call(calls.config)).status).toBe(200)
    for (const host of ['localhost', '127.0.0.1', 'evil.test', 'videos.example.org:8443']) {
      expect((await stranger.fetch('GET', '/api/config', { headers: { host } })).status).toBe(421)
      expect((await stranger.fetch('GET', '/api/health/live', { headers: { host } })).status).toBe(200)
    }
  })

  test.each(['x-forwarded-host', 'forwarded', 'x-host', 'x-original-host'])(
    '%s is not trusted',
    async (header) => {
      const reply = await client.fetch('GET', '/api/config', { headers: { [header]: 'evil.test' } })
      expect(reply.status).toBe(200)
      expect(reply.text).not.toContain('evil.test')
    },
  )
})

test('links in mails have BASE_URL, whatever host a request names', async () => {
  const stranger = site.client()
  const body = { name: 'Ada', email: 'ada@example.org', password: 'correct horse', termsAccepted: true }
  const forged = {
    'x-forwarded-host': 'evil.test',
    'x-forwarded-proto': 'http',
    forwarded: 'host=evil.test',
    origin: 'https://videos.example.org',
  }
  expect((await stranger.call(calls.register, { body, headers: { host: 'evil.test' } })).status).toBe(421)
  expect((await stranger.call(calls.register, { body, headers: forged })).status).toBe(202)
  const mails = await allRows(site.db, 'mail')
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text_body).toContain('https://videos.example.org/confirm-contact?')
  expect(JSON.stringify(mails)).not.toContain('evil.test')
})

describe('requests', () => {
  test.each<[Method, string, number, string]>([
    ['POST', '/api/config', 405, 'GET, HEAD'],
    ['GET', '/auth/login', 405, 'POST'],
    ['PUT', '/auth/login', 405, 'POST'],
    ['PATCH', '/api/video/view/some-video', 405, 'POST, DELETE'],
    ['OPTIONS', '/api/videos', 405, 'GET, HEAD'],
    ['TRACE', '/api/videos', 405, 'GET, HEAD'],
    ['TRACE', '/nowhere', 405, 'GET, HEAD, POST, PUT, PATCH, DELETE'],
    ['DELETE', '/api/video/position/some-video', 405, 'PUT'],
    ['GET', '/api/video/position/some-video/?t=1', 405, 'PUT'],
    // not the passkey of that name
    ['PUT', '/api/user/passkeys/start', 405, 'POST'],
    ['DELETE', '/api/user/passkeys/start', 405, 'POST'],
  ])('%s %s is answered %d with %s', async (method, path, status, allow) => {
    const reply = await client.fetch(method, path, { csrf: 'none' })
    expect(reply.status).toBe(status)
    expect(reply.headers.allow).toBe(allow)
    expect(reply.problem?.code).toBe('method-not-allowed')
  })

  test.each<[Method, string]>([
    ['GET', '/api/nothing'],
    ['POST', '/api/nothing'],
    ['GET', '/auth/nothing'],
    ['DELETE', '/auth/nothing/at/all'],
  ])('%s %s is not found, as JSON', async (method, path) => {
    const reply = await client.fetch(method, path, { csrf: 'none' })
    expect(reply.status).toBe(404)
    expect(reply.problem).toMatchObject({ code: 'not-found', type: '/problems/not-found', status: 404 })
  })

  test('a path with a trailing slash answers like the path without', async () => {
    const plain = await client.fetch('GET', '/api/config')
    const slashed = await client.fetch('GET', '/api/config/')
    expect(slashed.status).toBe(200)
    expect(slashed.text).toBe(plain.text)
  })

  test('HEAD answers like GET without a body', async () => {
    const reply = await client.fetch('HEAD', '/api/config')
    expect(reply.status).toBe(200)
    expect(reply.text).toBe('')
    expect(reply.headers['content-type']).toMatch(/^application\/json/)
  })
})

describe('headers of every reply', () => {
  const requests: [Method, string, number][] = [
    ['GET', '/api/config', 200],
    ['GET', '/api/videos', 200],
    ['GET', '/api/%zz', 400],
    ['POST', '/auth/logout', 403],
    ['GET', '/api/video-history', 401],
    ['GET', '/api/nothing', 404],
    ['TRACE', '/api/config', 405],
  ]

  test.each(requests)('%s %s (%d) says what a browser must not do with it', async (method, path, status) => {
    const { status: answered, headers } = await site.client().fetch(method, path, { csrf: 'none' })
    expect(answered).toBe(status)
    expect(headers).toMatchObject({
      'content-security-policy':
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers['permissions-policy']).toContain('camera=()')
    expect(headers).not.toHaveProperty('server')
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })

  test('HSTS includes subdomains only if the operator says so', () => {
    const { hstsSubdomains } = testConfig({ HSTS_SUBDOMAINS: '1' })
    expect(securityHeaders({ https: true, hstsSubdomains })['strict-transport-security']).toBe(
      'max-age=31536000; includeSubDomains',
    )
  })

  test('without https there is no HSTS header', async () => {
    expect((await client.call(calls.config)).headers).not.toHaveProperty('strict-transport-security')
  })

  test('replies for one visitor, and problems, are not cached', async () => {
    expect((await client.call(calls.userSession)).headers['cache-control']).toBe('private, no-store')
    expect((await client.call(calls.csrfToken)).headers['cache-control']).toBe('private, no-store')
    expect((await client.fetch('GET', '/api/nothing')).headers['cache-control']).toBe('no-store')
  })
})

test('outside the demo its calls do not exist', async () => {
  for (const call of Object.values(calls).filter(({ path }) => path.startsWith('/demo'))) {
    const reply = await site.client().fetch(call.method, call.path, { csrf: 'none' })
    expect([call.path, reply.status]).toEqual([call.path, 404])
  }
})

test('a start on a slow machine is slow, and does not fail', async () => {
  const { web } = site.services
  const folder = mkdtempSync(join(tmpdir(), 'lectern-slow-'))
  symlinkSync(join(web.folder, 'assets'), join(folder, 'assets'))
  // reading this file blocks until another process writes it
  execFileSync('mkfifo', [join(folder, 'slow.txt')])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
    rmSync(folder, { recursive: true })
  })
  const opening = createApp({ ...site.services, web: { ...web, folder, rootFiles: ['slow.txt'] } })
  opening.catch(() => undefined)
  // the file is being read by then
  await wait(500)
  vi.advanceTimersByTime(3_600_000)
  await writeFile(join(folder, 'slow.txt'), 'read at last')
  const app = await opening
  vi.useRealTimers()
  const headers = { host: 'videos.example.org' }
  expect((await app.inject({ url: '/slow.txt', headers })).body).toBe('read at last')
  await app.close()
})
