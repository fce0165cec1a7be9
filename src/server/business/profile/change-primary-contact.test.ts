import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { codeFrom, mailsTo, newestMailTo } from '#support/mails.ts'
import { accountIn, addContact, contactId, mailSaying, ownPassword, signedInOwner } from '#support/owners.ts'
import { signIn } from '#support/people.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

const site = testApp({ settings: { RATE_LIMITS: '1000' } })

const makePrimary = (browser: TestClient, id: string, currentPassword = ownPassword) =>
  browser.call(calls.changePrimaryContact, { body: { contactId: id, currentPassword } })

/** An owner with a second, confirmed contact. */
async function ownerOfTwo(first: string, second: string): Promise<TestClient> {
  const browser = await signedInOwner(site, first)
  await addContact(browser, second)
  await browser.call(calls.confirmContact, { body: codeFrom(await newestMailTo(site, second)) })
  return browser
}

test('a confirmed contact replaces the primary one, which is notified and can be removed', async () => {
  const [first, second] = ['old@example.org', 'new@example.org']
  const browser = await ownerOfTwo(first, second)
  const before = await accountIn(browser)
  const answer = await makePrimary(browser, await contactId(browser, second))
  expect(answer.status).toBe(200)
  expect(answer.body.account.contacts).toMatchObject([
    { email: second, primary: true, confirmed: true, removable: false },
    { email: first, primary: false, confirmed: true, removable: true },
  ])
  expect(answer.body.account.users?.[0]?.email).toBe(second)
  expect(answer.body.account.version).toBe(before.version + 1)
  await mailSaying(site, first, `The contact ${second} is now the primary contact of your account at Lectern`)
  expect((await mailsTo(site, second)).map(({ subject }) => subject)).toEqual([
    'Please confirm your email for Lectern',
  ])

  const former = await contactId(browser, first)
  const removed = await browser.call(calls.changeContact, {
    body: { remove: former, currentPassword: ownPassword },
  })
  expect(removed.body.account.contacts.map(({ email }) => email)).toEqual([second])
  expect((await signIn(site.client(), first)).status).toBe(401)
  expect((await signIn(site.client(), second)).status).toBe(200)
})

test('choosing the current primary contact changes nothing and sends no mail', async () => {
  const browser = await signedInOwner(site, 'same@example.org')
  const before = [await accountIn(browser), (await mailsTo(site, 'same@example.org')).length]
  expect((await makePrimary(browser, await contactId(browser, 'same@example.org'))).status).toBe(200)
  expect([await accountIn(browser), (await mailsTo(site, 'same@example.org')).length]).toEqual(before)
})

test('one that waits for its confirmation cannot become it', async () => {
  const browser = await signedInOwner(site, 'wait@example.org')
  await addContact(browser, 'waits@example.org')
  const answer = await makePrimary(browser, await contactId(browser, 'waits@example.org'))
  expect([answer.status, answer.problem?.code, answer.problem?.detail]).toEqual([
    409,
    'contact-unconfirmed',
    'Please confirm this contact first.',
  ])
})

test('needs the own password', async () => {
  const browser = await ownerOfTwo('careful@example.org', 'careful2@example.org')
  const answer = await makePrimary(browser, await contactId(browser, 'careful2@example.org'), 'wrong')
  expect(answer.problem?.code).toBe('wrong-password')
  expect((await accountIn(browser)).contacts[0]?.email).toBe('careful@example.org')
})

test('there is one primary contact however many are made so at once', async () => {
  const browser = await ownerOfTwo('many@example.org', 'many2@example.org')
  const ids = (await accountIn(browser)).contacts.map(({ id }) => id)
  const answers = await Promise.all([...ids, ...ids, ...ids].map((id) => makePrimary(browser, id)))
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
  expect((await accountIn(browser)).contacts.filter(({ primary }) => primary)).toHaveLength(1)
})
