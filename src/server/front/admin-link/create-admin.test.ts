import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { adminAccountId } from '#server/identity/sessions/admin-account.ts'
import { refuseWatching } from '#server/library/watching/watching-right.ts'
import { auditOf } from '#support/admin.ts'
import { adminCode, createFreshSite, someAdmin, withMailTexts } from '#support/admin-site.ts'
import { mailsTo } from '#support/mails.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { confirmedIn, registerIn, signIn } from '#support/people.ts'
import { isSignedIn } from '#support/second-factors.ts'
import { userIdsOf } from '#support/stored/people.ts'
import { allRows } from '#support/stored/rows.ts'
import type { TestClient } from '#support/test-client.ts'

const site = openForTests(() => createFreshSite())
beforeEach(() => site.startOver())

const create = (code: string, change: Record<string, unknown> = {}, from: TestClient = site.client()) =>
  from.call(calls.createAdmin, { body: { ...someAdmin, code, ...change } })
const look = (code: string) => site.client().call(calls.adminLink, { body: { code } })
const isWrong = { code: 'admin-link-wrong', status: 422 }

async function sessionIn(browser: TestClient) {
  const { body } = await browser.call(calls.userSession)
  if (!body.authenticated) throw new Error('nobody is signed in')
  return body
}

describe('a fresh site', () => {
  test('the first to register does not become the admin', async () => {
    const first = site.client()
    await confirmedIn(withMailTexts(site), first, 'first@example.org')
    await signIn(first, 'first@example.org')
    const session = await sessionIn(first)
    expect(session.admin).toBe(false)
    expect(session.account.id).not.toBe(adminAccountId)
    // and the place is not taken by it
    expect((await create(await adminCode(site))).status).toBe(200)
  })

  test('makes the holder of the link the admin, who is signed in and may watch everything', async () => {
    const browser = site.client()
    const answer = await create(await adminCode(site), { name: ' Grace Hopper ' }, browser)
    expect([answer.status, answer.body]).toEqual([200, { status: 'ok' }])
    const session = await sessionIn(browser)
    expect(session).toMatchObject({
      admin: true,
      permissions: ['account.manage', 'subscription.manage', 'users.manage'],
      user: { name: 'Grace Hopper', email: 'grace@example.org', confirmed: true },
      account: { id: adminAccountId, name: 'Grace Hopper', newsletter: false },
      subscription: null,
      mayWatch: true,
    })
    expect(await refuseWatching(site.services, session.user.id, { free: false })).toBeUndefined()
    expect(await mailsTo(site, someAdmin.email)).toEqual([])
    expect((await signIn(site.client(), someAdmin.email)).status).toBe(200)
  })

  test('notes in the audit log that there is an admin now', async () => {
    const browser = site.client()
    await create(await adminCode(site), {}, browser)
    const { id } = (await sessionIn(browser)).user
    expect(await auditOf(site)).toMatchObject([
      { action: 'admin-created', actor_id: id, target: adminAccountId },
    ])
  })

  test('keeps of a link nothing that opens anything', async () => {
    const code = await adminCode(site, { email: 'grace@example.org' })
    const rows = await allRows(site.db, 'admin_link')
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(code)
    expect(rows[0]?.code_hash).toHaveLength(32)
  })
})

describe('a link', () => {
  test('shows its purpose, any number of times', async () => {
    const code = await adminCode(site, { email: 'you@example.org' })
    // copied with or without a space
    for (const typed of [code, ` ${code} `])
      expect((await look(typed)).body).toEqual({ purpose: 'new-admin', email: 'you@example.org' })
    expect((await look(await adminCode(site))).body).toEqual({ purpose: 'new-admin', email: null })
  })

  test('works for 15 minutes of real time, whatever the business clock', async () => {
    const code = await adminCode(site)
    site.clock.advanceBusiness({ days: 30 })
    site.clock.advanceReal({ minutes: 14, seconds: 59 })
    expect((await look(code)).status).toBe(200)
    site.clock.advanceReal({ seconds: 1 })
    expect((await look(code)).problem).toMatchObject(isWrong)
    expect((await create(code)).problem).toMatchObject(isWrong)
  })

  test('works once, also for two at the same moment', async () => {
    const code = await adminCode(site)
    const answers = await Promise.all([
      create(code, { email: 'one@example.org' }),
      create(code, { email: 'two@example.org' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    expect((await create(code, { email: 'three@example.org' })).problem).toMatchObject(isWrong)
    expect((await look(code)).problem).toMatchObject(isWrong)
    const users = await userIdsOf(site.db, adminAccountId)
    expect(users).toHaveLength(1)
  })

  test('ends when another is made', async () => {
    const older = await adminCode(site)
    const newer = await adminCode(site)
    expect((await create(older)).problem).toMatchObject(isWrong)
    expect((await create(newer)).status).toBe(200)
  })

  test('wrong, used and expired ones have the same answer, whatever else is sent', async () => {
    await confirmedIn(withMailTexts(site), site.client(), 'taken@example.org')
    const used = await adminCode(site)
    await create(used)
    const old = await adminCode(site, { again: true })
    site.clock.advanceReal({ minutes: 15 })
    const before = site.services.passwords.computed
    const sentences = new Set<unknown>()
    for (const code of ['', 'guess', used, old])
      for (const change of [
        {},
        { email: 'taken@example.org' },
        { email: 'nobody' },
        { password: '1' },
        { name: '' },
      ]) {
        const { problem } = await create(code, change)
        expect(problem).toMatchObject(isWrong)
        sentences.add(JSON.stringify({ ...problem, requestId: '' }))
      }
    expect(sentences.size).toBe(1)
    expect(site.services.passwords.computed).toBe(before)
  })

  test('for a new password creates no admin', async () => {
    await create(await adminCode(site))
    const again = await adminCode(site, { again: true })
    expect((await create(again, { email: 'other@example.org' })).problem).toMatchObject(isWrong)
  })

  test('that was asked for again, though there was no admin yet, makes one', async () => {
    expect((await create(await adminCode(site, { again: true }))).status).toBe(200)
  })
})

describe('what is entered', () => {
  test.each([
    [{ name: ' ' }, { name: 'Please enter your name.' }],
    [{ email: '' }, { email: 'Please enter your email.' }],
    [{ email: 'grace' }, { email: 'Please enter a valid email.' }],
    [{ password: 'short' }, { password: 'Please choose a password with at least 8 characters.' }],
    [
      { password: 'password1' },
      { password: 'This password is on the list of the most common ones. Please choose another.' },
    ],
    [
      { email: 'gracehopper@example.org', password: 'gracehopper1' },
      { password: 'This password is made of your email or the name of this site. Please choose another.' },
    ],
  ])('%j is refused at its field, and the link stays', async (change, errors) => {
    const code = await adminCode(site)
    expect((await create(code, change)).problem).toMatchObject({ code: 'invalid', errors })
    expect((await create(code)).status).toBe(200)
  })

  test('an email that another account has confirmed is refused at its field, and the link stays', async () => {
    await confirmedIn(withMailTexts(site), site.client(), 'taken@example.org')
    const code = await adminCode(site)
    expect((await create(code, { email: 'Taken@example.org' })).problem).toMatchObject({
      code: 'invalid',
      errors: {
        email:
          'Another account has confirmed this email. Please take another one, or delete that account first.',
      },
    })
    expect((await create(code)).status).toBe(200)
  })

  test('an email that a stranger registered without confirming it leaves them nothing', async () => {
    const stranger = site.client()
    const confirmation = await registerIn(withMailTexts(site), stranger, someAdmin.email)
    await signIn(stranger, someAdmin.email)
    expect(await isSignedIn(stranger)).toBe(true)
    await create(await adminCode(site), { password: 'another one of mine' })
    expect(await isSignedIn(stranger)).toBe(false)
    expect((await signIn(site.client(), someAdmin.email)).status).toBe(401)
    const late = await stranger.call(calls.confirmContact, { body: confirmation })
    expect(late.problem?.code).toBe('contact-in-use')
  })
})

test('guesses are limited by network', async () => {
  const limited = await createFreshSite({ RATE_LIMITS: '1' })
  onTestFinished(() => limited.close())
  const browser = limited.client()
  for (let guess = 0; guess < 30; guess += 1)
    expect((await browser.call(calls.adminLink, { body: { code: `guess ${guess}` } })).status).toBe(422)
  expect((await browser.call(calls.adminLink, { body: { code: 'one more' } })).status).toBe(429)
  expect((await browser.call(calls.createAdmin, { body: { ...someAdmin, code: 'one more' } })).status).toBe(
    429,
  )
})
