import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { demoAccounts } from '#server/front/demo/demo-logins.ts'
import { auditOf, browserOf, expiredOwner, teamAccountId, testAdmin, theAdmin } from '#support/admin.ts'
import { mailsTo } from '#support/mails.ts'
import { signIn } from '#support/people.ts'
import { isSignedIn } from '#support/second-factors.ts'
import { personAt } from '#support/stored/people.ts'
import { testApp } from '#support/test-app.ts'

const site = testApp()
const admin = testAdmin(site)

const temporaryPassword = 'tmp-42'
const assign = (change: object = {}) =>
  admin.call(calls.assignTemporaryPassword, {
    body: { accountId: expiredOwner.accountId, password: theAdmin.password, temporaryPassword, ...change },
  })

test('the owner is signed out everywhere, signs in with it once, and has to choose their own', async () => {
  const before = await browserOf(site, expiredOwner.userId)
  expect(await isSignedIn(before)).toBe(true)
  const { status, body } = await assign()
  expect([status, body]).toEqual([200, { status: 'ok' }])
  expect(await isSignedIn(before)).toBe(false)

  const browser = site.client()
  const signedIn = await signIn(browser, expiredOwner.email, temporaryPassword)
  expect([signedIn.status, signedIn.body]).toEqual([202, { status: 'password-change-required' }])
  expect(await isSignedIn(browser)).toBe(false)
  const own = { currentPassword: temporaryPassword, password: 'a word of my own' }
  expect((await browser.call(calls.changePassword, { body: own })).status).toBe(200)
  expect(await isSignedIn(browser)).toBe(true)
})

test('the entry names the user, and neither it nor a mail contains the password', async () => {
  const before = (await auditOf(site)).length
  await assign({ temporaryPassword: 'very-secret-word' })
  const [entry, ...more] = (await auditOf(site)).slice(before)
  expect([entry, more]).toMatchObject([{ action: 'password-assigned', target: expiredOwner.accountId }, []])
  const mails = await mailsTo(site, expiredOwner.email)
  expect(JSON.stringify([entry, mails])).not.toContain('very-secret-word')
  expect(mails[0]?.subject).toBe('A temporary password for Lectern')
})

test.each([
  ["the admin's own account", { accountId: theAdmin.accountId }, 403, 'forbidden'],
  ['an account that there is not', { accountId: crypto.randomUUID() }, 404, 'not-found'],
  ['five characters', { temporaryPassword: '12345' }, 422, 'invalid'],
  ['a wrong password of the admin', { password: 'wrong' }, 403, 'wrong-password'],
])('%s is refused, and nothing happens', async (_, change, status, code) => {
  const owner = await browserOf(site, expiredOwner.userId)
  const before = (await auditOf(site)).length
  const answer = await assign(change)
  expect([answer.status, answer.problem?.code]).toEqual([status, code])
  expect(await isSignedIn(owner)).toBe(true)
  expect(await isSignedIn(admin)).toBe(true)
  expect((await auditOf(site)).length).toBe(before)
})

test('its faults are shown at its field', async () => {
  expect((await assign({ temporaryPassword: '12345' })).problem?.errors).toEqual({
    temporaryPassword: 'Please choose a temporary password with at least 6 characters.',
  })
})

test('any user of an account gets one, by a contact of theirs and of that account', async () => {
  const people = demoAccounts.find(({ id }) => id === teamAccountId)?.people ?? []
  const user = people.at(-1)
  if (!user) throw new Error('the team has no user')
  const { contactId } = await personAt(site.db, user.email)
  expect((await assign({ contactId })).status).toBe(404)
  const [own, owners] = [await browserOf(site, user.userId), await browserOf(site, people[0]?.userId ?? '')]
  const before = (await auditOf(site)).length
  expect((await assign({ accountId: teamAccountId, contactId })).status).toBe(200)
  expect(await isSignedIn(own)).toBe(false)
  expect(await isSignedIn(owners)).toBe(true)
  const signedIn = await signIn(site.client(), user.email, temporaryPassword)
  expect([signedIn.status, signedIn.body]).toEqual([202, { status: 'password-change-required' }])
  expect((await auditOf(site)).slice(before)).toMatchObject([
    { action: 'password-assigned', target: teamAccountId, after: JSON.stringify({ userId: user.userId }) },
  ])
})
