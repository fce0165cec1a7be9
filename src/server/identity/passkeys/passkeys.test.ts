import { beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { Authenticator, type Forgery } from '#support/authenticator.ts'
import { mailsTo } from '#support/mails.ts'
import { registerIn, signIn } from '#support/people.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { isSignedIn, ownPassword, setUpPasskey, setUpTotp, signedInBrowser } from '#support/second-factors.ts'
import { allRows } from '#support/stored/rows.ts'
import { testApp, testConfig } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'
import { passkeySite } from './passkey-answer.ts'
import { takeChallenge } from './passkey-challenge.store.ts'

let email = ''
let browser: TestClient
const site = testApp()

let people = 0
beforeEach(async () => {
  people += 1
  email = `somebody-${people}@example.org`
  browser = await signedInBrowser(site, email)
})

const origin = 'http://localhost:3000'
const start = (by = browser, currentPassword = ownPassword) =>
  by.call(calls.startPasskey, { body: { currentPassword } })
const add = (response: Record<string, unknown>, name = 'Laptop', by = browser) =>
  by.call(calls.addPasskey, { body: { name, response } })
const names = async (by = browser) =>
  (await by.call(calls.signInMethods)).body.passkeys.map(({ name }) => name)
const mailsThatSay = async (sentence: string) =>
  (await mailsTo(site, email)).filter(({ text }) => text.includes(sentence)).length

describe('adding a passkey', () => {
  test('asks for the password, and names site and person to the authenticator', async () => {
    expect((await start(browser, 'something else')).problem?.code).toBe('wrong-password')
    const { body } = await start()
    expect(body.options).toMatchObject({
      rp: { id: 'localhost', name: 'Lectern' },
      user: { name: email, displayName: 'Ada Lovelace' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    })
    const { id } = body.options.user as { id: string }
    expect(Buffer.from(id, 'base64url')).toHaveLength(16)
  })

  test('lists it, with ten recovery codes and a mail when it is the first second factor', async () => {
    const { recoveryCodes } = await setUpPasskey(site, browser, { name: ' Laptop ' })
    expect(recoveryCodes).toHaveLength(10)
    const { body } = await browser.call(calls.signInMethods)
    expect(body).toEqual({
      hasPassword: true,
      totp: false,
      recoveryCodes: 10,
      passkeys: [
        {
          id: expect.any(String),
          name: 'Laptop',
          createdAt: site.clock.real().toISOString(),
          lastUsedAt: null,
        },
      ],
    })
    expect(await mailsThatSay('A passkey was added to your account')).toBe(1)
    site.clock.advanceReal({ seconds: 1 })
    expect((await setUpPasskey(site, browser, { name: 'Phone' })).recoveryCodes).toEqual([])
    expect(await names()).toEqual(['Laptop', 'Phone'])
  })

  test('beside an app leaves the recovery codes as they are', async () => {
    await setUpTotp(site, browser)
    expect((await setUpPasskey(site, browser)).recoveryCodes).toEqual([])
  })

  test('signs no one out, and renews this browser’s cookie', async () => {
    const other = site.client()
    await signIn(other, email)
    const before = browser.cookies.get('lectern-session')
    await setUpPasskey(site, browser)
    expect([await isSignedIn(browser), await isSignedIn(other)]).toEqual([true, true])
    expect(browser.cookies.get('lectern-session')).not.toBe(before)
  })

  test.each([
    ['from another page', { origin: 'https://evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['to another challenge', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['with a statement that names addresses', { format: 'apple' }],
    ['with a statement of no known kind', { format: 'nonsense' }],
  ] satisfies [string, Forgery][])('refuses an answer %s', async (_, forgery) => {
    const { body } = await start()
    const answer = await add(new Authenticator(origin).create(body.options, forgery))
    expect([answer.status, answer.problem?.code]).toEqual([422, 'passkey-refused'])
    expect(await names()).toEqual([])
  })

  test.each([{}, { response: {} }, { id: 1, response: { clientDataJSON: 1, attestationObject: {} } }])(
    'refuses %j',
    async (response) => {
      await start()
      expect((await add(response)).problem?.code).toBe('passkey-refused')
    },
  )

  test('takes an answer once, within five minutes, in the browser that asked', async () => {
    const { body } = await start()
    const response = new Authenticator(origin).create(body.options)
    const elsewhere = site.client()
    await signIn(elsewhere, email)
    expect((await add(response, 'Laptop', elsewhere)).status).toBe(422)
    expect((await add(response)).status).toBe(200)
    expect((await add(response)).status).toBe(422)
    const late = await start()
    site.clock.advanceReal({ minutes: 5 })
    expect((await add(new Authenticator(origin).create(late.body.options))).status).toBe(422)
  })

  test('takes no answer to a question that was asked for something else', async () => {
    const { body } = await start()
    const [asked] = await allRows(site.db, 'passkey_challenge')
    if (!asked) throw new Error('nothing was asked')
    const now = site.clock.real()
    const answer = { challenge: asked.challenge, browserHash: asked.browser_hash, now }
    expect(await takeChallenge(site.db, { ...answer, purpose: 'sign-in' })).toBeUndefined()
    expect((await add(new Authenticator(origin).create(body.options))).status).toBe(200)
  })

  test('refuses one that is registered already, and has the browser exclude those', async () => {
    const { authenticator } = await setUpPasskey(site, browser)
    const { body } = await start()
    expect(body.options.excludeCredentials).toEqual([
      { id: authenticator.credentialId, type: 'public-key', transports: ['hybrid', 'internal'] },
    ])
    expect((await add(authenticator.create(body.options))).status).toBe(422)
    const other = await signedInBrowser(site, `other-${people}@example.org`)
    const theirs = await start(other)
    expect((await add(authenticator.create(theirs.body.options), 'Mine', other)).status).toBe(422)
    expect(await names(other)).toEqual([])
  })

  test.each(['', '   '])('asks for a name: %j', async (name) => {
    const { body } = await start()
    const answer = await add(new Authenticator(origin).create(body.options), name)
    expect(answer.problem?.errors).toEqual({ name: 'Please give the passkey a name.' })
  })

  test("requires a confirmed contact: no key survives the confirmation by the address's real owner", async () => {
    const stranger = site.client()
    await registerIn(site, stranger, `unconfirmed-${people}@example.org`)
    await signIn(stranger, `unconfirmed-${people}@example.org`)
    expect((await start(stranger)).problem?.code).toBe('confirmation-required')
  })
})

describe('a passkey of mine', () => {
  test('can be renamed', async () => {
    const { id } = await setUpPasskey(site, browser)
    const rename = (name: string) => browser.call(calls.renamePasskey, { params: { id }, body: { name } })
    const { body } = await rename(' Old laptop ')
    expect(body.passkeys.map(({ name }) => name)).toEqual(['Old laptop'])
    expect((await rename('  ')).status).toBe(422)
    expect(await names()).toEqual(['Old laptop'])
  })

  test('can be removed with the password; the recovery codes go with the last one', async () => {
    const [one, other] = [await setUpPasskey(site, browser), await setUpPasskey(site, browser)]
    const remove = (id: string, currentPassword = ownPassword) =>
      browser.call(calls.removePasskey, { params: { id }, body: { currentPassword } })
    expect((await remove(one.id, 'something else')).problem?.code).toBe('wrong-password')
    expect((await remove(one.id)).body).toMatchObject({ recoveryCodes: 10 })
    expect(await mailsThatSay('A passkey was removed from your account')).toBe(1)
    expect((await remove(one.id)).status).toBe(404)
    expect((await remove(other.id)).body).toMatchObject({ recoveryCodes: 0, passkeys: [] })
    expect((await signIn(site.client(), email)).status).toBe(200)
  })

  test('is inaccessible to other users', async () => {
    const { id } = await setUpPasskey(site, browser)
    const other = await signedInBrowser(site, `other-${people}@example.org`)
    const rename = await other.call(calls.renamePasskey, { params: { id }, body: { name: 'Mine' } })
    const remove = await other.call(calls.removePasskey, {
      params: { id },
      body: { currentPassword: ownPassword },
    })
    expect([rename.status, remove.status]).toEqual([404, 404])
    expect(await names()).toEqual(['Laptop'])
  })

  test.each(['no-such-passkey', '00000000-0000-4000-8000-000000000000'])('%s does not exist', async (id) => {
    const rename = await browser.call(calls.renamePasskey, { params: { id }, body: { name: 'Mine' } })
    const remove = await browser.call(calls.removePasskey, {
      params: { id },
      body: { currentPassword: ownPassword },
    })
    expect([rename.status, remove.status]).toEqual([404, 404])
  })
})

test('unanswered challenges are deleted', async () => {
  await start()
  const left = async () => (await all()).filter(({ expires_at }) => expires_at > site.clock.real()).length
  const all = () => allRows(site.db, 'passkey_challenge')
  await runUpkeep(site.services)
  expect(await left()).toBeGreaterThan(0)
  site.clock.advanceReal({ minutes: 5 })
  await runUpkeep(site.services)
  expect(await all()).toEqual([])
})

test("outside the demo passkeys belong to BASE_URL, whatever the request's host", () => {
  const config = testConfig({
    DEMO: '0',
    BASE_URL: 'https://films.example.org',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'videos@example.org',
  })
  expect(passkeySite(config, { headers: { host: 'evil.example' } })).toEqual({
    rpId: 'films.example.org',
    origin: 'https://films.example.org',
  })
})
