import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { accountOf, signInAtCodeHost } from '#support/code-host-people.ts'
import { startCodeHostServer } from '#support/code-host-server.ts'
import { testEngine } from '#support/database.ts'
import { mailsTo } from '#support/mails.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { confirmedIn, registerIn, signIn } from '#support/people.ts'
import { usersAt } from '#support/stored/contacts.ts'
import { storeCoupon } from '#support/stored/coupons.ts'
import { createTestApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

const host = openForTests(() => startCodeHostServer(accountOf('nobody')))
const site = openForTests(() => createTestApp({ settings: { ...host.settings, RATE_LIMITS: '1000' } }))

let count = 0
/** A browser in which a code host user without an account has arrived. */
async function arrived(
  change: { id?: number } = {},
): Promise<{ browser: TestClient; name: string; email: string }> {
  count += 1
  const name = `new${count}`
  const browser = site.client()
  expect(await signInAtCodeHost(browser, host, accountOf(name, change))).toBe('/register/code-host')
  return { browser, name, email: `${name}@example.org` }
}
const agreed = { name: 'Ada Lovelace', termsAccepted: true }
const register = (browser: TestClient, body: unknown = agreed, key?: string) =>
  browser.call(calls.registerFromCodeHost, {
    body,
    ...(key && { headers: { 'idempotency-key': key } }),
  })
const sessionOf = async (browser: TestClient) => (await browser.call(calls.userSession)).body
const usersOf = (email: string) => usersAt(site.db, email)

describe('a new user', () => {
  test('is known to the browser in which they arrived, and to no other', async () => {
    const { browser, name, email } = await arrived()
    const arrival = { login: name, name: `${name} of the Code Host`, email }
    expect((await browser.call(calls.codeHostArrival)).body).toEqual({ arrival })
    expect((await site.client().call(calls.codeHostArrival)).body).toEqual({ arrival: null })
  })

  test('who agrees has an account with a confirmed contact and a trial, and is signed in', async () => {
    const { browser, name, email } = await arrived()
    const answer = await register(browser, { ...agreed, newsletter: true })
    expect([answer.status, answer.body]).toEqual([200, { status: 'ok' }])
    expect(await sessionOf(browser)).toMatchObject({
      authenticated: true,
      user: { name: 'Ada Lovelace', email, confirmed: true },
      account: { newsletter: true, contacts: [{ email, primary: true, confirmed: true }] },
      permissions: ['account.manage', 'subscription.manage', 'users.manage'],
      subscription: { status: 'trial' },
      mayWatch: true,
    })
    expect((await usersOf(email)).map((user) => user.password_hash)).toEqual([null])
    expect((await browser.call(calls.codeHostIdentity)).body).toMatchObject({ identity: { login: name } })
    expect((await browser.call(calls.codeHostArrival)).body).toEqual({ arrival: null })
    expect((await mailsTo(site, email)).map(({ subject }) => subject)).not.toContain(
      'Please confirm your email for Lectern',
    )
  })

  test('is found again the next time', async () => {
    const { browser, name, email } = await arrived()
    await register(browser)
    const again = site.client()
    expect(await signInAtCodeHost(again, host, accountOf(name))).toBe('/content')
    expect(await sessionOf(again)).toMatchObject({ user: { email } })
  })

  test('has the language of their browser', async () => {
    const { browser } = await arrived()
    await browser.call(calls.registerFromCodeHost, {
      body: agreed,
      headers: { 'accept-language': 'de-AT,de;q=0.9' },
    })
    expect(await sessionOf(browser)).toMatchObject({ account: { language: 'de' } })
  })

  test('is told what is missing', async () => {
    const { browser, email } = await arrived()
    const answer = await register(browser, { name: ' ', couponCode: '?', termsAccepted: false })
    expect([answer.status, answer.problem?.errors]).toEqual([
      422,
      {
        name: 'Please enter your name.',
        couponCode: 'The coupon code you entered is invalid',
        termsAccepted: 'You have to agree to the terms & conditions in order to use the product',
      },
    ])
    expect(await usersOf(email)).toEqual([])
  })

  test('cannot choose another address or grant themselves anything', async () => {
    const { browser, email } = await arrived()
    for (const more of [{ email: 'eve@example.org' }, { admin: true }, { confirmed: true }, { subject: '1' }])
      expect((await register(browser, { ...agreed, ...more })).status).toBe(422)
    expect(await usersOf(email)).toEqual([])
  })

  test('who had a trial before gets no second one', async () => {
    const { browser, name } = await arrived()
    await register(browser)
    const again = site.client()
    const labelled = accountOf(`${name}-again`, {
      emails: [{ email: `${name}+again@example.org`, primary: true, verified: true }],
    })
    await signInAtCodeHost(again, host, labelled)
    expect((await register(again)).status).toBe(200)
    expect(await sessionOf(again)).toMatchObject({ subscription: null, mayWatch: false })
  })
})

describe('a coupon', () => {
  test('is redeemed at once; with a used one the registration is refused', async () => {
    await storeCoupon(site.db, { code: 'HOST-3', maxUses: 1, createdAt: site.clock.now() })
    const [first, second] = [await arrived(), await arrived()]
    expect((await register(first.browser, { ...agreed, couponCode: 'host-3' })).status).toBe(200)
    expect(await sessionOf(first.browser)).toMatchObject({
      subscription: { status: 'prepaid', coupon: 'HOST-3', licenseCount: 3 },
    })
    const refused = await register(second.browser, { ...agreed, couponCode: 'host-3' })
    expect(refused.problem?.errors).toEqual({ couponCode: 'The coupon code you entered is invalid' })
    expect(await usersOf(second.email)).toEqual([])
    expect((await register(second.browser)).status).toBe(200)
  })
})

describe('no account is created', () => {
  test('in a browser without an arrival, or with one older than an hour', async () => {
    const stranger = await register(site.client())
    expect([stranger.status, stranger.problem?.code]).toEqual([409, 'code-host-expired'])
    const { browser, email } = await arrived()
    site.clock.advanceReal({ hours: 1 })
    expect((await register(browser)).problem?.code).toBe('code-host-expired')
    expect((await browser.call(calls.codeHostArrival)).body).toEqual({ arrival: null })
    expect(await usersOf(email)).toEqual([])
  })

  test('twice: the same key repeats the answer, another one is too late', async () => {
    const { browser, email } = await arrived()
    const key = 'one-registration'
    await browser.csrfToken()
    const before = new Map(browser.cookies)
    expect((await register(browser, agreed, key)).status).toBe(200)
    // as if the first reply had been lost
    browser.cookies.clear()
    for (const [name, value] of before) browser.cookies.set(name, value)
    expect((await register(browser, agreed, key)).status).toBe(200)
    expect((await register(browser, agreed, 'another-key')).problem?.code).toBe('code-host-expired')
    expect(await usersOf(email)).toHaveLength(1)
  })

  test('with an address that another user has confirmed meanwhile', async () => {
    const { browser, email } = await arrived()
    await confirmedIn(site, site.client(), email)
    expect((await register(browser)).problem?.code).toBe('contact-in-use')
    expect(await usersOf(email)).toHaveLength(1)
  })

  test('a second time from another browser, with another address', async () => {
    const { browser, name } = await arrived()
    const other = site.client()
    const moved = {
      ...accountOf(name),
      emails: [{ email: `${name}@new.example`, primary: true, verified: true }],
    }
    await signInAtCodeHost(other, host, moved)
    await register(browser)
    expect((await register(other)).problem?.code).toBe('code-host-expired')
    expect(await usersOf(`${name}@new.example`)).toEqual([])
  })

  if (testEngine === 'postgresql')
    test('twice by pressing the button in ten tabs at once', async () => {
      const { browser, email } = await arrived()
      await browser.csrfToken()
      const answers = await Promise.all(Array.from({ length: 10 }, () => register(browser)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(await usersOf(email)).toHaveLength(1)
    })
})

test('an attacker who registered the address before loses password and sessions', async () => {
  count += 1
  const name = `victim${count}`
  const email = `${name}@example.org`
  const attacker = site.client()
  const mailed = await registerIn(site, attacker, email, { password: 'planted by a stranger' })
  expect((await signIn(attacker, email, 'planted by a stranger')).status).toBe(200)

  const victim = site.client()
  expect(await signInAtCodeHost(victim, host, accountOf(name))).toBe('/register/code-host')
  expect((await register(victim)).status).toBe(200)

  expect(await sessionOf(attacker)).toEqual({ authenticated: false })
  expect((await signIn(site.client(), email, 'planted by a stranger')).status).toBe(401)
  const late = await site.client().call(calls.confirmContact, {
    body: { ...mailed, password: 'planted by a stranger' },
  })
  expect(late.problem?.code).toBe('contact-in-use')
  expect(await sessionOf(victim)).toMatchObject({ user: { email } })
})
