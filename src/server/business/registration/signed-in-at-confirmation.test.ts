import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { codeFrom, newestMailTo } from '#support/mails.ts'
import { addContact } from '#support/owners.ts'
import { freshEmail, registerIn, signIn } from '#support/people.ts'
import { codeAt, isSignedIn, setUpTotp, signedInBrowser } from '#support/second-factors.ts'
import { personAt } from '#support/stored/people.ts'
import { giveTotp } from '#support/stored/second-factors.ts'
import { inviteOf, joinIn, teamWith } from '#support/team-site.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

const site = testApp({ settings: { RATE_LIMITS: '1000' } })

const session = 'lectern-session'
const confirm = (browser: TestClient, body: Record<string, unknown>) =>
  browser.call(calls.confirmContact, { body })
const emailIn = async (browser: TestClient) => {
  const { body } = await browser.call(calls.userSession)
  return body.authenticated ? body.user.email : undefined
}

describe('confirming a registration in the browser that registered', () => {
  test('opens a new session, which may watch at once', async () => {
    const browser = site.client()
    const email = freshEmail()
    const body = await registerIn(site, browser, email)
    expect(browser.cookies.has(session)).toBe(false)
    expect((await confirm(browser, body)).status).toBe(200)
    expect((await browser.call(calls.userSession)).body).toMatchObject({
      authenticated: true,
      user: { email, confirmed: true },
      mayWatch: true,
    })
  })

  test('adopts no session cookie that the browser came with', async () => {
    const browser = site.client()
    const body = await registerIn(site, browser, freshEmail())
    const planted = 'p'.repeat(43)
    browser.cookies.set(session, planted)
    await confirm(browser, body)
    expect(browser.cookies.get(session)).toMatch(/^[\w-]{43}$/)
    expect(browser.cookies.get(session)).not.toBe(planted)
    const planter = site.client()
    planter.cookies.set(session, planted)
    expect(await isSignedIn(planter)).toBe(false)
  })

  test('signs in for as long as the browser is open', async () => {
    const browser = site.client()
    const { headers } = await confirm(browser, await registerIn(site, browser, freshEmail()))
    const line = [headers['set-cookie'] ?? []].flat().find((one) => one.startsWith(session))
    expect(line).toContain('HttpOnly')
    expect(line).not.toContain('Max-Age')
  })

  test('a second click does not sign in', async () => {
    const browser = site.client()
    const body = await registerIn(site, browser, freshEmail())
    await confirm(browser, body)
    await browser.call(calls.logout)
    expect((await confirm(browser, body)).status).toBe(200)
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('concurrent clicks sign in once', async () => {
    const browser = site.client()
    const body = await registerIn(site, browser, freshEmail())
    const answers = await Promise.all([confirm(browser, body), confirm(browser, body)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const opened = answers.flatMap(({ headers }) => [headers['set-cookie'] ?? []].flat())
    expect(opened.filter((line) => line.startsWith(session))).toHaveLength(1)
  })

  test('never passes a second factor', async () => {
    const browser = site.client()
    const email = freshEmail()
    const body = await registerIn(site, browser, email)
    // the calls refuse an unconfirmed account today, as if one of them had not
    await giveTotp(site.db, (await personAt(site.db, email)).userId, site.clock.real())
    expect((await confirm(browser, body)).status).toBe(200)
    expect(await isSignedIn(browser)).toBe(false)
    expect((await browser.call(calls.signInMethods)).status).toBe(401)
  })

  test('does not affect the second step of a sign-in in progress there', async () => {
    const other = freshEmail()
    const { secret } = await setUpTotp(site, await signedInBrowser(site, other))
    const browser = site.client()
    const body = await registerIn(site, browser, freshEmail())
    expect((await signIn(browser, other)).status).toBe(202)
    const pending = browser.cookies.get(session)
    await confirm(browser, body)
    expect(browser.cookies.get(session)).toBe(pending)
    const code = codeAt(secret, site.clock.real())
    expect((await browser.call(calls.secondFactor, { body: { code } })).status).toBe(200)
    expect(await emailIn(browser)).toBe(other)
  })

  test('never replaces another signed-in user', async () => {
    const browser = site.client()
    const body = await registerIn(site, browser, freshEmail())
    const other = freshEmail()
    await confirm(site.client(), {
      ...(await registerIn(site, site.client(), other)),
      password: 'notes on the engine',
    })
    await signIn(browser, other)
    const own = browser.cookies.get(session)
    expect((await confirm(browser, body)).status).toBe(200)
    expect([await emailIn(browser), browser.cookies.get(session)]).toEqual([other, own])
  })

  test('keeps the session of the same user, who has logged in already', async () => {
    const browser = site.client()
    const email = freshEmail()
    const body = await registerIn(site, browser, email)
    await signIn(browser, email)
    const own = browser.cookies.get(session)
    await confirm(browser, body)
    expect([await emailIn(browser), browser.cookies.get(session)]).toEqual([email, own])
  })
})

describe('confirming does not sign in', () => {
  test.each([
    ['with the password chosen then', { password: 'notes on the engine' }],
    ['with a new one', { password: 'chosen by its reader', name: 'Vera' }],
  ])('in another browser, %s', async (_, more) => {
    const body = await registerIn(site, site.client(), freshEmail())
    const other = site.client()
    expect((await confirm(other, { ...body, ...more })).status).toBe(200)
    expect(await isSignedIn(other)).toBe(false)
  })

  test('in a browser that registered another user', async () => {
    const other = site.client()
    await registerIn(site, other, freshEmail())
    const body = await registerIn(site, site.client(), freshEmail())
    expect((await confirm(other, body)).problem?.code).toBe('password-required')
    expect(await isSignedIn(other)).toBe(false)
  })

  test('if the contact was added to an account later', async () => {
    const browser = site.client()
    const email = freshEmail()
    await confirm(browser, await registerIn(site, browser, email))
    const added = freshEmail()
    await signIn(browser, email)
    expect((await addContact(browser, added)).status).toBe(200)
    const link = codeFrom(await newestMailTo(site, added))
    await browser.call(calls.logout)
    await confirm(browser, { ...link, password: 'notes on the engine' })
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('for a user of another account, who joined by an invite link', async () => {
    const team = await teamWith(site, 3)
    const code = await inviteOf(team)
    const browser = site.client()
    const email = freshEmail()
    expect((await joinIn(browser, code, email)).status).toBe(202)
    expect((await confirm(browser, codeFrom(await newestMailTo(site, email)))).status).toBe(200)
    expect(await isSignedIn(browser)).toBe(false)
  })
})
