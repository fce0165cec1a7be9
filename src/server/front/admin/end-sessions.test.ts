import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { demoAccounts } from '#server/front/demo/demo-logins.ts'
import { auditOf, browserOf, expiredOwner, teamAccountId, testAdmin, theAdmin } from '#support/admin.ts'
import { mailsTo } from '#support/mails.ts'
import { signIn } from '#support/people.ts'
import { isSignedIn } from '#support/second-factors.ts'
import { primaryContactOf } from '#support/stored/contacts.ts'
import { personAt } from '#support/stored/people.ts'
import { giveTotp } from '#support/stored/second-factors.ts'
import { testApp } from '#support/test-app.ts'

const site = testApp({ settings: { RATE_LIMITS: '1000' } })
const admin = testAdmin(site)

const [owner, other] = demoAccounts.find(({ id }) => id === teamAccountId)?.people ?? []
if (!owner || !other) throw new Error('the demo has no team')
const end = (change: object = {}) =>
  admin.call(calls.endUserSessions, {
    body: { accountId: teamAccountId, password: theAdmin.password, ...change },
  })

test("the owner's end everywhere, at once; they are told, and it is in the audit log", async () => {
  const browsers = [await browserOf(site, owner.userId), await browserOf(site, owner.userId)]
  const others = await browserOf(site, other.userId)
  for (const browser of [...browsers, others]) expect(await isSignedIn(browser)).toBe(true)
  const before = (await auditOf(site)).length
  const { status, body } = await end()
  expect([status, body]).toEqual([200, { status: 'ok' }])
  for (const browser of browsers) expect(await isSignedIn(browser)).toBe(false)
  expect(await isSignedIn(others)).toBe(true)
  expect((await auditOf(site)).slice(before)).toMatchObject([
    {
      action: 'sessions-ended',
      actor_id: theAdmin.userId,
      target: teamAccountId,
      after: JSON.stringify({ userId: owner.userId }),
    },
  ])
  const [mail] = await mailsTo(site, owner.email)
  expect(mail?.subject).toBe('You have been logged out of Lectern')
  expect(mail?.text).toContain('The admin of Lectern ended all your sessions')
  // nothing keeps them from coming back
  expect((await signIn(site.client(), owner.email, owner.password)).status).toBe(200)
})

test("another user's are ended by their contact, which must belong to that account", async () => {
  const [own, owners] = [await browserOf(site, other.userId), await browserOf(site, owner.userId)]
  const { contactId: elsewhere } = await personAt(site.db, theAdmin.email)
  expect((await end({ contactId: elsewhere })).status).toBe(404)
  expect(await isSignedIn(own)).toBe(true)
  expect((await end({ contactId: (await primaryContactOf(site.db, other.userId)).id })).status).toBe(200)
  expect(await isSignedIn(own)).toBe(false)
  expect(await isSignedIn(owners)).toBe(true)
  expect((await mailsTo(site, other.email))[0]?.subject).toBe('You have been logged out of Lectern')
})

test('a sign-in that waits for its second step ends as well', async () => {
  await giveTotp(site.db, expiredOwner.userId, site.clock.real())
  const half = site.client()
  expect((await signIn(half, expiredOwner.email, expiredOwner.password)).status).toBe(202)
  await end({ accountId: expiredOwner.accountId })
  const code = await half.call(calls.secondFactor, { body: { code: '123456' } })
  expect(code.problem?.code).toBe('login-required')
})

test.each([
  ["the admin's own account", { accountId: theAdmin.accountId }, 403, 'forbidden'],
  ['an account that there is not', { accountId: crypto.randomUUID() }, 404, 'not-found'],
  ['a wrong password of the admin', { password: 'wrong' }, 403, 'wrong-password'],
])('%s is refused, and nothing happens', async (_, change, status, code) => {
  const own = await browserOf(site, owner.userId)
  const before = (await auditOf(site)).length
  const answer = await end(change)
  expect([answer.status, answer.problem?.code]).toEqual([status, code])
  expect(await isSignedIn(own)).toBe(true)
  expect(await isSignedIn(admin)).toBe(true)
  expect(await auditOf(site)).toHaveLength(before)
})
