import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { startOfDayAfter } from '#domain/billing/billing-period.ts'
import { freshEmail, registerIn, signIn } from '#support/people.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { allRows } from '#support/stored/rows.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

const site = testApp({ settings: { RATE_LIMITS: '1000' } })

const confirm = (browser: TestClient, body: Record<string, unknown>) =>
  browser.call(calls.confirmContact, { body })

async function sessionOf(browser: TestClient, email: string, password?: string) {
  expect((await signIn(browser, email, password)).status).toBe(200)
  return (await browser.call(calls.userSession)).body
}

describe('confirming in the browser that registered', () => {
  test('starts the trial of 14 days', async () => {
    const browser = site.client()
    const email = freshEmail()
    const body = await registerIn(site, browser, email)
    expect((await confirm(browser, body)).body).toEqual({ contact: email, trialStarted: true })
    // the last of fourteen whole days ends with the midnight after it, where the seller is
    const until = startOfDayAfter(site.clock.now(), { value: 15, unit: 'd' }, 'Europe/Berlin').toISOString()
    expect(await sessionOf(browser, email)).toMatchObject({
      subscription: { status: 'trial', until },
      mayWatch: true,
    })
  })

  test('needs no password after signing in there either', async () => {
    const browser = site.client()
    const email = freshEmail()
    const body = await registerIn(site, browser, email)
    await signIn(browser, email)
    expect((await confirm(browser, body)).status).toBe(200)
  })

  test('succeeds again at a second click, in any browser, and changes nothing', async () => {
    const browser = site.client()
    const email = freshEmail()
    const body = await registerIn(site, browser, email)
    await confirm(browser, body)
    const again = await confirm(site.client(), { ...body, password: 'of somebody else' })
    expect(again.body).toEqual({ contact: email, trialStarted: true })
    expect((await signIn(site.client(), email, 'of somebody else')).status).toBe(401)
    expect((await signIn(site.client(), email)).status).toBe(200)
  })

  test('takes the address in any case', async () => {
    const browser = site.client()
    const body = await registerIn(site, browser, freshEmail())
    expect((await confirm(browser, { ...body, contact: body.contact.toUpperCase() })).status).toBe(200)
  })
})

describe('confirming in another browser', () => {
  test('asks for a password', async () => {
    const body = await registerIn(site, site.client(), freshEmail())
    const answer = await confirm(site.client(), body)
    expect(answer.status).toBe(403)
    expect(answer.problem?.code).toBe('password-required')
  })

  test('keeps the password chosen at registration, and its sessions', async () => {
    const laptop = site.client()
    const email = freshEmail()
    const body = await registerIn(site, laptop, email)
    await signIn(laptop, email)
    expect((await confirm(site.client(), { ...body, password: 'notes on the engine' })).status).toBe(200)
    expect((await laptop.call(calls.userSession)).body).toMatchObject({ authenticated: true, mayWatch: true })
  })

  test('takes a new password, which has to be one', async () => {
    const body = await registerIn(site, site.client(), freshEmail())
    const answer = await confirm(site.client(), { ...body, password: 'short77' })
    expect(answer.status).toBe(422)
    expect(answer.problem?.errors).toEqual({
      password: 'Please choose a password with at least 8 characters.',
    })
  })

  test('leaves a stranger who registered the address neither password nor session', async () => {
    const attacker = site.client()
    const victim = site.client()
    const email = freshEmail()
    const body = await registerIn(site, attacker, email, { password: 'known to the attacker' })
    await signIn(attacker, email, 'known to the attacker')
    expect((await attacker.call(calls.userSession)).body).toMatchObject({
      authenticated: true,
      mayWatch: false,
    })

    const chosen = { ...body, password: 'known to the victim', name: 'Vera' }
    expect((await confirm(victim, chosen)).status).toBe(200)
    expect((await attacker.call(calls.userSession)).body).toEqual({ authenticated: false })
    expect((await signIn(attacker, email, 'known to the attacker')).status).toBe(401)
    expect(await sessionOf(victim, email, 'known to the victim')).toMatchObject({
      authenticated: true,
      mayWatch: true,
    })
  })
})

describe('two people who registered one address', () => {
  test('the first to confirm gets it; the other learns why not, and keeps nothing of it', async () => {
    const email = freshEmail()
    const attacker = site.client()
    const attackersCode = await registerIn(site, attacker, email, { password: 'known to the attacker' })
    await signIn(attacker, email, 'known to the attacker')
    site.clock.advance({ seconds: 1 })
    const victim = site.client()
    const victimsCode = await registerIn(site, victim, email, { password: 'known to the victim' })

    expect((await confirm(victim, victimsCode)).body).toEqual({ contact: email, trialStarted: true })
    expect((await attacker.call(calls.userSession)).body).toEqual({ authenticated: false })
    expect((await signIn(attacker, email, 'known to the attacker')).status).toBe(401)
    expect((await signIn(victim, email, 'known to the victim')).status).toBe(200)

    const late = await confirm(attacker, attackersCode)
    expect(late.status).toBe(409)
    expect(late.problem).toMatchObject({
      code: 'contact-in-use',
      detail: 'Another account already uses this contact. Please log in there.',
    })
  })

  test('cannot both have it by clicking at once', async () => {
    const email = freshEmail()
    const browsers = [site.client(), site.client(), site.client()]
    const codes: Record<string, string>[] = []
    for (const browser of browsers) {
      codes.push(await registerIn(site, browser, email))
      site.clock.advance({ seconds: 1 })
    }
    const answers = await Promise.all(browsers.map((browser, index) => confirm(browser, codes[index] ?? {})))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })

  test('who sign in unconfirmed each open their own account', async () => {
    const email = freshEmail()
    const first = site.client()
    await registerIn(site, first, email, { name: 'First', password: 'password of the first' })
    site.clock.advance({ seconds: 1 })
    const second = site.client()
    await registerIn(site, second, email, { name: 'Second', password: 'password of the second' })
    expect(await sessionOf(first, email, 'password of the first')).toMatchObject({ user: { name: 'First' } })
    expect(await sessionOf(second, email, 'password of the second')).toMatchObject({
      user: { name: 'Second' },
    })
    expect(await sessionOf(site.client(), email, 'password of the second')).toMatchObject({
      user: { name: 'Second' },
    })
  })
})

describe('a confirmation code', () => {
  test.each([
    ['contact', { contact: ' ' }],
    ['code', { code: '' }],
  ])('is missing without its %s', async (_, change) => {
    const body = await registerIn(site, site.client(), freshEmail())
    const answer = await confirm(site.client(), { ...body, ...change })
    expect(answer.status).toBe(422)
    expect(answer.problem).toMatchObject({
      code: 'code-missing',
      detail: 'The contact address or confirmation code is missing',
    })
  })

  test('is wrong when it is altered, or for another address', async () => {
    const browser = site.client()
    const body = await registerIn(site, browser, freshEmail())
    for (const change of [{ code: `${body.code.slice(0, -1)}~` }, { contact: freshEmail() }]) {
      expect((await confirm(browser, { ...body, ...change })).problem?.code).toBe('code-wrong')
    }
    expect((await confirm(browser, body)).status).toBe(200)
  })

  test.each(['advance', 'advanceBusiness', 'advanceReal'] as const)(
    'expires after seven days (%s)',
    async (advance) => {
      const browser = site.client()
      const email = freshEmail()
      const body = await registerIn(site, browser, email)
      site.clock[advance]({ days: 7 })
      browser.forgetCsrfToken()
      await runUpkeep(site.services)
      const answer = await confirm(browser, body)
      expect(answer.status).toBe(422)
      expect(answer.problem?.code).toBe('code-expired')
    },
  )

  test('works until then', async () => {
    const browser = site.client()
    const body = await registerIn(site, browser, freshEmail())
    site.clock.advance({ days: 6, hours: 23 })
    browser.forgetCsrfToken()
    expect((await confirm(browser, body)).status).toBe(200)
  })

  test('is deleted with its account thirty days after an unconfirmed registration', async () => {
    const browser = site.client()
    const email = freshEmail()
    const body = await registerIn(site, browser, email)
    site.clock.advance({ days: 31 })
    browser.forgetCsrfToken()
    await runUpkeep(site.services)
    expect((await confirm(browser, body)).problem?.code).toBe('code-wrong')
    expect((await allRows(site.db, 'contact')).filter((one) => one.email === email)).toEqual([])
  })

  test('is stored as a hash only', async () => {
    const body = await registerIn(site, site.client(), freshEmail())
    const rows = await allRows(site.db, 'contact_code')
    expect(rows).not.toEqual([])
    expect(JSON.stringify(rows)).not.toContain(body.code)
  })
})
