import { beforeEach, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { auditOf, browserOf, expiredOwner, testAdmin, theAdmin } from '#support/admin.ts'
import { mailsTo } from '#support/mails.ts'
import { isSignedIn } from '#support/second-factors.ts'
import { primaryContactOf } from '#support/stored/contacts.ts'
import { personAt } from '#support/stored/people.ts'
import { giveTotp, hasTotp } from '#support/stored/second-factors.ts'
import { testApp } from '#support/test-app.ts'

const site = testApp()
const admin = testAdmin(site)

const { accountId, userId } = expiredOwner

beforeEach(() => giveTotp(site.db, userId, site.clock.real()))

const hasFactor = () => hasTotp(site.db, userId)
const reset = (change: object = {}) =>
  admin.call(calls.resetSecondFactor, { body: { accountId, password: theAdmin.password, ...change } })

test('all second factors of the person go, and their sessions; they are told, and it is in the audit log', async () => {
  const own = await browserOf(site, userId)
  const before = (await auditOf(site)).length
  const { status, body } = await reset()
  expect([status, body]).toEqual([200, { status: 'ok' }])
  expect(await hasFactor()).toBe(false)
  const entries = (await auditOf(site)).slice(before)
  expect(entries).toMatchObject([
    { action: 'second-factor-reset', target: accountId, after: JSON.stringify({ userId }) },
  ])
  const [mail] = await mailsTo(site, expiredOwner.email)
  expect(mail?.text).toContain('The admin of Lectern removed all second factors of your account')
  expect(mail?.text).toContain('logged you out everywhere')
  expect(await isSignedIn(own)).toBe(false)
})

test('a user is named by their contact, and only by one of that account', async () => {
  const contact = await primaryContactOf(site.db, userId)
  const { contactId: elsewhere } = await personAt(site.db, theAdmin.email)
  expect((await reset({ contactId: elsewhere })).status).toBe(404)
  expect(await hasFactor()).toBe(true)
  expect((await reset({ contactId: contact.id })).status).toBe(200)
  expect(await hasFactor()).toBe(false)
})

test.each([
  ["the admin's own account", { accountId: theAdmin.accountId }, 403, 'forbidden'],
  ['an account that there is not', { accountId: crypto.randomUUID() }, 404, 'not-found'],
  ['a wrong password of the admin', { password: 'wrong' }, 403, 'wrong-password'],
])('%s is refused, and nothing happens', async (_, change, status, code) => {
  const before = (await auditOf(site)).length
  const answer = await reset(change)
  expect([answer.status, answer.problem?.code]).toEqual([status, code])
  expect(await hasFactor()).toBe(true)
  expect(await auditOf(site)).toHaveLength(before)
})

test('a user without one is not notified, and stays signed in', async () => {
  await reset()
  const own = await browserOf(site, userId)
  const told = (await mailsTo(site, expiredOwner.email)).length
  expect((await reset()).problem?.code).toBe('second-factor-off')
  expect(await mailsTo(site, expiredOwner.email)).toHaveLength(told)
  expect(await isSignedIn(own)).toBe(true)
})
