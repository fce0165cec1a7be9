import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { decideNewsletter, insertConsent } from '#server/identity/accounts/newsletter-consent.store.ts'
import { importCatalogue } from '#server/library/write/import-catalogue.ts'
import { renewLinkKeys } from '#server/platform/database/kept-key.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { sendDueMails } from '#server/platform/mail/send-due-mails.ts'
import type { OutgoingMail } from '#server/platform/outside/mail.ts'
import { catalogueFolder } from '#support/catalogue-folder.ts'
import { testEngine } from '#support/database.ts'
import { closeTable, untilOneWaits, whileHeld } from '#support/held-lock.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { accountIn, ownPassword, signedInOwner } from '#support/owners.ts'
import { confirmedIn, registerIn, signIn } from '#support/people.ts'
import { forgetAccount, forgetConsents, newsletterConsentsOf } from '#support/stored/accounts.ts'
import { storeContact } from '#support/stored/contacts.ts'
import { queuedMails } from '#support/stored/mails.ts'
import { accountRowOf, personAt, speak } from '#support/stored/people.ts'
import { addUser } from '#support/team-site.ts'
import { createTestApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'
import { readNewcomers, viewedVideos } from './first-week.store.ts'
import { sendFirstWeek } from './send-first-week.ts'
import { accountOfToken, unsubscribeAddress } from './unsubscribe-token.ts'

const consentText =
  'Tell me by email when there is something new, and in my first week what is worth watching first. I can unsubscribe at any time.'

let sent: OutgoingMail[] = []
let reachable = true
const site = openForTests(() =>
  createTestApp({
    settings: { RATE_LIMITS: '1000' },
    services: {
      mail: {
        deliver: async (mail) => {
          if (!reachable) return { outcome: 'unreachable', reason: 'no mail server' }
          sent.push(mail)
          return { outcome: 'delivered' }
        },
      },
    },
  }),
)

let email = ''
let count = 0
beforeEach(() => {
  count += 1
  email = `reader${count}@news.example`
  sent = []
})
afterEach(() => {
  reachable = true
  // mails wait for a moment after the mail server could not be reached
  site.clock.advance({ minutes: 1 })
})

/** A new user who agreed at registration, or did not. */
async function newcomer(newsletter = true): Promise<{ browser: TestClient; accountId: string }> {
  const browser = site.client()
  await confirmedIn(site, browser, email, { newsletter })
  await signIn(browser, email)
  return { browser, accountId: (await accountIn(browser)).id }
}
async function after(days: number): Promise<void> {
  site.clock.advance({ days })
  expect(await sendFirstWeek(site.services)).toBe('done')
  await sendDueMails(site.services)
}
const newsletters = () =>
  sent.filter(({ to, unsubscribeUrl }) => to === email && unsubscribeUrl !== undefined)
const subjects = () => newsletters().map(({ subject }) => subject)
const consents = (accountId: string) => newsletterConsentsOf(site.db, accountId)
const oneClick = (url: string, type = 'application/x-www-form-urlencoded') => {
  const { pathname, search } = new URL(url)
  return site.app.inject({
    method: 'POST',
    url: pathname + search,
    headers: { host: site.services.config.baseUrl.host, 'content-type': type },
    payload: 'List-Unsubscribe=One-Click',
  })
}

describe('consent', () => {
  test('is kept with its time and its words, and so is its withdrawal', async () => {
    const { browser, accountId } = await newcomer()
    const registeredAt = site.clock.now()
    site.clock.advance({ days: 2 })
    await signIn(browser, email)
    await browser.call(calls.changeNewsletter, { body: { newsletter: false } })
    // setting the current value is no new decision
    await browser.call(calls.changeNewsletter, { body: { newsletter: false } })
    await browser.call(calls.changeNewsletter, { body: { newsletter: true } })
    const now = site.clock.now()
    expect(await consents(accountId)).toEqual([
      { agreed: true, at: registeredAt, text: consentText, means: 'registration' },
      { agreed: false, at: now, text: null, means: 'profile' },
      { agreed: true, at: now, text: consentText, means: 'profile' },
    ])
  })

  test('and its withdrawal concern one account, and recall only unsent messages', async () => {
    const other = await newcomer()
    const othersEmail = email
    email = `leaver${email}`
    const leaver = await newcomer()
    await after(1)
    reachable = false
    await after(2)
    const written = async (to: string) =>
      (await queuedMails(site.db, to)).filter(({ template }) => template === 'newsletter').length
    expect([await written(email), await written(othersEmail)]).toEqual([2, 2])
    const decide = (text?: string) =>
      inTransaction(site.db, (trx) =>
        decideNewsletter(trx, {
          id: site.services.random.id(),
          accountId: leaver.accountId,
          at: site.clock.now(),
          means: 'profile',
          ...(text !== undefined && { text }),
        }),
      )
    await decide()
    expect([await written(email), await written(othersEmail)]).toEqual([1, 2])
    expect((await accountRowOf(site.db, other.accountId)).newsletter).toBe(true)
    expect((await accountRowOf(site.db, leaver.accountId)).newsletter).toBe(false)
  })

  test('is required for the newsletter', async () => {
    const { accountId } = await newcomer(false)
    expect(await consents(accountId)).toEqual([])
  })
})

describe('the first week', () => {
  test('has three messages, each once, however often it is looked', async () => {
    await newcomer()
    for (const days of [0, 0.5, 0.5, 0, 1, 1, 1, 1, 0.9, 0, 0.2, 30]) await after(days)
    expect(subjects()).toEqual([
      'Where to begin at Lectern',
      'Three ways to get more out of a video',
      'How to go on after your first week',
    ])
  })

  test('names who it is for and can be unsubscribed from in its text, its HTML and its headers', async () => {
    await newcomer()
    await after(1)
    const [mail] = newsletters()
    const address = mail?.unsubscribeUrl ?? ''
    expect(mail?.text).toContain('Hello Ada Lovelace,')
    expect(mail?.text).toContain('You have not watched anything yet.')
    expect(mail?.text).toContain(`Unsubscribe: ${address}`)
    expect(mail?.html).toContain(`href="${address}"`)
  })

  test('two processes write each message once', async () => {
    await newcomer()
    site.clock.advance({ days: 1 })
    await Promise.all([1, 2, 3].map(() => sendFirstWeek(site.services)))
    await sendDueMails(site.services)
    expect(subjects()).toHaveLength(1)
  })

  test('is not mailed to users without consent or confirmation, with a pending deletion, or unsubscribed', async () => {
    await newcomer(false)
    await after(1)
    expect(subjects()).toEqual([])

    email = `unconfirmed${email}`
    await registerIn(site, site.client(), email, { newsletter: true })
    await after(1)
    expect(subjects()).toEqual([])

    email = `leaving${email}`
    const leaving = await newcomer()
    await leaving.browser.call(calls.requestDeletion, { body: { currentPassword: ownPassword } })
    await after(1)
    expect(subjects()).toEqual([])

    email = `unsubscribed${email}`
    const { browser } = await newcomer()
    await browser.call(calls.changeNewsletter, { body: { newsletter: false } })
    await after(1)
    expect(subjects()).toEqual([])
  })

  test("is not mailed without a record of the consent's wording", async () => {
    const { accountId } = await newcomer()
    await forgetConsents(site.db, accountId)
    await after(1)
    expect(subjects()).toEqual([])
    await inTransaction(site.db, (trx) =>
      insertConsent(trx, {
        id: site.services.random.id(),
        accountId,
        at: site.clock.now(),
        means: 'profile',
        text: undefined,
      }),
    )
    await after(1)
    expect(subjects()).toEqual([])
  })

  // the embedded database has one connection
  if (testEngine === 'postgresql')
    test('unsubscribing while a message is being stored recalls it', async () => {
      const { database, random } = site.services
      const { accountId } = await newcomer()
      site.clock.advance({ days: 1 })
      let unsubscribed: Promise<void> | undefined
      await whileHeld(
        database,
        (trx) => closeTable(trx, 'mail'),
        () => sendFirstWeek(site.services),
        async () => {
          const decision = { id: random.id(), accountId, at: site.clock.now(), means: 'profile' } as const
          unsubscribed = inTransaction(database.db, (trx) => decideNewsletter(trx, decision))
          await untilOneWaits(database, '%update "account"%')
        },
      )
      await unsubscribed
      expect(
        (await queuedMails(database.db, email)).filter(({ template }) => template === 'newsletter'),
      ).toEqual([])
    })

  test('is not sent late: not after an outage of the site, nor after one of the mail server', async () => {
    await newcomer()
    await after(8)
    expect(subjects()).toEqual([])

    email = `late${email}`
    await newcomer()
    reachable = false
    await after(6)
    reachable = true
    site.clock.advance({ days: 2 })
    await sendDueMails(site.services)
    expect(subjects()).toEqual([])
  })

  test('unsubscribing recalls a queued message', async () => {
    const { browser } = await newcomer()
    reachable = false
    await after(1)
    await signIn(browser, email)
    await browser.call(calls.changeNewsletter, { body: { newsletter: false } })
    reachable = true
    site.clock.advance({ minutes: 10 })
    await sendDueMails(site.services)
    expect(subjects()).toEqual([])
  })
})

describe('unsubscribing by one click', () => {
  test.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain'])(
    'needs no session and no CSRF token, by %s',
    async (type) => {
      const { accountId } = await newcomer()
      await after(1)
      const reply = await oneClick(newsletters()[0]?.unsubscribeUrl ?? '', type)
      expect(reply.statusCode).toBe(200)
      expect((await oneClick(newsletters()[0]?.unsubscribeUrl ?? '', type)).statusCode).toBe(200)
      const [, withdrawal, ...more] = await consents(accountId)
      expect(withdrawal).toEqual({ agreed: false, at: site.clock.now(), text: null, means: 'mail' })
      expect(more).toEqual([])
      await after(3)
      expect(subjects()).toHaveLength(1)
    },
  )

  test('a link that is opened shows a page and changes nothing: mail scanners open links', async () => {
    const { accountId } = await newcomer()
    await after(1)
    const { pathname, search } = new URL(newsletters()[0]?.unsubscribeUrl ?? '')
    const page = await site.app.inject({
      url: pathname + search,
      headers: { host: site.services.config.baseUrl.host, accept: 'text/html' },
    })
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.headers['referrer-policy']).toBe('no-referrer')
    expect(await consents(accountId)).toHaveLength(1)
  })

  test('takes no link that was made up, changed, made for something else, or is older than two years', async () => {
    const { accountId } = await newcomer()
    const { config } = site.services
    const now = site.clock.now()
    const url = new URL(await unsubscribeAddress(site.db, config, accountId, now))
    const token = url.searchParams.get('token') ?? ''
    const other = 'ffffffff-ffff-4fff-8fff-ffffffffffff'
    for (const wrong of ['', 'x', `${token}x`, token.replace(accountId, other), 'x'.repeat(201)]) {
      url.searchParams.set('token', wrong)
      expect([404, 422]).toContain((await oneClick(url.href)).statusCode)
    }
    expect(await consents(accountId)).toHaveLength(1)
    const later = (days: number) => new Date(now.getTime() + days * 86_400_000)
    expect(await accountOfToken(site.db, config, token, later(729))).toBe(accountId)
    expect(await accountOfToken(site.db, config, token, later(731))).toBeUndefined()
    await renewLinkKeys(site.db, config)
    expect(await accountOfToken(site.db, config, token, now)).toBeUndefined()
  })
})

test('the consent is deleted with the account', async () => {
  const owner = await signedInOwner(site, email)
  await owner.call(calls.changeNewsletter, { body: { newsletter: true } })
  const { id } = await accountIn(owner)
  await forgetAccount(site.db, id)
  expect(await consents(id)).toEqual([])
})

test('is for the owner at the primary address, in their language, not for other users of the account', async () => {
  await newcomer()
  const owner = await personAt(site.db, email)
  const now = site.clock.now()
  await storeContact(site.db, owner, { email: `second${email}`, confirmedAt: now }, now)
  await addUser(site, owner.accountId, `colleague${email}`)
  await speak(site.db, owner.userId, 'de')
  const since = new Date(now.getTime() - 86_400_000)
  const own = (await readNewcomers(site.db, since)).filter(({ accountId }) => accountId === owner.accountId)
  expect(own).toMatchObject([{ userId: owner.userId, email, language: 'de' }])
  await after(1)
  expect(subjects()).toEqual(['Womit Sie bei Lectern anfangen können'])
})

test('a message names the film watched last, and shows the next one with its poster', async () => {
  await importCatalogue(site.services, catalogueFolder())
  await site.services.library.refresh()
  const { browser } = await newcomer()
  const watch = async (viewer: TestClient, id: string) => {
    expect((await viewer.call(calls.markViewed, { params: { id } })).status).toBe(200)
    site.clock.advance({ minutes: 1 })
  }
  await watch(browser, 'jsx')
  await after(1)
  const [mail] = newsletters()
  expect(mail?.text).toContain('You watched “JSX” last.')
  expect(mail?.text).toContain('State: two counters')
  const { origin } = site.services.config.baseUrl
  const [, href, poster] =
    /<a class="film" href="([^"]+)"[^>]*><img src="([^"]+)"[^>]*>State: two counters<\/a>/.exec(
      mail?.html ?? '',
    ) ?? []
  expect(href).toBe(`${origin}/content/video/use-state`)
  expect(poster?.startsWith(`${origin}/`)).toBe(true)
  expect((await site.client().fetch('GET', poster?.slice(origin.length) ?? '')).status).toBe(200)
  const later = site.client()
  await signIn(later, email)
  await watch(later, 'use-state')
  const other = await signedInOwner(site, `other${email}`)
  await watch(other, 'jsx')
  expect(await viewedVideos(site.db, (await personAt(site.db, email)).userId)).toEqual(['use-state', 'jsx'])
})
