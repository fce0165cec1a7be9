import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { mailsTo } from '#support/mails.ts'
import { addContact, contactId, ownPassword, signedInOwner } from '#support/owners.ts'
import { personAt, takePassword } from '#support/stored/people.ts'
import { testApp } from '#support/test-app.ts'

// With the limits as they are: each of them really bites.
const site = testApp()

test('ten clicks on "resend" make three mails an hour, and every answer is a success', async () => {
  const added = 'resent@example.org'
  const browser = await signedInOwner(site, 'resender@example.org')
  await addContact(browser, added)
  const id = await contactId(browser, added)
  for (let click = 0; click < 10; click += 1) {
    const answer = await browser.call(calls.resendConfirmation, { body: { contactId: id } })
    expect(answer.status).toBe(200)
  }
  expect(await mailsTo(site, added)).toHaveLength(3)
  site.clock.advance({ hours: 1 })
  browser.forgetCsrfToken()
  await browser.call(calls.resendConfirmation, { body: { contactId: id } })
  expect(await mailsTo(site, added)).toHaveLength(4)
})

test("attempts to add another user's address send them three mails an hour at most", async () => {
  await signedInOwner(site, 'wanted@example.org')
  const before = (await mailsTo(site, 'wanted@example.org')).length
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    const browser = await signedInOwner(site, `${name}-wants@example.org`)
    expect((await addContact(browser, 'wanted@example.org')).status).toBe(200)
  }
  expect(await mailsTo(site, 'wanted@example.org')).toHaveLength(before + 3)
})

test('a stolen session cannot guess the password by contact edits', async () => {
  const browser = await signedInOwner(site, 'stolen@example.org')
  const codes: (string | undefined)[] = []
  for (let guess = 0; guess < 12; guess += 1)
    codes.push((await addContact(browser, 'thief@example.org', `guess ${guess}`)).problem?.code)
  expect(codes).toEqual([...Array(10).fill('wrong-password'), 'too-many-requests', 'too-many-requests'])
  expect((await addContact(browser, 'thief@example.org')).status).toBe(429)
  expect(await mailsTo(site, 'thief@example.org')).toEqual([])
})

test('a user can mail at most thirty unknown addresses an hour', async () => {
  const browser = await signedInOwner(site, 'spammer@example.org')
  const statuses: number[] = []
  for (let stranger = 0; stranger < 33; stranger += 1)
    statuses.push((await addContact(browser, `stranger${stranger}@example.org`)).status)
  expect(statuses).toEqual([...Array(30).fill(200), 429, 429, 429])
})

test('a user without a password cannot change contacts, and gets the reason', async () => {
  const browser = await signedInOwner(site, 'without@example.org')
  await takePassword(site.db, (await personAt(site.db, 'without@example.org')).userId)
  const answer = await addContact(browser, 'another@example.org', ownPassword)
  expect([answer.status, answer.problem?.code]).toEqual([409, 'password-needed'])
})
