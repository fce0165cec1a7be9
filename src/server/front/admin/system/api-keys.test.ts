import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test, vi } from 'vitest'
import type { Call } from '#contract/call.ts'
import { pathOf } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { type KeyScope, keyScopes } from '#contract/desk/key-calls.ts'
import { callsOfScope, scopeOf } from '#contract/key-scopes.ts'
import { readApiKeys } from '#server/identity/sessions/api-key.store.ts'
import { isKeyText, keyText } from '#server/identity/sessions/key-text.ts'
import { isNetwork } from '#server/identity/sessions/viewer-by-key.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import {
  adminRecoveryCodes,
  auditOf,
  browserOf,
  sellingSite,
  signedInAdmin,
  testAdmin,
  theAdmin,
} from '#support/admin.ts'
import { anyParams } from '#support/any-params.ts'
import { mailsTo } from '#support/mails.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { storeCategory, storeVideo } from '#support/stored/library.ts'
import { createTestApp, testApp } from '#support/test-app.ts'

const { password } = theAdmin
const missing = ['curl', 'jq'].some((program) => spawnSync(program, ['--version']).status !== 0)
if (missing) process.stdout.write('Not tried without curl and jq: the examples of docs/api-keys.md.\n')
const site = testApp({ settings: { ...sellingSite, RATE_LIMITS: '10000' } })
let admin = testAdmin(site)

type Wish = { name?: string; scopes?: KeyScope[]; days?: number | null; networks?: string[] }
const ask = async (wish: Wish = {}, proof: object = {}) =>
  admin.call(calls.makeApiKey, {
    body: {
      name: 'nightly export',
      scopes: ['people-read'],
      days: null,
      networks: [],
      ...wish,
      password,
      code: (await adminRecoveryCodes(site))[0] ?? '',
      ...proof,
    },
  })
const make = async (wish?: Wish) => (await ask(wish)).body.key

type Sent = {
  body?: object
  headers?: Record<string, string>
  params?: Record<string, string>
  from?: string
}
const send = (key: string, call: Call, { body, headers, params, from = '127.0.0.1' }: Sent = {}) =>
  site.app.inject({
    method: call.method,
    url: pathOf(call.path, params ?? anyParams),
    remoteAddress: from,
    headers: {
      host: site.services.config.baseUrl.host,
      authorization: `Bearer ${key}`,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { payload: body }),
  })
const listOf = (email: string) => ({
  file: 'a.csv',
  columns: ['email'],
  rows: [{ row: 1, cells: [email] }],
  mapping: { email: 0 },
  language: 'en',
})
const codeOf = async (...of: Parameters<typeof send>) => {
  const reply = await send(...of)
  return reply.statusCode === 200 ? 200 : reply.json().code
}

const storedKeys = async () => (await readApiKeys(site.db, { limit: 1_000, offset: 0 })).rows

test('a key is shown once, stored as a digest, and told by mail', async () => {
  const mails = (await mailsTo(site, theAdmin.email)).length
  const key = await make({ name: ' nightly export ', scopes: ['people-read', 'money-read'], days: 30 })
  expect([key, `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`].map(isKeyText)).toEqual([true, false])
  const [row] = await storedKeys()
  expect(JSON.stringify(row)).not.toContain(key.slice(20, 60))
  const { keys } = (await admin.call(calls.apiKeys)).body
  expect(keys[0]).toMatchObject({ name: 'nightly export', ending: key.slice(-4), lastUsedAt: null })
  expect(JSON.stringify(keys)).not.toContain(key)
  const subjects = (await mailsTo(site, theAdmin.email)).slice(mails).map(({ subject }) => subject)
  expect(subjects).toContain('A key for programs of Lectern was made')
  expect((await auditOf(site)).at(-1)).toMatchObject({ action: 'api-key-made', target: 'nightly export' })
})

test.each([
  ['a wrong code', {}, { code: '000000' }, 'second-factor-failed'],
  ['a wrong password', {}, { password: 'wrong' }, 'wrong-password'],
  ['no name', { name: ' ' }, {}, 'invalid'],
  ['no scope', { scopes: [] }, {}, 'invalid'],
  ['a network that is none', { networks: ['10.0.0.0/99'] }, {}, 'invalid'],
] as const)('%s: there is no key', async (_, wish, proof, code) => {
  const before = await storedKeys()
  expect((await ask(wish as Wish, proof)).problem?.code).toBe(code)
  expect(await storedKeys()).toEqual(before)
})

describe('a key', () => {
  test('reads as the desk does, without cookie and CSRF token, and its use is noted', async () => {
    const key = await make({ name: 'reader' })
    expect((await send(key, calls.people)).json()).toEqual((await admin.call(calls.people)).body)
    const { keys } = (await admin.call(calls.apiKeys)).body
    expect(keys.find(({ name }) => name === 'reader')?.lastUsedAt).toBe(site.clock.real().toISOString())
  })

  test('adds people by a list without a password, and the audit log has its name', async () => {
    const key = await make({ name: 'moving', scopes: ['people-write'] })
    const checked = await send(key, calls.checkPeopleList, {
      body: listOf('carol@example.org'),
    })
    const { id } = checked.json()
    expect((await send(key, calls.importPeople, { body: { id } })).statusCode).toBe(200)
    expect((await auditOf(site)).at(-1)).toMatchObject({
      action: 'people-imported',
      after: expect.stringContaining('"apiKey":"moving"'),
    })
  })

  test('has its answer repeated for the same Idempotency-Key', async () => {
    const key = await make({ name: 'twice', scopes: ['people-write'] })
    const headers = { 'idempotency-key': 'one' }
    const body = listOf('bob@example.org')
    const first = await send(key, calls.checkPeopleList, { body, headers })
    expect((await send(key, calls.checkPeopleList, { body, headers })).json()).toEqual(first.json())
  })

  test('is refused beside a cookie, from another network, wrong, expired or withdrawn', async () => {
    const key = await make({ networks: ['192.0.2.0/24', '2001:db8::/32', '198.51.100.7'], days: 1 })
    const from = (address: string) => codeOf(key, calls.people, { from: address })
    for (const address of ['192.0.2.200', '2001:db8::1', '198.51.100.7', '::ffff:192.0.2.1'])
      expect([address, await from(address)]).toEqual([address, 200])
    for (const address of ['192.0.3.1', '2001:db9::1', '198.51.100.8', '::ffff:192.0.3.1'])
      expect([address, await from(address)]).toEqual([address, 'key-network'])
    const near = { from: '192.0.2.1' }
    expect(await codeOf(key, calls.people, { ...near, headers: { cookie: 'a=b' } })).toBe('key-with-cookie')
    const other = keyText(Buffer.alloc(32, 1))
    for (const wrong of [other, `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`, 'lectern_live_'])
      expect(await codeOf(wrong, calls.people, near)).toBe('key-unknown')
    site.clock.advanceReal({ days: 1 })
    expect(await codeOf(key, calls.people, near)).toBe('key-unknown')
    admin = await browserOf(site, theAdmin.userId)
    const short = await make({ name: 'short' })
    const { keys } = (await admin.call(calls.apiKeys)).body
    const id = keys.find(({ name }) => name === 'short')?.id ?? ''
    expect(await codeOf(short, calls.people)).toBe(200)
    const body = { id, password }
    expect((await admin.call(calls.withdrawApiKey, { body })).status).toBe(200)
    expect(await codeOf(short, calls.people)).toBe('key-unknown')
    expect((await admin.call(calls.withdrawApiKey, { body })).status).toBe(404)
  })

  test('opens no page and no call of somebody else', async () => {
    const key = await make({ scopes: [...keyScopes] })
    const headers = { host: site.services.config.baseUrl.host, authorization: `Bearer ${key}` }
    for (const url of ['/admin', '/api/user-session', '/api/csrf-token', '/account/profile'])
      expect([url, (await site.app.inject({ url, headers })).statusCode]).toEqual([url, 403])
  })
})

test.each(keyScopes)('a key of %s makes the calls of its scope, and no others', async (scope) => {
  const key = await make({ name: scope, scopes: [scope] })
  const wrong: string[] = []
  // bytes that are the same for everybody are sent before anybody is looked up
  const asked = Object.entries<Call>(calls).filter(
    ([, { actor, conditional }]) => actor !== 'anyone' || !conditional,
  )
  for (const [name, call] of asked) {
    const reply = await send(key, call, call.method === 'GET' || call.method === 'HEAD' ? {} : { body: {} })
    const isProblem = reply.body !== '' && String(reply.headers['content-type']).includes('problem')
    const code = isProblem ? reply.json().code : reply.statusCode
    const isRefused = ['key-scope', 'login-required', 'forbidden', 'csrf'].includes(code) || code === 403
    if (isRefused === (scopeOf(call) === scope)) wrong.push(`${name}: ${code}`)
  }
  expect(wrong).toEqual([])
})

test('no scope has calls that ask for a password, settings, secrets, or write money', () => {
  for (const [scope, names] of Object.entries(callsOfScope))
    for (const name of names) {
      const call: Call = calls[name]
      expect([name, call.actor]).toEqual([name, 'admin'])
      expect(call.path).not.toMatch(
        /keys|backup|switch|purge|set-up|settings|audit|refund|coupon\/|subscription/,
      )
      if (scope.endsWith('read'))
        expect([name, call.path]).toEqual([name, expect.not.stringMatching(/\/(save|delete)/)])
      const needs = call.body && !call.body.safeParse({}).success ? call.body.safeParse({}).error?.issues : []
      expect([name, needs?.map(({ path }) => path[0]) ?? []]).toEqual([
        name,
        expect.not.arrayContaining(['password', 'code']),
      ])
    }
})

describe.skipIf(missing)('the ten examples of docs/api-keys.md, run by curl,', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../../../docs/api-keys.md'), 'utf8')
  const [, preamble = ''] = /^```sh\n(.*?)^```/ms.exec(text) ?? []
  const examples = [...text.matchAll(/^\d+\. [^\n]*\n(.*?)(?=^\d+\. |^\S)/gms)].map(
    ([, body = '']) => /^ *```sh\n(.*?)^ *```/ms.exec(body)?.[1] ?? body.trim().replaceAll(/^`|`$/g, ''),
  )
  const folder = mkdtempSync(join(tmpdir(), 'lectern-curl-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const wrote = (name: string) => readFileSync(join(folder, name), 'utf8')

  /** Runs them in one shell, adding before finding; the output of each is in a file of its number. */
  async function runAll(key: string): Promise<void> {
    await site.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = site.app.server.address() as AddressInfo
    writeFileSync(join(folder, '.lectern-key'), `${key}\n`)
    const script = [
      `curl() { command curl --connect-to "::127.0.0.1:${port}" "$@"; }`,
      'sleep() { command sleep 0.1; }',
      preamble.replace(/^SITE=.*$/m, `SITE=${site.services.config.baseUrl.origin}`),
      ...[3, 4, 1, 2, 5, 6, 7, 8, 9, 10].map((place) => `{\n${examples[place - 1]}\n} > ${place}`),
    ]
    const env = { PATH: process.env.PATH, HOME: folder }
    const options = ['-e', '-u', '-o', 'pipefail', '-c', script.join('\n')]
    let hasEnded = false
    const ended = promisify(execFile)('bash', options, { cwd: folder, env, timeout: 60_000 })
    void ended
      .catch(() => undefined)
      .then(() => {
        hasEnded = true
      })
    while (!hasEnded) {
      await site.services.queue.drain()
      await wait(50)
    }
    await ended
  }

  test('do what they say, as the desk would, and the audit log names the key', async () => {
    admin = await browserOf(site, theAdmin.userId)
    const key = await make({ name: 'nightly', scopes: [...keyScopes] })
    await storeCategory(site.db, 'react')
    await storeVideo(site.db, 'closures', { category_id: 'react', draft: true })
    const before = (await auditOf(site)).length
    expect(examples).toHaveLength(10)
    await runAll(key)
    const desk = async (path: string) => (await admin.fetch('GET', `/api/admin/${path}`)).text
    expect(wrote('people.csv')).toContain('ada@example.org')
    expect(wrote('people.csv')).toBe(await desk('people.csv'))
    expect(JSON.parse(wrote('2')).people).toMatchObject([{ email: 'ada@example.org' }])
    expect(wrote('invoices.zip').slice(0, 2)).toBe('PK')
    const days = 'from=2026-10-01&to=2026-10-31'
    expect(wrote('payments.csv')).toBe(await desk(`money/payments.csv?${days}`))
    expect(wrote('7')).toBe(await desk('money/report?from=2026-01-01&to=2026-10-31&by=month'))
    expect(wrote('watched.csv')).toBe(await desk(`statistics/films.csv?${days}`))
    expect(wrote('videos.csv')).toContain('closures')
    await site.services.library.refresh()
    expect(site.services.library.video('closures')).toBeDefined()
    await runUpkeep(site.services)
    expect(await mailsTo(site, 'ada@example.org')).toHaveLength(1)
    const entries = (await auditOf(site)).slice(before)
    expect(entries.map(({ action }) => action).toSorted()).toEqual([
      'people-imported',
      'people-invited',
      'people-list-checked',
      'video-changed',
    ])
    for (const { after } of entries) expect(after).toContain('"apiKey":"nightly"')
  }, 60_000)
})

test('requests with a key have a limit of their own, unknown keys one of their network', async () => {
  const key = await make({ name: 'busy' })
  const { limits } = site.services
  const rows = await storedKeys()
  const id = rows.find(({ name }) => name === 'busy')?.id
  const full = new Problem('too-many-requests', { retryAfterSeconds: 60 })
  for (const [limit, sent, by] of [
    [limits.apiKey, key, id],
    [limits.unknownKey, keyText(Buffer.alloc(32, 2)), '127.0.0.1'],
  ] as const) {
    const consume = vi.spyOn(limit, 'consume').mockResolvedValueOnce(full)
    expect((await send(sent, calls.people)).statusCode).toBe(429)
    expect(consume).toHaveBeenCalledWith(by)
    consume.mockRestore()
  }
})

test('a demo makes none, and has no webhooks', async () => {
  const demo = await createTestApp({ settings: { DEMO: '1' } })
  try {
    const operator = await signedInAdmin(demo)
    const body = {
      name: 'x',
      scopes: ['people-read' as const],
      days: null,
      networks: [],
      password,
      code: '000000',
    }
    expect((await operator.call(calls.makeApiKey, { body })).problem?.code).toBe('not-in-demo')
    const hook = { url: 'https://example.org/', events: ['user.added' as const], password, code: '000000' }
    expect((await operator.call(calls.addWebhook, { body: hook })).problem?.code).toBe('not-in-demo')
  } finally {
    await demo.close()
  }
})

test.each([
  ['192.0.2.0/24', true],
  ['192.0.2.1', true],
  ['2001:db8::/32', true],
  ['192.0.2.0/33', false],
  ['192.0.2', false],
  ['example.org', false],
  ['192.0.2.0/', false],
  ['', false],
])('%s is a network: %s', (text, expected) => {
  expect(isNetwork(text)).toBe(expected)
})
