import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { auditOf, browserOf, expiredOwner, signedInAdmin, theAdmin } from '#support/admin.ts'
import { mailsTo } from '#support/mails.ts'
import { isSignedIn } from '#support/second-factors.ts'
import { primaryContactOf } from '#support/stored/people.ts'
import { createTestApp, type TestApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

let site: TestApp
let admin: TestClient
beforeAll(async () => {
  site = await createTestApp()
  admin = await signedInAdmin(site)
})
afterAll(() => site.close())

const { accountId, userId } = expiredOwner
const db = () => site.services.database.db

beforeEach(async () => {
  const now = site.clock.real()
  await db()
    .insertInto('user_totp')
    .values({ user_id: userId, secret: Buffer.from('of a test'), created_at: now, confirmed_at: now })
    .onConflict((on) => on.doNothing())
    .execute()
})

const factors = () => db().selectFrom('user_totp').select('user_id').where('user_id', '=', userId).execute()
const reset = (change: object = {}) =>
  admin.call(calls.resetSecondFactor, { body: { accountId, password: theAdmin.password, ...change } })

test('all second factors of the person go; they are told, and it is in the audit log', async () => {
  const before = (await auditOf(site)).length
  const { status, body } = await reset()
  expect([status, body]).toEqual([200, { status: 'ok' }])
  expect(await factors()).toEqual([])
  const entries = (await auditOf(site)).slice(before)
  expect(entries).toMatchObject([
    { action: 'second-factor-reset', target: accountId, after: JSON.stringify({ userId }) },
  ])
  const [mail] = await mailsTo(site, expiredOwner.email)
  expect(mail?.text).toContain('The admin of Lectern removed all second factors of your account')
  // whoever is signed in stays so: it is them who asked
  expect(await isSignedIn(await browserOf(site, userId))).toBe(true)
})

test('a user is named by their contact, and only by one of that account', async () => {
  const contact = await primaryContactOf(db(), userId)
  const elsewhere = await db()
    .selectFrom('contact')
    .select('id')
    .where('account_id', '!=', accountId)
    .executeTakeFirstOrThrow()
  expect((await reset({ contactId: elsewhere.id })).status).toBe(404)
  expect(await factors()).toHaveLength(1)
  expect((await reset({ contactId: contact.id })).status).toBe(200)
  expect(await factors()).toEqual([])
})

test.each([
  ["the admin's own account", { accountId: theAdmin.accountId }, 403, 'forbidden'],
  ['an account that there is not', { accountId: crypto.randomUUID() }, 404, 'not-found'],
  ['a wrong password of the admin', { password: 'wrong' }, 403, 'wrong-password'],
])('%s is refused, and nothing happens', async (_, change, status, code) => {
  const before = (await auditOf(site)).length
  const answer = await reset(change)
  expect([answer.status, answer.problem?.code]).toEqual([status, code])
  expect(await factors()).toHaveLength(1)
  expect(await auditOf(site)).toHaveLength(before)
})

test('somebody who has none is not told of anything', async () => {
  await reset()
  const told = (await mailsTo(site, expiredOwner.email)).length
  expect((await reset()).problem?.code).toBe('second-factor-off')
  expect(await mailsTo(site, expiredOwner.email)).toHaveLength(told)
})
