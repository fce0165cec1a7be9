import { beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { auditOf } from '#support/admin.ts'
import { adminCode, createFreshSite, someAdmin, withMailTexts } from '#support/admin-site.ts'
import { mailsTo } from '#support/mails.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { signIn } from '#support/people.ts'
import { codeAt, isSignedIn, setUpPasskey, setUpTotp } from '#support/second-factors.ts'
import { markPresent, markRemoved } from '#support/stored/people.ts'
import { allRows } from '#support/stored/rows.ts'
import type { TestClient } from '#support/test-client.ts'

/** Where the admin was made, and is signed in. */
let home: TestClient
const site = openForTests(() => createFreshSite())
beforeEach(async () => {
  await site.startOver()
  home = site.client()
  const code = await adminCode(site)
  expect((await home.call(calls.createAdmin, { body: { ...someAdmin, code } })).status).toBe(200)
})

const password = 'a later word of mine'
const renew = (code: string, change: Record<string, unknown> = {}, from = site.client()) =>
  from.call(calls.renewAdminPassword, { body: { code, password, ...change } })
const isWrong = { code: 'admin-link-wrong', status: 422 }
const mailed = async () => (await mailsTo(withMailTexts(site), someAdmin.email)).map(({ text }) => text)

describe('the link for a new password', () => {
  test('shows whose password it sets', async () => {
    const code = await adminCode(site, { again: true })
    expect((await site.client().call(calls.adminLink, { body: { code } })).body).toEqual({
      purpose: 'new-password',
      email: 'grace@example.org',
      withoutTwoFactor: false,
    })
  })

  test('ends the sessions of the former password, and signs in', async () => {
    const browser = site.client()
    const code = await adminCode(site, { again: true })
    const answer = await renew(code, {}, browser)
    expect([answer.status, answer.body]).toEqual([200, { status: 'ok' }])
    expect((await browser.call(calls.userSession)).body).toMatchObject({ admin: true })
    expect(await isSignedIn(home)).toBe(false)
    expect((await signIn(site.client(), someAdmin.email)).status).toBe(401)
    expect((await signIn(site.client(), someAdmin.email, password)).status).toBe(200)
    expect(await mailed()).toContainEqual(expect.stringContaining('The password of your account at'))
    expect((await renew(code)).problem).toMatchObject(isWrong)
  })

  test('stays for a better password', async () => {
    const code = await adminCode(site, { again: true })
    const refused = await renew(code, { password: 'grace1grace' })
    expect(refused.problem?.errors).toEqual({
      password: 'This password is made of your email or the name of this site. Please choose another.',
    })
    expect(await isSignedIn(home)).toBe(true)
    expect((await renew(code)).status).toBe(200)
  })

  test('works once, also for two at the same moment', async () => {
    const code = await adminCode(site, { again: true })
    const answers = await Promise.all([renew(code), renew(code, { password: 'another one of mine' })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  test('has 15 minutes of real time', async () => {
    const code = await adminCode(site, { again: true })
    site.clock.advanceReal({ minutes: 15 })
    expect((await renew(code)).problem).toMatchObject(isWrong)
    expect((await renew(code, { password: '1' })).problem).toMatchObject(isWrong)
  })

  test('is refused with a link that creates an admin', async () => {
    await site.startOver()
    expect((await renew(await adminCode(site))).problem).toMatchObject(isWrong)
  })

  test('is refused with a link created before there was an admin', async () => {
    const [admin] = await allRows(site.db, 'account_user')
    await markRemoved(site.db, admin?.id ?? '', site.clock.now())
    const code = await adminCode(site)
    await markPresent(site.db, admin?.id ?? '')
    expect((await renew(code)).problem).toMatchObject(isWrong)
    expect((await home.call(calls.adminLink, { body: { code } })).problem).toMatchObject(isWrong)
    expect((await signIn(site.client(), someAdmin.email, password)).status).toBe(401)
  })
})

describe('the second factor of the admin', () => {
  test('stays, and is required before signing in', async () => {
    const { secret } = await setUpTotp(site, home)
    const browser = site.client()
    const answer = await renew(await adminCode(site, { again: true }), {}, browser)
    expect([answer.status, answer.body]).toEqual([
      202,
      { status: 'two-factor-required', methods: ['totp', 'recovery-code'] },
    ])
    expect(await isSignedIn(browser)).toBe(false)
    const code = codeAt(secret, site.clock.real())
    expect((await browser.call(calls.secondFactor, { body: { code } })).status).toBe(200)
    expect(await isSignedIn(browser)).toBe(true)
  })

  test('goes where the command was asked for that, with the recovery codes, and the admin is told', async () => {
    await setUpTotp(site, home)
    const { authenticator } = await setUpPasskey(site, home)
    const browser = site.client()
    const code = await adminCode(site, { again: true, withoutTwoFactor: true })
    expect((await site.client().call(calls.adminLink, { body: { code } })).body).toMatchObject({
      withoutTwoFactor: true,
    })
    // a password that is refused must not have taken anything
    await renew(code, { password: '1' }, browser)
    expect((await home.call(calls.signInMethods)).body).toMatchObject({ totp: true, passkeys: [{}] })

    expect((await renew(code, {}, browser)).status).toBe(200)
    expect((await auditOf(site)).at(-1)).toMatchObject({
      action: 'admin-password-renewed',
      after: JSON.stringify({ withoutTwoFactor: true }),
    })
    expect((await browser.call(calls.signInMethods)).body).toEqual({
      hasPassword: true,
      totp: false,
      recoveryCodes: 0,
      passkeys: [],
    })
    expect(await mailed()).toContainEqual(expect.stringContaining('All second factors of your account'))
    const stranger = site.client()
    const { body: started } = await stranger.call(calls.startPasskeySignIn)
    const response = authenticator.get(started.options)
    expect((await stranger.call(calls.signInWithPasskey, { body: { response } })).status).not.toBe(200)
  })

  test('of other users stays, and without one the mail does not mention it', async () => {
    await renew(await adminCode(site, { again: true, withoutTwoFactor: true }))
    expect((await mailed()).filter((text) => text.includes('All second factors'))).toEqual([])
  })
})
