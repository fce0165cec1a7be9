import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { mailSaying, signedInOwner } from '#support/owners.ts'
import { linksTo, resetLink } from '#support/password-links.ts'
import { confirmedIn, registerIn } from '#support/people.ts'
import { contactCodesOf } from '#support/stored/contacts.ts'
import { queuedMails } from '#support/stored/mails.ts'
import { personAt } from '#support/stored/people.ts'
import { allRows } from '#support/stored/rows.ts'
import { addUser, teamWith } from '#support/team-site.ts'
import { testApp } from '#support/test-app.ts'

const site = testApp({ settings: { BASE_URL: 'http://localhost:3000' } })

let count = 0
/** A browser in a separate network, so that none limits the others. */
function browser() {
  count += 1
  return site.client({ remoteAddress: `10.1.${count >> 8}.${count & 255}` })
}

const ask = (email: string, from = browser()) => from.call(calls.requestReset, { body: { email } })
const codes = (email: string) => linksTo(site, email, 'reset-password')

describe('asking for a new password', () => {
  test('mails a link of this site to a confirmed contact, in any case, and keeps only the hash of its code', async () => {
    await confirmedIn(site, browser(), 'Ada@example.org')
    expect((await ask(' ada@EXAMPLE.org ')).body).toEqual({ status: 'ok' })
    const [link] = await codes('Ada@example.org')
    expect(link?.contact).toBe('Ada@example.org')
    expect(link?.code).toMatch(/^[\w-]{43}$/)
    const mail = await mailSaying(site, 'Ada@example.org', 'Reset your password for Lectern')
    expect(mail.text).toContain('Hello Ada Lovelace,')
    expect(mail.text).toContain('http://localhost:3000/account/reset-password/new-password?contact=')
    expect(mail.text).toContain('The link works for 60 minutes.')
    const rows = await allRows(site.db, 'contact_code')
    expect(JSON.stringify(rows)).not.toContain(link?.code)
  })

  test('is written in the language of its reader', async () => {
    await signedInOwner(site, 'greta@example.org').then((own) =>
      own.call(calls.changeLanguage, { body: { language: 'de' } }),
    )
    await ask('greta@example.org')
    const mail = await mailSaying(site, 'greta@example.org', 'Passwort für Lectern zurücksetzen')
    expect(mail.text).toContain('Der Link gilt 60 Minuten.')
  })

  test('answers the same for an unknown address, and hashes nothing for either', async () => {
    await confirmedIn(site, browser(), 'known@example.org')
    const seen = []
    for (const email of ['known@example.org', 'nobody@example.org']) {
      const from = browser()
      await from.csrfToken()
      const before = site.services.passwords.computed
      const { status, headers, text } = await ask(email, from)
      const { date: _, ...others } = headers
      seen.push({ status, text, headers: others, hashed: site.services.passwords.computed - before })
    }
    expect(seen[0]).toEqual(seen[1])
    expect(seen[0]).toMatchObject({ status: 200, hashed: 0 })
  })

  test('stores nothing for an unknown address', async () => {
    const rows = async () => [await allRows(site.db, 'contact_code'), (await queuedMails(site.db)).length]
    const before = await rows()
    await ask('nobody@example.org')
    expect(await rows()).toEqual(before)
  })

  test.each([
    ['', 'Please enter your email.'],
    ['  ', 'Please enter your email.'],
    ['nobody', 'Please enter a valid email.'],
    ['a@x.de,b@y.de', 'Please enter a valid email.'],
    ['"a b"@x.de', 'Please enter a valid email.'],
  ])('refuses %j', async (email, sentence) => {
    const { status, problem } = await ask(email)
    expect({ status, errors: problem?.errors }).toEqual({ status: 422, errors: { email: sentence } })
  })

  test('mails an address three times an hour, for any number of requests from any network, and the last link works', async () => {
    await confirmedIn(site, browser(), 'flooded@example.org')
    for (let time = 0; time < 10; time += 1)
      expect((await ask(time % 2 ? 'flooded@example.org' : 'FLOODED@example.org')).status).toBe(200)
    expect(await codes('flooded@example.org')).toHaveLength(3)
    const { userId } = await personAt(site.db, 'flooded@example.org')
    const resets = (await contactCodesOf(site.db, userId)).filter(
      ({ purpose }) => purpose === 'reset-password',
    )
    expect(resets.filter(({ used }) => !used)).toHaveLength(1)
    site.clock.advance({ hours: 1, seconds: 1 })
    await ask('flooded@example.org')
    expect(await codes('flooded@example.org')).toHaveLength(4)
  })

  test('is limited by network', async () => {
    const from = browser()
    const statuses = []
    for (let time = 0; time < 32; time += 1) statuses.push((await ask(`x${time}@example.org`, from)).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(30)
    expect(statuses.slice(30)).toEqual([429, 429])
  })

  test("builds its links from the settings, whatever the request's host", async () => {
    await confirmedIn(site, browser(), 'host@example.org')
    for (const headers of [{ 'x-forwarded-host': 'evil.test' }, { forwarded: 'host=evil.test' }])
      await browser().call(calls.requestReset, { body: { email: 'host@example.org' }, headers })
    const foreign = { host: 'evil.test' }
    const { status } = await browser().call(calls.requestReset, {
      body: { email: 'host@example.org' },
      headers: foreign,
    })
    expect(status).toBe(421)
    const mail = await mailSaying(site, 'host@example.org', 'Reset your password')
    expect(mail.text + mail.html).not.toContain('evil.test')
  })
})

describe('a user who has not confirmed their address', () => {
  test('gets the confirmation mail again, which lets them choose a password', async () => {
    const first = await registerIn(site, browser(), 'waiting@example.org')
    await ask('waiting@example.org')
    expect(await codes('waiting@example.org')).toEqual([])
    const links = await linksTo(site, 'waiting@example.org', 'confirm-contact')
    expect(links).toHaveLength(2)
    const body = links.find(({ code }) => code !== first.code)
    const elsewhere = browser()
    expect((await elsewhere.call(calls.confirmContact, { body })).problem?.code).toBe('password-required')
    const answer = await elsewhere.call(calls.confirmContact, {
      body: { ...body, password: 'chosen anew 7', name: 'Ada' },
    })
    expect(answer.status).toBe(200)
  })

  test('gets nothing more once the seven days are over', async () => {
    await registerIn(site, browser(), 'late@example.org')
    site.clock.advance({ days: 7, seconds: 1 })
    await ask('late@example.org')
    expect(await linksTo(site, 'late@example.org', 'confirm-contact')).toHaveLength(1)
  })

  test('gets nothing once another user has confirmed the address, who gets the link', async () => {
    await registerIn(site, browser(), 'both@example.org')
    site.clock.advance({ seconds: 1 })
    await confirmedIn(site, browser(), 'both@example.org', { name: 'The Real One' })
    await ask('both@example.org')
    const mail = await mailSaying(site, 'both@example.org', 'Reset your password')
    expect(mail.text).toContain('Hello The Real One,')
    expect(await linksTo(site, 'both@example.org', 'confirm-contact')).toHaveLength(2)
  })
})

describe('a user of an account', () => {
  test('who was added and has no password yet gets the link for the first one', async () => {
    const { accountId } = await teamWith(site, 5)
    await addUser(site, accountId, 'added@example.org', { name: 'Adam Added', confirmed: false })
    await ask('added@example.org')
    const mail = await mailSaying(site, 'added@example.org', 'Your access to Lectern')
    expect(mail.text).toContain('Hello Adam Added,')
    expect(mail.text).toMatch(/Owner \d+ has added you to an account at Lectern/)
    expect(await linksTo(site, 'added@example.org', 'create-password')).toHaveLength(1)
  })

  test('with another sign-in method and no password gets a link for one', async () => {
    const { accountId } = await teamWith(site, 5)
    await addUser(site, accountId, 'by-code-host@example.org')
    const link = await resetLink(site, browser(), 'by-code-host@example.org')
    const body = { ...link, password: 'a first of my own' }
    expect((await browser().call(calls.resetPassword, { body })).status).toBe(200)
  })

  test('who was removed gets nothing', async () => {
    const { accountId } = await teamWith(site, 5)
    await addUser(site, accountId, 'removed@example.org', { removed: true })
    await ask('removed@example.org')
    expect(await codes('removed@example.org')).toEqual([])
  })
})

describe('a signed-in user', () => {
  test('has a link mailed to a confirmed contact of theirs, three times an hour', async () => {
    const own = await signedInOwner(site, 'own@example.org')
    const { body: session } = await own.call(calls.userSession)
    const contactId = session.authenticated ? session.account.contacts[0]?.id : ''
    for (let time = 0; time < 5; time += 1) {
      const { status, body } = await own.call(calls.sendResetLink, { body: { contactId } })
      expect(status).toBe(200)
      expect(body.account.contacts[0]?.id).toBe(contactId)
    }
    expect(await codes('own@example.org')).toHaveLength(3)
    await ask('own@example.org')
    expect(await codes('own@example.org')).toHaveLength(3)
  })

  test("gets no link at an unconfirmed contact or another user's", async () => {
    const [own, other] = [
      await signedInOwner(site, 'unsure@example.org', { confirmed: false }),
      await signedInOwner(site, 'other@example.org'),
    ]
    const { body: session } = await own.call(calls.userSession)
    const body = { contactId: session.authenticated ? session.account.contacts[0]?.id : '' }
    expect((await own.call(calls.sendResetLink, { body })).problem?.code).toBe('contact-unconfirmed')
    expect((await other.call(calls.sendResetLink, { body })).problem?.code).toBe('not-found')
    expect(await codes('unsure@example.org')).toEqual([])
  })
})
