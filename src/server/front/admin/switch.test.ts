import { beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { demoAccounts } from '#server/front/demo/demo-logins.ts'
import { adminAccountId } from '#server/identity/sessions/admin-account.ts'
import { deleteSessionsOf } from '#server/identity/sessions/session.store.ts'
import { verifyAudit } from '#server/platform/audit/verify-audit.ts'
import { cookieName } from '#server/platform/http/cookies.ts'
import {
  auditOf,
  browserOf,
  expiredOwner,
  sellingSite,
  signedInAdmin,
  teamAccountId,
  theAdmin,
} from '#support/admin.ts'
import { mailsTo } from '#support/mails.ts'
import { withoutAudit } from '#support/stored/audit.ts'
import { primaryContactOf } from '#support/stored/contacts.ts'
import { markPresent, markRemoved } from '#support/stored/people.ts'
import { allRows } from '#support/stored/rows.ts'
import { changeSessions, sessionsOf } from '#support/stored/sessions.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

// Security requirement SEC-41: the admin sees the site as another user, for an hour, visibly for those concerned.

let admin: TestClient
const site = testApp({ settings: { ...sellingSite, RATE_LIMITS: '1000' } })
beforeEach(async () => {
  admin = await signedInAdmin(site)
})

const { accountId } = expiredOwner
const password = theAdmin.password
const minutes = (count: number) => site.clock.advanceReal({ minutes: count })
const switchInto = (id: string, more: { password?: string } = { password }) =>
  admin.call(calls.switchInto, { body: { id, ...more } })
const whoIs = async (browser: TestClient) => {
  const { body } = await browser.call(calls.userSession)
  return body.authenticated ? body : undefined
}
const cookieOf = (browser: TestClient) => browser.cookies.get(cookieName(site.services.config, 'session'))
const codeOf = ({ status, problem }: { status: number; problem?: { code: string } | undefined }) => [
  status,
  problem?.code,
]

describe('switching', () => {
  test('makes the admin the owner of the account, without admin rights, and reports it', async () => {
    expect((await switchInto(accountId)).status).toBe(200)
    expect(await whoIs(admin)).toMatchObject({
      user: { id: expiredOwner.userId },
      account: { id: accountId },
      admin: false,
      switchedBy: { name: expect.stringMatching(/\w/) },
    })
  })

  test('into a contact makes the admin its user', async () => {
    const [viewer] = demoAccounts.flatMap(({ people }) =>
      people.filter(({ email }) => email.startsWith('viewer@')),
    )
    const contact = await primaryContactOf(site.db, viewer?.userId ?? '')
    await switchInto(contact.id)
    expect(await whoIs(admin)).toMatchObject({ user: { id: viewer?.userId }, account: { id: teamAccountId } })
  })

  test.each([
    ['their own account', adminAccountId, 403, 'forbidden'],
    ['nobody', '0a000000-0000-4000-8000-00000000dead', 404, 'not-found'],
  ])('into %s is refused', async (_, id, status, code) => {
    expect(codeOf(await switchInto(id))).toEqual([status, code])
    expect(await whoIs(admin)).toMatchObject({ admin: true })
  })

  test('into a removed user is refused', async () => {
    const [viewer] = demoAccounts.flatMap(({ people }) =>
      people.filter(({ email }) => email.startsWith('viewer@')),
    )
    const userId = viewer?.userId ?? ''
    const contact = await primaryContactOf(site.db, userId)

    await markRemoved(site.db, userId, site.clock.real())
    expect(codeOf(await switchInto(contact.id))).toEqual([404, 'not-found'])
    await markPresent(site.db, userId)
  })

  test("is the admin's alone", async () => {
    const owner = await browserOf(site, expiredOwner.userId)
    const body = { id: teamAccountId, password: expiredOwner.password }
    expect(codeOf(await owner.call(calls.switchInto, { body }))).toEqual([403, 'forbidden'])
  })

  test('while switched is refused', async () => {
    await switchInto(accountId)
    expect(codeOf(await switchInto(teamAccountId))).toEqual([403, 'not-while-switched'])
  })

  test('sends no mail about a new browser', async () => {
    const before = await mailsTo(site, expiredOwner.email)
    await switchInto(accountId)
    expect(await mailsTo(site, expiredOwner.email)).toEqual(before)
  })
})

describe('the password', () => {
  const confirmed = async () => {
    await switchInto(accountId)
    await admin.call(calls.returnFromSwitch)
  }

  test('is required if not entered yet, and a wrong one does not switch', async () => {
    expect(codeOf(await switchInto(accountId, {}))).toEqual([403, 'password-required'])
    expect(codeOf(await switchInto(accountId, { password: 'guessed' }))).toEqual([403, 'wrong-password'])
    expect(await whoIs(admin)).toMatchObject({ admin: true })
  })

  test('is not asked for within five minutes, and is after them', async () => {
    await confirmed()
    minutes(5)
    expect((await switchInto(accountId, {})).status).toBe(200)
    await admin.call(calls.returnFromSwitch)
    site.clock.advanceReal({ seconds: 0.001 })
    expect(codeOf(await switchInto(accountId, {}))).toEqual([403, 'password-required'])
  })

  test('is asked for at a session that was opened without any proof', async () => {
    await changeSessions(site.db, { confirmedAt: null }, theAdmin.userId)
    expect(codeOf(await switchInto(accountId, {}))).toEqual([403, 'password-required'])
  })

  test("that another change of the admin's asked for counts", async () => {
    const codes = { licenseCount: 1, interval: { value: 1, unit: 'm' as const }, codes: ['Just to confirm'] }
    await admin.call(calls.addCoupons, { body: { ...codes, password } })
    expect((await switchInto(accountId, {})).status).toBe(200)
  })
})

describe('the way back', () => {
  test("leads to the admin's own session, by another cookie", async () => {
    const [own] = [cookieOf(admin)]
    await switchInto(accountId)
    const switched = cookieOf(admin)
    expect((await admin.call(calls.returnFromSwitch)).status).toBe(200)
    expect(await whoIs(admin)).toMatchObject({ user: { id: theAdmin.userId }, admin: true })
    expect(new Set([own, switched, cookieOf(admin)]).size).toBe(3)
    for (const former of [own, switched]) {
      const thief = site.client()
      thief.cookies.set(cookieName(site.services.config, 'session'), former ?? '')
      expect(await whoIs(thief)).toBeUndefined()
    }
  })

  test('is there only for who switched', async () => {
    expect(codeOf(await admin.call(calls.returnFromSwitch))).toEqual([404, 'not-found'])
  })

  test('is closed after an hour, however much was done', async () => {
    await switchInto(accountId)
    for (let passed = 0; passed < 50; passed += 10) {
      minutes(10)
      expect(await whoIs(admin)).toBeDefined()
    }
    minutes(9.9)
    expect(await whoIs(admin)).toMatchObject({ switchedBy: {} })
    minutes(0.1)
    expect(await whoIs(admin)).toBeUndefined()
    expect(codeOf(await admin.call(calls.returnFromSwitch))).toEqual([401, 'login-required'])
  })

  test("still leads back after 59 minutes: being switched counts as use of the admin's session", async () => {
    await switchInto(accountId)
    for (let passed = 0; passed < 59; passed += 1) {
      minutes(1)
      if (passed % 10 === 0) await whoIs(admin)
    }
    expect((await admin.call(calls.returnFromSwitch)).status).toBe(200)
    expect(await whoIs(admin)).toMatchObject({ admin: true })
  })

  test("leaves the admin's own session no longer than half an hour after the last use", async () => {
    await deleteSessionsOf(site.db, theAdmin.userId)
    admin = await signedInAdmin(site)
    await switchInto(accountId)
    minutes(20)
    await whoIs(admin)
    const ends = (await sessionsOf(site.db, theAdmin.userId)).map((session) => session.expires_at)
    expect(ends).toEqual([new Date(site.clock.real().getTime() + 30 * 60_000)])
  })

  test('is closed by logging out, which ends both sessions', async () => {
    const own = cookieOf(admin)
    await switchInto(accountId)
    await admin.call(calls.logout)
    expect(await whoIs(admin)).toBeUndefined()
    admin.cookies.set(cookieName(site.services.config, 'session'), own ?? '')
    expect(await whoIs(admin)).toBeUndefined()
  })

  test('is closed when the admin is logged out elsewhere', async () => {
    await switchInto(accountId)
    await deleteSessionsOf(site.db, theAdmin.userId)
    expect(await whoIs(admin)).toBeUndefined()
  })
})

test('the overlay ends with the session below, even before it is cleaned up', async () => {
  await switchInto(accountId)
  await changeSessions(site.db, { expiresAt: site.clock.real() }, theAdmin.userId)
  expect(await whoIs(admin)).toBeUndefined()
})

describe('the person', () => {
  test('sees it among their own sessions, and can end it', async () => {
    const theirs = await browserOf(site, expiredOwner.userId)
    await switchInto(accountId)
    const { sessions } = (await theirs.call(calls.ownSessions)).body
    expect(sessions[0]).toMatchObject({ current: true, switched: false })
    const [switched] = sessions.filter((session) => session.switched)
    expect(switched).toMatchObject({ current: false, network: null })
    await theirs.call(calls.endOwnSession, {
      params: { id: switched?.id ?? '' },
      body: { currentPassword: expiredOwner.password },
    })
    expect(await whoIs(admin)).toBeUndefined()
  })
})

describe('the audit log', () => {
  const entries = async (from: number) => (await auditOf(site)).slice(from)

  test('names both, for the way in and the way back', async () => {
    const before = (await auditOf(site)).length
    await switchInto(accountId)
    await admin.call(calls.returnFromSwitch)
    const both = { actor_id: theAdmin.userId, acting_as: accountId, target: accountId, network: '127.0.0.1' }
    expect(await entries(before)).toMatchObject([
      { ...both, action: 'switched' },
      { ...both, action: 'switch-ended' },
    ])
    expect(await verifyAudit(site.db)).toMatchObject({ entries: before + 2 })
  })

  test('has both users for each change made inside', async () => {
    await switchInto(accountId)
    const before = (await auditOf(site)).length
    await admin.call(calls.changeName, { body: { name: 'Eddie, spelled right' }, csrf: 'none' })
    expect(await entries(before)).toEqual([])
    expect((await admin.call(calls.changeName, { body: { name: 'Eddie, spelled right' } })).status).toBe(200)
    const [entry, ...more] = await entries(before)
    expect(more).toEqual([])
    expect(entry).toMatchObject({
      actor_id: theAdmin.userId,
      acting_as: accountId,
      action: 'written-while-switched',
      target: accountId,
    })
    expect(JSON.parse(entry?.after ?? '')).toEqual({
      userId: expiredOwner.userId,
      call: 'PUT /api/account/name',
    })
  })

  test.each([
    ['a name', calls.changeName, { name: 'Eddie Exeter' }, 200, 1],
    ['a language', calls.changeLanguage, { language: 'de' }, 200, 1],
    ['unsubscribing from the newsletter', calls.changeNewsletter, { newsletter: false }, 200, 1],
    [
      "the newsletter's consent, which is the person's own to give",
      calls.changeNewsletter,
      { newsletter: true },
      403,
      0,
    ],
    ['what the call refuses', calls.changeNewsletter, { newsletter: 'no' }, 422, 0],
  ] as const)(
    'has one row for each change, and none for refused ones: %s',
    async (_, call, body, status, rows) => {
      await switchInto(accountId)
      const [before, consents] = [(await auditOf(site)).length, await allRows(site.db, 'newsletter_consent')]
      const reply = await admin.call(call, { body })
      expect(codeOf(reply)).toEqual([status, { 403: 'not-while-switched', 422: 'invalid' }[status as number]])
      expect((await entries(before)).map(({ action }) => action)).toEqual(
        Array.from({ length: rows }, () => 'written-while-switched'),
      )
      if (status !== 200) expect(await allRows(site.db, 'newsletter_consent')).toEqual(consents)
    },
  )

  test('is required: without an entry there is no switch', async () => {
    await withoutAudit(site.db, async () => expect((await switchInto(accountId)).status).toBe(500))
    expect(await whoIs(admin)).toMatchObject({ admin: true })
  })
})
