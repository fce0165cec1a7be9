import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { KeyScope } from '#contract/desk/key-calls.ts'
import { callsOfScope } from '#contract/key-scopes.ts'
import { adminAccountId } from '#server/identity/sessions/admin-account.ts'
import * as keys from '#server/identity/sessions/api-key.store.ts'
import { keyText } from '#server/identity/sessions/key-text.ts'
import { isNetwork } from '#server/identity/sessions/viewer-by-key.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'
import { auditOf, sellingSite, signedInAdmin, testAdmin, theAdmin } from '#support/admin.ts'
import { giveRole } from '#support/stored/people.ts'
import { addUser } from '#support/team-site.ts'
import { testApp } from '#support/test-app.ts'

const site = testApp({ settings: { ...sellingSite, RATE_LIMITS: '1000' } })
const admin = testAdmin(site)

let count = 0
/** Stores a key without the call that makes one; returns its text. */
async function stored(
  change: { text?: string; networks?: string[]; scopes?: KeyScope[] } = {},
): Promise<string> {
  count += 1
  const { text = keyText(Buffer.alloc(32, count)), networks = [], scopes = ['people-read'] } = change
  const row = { id: randomUUID(), name: 'stored', key_hash: sha256(text), ending: text.slice(-4) }
  await inTransaction(site.db, (trx) =>
    keys.insertApiKey(trx, { ...row, scopes, networks, created_at: site.clock.real(), expires_at: null }),
  )
  return text
}
const sendBy = (key: string, from = '127.0.0.1', url = '/api/admin/people') =>
  site.app.inject({
    url,
    remoteAddress: from,
    headers: { host: site.services.config.baseUrl.host, authorization: `Bearer ${key}` },
  })
const statusOf = async (...sent: Parameters<typeof sendBy>) => (await sendBy(...sent)).statusCode

test('a key with a wrong checksum is refused without a look-up', async () => {
  const right = await stored()
  const mistyped = `${right.slice(0, -1)}${right.endsWith('0') ? '1' : '0'}`
  await stored({ text: mistyped })
  expect([await statusOf(right), await statusOf(mistyped)]).toEqual([200, 401])
})

test('a key acts as the owner of the account that runs the site', async () => {
  const other = await addUser(site, adminAccountId, 'other@site.example')
  const keyHash = sha256(await stored())
  const ownerByKey = async () => (await keys.findApiKey(site.db, keyHash, site.clock.real()))?.userId
  expect(await ownerByKey()).toBe(theAdmin.userId)
  await giveRole(site.db, theAdmin.userId, 'manager')
  await giveRole(site.db, other, 'owner')
  expect(await ownerByKey()).toBe(other)
  await giveRole(site.db, other, 'user')
  await giveRole(site.db, theAdmin.userId, 'owner')
})

test('the last use of a key is stored once a minute', async () => {
  const key = await stored()
  const lastUse = async () => {
    expect(await statusOf(key)).toBe(200)
    return (await keys.findApiKey(site.db, sha256(key), site.clock.real()))?.last_used_at
  }
  const first = site.clock.real()
  expect(await lastUse()).toEqual(first)
  site.clock.advanceReal({ seconds: 59 })
  expect(await lastUse()).toEqual(first)
  site.clock.advanceReal({ seconds: 1 })
  expect(await lastUse()).toEqual(site.clock.real())
})

test('keys are listed page by page, newest first, and each once', async () => {
  const before = (await admin.call(calls.apiKeys)).body.count
  for (let key = 0; key < 23; key += 1) await stored()
  site.clock.advanceReal({ minutes: 1 })
  const newest = (await stored()).slice(-4)
  const count = before + 24
  const ids: string[] = []
  for (let page = 0; page * 10 < count; page += 1) {
    const { body } = await admin.call(calls.apiKeys, { query: { page: String(page) } })
    expect([body.count, body.keys.length]).toEqual([count, Math.min(10, count - page * 10)])
    if (page === 0) expect(body.keys[0]?.ending).toBe(newest)
    ids.push(...body.keys.map(({ id }) => id))
  }
  expect(new Set(ids).size).toBe(count)
})

describe('the networks of a key', () => {
  test.each([
    ['::ffff:10.0.0.1', '10.0.0.1', 200],
    ['::ffff:10.0.0.1', '::ffff:10.0.0.1', 200],
    ['::ffff:10.0.0.1', '10.0.0.2', 403],
    ['::ffff:10.0.0.0/120', '10.0.0.2', 200],
    ['::ffff:10.0.0.0/120', '10.0.1.2', 403],
    ['10.0.0.1', '::ffff:10.0.0.1', 200],
    ['10.0.0.1', '::ffff:a00:1', 200],
    ['10.0.0.1', '::ffff:a00:2', 403],
    ['0.0.0.0/0', '2001:db8::1', 403],
    ['2001:db8::/32', '10.0.0.1', 403],
  ])('%s: a request from %s is answered with %i', async (network, from, status) => {
    expect(isNetwork(network)).toBe(true)
    expect(await statusOf(await stored({ networks: [network] }), from)).toBe(status)
  })

  test.each(['::ffff:10.0.0.0/24', '::/0'])('%s, which every IPv4 address is in, is none', (network) => {
    expect(isNetwork(network)).toBe(false)
  })
})

test('a write without its CSRF token is refused, whatever else it is authorised by', async () => {
  const before = (await auditOf(site)).length
  for (const authorization of ['Basic YTpi', 'Bearer x', `Bearer ${keyText(Buffer.alloc(32, 9)).slice(8)}`]) {
    const { problem } = await admin.call(calls.withdrawApiKey, {
      body: { id: randomUUID(), password: theAdmin.password },
      csrf: 'none',
      headers: { authorization },
    })
    expect([authorization, problem?.code]).toEqual([authorization, 'csrf'])
  }
  expect(await auditOf(site)).toHaveLength(before)
})

test('a key needs the second factor of its admin', async () => {
  const key = await stored()
  await site.db.deleteFrom('user_totp').where('user_id', '=', theAdmin.userId).execute()
  expect((await sendBy(key)).json()).toMatchObject({ code: 'second-factor-needed' })
  await signedInAdmin(site)
  expect(await statusOf(key)).toBe(200)
})

/** The part of the desk that each scope opens. */
const rooms = {
  'people-read': /^GET \/api\/admin\/(?:people|find)\b/,
  'people-write': /^POST \/api\/admin\/people\/(?:session|login|import)\/(?!take-over)/,
  'money-read': /^GET \/api\/admin\/money\/|^POST \/api\/admin\/money\/invoices$/,
  'content-read': /^GET \/api\/admin\/(?:library|processing|statistics)\b/,
  'content-write': /^POST \/api\/admin\/(?:library|processing)\/|^[A-Z]+ \/api\/uploads\b/,
} as const satisfies Record<KeyScope, RegExp>

test.each(Object.entries(callsOfScope))('%s opens its own part of the desk only', (scope, names) => {
  for (const name of names) {
    const { method, path } = calls[name]
    expect([name, `${method} ${path}`]).toEqual([name, expect.stringMatching(rooms[scope as KeyScope])])
  }
})
