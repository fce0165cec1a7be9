import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { maxOfSession } from '#server/platform/http/admission.ts'
import { createLimits } from '#server/platform/http/attempts/limits.ts'
import { ownPassword } from '#support/owners.ts'
import { countMailsTo, resetLink } from '#support/password-links.ts'
import { signIn } from '#support/people.ts'
import { isSignedIn, sessionCookieSeconds, signedInBrowser } from '#support/second-factors.ts'
import { changeSessions } from '#support/stored/sessions.ts'
import { addUser, teamWith } from '#support/team-site.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

const site = testApp({ settings: { RATE_LIMITS: '1000' } })

let count = 0
async function somebody(): Promise<{ email: string; own: TestClient }> {
  count += 1
  const email = `changer${count}@example.org`
  return { email, own: await signedInBrowser(site, email) }
}

const password = 'a word of my own'
const session = 'lectern-session'
const ways = [
  ['POST /api/user/change-password', calls.changePassword],
  ['PUT /api/account/password', calls.changePasswordSection],
] as const

describe.each(ways)('%s', (_, call) => {
  const change = (from: TestClient, body: Record<string, unknown> = {}) =>
    from.call(call, { body: { currentPassword: ownPassword, password, ...body } })

  test('changes the password, ends all other sessions and mailed links, and tells by mail', async () => {
    const { email, own } = await somebody()
    const other = site.client()
    await signIn(other, email)
    const link = await resetLink(site, site.client(), email)
    expect((await change(own)).status).toBe(200)
    expect(await isSignedIn(own)).toBe(true)
    expect(await isSignedIn(other)).toBe(false)
    expect((await other.call(calls.ownSessions)).problem?.code).toBe('login-required')
    const reset = await site.client().call(calls.resetPassword, { body: { ...link, password } })
    expect(reset.problem?.code).toBe('code-wrong')
    expect((await signIn(site.client(), email, ownPassword)).status).toBe(401)
    expect((await signIn(site.client(), email, password)).status).toBe(200)
    expect(await countMailsTo(site, email, 'The way you log in')).toBe(1)
  })

  test('gives this browser a fresh cookie: a copy of the former one is worth nothing', async () => {
    const { email, own } = await somebody()
    await own.call(calls.login, { body: { email, password: ownPassword, staySignedIn: true } })
    const thief = site.client()
    const former = own.cookies.get(session) ?? ''
    thief.cookies.set(session, former)
    expect(await isSignedIn(thief)).toBe(true)
    const answer = await change(own)
    expect(sessionCookieSeconds(answer)).toBe(90 * 86_400)
    expect(own.cookies.get(session)).not.toBe(former)
    expect(await isSignedIn(own)).toBe(true)
    expect(await isSignedIn(thief)).toBe(false)
  })

  test('needs the present password', async () => {
    const { email, own } = await somebody()
    const other = site.client()
    await signIn(other, email)
    const before = own.cookies.get(session)
    const { status, problem } = await change(own, { currentPassword: 'a guess' })
    expect({ status, code: problem?.code }).toEqual({ status: 403, code: 'wrong-password' })
    expect(own.cookies.get(session)).toBe(before)
    expect(await isSignedIn(other)).toBe(true)
    expect((await signIn(site.client(), email, ownPassword)).status).toBe(200)
    expect(await countMailsTo(site, email, 'The way you log in')).toBe(0)
  })

  test.each([
    ['sunshine', 'This password is on the list of the most common ones. Please choose another.'],
    ['changer1234', 'This password is made of your email or the name of this site. Please choose another.'],
    ['seven77', 'Please choose a password with at least 8 characters.'],
    ['', 'Please choose a password.'],
  ])('refuses %j before anything is hashed', async (refused, sentence) => {
    const { own } = await somebody()
    const before = site.services.passwords.computed
    const { status, problem } = await change(own, { password: refused })
    expect({ status, errors: problem?.errors }).toEqual({ status: 422, errors: { password: sentence } })
    expect(site.services.passwords.computed).toBe(before)
  })

  test('hashes two passwords when it is done, and one when the present one is wrong', async () => {
    const { own } = await somebody()
    const { passwords } = site.services
    const before = passwords.computed
    await change(own, { currentPassword: 'a guess' })
    expect(passwords.computed - before).toBe(1)
    await change(own)
    expect(passwords.computed - before).toBe(3)
  })

  test('is refused to a user without a password, with the reason', async () => {
    const { accountId } = await teamWith(site, 5)
    const email = `no-password-${call.method}@example.org`
    const userId = await addUser(site, accountId, email)
    const { own } = await somebody()
    // signed in by a code host, say
    await changeSessions(site.db, { userId })
    expect((await change(own)).problem).toMatchObject({ code: 'password-needed', status: 409 })
  })
})

test('60 wrong passwords of a stolen session: ten reach the hash', async () => {
  const { own } = await somebody()
  await own.csrfToken()
  Object.assign(site.services.limits, createLimits(1))
  const before = site.services.passwords.computed
  const guess = async (n: number) => {
    const [, call] = ways[n % 2] ?? ways[0]
    return (await own.call(call, { body: { currentPassword: `guess ${n}`, password } })).status
  }
  const statuses: number[] = []
  // no more at once than one session may have under way: of others, a busy machine would refuse some as overload before they are counted
  while (statuses.length < 60) {
    const atOnce = Math.min(maxOfSession, 60 - statuses.length)
    statuses.push(
      ...(await Promise.all(Array.from({ length: atOnce }, (_, n) => guess(statuses.length + n)))),
    )
  }
  expect(site.services.passwords.computed - before).toBe(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(50)
  Object.assign(site.services.limits, createLimits(1000))
})

test('the section answers the account', async () => {
  const { email, own } = await somebody()
  const body = { currentPassword: ownPassword, password }
  const answer = await own.call(calls.changePasswordSection, { body })
  expect(answer.body.account.contacts).toMatchObject([{ email, primary: true, confirmed: true }])
})
