import { describe, expect, test, vi } from 'vitest'
import { calls } from '#contract/calls.ts'
import { createLimits } from '#server/platform/http/attempts/limits.ts'
import { testEngine } from '#support/database.ts'
import { ownPassword } from '#support/owners.ts'
import { countMailsTo, resetLink } from '#support/password-links.ts'
import { signIn } from '#support/people.ts'
import { codeAt, isSignedIn, setUpTotp, signedInBrowser } from '#support/second-factors.ts'
import { storeContact } from '#support/stored/contacts.ts'
import { markRemoved, personAt } from '#support/stored/people.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

const site = testApp({ settings: { RATE_LIMITS: '1000' } })

let count = 0
async function somebody(): Promise<{ email: string; own: TestClient }> {
  count += 1
  const email = `somebody${count}@example.org`
  return { email, own: await signedInBrowser(site, email) }
}

const password = 'a word of my own'

function reset(body: Record<string, unknown>, from = site.client()) {
  return from.call(calls.resetPassword, { body: { password, ...body } })
}

describe('choosing a new password by a mailed link', () => {
  test('replaces the former one, ends every session and opens none, and tells by mail', async () => {
    const { email, own } = await somebody()
    const other = site.client()
    await signIn(other, email)
    const browser = site.client()
    const link = await resetLink(site, browser, email)
    const answer = await reset(link, browser)
    expect(answer.body).toEqual({ status: 'ok' })
    expect(answer.headers['set-cookie']).toBeUndefined()
    for (const one of [own, other, browser]) expect(await isSignedIn(one)).toBe(false)
    expect((await signIn(site.client(), email, ownPassword)).status).toBe(401)
    expect((await signIn(site.client(), email, password)).status).toBe(200)
    expect(await countMailsTo(site, email, 'The way you log in')).toBe(1)
  })

  test('ends a login whose former password was verified just before', async () => {
    const { email } = await somebody()
    const link = await resetLink(site, site.client(), email)
    const [checking, chosen] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const verify = vi.spyOn(site.services.passwords, 'verify').mockImplementationOnce(async () => {
      checking.resolve()
      await chosen.promise
      return true
    })
    const browser = site.client()
    const signingIn = signIn(browser, email, ownPassword)
    await checking.promise
    expect((await reset(link)).status).toBe(200)
    chosen.resolve()
    expect((await signingIn).problem?.code).toBe('login-failed')
    verify.mockRestore()
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('still asks a user with a second factor for it', async () => {
    const { email, own } = await somebody()
    const { secret } = await setUpTotp(site, own)
    await reset(await resetLink(site, site.client(), email))
    const browser = site.client()
    expect((await signIn(browser, email, password)).body).toMatchObject({ status: 'two-factor-required' })
    expect(await isSignedIn(browser)).toBe(false)
    const body = { code: codeAt(secret, site.clock.real()) }
    expect((await browser.call(calls.secondFactor, { body })).status).toBe(200)
  })

  test('works once', async () => {
    const { email } = await somebody()
    const link = await resetLink(site, site.client(), email)
    expect((await reset(link)).status).toBe(200)
    const before = site.services.passwords.computed
    expect((await reset({ ...link, password: 'yet another one 9' })).problem?.code).toBe('code-wrong')
    // repeating a used link costs no work
    expect(site.services.passwords.computed).toBe(before)
    expect((await signIn(site.client(), email, password)).status).toBe(200)
  })

  test('takes the newest link alone', async () => {
    const { email } = await somebody()
    const first = await resetLink(site, site.client(), email)
    const second = await resetLink(site, site.client(), email)
    expect((await reset(first)).problem?.code).toBe('code-wrong')
    expect((await reset(second)).status).toBe(200)
  })

  test("accepts the link for an hour of real time, whatever the demo's clock", async () => {
    const { email } = await somebody()
    const link = await resetLink(site, site.client(), email)
    site.clock.advanceBusiness({ days: 30 })
    site.clock.advanceReal({ minutes: 59, seconds: 59 })
    expect((await reset({ ...link, password: 'short' })).problem?.code).toBe('invalid')
    site.clock.advanceReal({ seconds: 1 })
    expect((await reset(link)).problem).toMatchObject({ code: 'code-expired', status: 422 })
  })

  test('invalidates the links mailed to other contacts of the user', async () => {
    const { email } = await somebody()
    const [own, now] = [await personAt(site.db, email), site.clock.now()]
    const second = `second-${email}`
    await storeContact(site.db, own, { email: second, confirmedAt: now }, now)
    const links = [await resetLink(site, site.client(), email), await resetLink(site, site.client(), second)]
    expect((await reset(links[0] ?? {})).status).toBe(200)
    expect((await reset(links[1] ?? {})).problem?.code).toBe('code-wrong')
    for (const address of [email, second])
      expect(await countMailsTo(site, address, 'The way you log in')).toBe(1)
  })

  test.each([
    ['password1', 'This password is on the list of the most common ones. Please choose another.'],
    ['lectern2026', 'This password is made of your email or the name of this site. Please choose another.'],
    ['short', 'Please choose a password with at least 8 characters.'],
    ['', 'Please choose a password.'],
  ])('refuses %j and keeps the link valid', async (refused, sentence) => {
    const { email } = await somebody()
    const link = await resetLink(site, site.client(), email)
    const { status, problem } = await reset({ ...link, password: refused })
    expect({ status, errors: problem?.errors }).toEqual({ status: 422, errors: { password: sentence } })
    expect((await reset(link)).status).toBe(200)
  })
})

describe('an invalid link', () => {
  test('lacks a contact or a code', async () => {
    for (const part of [
      { contact: '', code: 'x' },
      { contact: 'a@example.org', code: ' ' },
    ])
      expect((await reset(part)).problem).toMatchObject({ code: 'code-missing', status: 422 })
  })

  test("has another user's contact, a changed code, or a code for another purpose", async () => {
    const [{ email }, other] = [await somebody(), await somebody()]
    const link = await resetLink(site, site.client(), email)
    const changed = `${link.code.slice(0, -1)}${link.code.endsWith('A') ? 'B' : 'A'}`
    for (const wrong of [
      { ...link, contact: other.email },
      { ...link, code: changed },
    ])
      expect((await reset(wrong)).problem?.code).toBe('code-wrong')
    const created = await site.client().call(calls.createPassword, { body: { ...link, password } })
    expect(created.problem?.code).toBe('code-wrong')
    const confirmed = await site.client().call(calls.confirmContact, { body: { ...link, password } })
    expect(confirmed.problem?.code).toBe('code-wrong')
    expect((await reset({ ...link, contact: ` ${email.toUpperCase()} ` })).status).toBe(200)
  })

  test('belongs to a user removed meanwhile', async () => {
    const { email } = await somebody()
    const link = await resetLink(site, site.client(), email)
    const { userId } = await personAt(site.db, email)
    await markRemoved(site.db, userId, site.clock.now())
    expect((await reset(link)).problem?.code).toBe('code-wrong')
  })

  test('costs no work: 100 guesses hash nothing, and 30 in 15 minutes are looked at', async () => {
    Object.assign(site.services.limits, createLimits(1))
    const before = site.services.passwords.computed
    const from = site.client()
    const statuses = []
    for (let guess = 0; guess < 100; guess += 1) {
      const body = { contact: 'a@example.org', code: `guess-${guess}`, password }
      statuses.push((await from.call(calls.resetPassword, { body })).status)
    }
    expect(site.services.passwords.computed).toBe(before)
    expect(statuses.filter((status) => status === 422)).toHaveLength(30)
    expect(statuses.filter((status) => status === 429)).toHaveLength(70)
    Object.assign(site.services.limits, createLimits(1000))
  })
})

test('a valid link hashes one password', async () => {
  const { email } = await somebody()
  const link = await resetLink(site, site.client(), email)
  const before = site.services.passwords.computed
  await reset(link)
  expect(site.services.passwords.computed - before).toBe(1)
})

if (testEngine === 'postgresql')
  test('of ten concurrent uses of one link, one sets the password', async () => {
    const { email } = await somebody()
    const link = await resetLink(site, site.client(), email)
    const answers = await Promise.all(
      Array.from({ length: 10 }, async (_, n) => {
        const chosen = `chosen by number ${n}`
        const { status, problem } = await reset({ ...link, password: chosen })
        return { chosen, status, code: problem?.code }
      }),
    )
    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    expect(answers.flatMap(({ code }) => code ?? [])).toEqual(Array(9).fill('code-wrong'))
    expect((await signIn(site.client(), email, won[0]?.chosen)).status).toBe(200)
    expect(await countMailsTo(site, email, 'The way you log in')).toBe(1)
  })
