import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { mailsTo, newestMailTo } from '#support/mails.ts'
import { accountIn, addContact, contactId, mailSaying, ownPassword, signedInOwner } from '#support/owners.ts'
import { signIn } from '#support/people.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { allRows } from '#support/stored/rows.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

const site = testApp({ settings: { RATE_LIMITS: '1000' } })

let count = 0
const fresh = (word = 'person') => {
  count += 1
  return `${word}${count}@example.org`
}
const emailsIn = async (browser: TestClient) => (await accountIn(browser)).contacts.map(({ email }) => email)
const remove = (browser: TestClient, id: string, currentPassword = ownPassword) =>
  browser.call(calls.changeContact, { body: { remove: id, currentPassword } })

describe('adding a contact', () => {
  test('stores it unconfirmed, mails it a link, and notifies the primary contact', async () => {
    const [email, added] = [fresh(), fresh('Added')]
    const browser = await signedInOwner(site, email)
    const answer = await addContact(browser, ` ${added} `)
    expect(answer.status).toBe(200)
    expect(answer.body.account.contacts).toMatchObject([
      { email, primary: true, confirmed: true, removable: false },
      { email: added, type: 'email', primary: false, confirmed: false, removable: true },
    ])
    expect(answer.body.account).toEqual(await accountIn(browser))

    const mail = await newestMailTo(site, added)
    expect(mail.subject).toBe('Please confirm your email for Lectern')
    expect(mail.text).toContain(`The contact ${added} was added to an account at Lectern.`)
    expect(mail.text).toMatch(/\/confirm-contact\?contact=Added\S+&code=\S+/)
    const word = await mailSaying(site, email, 'The contacts of your account at Lectern have changed')
    expect(word.text).toContain(`The contact ${added} was added to your account`)
    expect(word.text).not.toContain('code=')
  })

  test('is no way in before it is confirmed', async () => {
    const added = fresh()
    await addContact(await signedInOwner(site, fresh()), added)
    expect((await signIn(site.client(), added)).status).toBe(401)
  })

  test.each([
    ['', 'Please enter your email.'],
    ['ada', 'Please enter a valid email.'],
    ['a@x.de,b@y.de', 'Please enter a valid email.'],
  ])('refuses %j before it looks at the password', async (add, sentence) => {
    const browser = await signedInOwner(site, fresh())
    const before = site.services.passwords.computed
    const answer = await addContact(browser, add, 'wrong')
    expect([answer.status, answer.problem?.errors]).toEqual([422, { add: sentence }])
    expect(site.services.passwords.computed).toBe(before)
  })

  test('refuses a header in the address', async () => {
    const browser = await signedInOwner(site, fresh())
    const answer = await addContact(browser, 'a@example.org\r\nBcc: b@example.org')
    expect(answer.status).toBe(422)
  })

  test('needs the own password: with a wrong one nothing happens', async () => {
    const [email, added] = [fresh(), fresh()]
    const browser = await signedInOwner(site, email)
    const answer = await addContact(browser, added, 'not my password')
    expect([answer.status, answer.problem?.code]).toEqual([403, 'wrong-password'])
    expect(await emailsIn(browser)).toEqual([email])
    expect(await mailsTo(site, added)).toEqual([])
  })

  test('refuses an address that the account has already, in any case', async () => {
    const [email, added] = [fresh(), fresh()]
    const browser = await signedInOwner(site, email)
    await addContact(browser, added)
    for (const again of [email, added.toUpperCase()]) {
      const answer = await addContact(browser, again)
      expect([answer.status, answer.problem?.code]).toEqual([409, 'contact-taken'])
    }
    expect(await emailsIn(browser)).toEqual([email, added])
  })

  test('the same request with the same key adds once and answers the same', async () => {
    const browser = await signedInOwner(site, fresh())
    const sent = {
      body: { add: fresh(), currentPassword: ownPassword },
      headers: { 'idempotency-key': 'add-once' },
    }
    const first = await browser.call(calls.changeContact, sent)
    const second = await browser.call(calls.changeContact, sent)
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body).toEqual(first.body)
    expect(await mailsTo(site, sent.body.add)).toHaveLength(1)
  })

  test('several at once of one address end in one contact', async () => {
    const browser = await signedInOwner(site, fresh())
    const added = fresh()
    const answers = await Promise.all([1, 2, 3].map(() => addContact(browser, added)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect((await emailsIn(browser)).filter((email) => email === added)).toHaveLength(1)
  })
})

describe("another user's address", () => {
  test('is answered like a free one; its owner is notified, and no code is sent', async () => {
    const theirs = fresh('known')
    await signedInOwner(site, theirs)
    const browser = await signedInOwner(site, fresh())
    const taken = await addContact(browser, theirs.toUpperCase())
    const free = await addContact(browser, fresh('KNOWN').toUpperCase())
    expect([taken.status, free.status]).toEqual([200, 200])
    const [, first, second] = free.body.account.contacts
    expect({ ...first, id: '', email: '' }).toEqual({ ...second, id: '', email: '' })
    expect(Object.keys(taken.headers).toSorted()).toEqual(Object.keys(free.headers).toSorted())

    const mail = await mailSaying(site, theirs, 'Your email already belongs to an account at Lectern')
    expect(mail.text).not.toContain('code=')
    expect(mail.text).not.toContain('Ada')
    expect(await mailsTo(site, theirs.toUpperCase())).toEqual([])
  })

  test('that is unconfirmed can be added, and blocks no one', async () => {
    const shared = fresh()
    const first = await signedInOwner(site, fresh())
    const second = await signedInOwner(site, fresh())
    for (const browser of [first, second]) expect((await addContact(browser, shared)).status).toBe(200)
    expect(await mailsTo(site, shared)).toHaveLength(2)
  })
})

describe('removing a contact', () => {
  test('deletes it, with its code, and notifies the primary contact', async () => {
    const [email, added] = [fresh(), fresh()]
    const browser = await signedInOwner(site, email)
    await addContact(browser, added)
    const id = await contactId(browser, added)
    const answer = await remove(browser, id)
    expect(answer.status).toBe(200)
    expect(answer.body.account.contacts.map((contact) => contact.email)).toEqual([email])
    expect((await allRows(site.db, 'contact_code')).filter((code) => code.contact_id === id)).toEqual([])
    expect((await mailSaying(site, email, 'was removed')).text).toContain(`The contact ${added} was removed`)
    expect((await remove(browser, id)).status).toBe(404)
  })

  test('needs the own password', async () => {
    const browser = await signedInOwner(site, fresh())
    const added = fresh()
    await addContact(browser, added)
    const answer = await remove(browser, await contactId(browser, added), 'wrong')
    expect(answer.problem?.code).toBe('wrong-password')
    expect(await emailsIn(browser)).toContain(added)
  })

  test('leaves the primary one', async () => {
    const email = fresh()
    const browser = await signedInOwner(site, email)
    const answer = await remove(browser, await contactId(browser, email))
    expect([answer.status, answer.problem?.code]).toEqual([409, 'contact-needed'])
    expect(await emailsIn(browser)).toEqual([email])
  })
})

describe('after seven days an unconfirmed contact', () => {
  test('is deleted automatically; primary and confirmed ones stay', async () => {
    const [email, added] = [fresh(), fresh()]
    const browser = await signedInOwner(site, email)
    await addContact(browser, added)
    site.clock.advanceBusiness({ days: 6, hours: 23 })
    await runUpkeep(site.services)
    expect(await emailsIn(browser)).toEqual([email, added])
    site.clock.advanceBusiness({ hours: 1 })
    await runUpkeep(site.services)
    expect(await emailsIn(browser)).toEqual([email])
  })

  test('can be added again even before the daily work', async () => {
    const added = fresh()
    const browser = await signedInOwner(site, fresh())
    await addContact(browser, added)
    const former = await contactId(browser, added)
    site.clock.advanceBusiness({ days: 7 })
    expect((await addContact(browser, added)).status).toBe(200)
    expect(await contactId(browser, added)).not.toBe(former)
  })
})
