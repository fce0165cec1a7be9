import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { seedDemo } from '#server/front/demo/seed-demo.ts'
import { anyParams } from '#support/any-params.ts'
import { registrationOf } from '#support/people.ts'
import { somethingFor } from '#support/some-body.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

let owner: TestClient
const site = testApp({ settings: { RATE_LIMITS: '100000' } })
beforeAll(async () => {
  await seedDemo(site.services)
  owner = site.client()
  const body = { email: 'owner@lectern.example', password: 'demo-owner-1' }
  expect((await owner.call(calls.login, { body })).status).toBe(200)
})

const deep = (opening: string, closing: string, depth: number) =>
  opening.repeat(depth) + closing.repeat(depth)
const manyKeys = `{${Array.from({ length: 8_000 }, (_, n) => `"key${n}":1`).join(',')}}`
const good = { email: 'ada@example.org', password: 'correct horse' }
const withEmail = (email: string) => `{"email":${email},"password":"x"}`

describe('a malformed body', () => {
  test.each<[string, string, number, string]>([
    ['nothing', '', 400, 'malformed'],
    ['no JSON', 'email=ada', 400, 'malformed'],
    ['half of it', '{"email":"ada', 400, 'malformed'],
    ['two of it', '{}{}', 400, 'malformed'],
    ['null', 'null', 422, 'invalid'],
    ['a list', '[]', 422, 'invalid'],
    ['a word', '"email"', 422, 'invalid'],
    ['a number that is none', '{"email":NaN}', 400, 'malformed'],
    ['a number too large for any', withEmail('1e400'), 422, 'invalid'],
    ['2^53+1', withEmail('9007199254740993'), 422, 'invalid'],
    ['100,000 lists in each other', deep('[', ']', 49_000), 422, 'invalid'],
    ['deep objects', `${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}`, 422, 'invalid'],
    ['deep in a field', withEmail(deep('[', ']', 40_000)), 422, 'invalid'],
    ['thousands of keys', manyKeys, 422, 'invalid'],
    ['a key twice, the last one wrong', '{"email":"a@b.de","password":"x","email":1}', 422, 'invalid'],
    ['a lone surrogate', withEmail('"a\\ud800@example.org"'), 422, 'invalid'],
    ['a lone low surrogate', withEmail('"a\\udc00@example.org"'), 422, 'invalid'],
    ['U+0000', withEmail('"a\\u0000@example.org"'), 422, 'invalid'],
    ['a line break in a line', withEmail('"a@example.org\\r\\nBcc: b@example.org"'), 422, 'invalid'],
    ['a very long line', withEmail(`"${'a'.repeat(90_000)}"`), 422, 'invalid'],
    ['a list for a word', withEmail('["a@example.org"]'), 422, 'invalid'],
    ['an object for a word', withEmail('{"$ne":null}'), 422, 'invalid'],
    ['a word for a yes or no', '{"email":"a@b.de","password":"x","staySignedIn":"1"}', 422, 'invalid'],
    ['a list for a yes or no', '{"email":"a@b.de","password":"x","staySignedIn":[true]}', 422, 'invalid'],
    ['more than 100 kB', JSON.stringify({ ...good, password: 'x'.repeat(100_001) }), 413, 'too-large'],
  ])('%s', async (_, body, status, code) => {
    const reply = await site.client().call(calls.login, { body })
    expect([reply.status, reply.problem?.code]).toEqual([status, code])
  })

  test('U+0000 in a password is refused and not cut off there', async () => {
    const body = { email: 'owner@lectern.example', password: 'demo-owner-1\0more' }
    expect((await site.client().call(calls.login, { body })).problem?.errors).toHaveProperty('password')
  })

  test('a position that is no number of seconds', async () => {
    for (const positionSeconds of ['1e400', '-1', '"12"', 'null', '1000001', '[1]', 'true']) {
      const body = `{"positionSeconds":${positionSeconds}}`
      const reply = await owner.call(calls.keepPosition, { params: { id: 'some-video' }, body })
      expect([positionSeconds, reply.status]).toEqual([positionSeconds, 422])
    }
  })

  test('a duration that does not exist', async () => {
    for (const advance of ['P0.5D', 'P-1D', 'PT5H', '30', 'P9999D', 'P1D\n', '', 'P1D; drop table video']) {
      const reply = await owner.call(calls.advanceDemoClock, { body: { advance } })
      expect([advance, reply.status]).toEqual([advance, 422])
    }
  })
})

const strangers = [
  'admin',
  'id',
  'role',
  'userId',
  'accountId',
  'confirmed',
  'privilegeLevel',
  'permissions',
  'subscription',
  'status',
  'until',
  'price',
  'priceCents',
  'licenseCount',
  'credit',
  'version',
  'kind',
  'trial',
  'createdAt',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'length',
  '$where',
  '',
  'skipEmailVerification',
  'password_hash',
  'email_key',
]
const taking = Object.entries<Call>(calls).flatMap(([name, call]) =>
  call.body ? [[name, call] as const] : [],
)

test.each(taking)('%s refuses every unknown field', async (_, call) => {
  const body = somethingFor(call.body as z.ZodMiniType)
  expect(z.safeParse(call.body as z.ZodMiniType, body).error).toBeUndefined()
  // they look at the session first, and these are for one of another kind
  const gate = { 'two-factor': [401], admin: [403] }[call.actor as string]
  for (const stranger of strangers) {
    const own = JSON.stringify(body).slice(1, -1)
    const text = `{${own}${own && ','}${JSON.stringify(stranger)}:{"admin":true}}`
    const reply = await owner.call(call, {
      params: anyParams,
      body: text,
    })
    const expected = gate ?? [stranger === '__proto__' ? 400 : 422]
    expect([stranger, reply.status]).toEqual([stranger, ...expected])
  }
  expect(({} as { admin?: unknown }).admin).toBeUndefined()
})

test('a call that takes no body refuses one', async () => {
  const params = { id: 'some-video' }
  for (const body of [{ admin: true }, [1], '"word"', '1'])
    expect((await owner.call(calls.markViewed, { params, body })).status).toBe(422)
  for (const body of [{}, 'null'])
    expect((await owner.call(calls.markViewed, { params, body })).status).toBe(404)
})

test('a compressed body is refused and never unpacked', async () => {
  for (const encoding of ['gzip', 'br', 'deflate', 'zstd', 'identity, gzip']) {
    const reply = await site
      .client()
      .call(calls.login, { body: good, headers: { 'content-encoding': encoding } })
    expect([encoding, reply.status]).toEqual([encoding, 415])
  }
})

describe('a malformed URL', () => {
  test.each([
    '/api/video/%00',
    '/api/video/%ff%fe',
    '/api/video/%zz',
    '/api/video/%',
    `/api/video/${'x'.repeat(201)}`,
    `/api/video/${'x'.repeat(5000)}`,
    '/api/video/..%2f..%2fetc%2fpasswd',
    '/api/video/%2e%2e/%2e%2e/etc/passwd',
    '/api/video/a%0d%0aSet-Cookie:%20a=b',
    '/api/video/%ed%a0%80',
    '/api/video/%00/code',
    '/api/video/..%2f..%2fcraft/code',
    '/api/video/x/code/../../../package.json',
    '/api//video/x',
    '//evil.test/api/config',
    '/api/video/x;admin=true',
    "/api/video/' or 1=1 --",
    '/media/x/../../../etc/passwd',
    '/posters/..%2f..%2fpackage.json',
    `/api/${'a/'.repeat(2000)}`,
    `/api/videos?${'a=b&'.repeat(3000)}`,
    '/api/videos?__proto__[admin]=true',
  ])('%s', async (path) => {
    for (const method of ['GET', 'POST'] as const) {
      const reply = await owner.fetch(method, path)
      expect(reply.status).toBeLessThan(500)
      if (reply.status >= 400) expect(reply.problem?.code).toBeTypeOf('string')
      expect(reply.headers).not.toHaveProperty('set-cookie')
    }
  })
})

test.each([
  ['x-csrf-token', '\u00ff'.repeat(500)],
  ['cookie', `${'a=b; '.repeat(2000)}`],
  ['cookie', 'lectern-session=%00; lectern-visitor=\u00ff; lectern-device=a.b.c'],
  ['if-none-match', `${'"a",'.repeat(3000)}`],
  ['accept-encoding', 'gzip;q=x, *;q=-1, ,,,'],
  ['accept-language', '*'.repeat(5000)],
  ['idempotency-key', 'x'.repeat(256)],
  ['content-type', 'application/json; charset=utf-16'],
  ['range', 'bytes=-'],
  ['user-agent', '\u00ff\u00fe'],
])('an invalid header %s does no harm', async (name, value) => {
  const headers = { [name]: value }
  const replies = [
    await owner.call(calls.videos, { headers }),
    await owner.call(calls.userSession, { headers }),
    await owner.call(calls.register, { headers, body: registrationOf('ada@example.org') }),
  ]
  for (const reply of replies) expect(reply.status).toBeLessThan(500)
})
