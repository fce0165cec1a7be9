import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { accountOf, comeBack, goToLink, linkAtCodeHost, signInAtCodeHost } from '#support/code-host-people.ts'
import { startCodeHostServer } from '#support/code-host-server.ts'
import { mailsTo, newestMailTo } from '#support/mails.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { accountIn, ownPassword, signedInOwner } from '#support/owners.ts'
import { resetLink } from '#support/password-links.ts'
import { confirmedIn, signIn } from '#support/people.ts'
import { setUpTotp } from '#support/second-factors.ts'
import { takeAllPasswords } from '#support/stored/people.ts'
import { createTestApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

const host = openForTests(() => startCodeHostServer(accountOf('nobody')))
const site = openForTests(() => createTestApp({ settings: { ...host.settings, RATE_LIMITS: '1000' } }))

let count = 0
async function signedIn(): Promise<{ browser: TestClient; email: string; name: string }> {
  count += 1
  const name = `person${count}`
  const email = `${name}@example.org`
  const browser = site.client()
  await confirmedIn(site, browser, email)
  expect((await signIn(browser, email)).status).toBe(200)
  return { browser, email, name }
}
const identityOf = async (browser: TestClient) =>
  (await browser.call(calls.codeHostIdentity)).body.identity?.login
const textsTo = async (email: string, at = site) =>
  (await mailsTo(at, email))
    .filter(({ subject }) => subject === 'How you log in to Lectern has changed')
    .map(({ text }) => text)
const allTextsTo = async (email: string) => (await mailsTo(site, email)).map(({ text }) => text)
const elsewhere = (login: string) =>
  accountOf(login, { emails: [{ email: `${login}@work.example`, primary: true, verified: true }] })

const own = { currentPassword: ownPassword }
/** Where the login page redirects a signed-in user. */
const signInAtSecurity = async (browser: TestClient) =>
  String((await browser.call(calls.startCodeHostSignIn)).headers.location)

describe('linking from the security page', () => {
  test('links the returning user, whatever their addresses are, and notifies them', async () => {
    const { browser, email, name } = await signedIn()
    const session = browser.cookies.get('lectern-session')
    expect(await linkAtCodeHost(browser, host, elsewhere(name))).toBe(`/account/security?linked=${name}`)
    expect(await identityOf(browser)).toBe(name)
    expect(browser.cookies.get('lectern-session')).toBe(session)
    expect(await textsTo(email)).toContainEqual(expect.stringContaining(`@${name} is now linked`))

    const other = site.client()
    expect(await signInAtCodeHost(other, host, elsewhere(name))).toBe('/content')
    expect((await other.call(calls.userSession)).body).toMatchObject({ user: { email } })
  })

  test('a second time sends no mail', async () => {
    const { browser, email, name } = await signedIn()
    await linkAtCodeHost(browser, host, elsewhere(name))
    const mails = (await textsTo(email)).length
    expect(await linkAtCodeHost(browser, host, elsewhere(name))).toBe(`/account/security?linked=${name}`)
    expect(await textsTo(email)).toHaveLength(mails)
  })

  test('never takes a person of the code host from another user', async () => {
    const [first, second] = [await signedIn(), await signedIn()]
    await linkAtCodeHost(first.browser, host, elsewhere(first.name))
    expect(await linkAtCodeHost(second.browser, host, elsewhere(first.name))).toBe(
      '/account/security?problem=code-host-taken',
    )
    expect([await identityOf(first.browser), await identityOf(second.browser)]).toEqual([
      first.name,
      undefined,
    ])
  })

  test('gives a user one person only, until they unlink them', async () => {
    const { browser, name } = await signedIn()
    await linkAtCodeHost(browser, host, elsewhere(name))
    expect(await linkAtCodeHost(browser, host, elsewhere(`${name}-two`))).toBe(
      '/account/security?problem=code-host-taken',
    )
    await browser.call(calls.unlinkCodeHost, { body: own })
    await linkAtCodeHost(browser, host, elsewhere(`${name}-two`))
    expect(await identityOf(browser)).toBe(`${name}-two`)
  })

  test('links no one if another user signs in meanwhile', async () => {
    const { browser, name } = await signedIn()
    const { email } = await signedIn()
    const { path, search } = await goToLink(browser, host, elsewhere(name))
    await browser.call(calls.logout)
    await signIn(browser, email)
    expect(await comeBack(browser, path + search)).toBe('/account/security?problem=code-host-expired')
    expect(await identityOf(browser)).toBeUndefined()
  })

  test('requires the password or a second factor: a session alone does not suffice', async () => {
    const { browser, email, name } = await signedIn()
    for (const [proof, code] of [
      [{}, 'proof-required'],
      [{ code: '123456' }, 'proof-required'],
      [{ currentPassword: 'of somebody else' }, 'wrong-password'],
    ] as const) {
      const answer = await browser.call(calls.startCodeHostLink, { body: proof })
      expect([answer.status, answer.problem?.code]).toEqual([403, code])
    }
    expect(await signInAtSecurity(browser)).toBe('/account/security')
    expect(await identityOf(browser)).toBeUndefined()

    const { recoveryCodes } = await setUpTotp(site, browser)
    const proof = { code: recoveryCodes[0] ?? '' }
    const { path, search } = await goToLink(browser, host, elsewhere(name), proof)
    expect(await comeBack(browser, path + search)).toBe(`/account/security?linked=${name}`)
    const again = await browser.call(calls.unlinkCodeHost, { body: proof })
    expect([again.status, again.problem?.code]).toEqual([401, 'second-factor-failed'])
    expect(await allTextsTo(email)).toContainEqual(expect.stringContaining('recovery code'))
  })

  test('mails a user who has neither a code, which works once, for them only', async () => {
    const { browser, email, name } = await signedIn()
    const { browser: other } = await signedIn()
    await takeAllPasswords(site.db)
    const link = (from: TestClient, body: Record<string, string>) =>
      from.call(calls.startCodeHostLink, { body })
    expect((await link(browser, {})).problem?.code).toBe('mailed-code-required')
    const mail = await newestMailTo(site, email)
    const code = /: ([0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4})$/.exec(mail.subject)?.[1] ?? ''
    for (const from of [other, browser])
      expect((await link(from, { code: 'AAAA-AAAA-AAAA' })).problem?.code).toBe('code-wrong')
    expect((await link(other, { code })).problem?.code).toBe('code-wrong')
    const { path, search } = await goToLink(browser, host, elsewhere(name), { code: code.toLowerCase() })
    expect(await comeBack(browser, path + search)).toBe(`/account/security?linked=${name}`)
    expect((await link(browser, { code })).problem?.code).toBe('code-wrong')

    expect((await link(other, {})).problem?.code).toBe('mailed-code-required')
    site.clock.advanceReal({ minutes: 15 })
    other.forgetCsrfToken()
    const late = await newestMailTo(site, (await accountIn(other)).contacts[0]?.email ?? '')
    const expired = / (\S+)$/.exec(late.subject)?.[1] ?? ''
    expect((await link(other, { code: expired })).problem?.code).toBe('code-wrong')
  })

  test('takes the newest of the codes alone', async () => {
    const { browser, email } = await signedIn()
    await takeAllPasswords(site.db)
    const link = (body: Record<string, string>) => browser.call(calls.startCodeHostLink, { body })
    const mailed = async () => {
      expect((await link({})).problem?.code).toBe('mailed-code-required')
      return / (\S+)$/.exec((await newestMailTo(site, email)).subject)?.[1] ?? ''
    }
    const former = await mailed()
    expect(await mailed()).not.toBe(former)
    expect((await link({ code: former })).problem?.code).toBe('code-wrong')
  })

  test('waits until a contact is confirmed', async () => {
    const browser = await signedInOwner(site, 'unconfirmed@example.org', { confirmed: false })
    const answer = await browser.call(calls.startCodeHostLink, { body: own })
    expect([answer.status, answer.problem?.code]).toEqual([403, 'confirmation-required'])
  })
})

describe('a new password', () => {
  test('mentions the linked code host in the mail, and keeps it', async () => {
    const { browser, email, name } = await signedIn()
    await linkAtCodeHost(browser, host, elsewhere(name))
    const body = { ...own, password: 'another of the engine' }
    expect((await browser.call(calls.changePassword, { body })).status).toBe(200)
    expect(await identityOf(browser)).toBe(name)
    expect(await allTextsTo(email)).toContainEqual(
      expect.stringMatching(new RegExp(`was changed\\.[\\s\\S]*@${name} can still log in as you`)),
    )
  })

  test.each(['changePassword', 'changePasswordSection'] as const)(
    'unlinks it where that is wanted: %s',
    async (call) => {
      const { browser, email, name } = await signedIn()
      await linkAtCodeHost(browser, host, elsewhere(name))
      const body = { ...own, password: 'another of the engine', unlinkCodeHost: true }
      expect((await browser.call(calls[call], { body })).status).toBe(200)
      expect(await identityOf(browser)).toBeUndefined()
      expect(await allTextsTo(email)).toContainEqual(
        expect.stringMatching(new RegExp(`was changed\\.[\\s\\S]*@${name} is no longer linked`)),
      )
      expect(await signInAtCodeHost(site.client(), host, elsewhere(name))).toBe('/register/code-host')
    },
  )

  test('chosen by a mailed link unlinks it too', async () => {
    const { browser, email, name } = await signedIn()
    await linkAtCodeHost(browser, host, elsewhere(name))
    const link = await resetLink(site, site.client(), email)
    const body = { ...link, password: 'another of the engine', unlinkCodeHost: true }
    expect((await site.client().call(calls.resetPassword, { body })).status).toBe(200)
    expect(await signInAtCodeHost(site.client(), host, elsewhere(name))).toBe('/register/code-host')
  })
})

describe('unlinking', () => {
  test('ends it, and notifies the user', async () => {
    const { browser, email, name } = await signedIn()
    await linkAtCodeHost(browser, host, elsewhere(name))
    const answer = await browser.call(calls.unlinkCodeHost, { body: own })
    expect([answer.status, answer.body]).toEqual([200, { identity: null }])
    expect(await identityOf(browser)).toBeUndefined()
    expect(await textsTo(email)).toContainEqual(expect.stringContaining(`@${name} is no longer linked`))
    expect(await signInAtCodeHost(site.client(), host, elsewhere(name))).toBe('/register/code-host')
  })

  test('requires the password or a second factor', async () => {
    const { browser, name } = await signedIn()
    await linkAtCodeHost(browser, host, elsewhere(name))
    for (const [proof, code] of [
      [{}, 'proof-required'],
      [{ currentPassword: 'of somebody else' }, 'wrong-password'],
    ] as const)
      expect((await browser.call(calls.unlinkCodeHost, { body: proof })).problem?.code).toBe(code)
    expect(await identityOf(browser)).toBe(name)
  })

  test('does nothing without a link', async () => {
    const { browser, email } = await signedIn()
    const mails = (await textsTo(email)).length
    expect((await browser.call(calls.unlinkCodeHost, { body: own })).status).toBe(200)
    expect(await textsTo(email)).toHaveLength(mails)
  })

  test('is refused to a user without a password', async () => {
    const browser = site.client()
    await signInAtCodeHost(browser, host, elsewhere('without-password'))
    await browser.call(calls.registerFromCodeHost, { body: { name: 'Ada', termsAccepted: true } })
    const answer = await browser.call(calls.unlinkCodeHost, { body: own })
    expect([answer.status, answer.problem?.code]).toEqual([409, 'password-needed'])
    expect(await identityOf(browser)).toBe('without-password')
  })

  test('and linking again and again fills no mailbox', async () => {
    const strict = await createTestApp({ settings: host.settings })
    const browser = strict.client()
    const email = 'again@example.org'
    await confirmedIn(strict, browser, email)
    await signIn(browser, email)
    for (let round = 0; round < 3; round += 1) {
      await linkAtCodeHost(browser, host, elsewhere('again'))
      await browser.call(calls.unlinkCodeHost, { body: own })
    }
    expect(await textsTo(email, strict)).toHaveLength(3)
    await strict.close()
  }, 120_000)
})
