import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { seedDemo } from '#server/front/demo/seed-demo.ts'
import { createLog } from '#server/platform/runtime/log.ts'
import { resetLink } from '#support/password-links.ts'
import { signIn } from '#support/people.ts'
import { codeAt, setUpPasskey, setUpTotp, signedInBrowser } from '#support/second-factors.ts'
import { queuedMails } from '#support/stored/mails.ts'
import { personAt } from '#support/stored/people.ts'
import { createTestApp, type TestApp } from '#support/test-app.ts'
import { loggedPath } from './request-log.ts'

const written: string[] = []
let site: TestApp
beforeAll(async () => {
  const log = createLog('debug', { write: (line) => void written.push(line) })
  site = await createTestApp({ services: { log } })
  await seedDemo(site.services)
})
afterAll(() => site.close())

const lines = () => written.map((line) => JSON.parse(line) as Record<string, unknown>)
const requests = () => lines().filter(({ msg }) => msg === 'request')

test('each request is one line: its id, method, path, status, time, network and user agent', async () => {
  written.length = 0
  const reply = await site.client({ remoteAddress: '2001:db8::5' }).fetch('GET', '/api/nothing', {
    headers: { 'user-agent': 'Firefox' },
  })
  expect(requests()).toEqual([
    {
      level: 30,
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      reqId: reply.problem?.requestId,
      method: 'GET',
      path: '/api/nothing',
      status: 404,
      milliseconds: expect.any(Number),
      problem: 'not-found',
      network: '2001:db8:0:0::/64',
      userAgent: 'Firefox',
      msg: 'request',
    },
  ])
})

test('a sign-in, a failed one and a refusal can be found with who it was', async () => {
  written.length = 0
  const client = site.client()
  await client.call(calls.login, { body: { email: 'owner@lectern.example', password: 'wrong' } })
  await client.call(calls.login, { body: { email: 'owner@lectern.example', password: 'demo-owner-1' } })
  await client.call(calls.videoHistory)
  await client.call(calls.logout, { csrf: 'none' })
  const userId = '00000000-0000-4000-9000-000000000002'
  expect(seen()).toEqual([
    { path: '/api/csrf-token', status: 200 },
    { path: '/auth/login', status: 401, problem: 'login-failed', claimed: hash },
    { path: '/auth/login', status: 200, userId },
    { path: '/api/video-history', status: 200, userId },
    { path: '/auth/logout', status: 403, problem: 'csrf', userId },
  ])
})

const hash = expect.stringMatching(/^[\w-]{16}$/)
const seen = () =>
  requests().map(({ path, status, problem, userId, claimed }) => ({ path, status, problem, userId, claimed }))
const signIns = () =>
  seen().filter(({ path, status }) => String(path).startsWith('/auth/') && Number(status) !== 202)

test('attempts of the same address have the same hash, however it is spelt; no address is in any line', async () => {
  written.length = 0
  const client = site.client()
  for (const email of ['viewer@lectern.example', ' Viewer@LECTERN.example', 'nobody@lectern.example'])
    await client.call(calls.login, { body: { email, password: 'wrong' } })
  await client.call(calls.requestReset, { body: { email: 'viewer@lectern.example' } })
  const [first, again, other, reset] = seen()
    .slice(1)
    .map(({ claimed }) => claimed)
  expect([first, again, other, reset]).toEqual([hash, first, hash, first])
  expect(other).not.toBe(first)
  expect(written.filter((line) => /lectern\.example/i.test(line))).toEqual([])
})

test('a reset, a second factor and a passkey have their user, and a wrong code the user of the password', async () => {
  const email = 'grace@example.org'
  const browser = await signedInBrowser(site, email)
  const { userId } = await personAt(site.db, email)
  const { secret } = await setUpTotp(site, browser)
  const half = site.client()
  await signIn(half, email)
  written.length = 0
  await half.call(calls.secondFactor, { body: { code: '000000' } })
  site.clock.advanceReal({ minutes: 1 })
  await half.call(calls.secondFactor, { body: { code: codeAt(secret, site.clock.real()) } })
  expect(signIns()).toEqual([
    { path: '/auth/two-factor', status: 401, problem: 'second-factor-failed', userId },
    { path: '/auth/two-factor', status: 200, userId },
  ])

  const link = await resetLink(site, site.client(), email)
  written.length = 0
  const chosen = { ...link, password: 'another long password' }
  await site.client().call(calls.resetPassword, { body: { ...chosen, code: 'x'.repeat(43) } })
  await site.client().call(calls.resetPassword, { body: chosen })
  expect(signIns()).toEqual([
    { path: '/auth/account/reset-password', status: 422, problem: 'code-wrong', claimed: hash },
    { path: '/auth/account/reset-password', status: 200, userId },
  ])

  const holder = 'marie@example.org'
  const { authenticator } = await setUpPasskey(site, await signedInBrowser(site, holder))
  const person = await personAt(site.db, holder)
  const stranger = site.client()
  const { options } = (await stranger.call(calls.startPasskeySignIn)).body
  const response = authenticator.get(options)
  written.length = 0
  await stranger.call(calls.signInWithPasskey, {
    body: { response: { ...response, rawId: 'AAAA', id: 'AAAA' } },
  })
  const { options: renewed } = (await stranger.call(calls.startPasskeySignIn)).body
  await stranger.call(calls.signInWithPasskey, { body: { response: authenticator.get(renewed) } })
  expect(signIns().filter(({ path }) => path !== '/auth/passkey/start')).toEqual([
    expect.objectContaining({ status: 401, problem: 'login-failed', claimed: hash }),
    expect.objectContaining({ status: 200, userId: person.userId }),
  ])
})

test('line breaks sent by a client stay inside their line', async () => {
  written.length = 0
  await site.client().fetch('GET', '/api/config', {
    headers: { 'user-agent': 'x","msg":"forged\\u000a\u0085\u2028'.replaceAll(/[^\x20-\xff]/g, '') },
  })
  await site.client().fetch('GET', '/api/a%0d%0a{"level":60}')
  expect(written).toHaveLength(2)
  for (const line of written) expect(line.match(/\n/g)).toHaveLength(1)
  expect(lines().map(({ msg }) => msg)).toEqual(['request', 'request'])
})

test('passwords, cookies, tokens, keys, codes and grants are in no line', async () => {
  written.length = 0
  const marker = `marker${randomUUID().replaceAll('-', '')}`
  const client = site.client()
  const register = {
    name: 'Ada',
    email: 'ada@example.org',
    password: `${marker}-password`,
    termsAccepted: true,
  }
  await client.call(calls.register, { body: register, headers: { 'idempotency-key': `${marker}-key` } })
  await client.call(calls.login, { body: { email: 'ada@example.org', password: `${marker}-wrong` } })
  await client.call(calls.login, { body: { email: 'ada@example.org', password: `${marker}-password` } })
  await client.call(calls.userSession)
  await client.fetch('GET', `/media/${marker}-grant/film.mp4`)
  await client.fetch('GET', `/media//${marker}-grant`)
  await client.fetch('GET', `/confirm-contact?contact=ada@example.org&code=${marker}-code`)
  await client.fetch('GET', `/api/config?token=${marker}`)
  await client.fetch('GET', '/api/config', {
    headers: { authorization: marker, cookie: `x=${marker}`, referer: marker },
  })
  await client.call(calls.confirmContact, { body: { contact: 'ada@example.org', code: `${marker}-code` } })
  await client.call(calls.login, { body: `{"email":"${marker}` })
  await client.call(calls.logout, { csrf: `${marker}-token` })
  const secrets = [marker, await client.csrfToken(), ...client.cookies.values()]
  const mails = await queuedMails(site.db)
  const codes = mails.flatMap(({ text }) =>
    [...text.matchAll(/code=([\w-]{20,})/g)].map(([, code]) => code ?? ''),
  )
  expect(codes).not.toEqual([])
  expect(requests().length).toBeGreaterThan(12)
  for (const secret of [...secrets, ...codes])
    expect(written.filter((line) => line.includes(secret))).toEqual([])
})

test.each([
  ['/api/videos?x=1', '/api/videos'],
  ['/media/secret/film.mp4', '/media/…/film.mp4'],
  ['//media//secret/film.mp4', '//media//…/film.mp4'],
  ['/MEDIA/secret', '/MEDIA/…'],
  ['/media/secret?x', '/media/…'],
  ['/join/secret', '/join/…'],
  ['/redeem/secret', '/redeem/…'],
  ['/medi%61/secret/film.mp4', '/media/…/film.mp4'],
  ['/content/video/caf%C3', '/content/video/caf%C3'],
  ['/api/invite/secret', '/api/invite/…'],
  ['/preview/secret', '/preview/…'],
  ['/api/preview/secret', '/api/preview/…'],
  ['//API//invite//secret/', '//API//invite//…/'],
  ['/confirm-contact?code=secret', '/confirm-contact'],
  ['/a#secret', '/a'],
  [`/${'x'.repeat(2000)}`, `/${'x'.repeat(499)}`],
])('of the address %s is kept %s', (url, path) => {
  expect(loggedPath(url)).toBe(path)
})

test('an error is logged with what a developer needs, and without the row that a database put into it', () => {
  const line: string[] = []
  const error = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(a@b.de)',
    parameters: ['x'],
  })
  createLog('error', { write: (text) => void line.push(text) }).error({ err: error }, 'request failed')
  expect(JSON.parse(line[0] ?? '')).toMatchObject({
    err: { name: 'Error', message: 'duplicate key', code: '23505' },
  })
  expect(line[0]).toContain('request-log.test.ts')
  expect(line[0]).not.toContain('a@b.de')
})
