import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { codeFrom, newestMailTo } from '#support/mails.ts'
import { testApp } from '#support/test-app.ts'

const site = testApp()

describe('the way of a stranger to a viewer', () => {
  test('registers, confirms, signs in, and out', async () => {
    const browser = site.client()
    const body = {
      name: 'Ada Lovelace',
      email: 'ada@example.org',
      password: 'notes on the engine',
      termsAccepted: true,
    }
    expect((await browser.call(calls.register, { body, csrf: 'none' })).problem?.code).toBe('csrf')

    const registered = await browser.call(calls.register, { body })
    expect(registered.status).toBe(202)
    expect(registered.body).toEqual({ status: 'confirmation-needed', email: 'ada@example.org' })

    expect(
      (await browser.call(calls.login, { body: { email: body.email, password: body.password } })).status,
    ).toBe(200)
    const before = await browser.call(calls.userSession)
    expect(before.body).toMatchObject({
      authenticated: true,
      user: { name: 'Ada Lovelace', email: 'ada@example.org', confirmed: false },
      permissions: ['account.manage', 'subscription.manage', 'users.manage'],
      subscription: { status: 'confirm-email', until: null },
      mayWatch: false,
    })

    const { contact, code } = codeFrom(await newestMailTo(site, body.email))
    const confirmed = await browser.call(calls.confirmContact, { body: { contact, code } })
    expect(confirmed.body).toEqual({ contact: 'ada@example.org', trialStarted: true })

    const after = await browser.call(calls.userSession)
    expect(after.headers['cache-control']).toBe('private, no-store')
    expect(after.body).toMatchObject({
      user: { confirmed: true },
      account: { contacts: [{ email: 'ada@example.org', primary: true, confirmed: true, removable: false }] },
      subscription: { status: 'trial', until: '2026-12-05T23:00:00.000Z', licenseCount: 1, health: 'ok' },
      mayWatch: true,
      favourites: [],
      admin: false,
    })

    expect((await browser.call(calls.logout)).status).toBe(200)
    expect((await browser.call(calls.userSession)).body).toEqual({ authenticated: false })
  })
})
