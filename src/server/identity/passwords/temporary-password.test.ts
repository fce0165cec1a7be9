import { beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { createLimits } from '#server/platform/http/attempts/limits.ts'
import { testEngine } from '#support/database.ts'
import { mailSaying, ownPassword } from '#support/owners.ts'
import { resetLink } from '#support/password-links.ts'
import { signIn } from '#support/people.ts'
import { codeAt, isSignedIn, setUpTotp, signedInBrowser } from '#support/second-factors.ts'
import { markRemoved, personAt } from '#support/stored/people.ts'
import { allRows } from '#support/stored/rows.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'
import { assignTemporaryPassword } from './temporary-password.ts'

const site = testApp({ settings: { RATE_LIMITS: '1000' } })

const temporary = 'tmp-42'
const password = 'a word of my own'

let count = 0
let email: string
let own: TestClient
beforeEach(async () => {
  count += 1
  email = `helped${count}@example.org`
  own = await signedInBrowser(site, email)
})

async function assign(word = temporary) {
  const { userId } = await personAt(site.db, email)
  return inTransaction(site.db, (trx) =>
    assignTemporaryPassword(trx, site.services, { userId, password: word }),
  )
}

const change = (from: TestClient, body: Record<string, unknown> = {}) =>
  from.call(calls.changePassword, { body: { currentPassword: temporary, password, ...body } })

const required = { status: 'password-change-required' }

describe('a temporary password', () => {
  test('ends all sessions of its user and is told of by mail, without being in it', async () => {
    expect(await assign()).toBeUndefined()
    expect(await isSignedIn(own)).toBe(false)
    const mail = await mailSaying(site, email, 'A temporary password for Lectern')
    expect(mail.text).toContain('works once within 24 hours')
    expect(mail.text + mail.html).not.toContain(temporary)
    const rows = await allRows(site.db, 'account_user')
    expect(JSON.stringify(rows)).not.toContain(temporary)
  })

  test('signs in only for choosing a new password, which is then permanent', async () => {
    await assign()
    const browser = site.client()
    const answer = await signIn(browser, email, temporary)
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 202, body: required })
    expect(await isSignedIn(browser)).toBe(false)
    for (const call of [calls.ownSessions, calls.videoHistory, calls.signInMethods])
      expect((await browser.call(call)).status).toBe(401)
    expect((await browser.call(calls.changeName, { body: { name: 'Mallory' } })).status).toBe(401)
    const section = await browser.call(calls.changePasswordSection, {
      body: { currentPassword: temporary, password },
    })
    expect(section.status).toBe(401)

    const half = browser.cookies.get('lectern-session')
    expect((await change(browser)).body).toEqual({ status: 'ok' })
    expect(await isSignedIn(browser)).toBe(true)
    expect(browser.cookies.get('lectern-session')).not.toBe(half)
    expect((await signIn(site.client(), email, temporary)).status).toBe(401)
    expect((await signIn(site.client(), email, ownPassword)).status).toBe(401)
    expect((await signIn(site.client(), email, password)).status).toBe(200)
  })

  test('signs in once', async () => {
    await assign()
    await signIn(site.client(), email, temporary)
    expect((await signIn(site.client(), email, temporary)).status).toBe(401)
    // without finishing, the usual one is still valid
    expect((await signIn(site.client(), email, ownPassword)).status).toBe(200)
  })

  test('waits 24 hours of real time', async () => {
    await assign()
    site.clock.advanceBusiness({ days: 2 })
    site.clock.advanceReal({ hours: 23, minutes: 59 })
    expect((await signIn(site.client(), email, 'wrong')).status).toBe(401)
    site.clock.advanceReal({ minutes: 1 })
    expect((await signIn(site.client(), email, temporary)).status).toBe(401)
    expect((await signIn(site.client(), email, ownPassword)).status).toBe(200)
  })

  test('replaces the usual one while it is pending: each attempt costs one hash, right or wrong', async () => {
    await assign()
    const { passwords } = site.services
    for (const [word, status] of [
      ['wrong', 401],
      [ownPassword, 401],
      [temporary, 202],
    ] as const) {
      const before = passwords.computed
      expect((await signIn(site.client(), email, word)).status).toBe(status)
      expect(passwords.computed - before).toBe(1)
    }
  })

  test('goes with a newer one, and with the sign-in that was under way', async () => {
    await assign()
    const browser = site.client()
    await signIn(browser, email, temporary)
    await assign('another')
    expect((await change(browser)).status).toBe(401)
    expect((await signIn(site.client(), email, temporary)).status).toBe(401)
    expect((await signIn(site.client(), email, 'another')).body).toEqual(required)
  })

  test("stays when another user's is deleted", async () => {
    await assign()
    const [first, browser] = [email, site.client()]
    await signIn(browser, first, temporary)
    email = `beside.${email}`
    await signedInBrowser(site, email)
    await assign('another')
    expect((await change(browser)).status).toBe(200)
    expect((await signIn(site.client(), email, 'another')).body).toEqual(required)
    expect((await signIn(site.client(), first, password)).status).toBe(200)
  })

  test('goes when a new password is chosen by a mailed link', async () => {
    await assign()
    const link = await resetLink(site, site.client(), email)
    await site.client().call(calls.resetPassword, { body: { ...link, password } })
    expect((await signIn(site.client(), email, temporary)).status).toBe(401)
    expect((await signIn(site.client(), email, password)).status).toBe(200)
  })

  test('comes before the second factor, and the choice of a password after it', async () => {
    const { secret } = await setUpTotp(site, own)
    await assign()
    const browser = site.client()
    expect((await signIn(browser, email, temporary)).body).toMatchObject({ status: 'two-factor-required' })
    expect((await change(browser)).status).toBe(401)
    const code = codeAt(secret, site.clock.real())
    expect((await browser.call(calls.secondFactor, { body: { code } })).body).toEqual(required)
    expect(await isSignedIn(browser)).toBe(false)
    expect((await change(browser)).status).toBe(200)
    expect(await isSignedIn(browser)).toBe(true)
  })

  test('keeps the wish to stay signed in', async () => {
    await assign()
    const browser = site.client()
    const body = { email, password: temporary, staySignedIn: true }
    await browser.call(calls.login, { body })
    const { headers } = await change(browser)
    expect([headers['set-cookie']].flat().join()).toMatch(/lectern-session=[\w-]{43};[^,]*Max-Age=7776000/)
  })

  test('has six characters or more', async () => {
    expect(await assign('12345')).toMatchObject({
      code: 'invalid',
      fields: { temporaryPassword: 'field_temporary_password_too_short' },
    })
    expect(await isSignedIn(own)).toBe(true)
    expect(await assign('123456')).toBeUndefined()
    expect((await signIn(site.client(), email, '123456')).body).toEqual(required)
  })

  test('is refused for a removed user', async () => {
    const { userId } = await personAt(site.db, email)
    await markRemoved(site.db, userId, site.clock.now())
    expect(await assign()).toMatchObject({ code: 'not-found' })
  })
})

describe("choosing one's own after it", () => {
  let browser: TestClient
  beforeEach(async () => {
    await assign()
    browser = site.client()
    await signIn(browser, email, temporary)
  })

  test('needs the temporary one', async () => {
    for (const guess of ['', 'wrong', ownPassword])
      expect((await change(browser, { currentPassword: guess })).problem).toMatchObject({
        code: 'wrong-password',
        status: 403,
      })
    expect((await change(browser)).status).toBe(200)
  })

  test.each([
    ['password1', 'This password is on the list of the most common ones. Please choose another.'],
    ['', 'Please choose a password.'],
  ])('refuses %j', async (refused, sentence) => {
    expect((await change(browser, { password: refused })).problem?.errors).toEqual({ password: sentence })
  })

  test('refuses the temporary one itself', async () => {
    await assign('long enough 1')
    const again = site.client()
    await signIn(again, email, 'long enough 1')
    const body = { currentPassword: 'long enough 1', password: 'long enough 1' }
    expect((await again.call(calls.changePassword, { body })).problem?.errors).toEqual({
      password: 'Please choose another password than the temporary one.',
    })
  })

  test('has to be done within ten minutes', async () => {
    site.clock.advanceReal({ minutes: 10, seconds: 1 })
    expect((await change(browser)).problem?.code).toBe('login-required')
  })
})

test('60 guesses of it after a stolen half sign-in: ten reach the hash', async () => {
  await assign()
  const browser = site.client()
  await signIn(browser, email, temporary)
  await browser.csrfToken()
  Object.assign(site.services.limits, createLimits(1))
  const before = site.services.passwords.computed
  await Promise.all(Array.from({ length: 60 }, (_, n) => change(browser, { currentPassword: `guess ${n}` })))
  expect(site.services.passwords.computed - before).toBe(10)
  Object.assign(site.services.limits, createLimits(1000))
})

if (testEngine === 'postgresql')
  test('of ten concurrent sign-ins with it, one continues', async () => {
    await assign()
    const statuses = await Promise.all(
      Array.from({ length: 10 }, async () => (await signIn(site.client(), email, temporary)).status),
    )
    expect(statuses.filter((status) => status === 202)).toHaveLength(1)
    expect(statuses.filter((status) => status === 401)).toHaveLength(9)
  })
