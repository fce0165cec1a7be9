import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { codeFrom, newestMailTo } from '#support/mails.ts'
import { accountIn, addContact, contactId, ownPassword, signedInOwner } from '#support/owners.ts'
import { registerIn, signIn } from '#support/people.ts'
import { emptyTables } from '#support/stored/rows.ts'
import { giveRecoveryCode, recoveryCodesOf } from '#support/stored/second-factors.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

const site = testApp({ settings: { RATE_LIMITS: '1000' } })

const confirm = (browser: TestClient, body: Record<string, unknown>) =>
  browser.call(calls.confirmContact, { body })

/** Adds a contact and answers the code that was mailed to it. */
async function added(browser: TestClient, email: string) {
  await addContact(browser, email)
  return codeFrom(await newestMailTo(site, email))
}

describe('a contact that was added', () => {
  test('is confirmed by one click if its user is signed in, starts no trial, and can be used to sign in', async () => {
    const browser = await signedInOwner(site, 'user@example.org')
    const code = await added(browser, 'second@example.org')
    expect((await confirm(browser, code)).body).toEqual({
      contact: 'second@example.org',
      trialStarted: false,
    })
    expect((await accountIn(browser)).contacts).toMatchObject([
      { email: 'user@example.org', primary: true },
      { email: 'second@example.org', primary: false, confirmed: true, removable: true },
    ])
    expect((await signIn(site.client(), 'second@example.org')).status).toBe(200)
  })

  test("in another browser requires the user's own password, which it does not replace", async () => {
    const browser = await signedInOwner(site, 'laptop@example.org')
    const code = await added(browser, 'phone@example.org')
    const stranger = site.client()
    const asked = await confirm(stranger, code)
    expect([asked.status, asked.problem?.code]).toEqual([403, 'own-password-required'])
    const chosen = await confirm(stranger, { ...code, password: 'chosen by a stranger' })
    expect([chosen.status, chosen.problem?.code]).toEqual([403, 'wrong-password'])
    expect((await signIn(site.client(), 'laptop@example.org', 'chosen by a stranger')).status).toBe(401)
    expect((await accountIn(browser)).contacts[1]?.confirmed).toBe(false)

    expect((await confirm(stranger, { ...code, password: ownPassword })).status).toBe(200)
    expect((await accountIn(browser)).contacts[1]?.confirmed).toBe(true)
  })

  test('that another account confirmed first is refused, and stays theirs', async () => {
    const first = await signedInOwner(site, 'first@example.org')
    const firstCode = await added(first, 'shared@example.org')
    site.clock.advance({ seconds: 1 })
    const second = await signedInOwner(site, 'second-owner@example.org')
    const secondCode = await added(second, 'shared@example.org')
    expect((await confirm(second, secondCode)).status).toBe(200)
    const late = await confirm(first, firstCode)
    expect([late.status, late.problem?.code]).toEqual([409, 'contact-in-use'])
    const browser = site.client()
    await signIn(browser, 'shared@example.org')
    expect((await accountIn(browser)).contacts[0]?.email).toBe('second-owner@example.org')
  })

  test('that was removed meanwhile has a code that does not work', async () => {
    const browser = await signedInOwner(site, 'remover@example.org')
    const code = await added(browser, 'removed@example.org')
    await browser.call(calls.changeContact, {
      body: { remove: await contactId(browser, 'removed@example.org'), currentPassword: ownPassword },
    })
    expect((await confirm(browser, code)).problem?.code).toBe('code-wrong')
  })
})

describe('a user who mistyped their address at registration', () => {
  test('adds the right one: confirming it begins the trial, and the wrong one can no longer sign in', async () => {
    const browser = await signedInOwner(site, 'ada@exmaple.org', { confirmed: false })
    const stray = codeFrom(await newestMailTo(site, 'ada@exmaple.org'))
    const { version } = await accountIn(browser)
    const code = await added(browser, 'ada@example.org')
    expect((await confirm(browser, code)).body).toEqual({ contact: 'ada@example.org', trialStarted: true })
    const account = await accountIn(browser)
    expect(account.contacts).toMatchObject([
      { email: 'ada@example.org', primary: true, removable: false },
      { email: 'ada@exmaple.org', primary: false, confirmed: false, removable: true },
    ])
    expect(account.version).toBe(version + 1)

    // whose address it really was
    const stranger = site.client()
    expect((await confirm(stranger, stray)).problem?.code).toBe('own-password-required')
    expect((await confirm(stranger, { ...stray, password: 'of the stranger' })).problem?.code).toBe(
      'wrong-password',
    )
    expect((await signIn(site.client(), 'ada@exmaple.org')).status).toBe(401)
  })

  test('is not locked out when its owner registers', async () => {
    const browser = await signedInOwner(site, 'bea@exmaple.org', { confirmed: false })
    await confirm(browser, await added(browser, 'bea@example.org'))
    site.clock.advance({ seconds: 1 })
    const owner = site.client()
    const code = await registerIn(site, owner, 'bea@exmaple.org', { password: 'of the real owner' })
    expect((await confirm(owner, code)).status).toBe(200)
    expect((await accountIn(browser)).contacts[0]?.email).toBe('bea@example.org')
    expect((await signIn(site.client(), 'bea@example.org')).status).toBe(200)
  })
})

test("an attacker who registered another person's address and added their own keeps nothing of it", async () => {
  const attacker = await signedInOwner(site, 'victim@example.org', { confirmed: false })
  const victimsCode = codeFrom(await newestMailTo(site, 'victim@example.org'))
  const attackersCode = await added(attacker, 'attacker@example.org')
  const session = (await attacker.call(calls.userSession)).body
  const userId = session.authenticated ? session.user.id : ''
  await giveRecoveryCode(site.db, userId, site.clock.now())

  const victim = site.client()
  const chosen = { password: 'known to the victim', name: 'Vera' }
  expect((await confirm(victim, { ...victimsCode, ...chosen })).status).toBe(200)
  expect((await attacker.call(calls.userSession)).body).toEqual({ authenticated: false })
  attacker.forgetCsrfToken()
  expect((await confirm(attacker, attackersCode)).problem?.code).toBe('code-wrong')
  expect((await signIn(attacker, 'attacker@example.org')).status).toBe(401)
  expect((await signIn(victim, 'victim@example.org', 'known to the victim')).status).toBe(200)
  expect((await accountIn(victim)).contacts.map(({ email }) => email)).toEqual(['victim@example.org'])
  expect(await recoveryCodesOf(site.db, userId)).toBe(0)
})

test('an account that confirmed its contact long ago gets no second trial by another one', async () => {
  const browser = await signedInOwner(site, 'once@example.org')
  await emptyTables(site.db, 'subscription')
  const code = await added(browser, 'twice@example.org')
  expect((await confirm(browser, code)).body).toMatchObject({ trialStarted: false })
})
