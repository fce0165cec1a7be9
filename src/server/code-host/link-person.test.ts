import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { accountOf, comeBack, goToCodeHost, signInAtCodeHost } from '#support/code-host-people.ts'
import { type CodeHostServer, startCodeHostServer } from '#support/code-host-server.ts'
import { mailsTo } from '#support/mails.ts'
import { confirmedIn, signIn } from '#support/people.ts'
import { createTestApp, type TestApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

let host: CodeHostServer
let site: TestApp
beforeAll(async () => {
  host = await startCodeHostServer(accountOf('nobody'))
  site = await createTestApp({ settings: { ...host.settings, RATE_LIMITS: '1000' } })
})
afterAll(async () => {
  await site.close()
  await host.close()
})

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
const elsewhere = (login: string) =>
  accountOf(login, { emails: [{ email: `${login}@work.example`, primary: true, verified: true }] })

describe('linking from the security page', () => {
  test('links whoever comes back, whatever their addresses are, and tells the user', async () => {
    const { browser, email, name } = await signedIn()
    const session = browser.cookies.get('lectern-session')
    expect(await signInAtCodeHost(browser, host, elsewhere(name))).toBe(`/account/security?linked=${name}`)
    expect(await identityOf(browser)).toBe(name)
    expect(browser.cookies.get('lectern-session')).toBe(session)
    expect(await textsTo(email)).toContainEqual(expect.stringContaining(`@${name} is now linked`))

    const other = site.client()
    expect(await signInAtCodeHost(other, host, elsewhere(name))).toBe('/content')
    expect((await other.call(calls.userSession)).body).toMatchObject({ user: { email } })
  })

  test('a second time says nothing new, to nobody', async () => {
    const { browser, email, name } = await signedIn()
    await signInAtCodeHost(browser, host, elsewhere(name))
    const mails = (await textsTo(email)).length
    expect(await signInAtCodeHost(browser, host, elsewhere(name))).toBe(`/account/security?linked=${name}`)
    expect(await textsTo(email)).toHaveLength(mails)
  })

  test('never takes a person of the code host from another user', async () => {
    const [first, second] = [await signedIn(), await signedIn()]
    await signInAtCodeHost(first.browser, host, elsewhere(first.name))
    expect(await signInAtCodeHost(second.browser, host, elsewhere(first.name))).toBe(
      '/account/security?problem=code-host-taken',
    )
    expect([await identityOf(first.browser), await identityOf(second.browser)]).toEqual([
      first.name,
      undefined,
    ])
  })

  test('gives a user one person only, until they unlink them', async () => {
    const { browser, name } = await signedIn()
    await signInAtCodeHost(browser, host, elsewhere(name))
    expect(await signInAtCodeHost(browser, host, elsewhere(`${name}-two`))).toBe(
      '/account/security?problem=code-host-taken',
    )
    await browser.call(calls.unlinkCodeHost)
    await signInAtCodeHost(browser, host, elsewhere(`${name}-two`))
    expect(await identityOf(browser)).toBe(`${name}-two`)
  })

  test('links nobody to whoever else signs in in the meantime', async () => {
    const { browser, name } = await signedIn()
    const { email } = await signedIn()
    const { path, search } = await goToCodeHost(browser, host, elsewhere(name))
    await browser.call(calls.logout)
    await signIn(browser, email)
    expect(await comeBack(browser, path + search)).toBe('/account/security?problem=code-host-expired')
    expect(await identityOf(browser)).toBeUndefined()
  })

  test('does not begin on a page of another site', async () => {
    const { browser } = await signedIn()
    for (const [site, begins] of [
      ['cross-site', false],
      ['same-site', false],
      ['same-origin', true],
      ['none', true],
    ] as const) {
      const headers = { 'sec-fetch-site': site }
      const { location } = (await browser.call(calls.startCodeHostSignIn, { headers })).headers
      expect([site, String(location).startsWith(host.url)]).toEqual([site, begins])
      if (!begins) expect(location).toBe('/account/security')
    }
  })
})

describe('unlinking', () => {
  test('ends it, and tells the user', async () => {
    const { browser, email, name } = await signedIn()
    await signInAtCodeHost(browser, host, elsewhere(name))
    const answer = await browser.call(calls.unlinkCodeHost)
    expect([answer.status, answer.body]).toEqual([200, { identity: null }])
    expect(await identityOf(browser)).toBeUndefined()
    expect(await textsTo(email)).toContainEqual(expect.stringContaining(`@${name} is no longer linked`))
    expect(await signInAtCodeHost(site.client(), host, elsewhere(name))).toBe('/register/code-host')
  })

  test('does nothing where there is no link', async () => {
    const { browser, email } = await signedIn()
    const mails = (await textsTo(email)).length
    expect((await browser.call(calls.unlinkCodeHost)).status).toBe(200)
    expect(await textsTo(email)).toHaveLength(mails)
  })

  test('is refused to a user who has no password', async () => {
    const browser = site.client()
    await signInAtCodeHost(browser, host, elsewhere('without-password'))
    await browser.call(calls.registerFromCodeHost, { body: { name: 'Ada', termsAccepted: true } })
    const answer = await browser.call(calls.unlinkCodeHost)
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
      await signInAtCodeHost(browser, host, elsewhere('again'))
      await browser.call(calls.unlinkCodeHost)
    }
    expect(await textsTo(email, strict)).toHaveLength(3)
    await strict.close()
  }, 60_000)
})
