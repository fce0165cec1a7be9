import { beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'
import { mailSaying } from '#support/owners.ts'
import { countMailsTo } from '#support/password-links.ts'
import { registerIn, signIn } from '#support/people.ts'
import { codeAt, setUpPasskey, setUpTotp, signedInBrowser } from '#support/second-factors.ts'
import { allRows } from '#support/stored/rows.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'
import { deleteUnseenBrowsers } from './known-browser.store.ts'

const site = testApp({ settings: { RATE_LIMITS: '1' }, start: new Date('2026-11-21T10:05:00Z') })

let count = 0
let email: string
let own: TestClient
beforeEach(async () => {
  count += 1
  email = `noticed${count}@example.org`
  own = await signedInBrowser(site, email)
})

const password = 'notes on the engine'
const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36'

const loginFrom = (browser: TestClient, userAgent = chrome) =>
  browser.call(calls.login, { body: { email, password }, headers: { 'user-agent': userAgent } })
const mails = () => countMailsTo(site, email, 'A new login')

describe('signing in in a browser that was not seen before', () => {
  test('is told by mail: when, with what, and from where', async () => {
    await loginFrom(site.client({ remoteAddress: '203.0.113.77' }))
    const { text } = await mailSaying(site, email, 'A new login to Lectern')
    expect(text).toContain('Chrome on Linux, at 21. November, 2026, 10:05 UTC, from the network 203.0.113.x.')
    expect(text).toContain('/account/security')
  })

  test('is told in the language of its reader', async () => {
    await own.call(calls.changeLanguage, { body: { language: 'de' } })
    await loginFrom(site.client({ remoteAddress: '203.0.113.77' }))
    const { text } = await mailSaying(site, email, 'Eine neue Anmeldung bei Lectern')
    expect(text).toContain('Chrome unter Linux')
  })

  test('is not told of the very first one, nor of one that is known', async () => {
    expect(await mails()).toBe(0)
    await own.call(calls.logout)
    await loginFrom(own)
    const other = site.client()
    await loginFrom(other)
    expect(await mails()).toBe(1)
    await other.call(calls.logout)
    await loginFrom(other)
    await loginFrom(own)
    expect(await mails()).toBe(1)
  })

  test('knows a browser again that was closed and has lost the cookies of its session', async () => {
    for (const name of own.cookies.keys()) if (!name.endsWith('device')) own.cookies.delete(name)
    await loginFrom(own)
    expect(await mails()).toBe(0)
  })

  test('recognises a browser with a passkey sign-in', async () => {
    const { authenticator } = await setUpPasskey(site, own)
    const browser = site.client()
    const signInByPasskey = async () => {
      const { body } = await browser.call(calls.startPasskeySignIn)
      const response = authenticator.get(body.options)
      expect((await browser.call(calls.signInWithPasskey, { body: { response } })).status).toBe(200)
    }
    await signInByPasskey()
    expect(await mails()).toBe(1)
    await browser.call(calls.logout)
    await signInByPasskey()
    expect(await mails()).toBe(1)
  })

  test('names only known browser names', async () => {
    await loginFrom(site.client(), 'Evil <a href="https://evil.test">Chrome</a> evil.test')
    const { text, html } = await mailSaying(site, email, 'A new login to Lectern')
    expect(text + html).not.toContain('evil')
    expect(text).toContain('an unknown browser')
  })

  test('is told three times an hour at most', async () => {
    for (let time = 0; time < 5; time += 1) await loginFrom(site.client())
    expect(await mails()).toBe(3)
  })

  test('is told three times also where eight come at once', async () => {
    const browsers = Array.from({ length: 8 }, () => site.client())
    await Promise.all(browsers.map((browser) => browser.csrfToken()))
    await Promise.all(browsers.map((browser) => loginFrom(browser)))
    expect(await mails()).toBe(3)
  })

  test('is mailed after the sign-in is complete, not before its second step', async () => {
    const { secret } = await setUpTotp(site, own)
    const browser = site.client()
    expect((await loginFrom(browser)).status).toBe(202)
    expect(await mails()).toBe(0)
    await browser.call(calls.secondFactor, { body: { code: codeAt(secret, site.clock.real()) } })
    expect(await mails()).toBe(1)
  })

  test('is told of the same browser to each of the people who share it', async () => {
    const second = `second-${email}`
    await signedInBrowser(site, second)
    await signIn(own, second)
    expect(await countMailsTo(site, second, 'A new login')).toBe(1)
    await signIn(own, email)
    expect(await mails()).toBe(0)
  })
})

test('no mail is sent to an unconfirmed address', async () => {
  const stranger = site.client()
  await registerIn(site, stranger, 'victim@example.org')
  await signIn(stranger, 'victim@example.org')
  expect((await signIn(site.client(), 'victim@example.org')).status).toBe(200)
  expect(await countMailsTo(site, 'victim@example.org', 'A new login')).toBe(0)
})

test("only the hash of a browser's identifier is stored, until its cookie expires", async () => {
  const known = async () => (await allRows(site.db, 'known_browser')).map(hashOf)
  const hashOf = ({ browser_hash: hash }: { browser_hash: Buffer }) => hash.toString('hex')
  const device = own.cookies.get('lectern-device')?.split('.')[0] ?? 'none'
  const hash = sha256(device).toString('hex')
  expect(await known()).toContain(hash)
  await deleteUnseenBrowsers(site.db, site.clock.real())
  expect(await known()).toContain(hash)
  await deleteUnseenBrowsers(site.db, new Date(site.clock.real().getTime() + 1))
  expect(await known()).toEqual([])
})
